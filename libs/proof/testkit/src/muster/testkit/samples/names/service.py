"""The names service as a test declares it."""

from __future__ import annotations

from typing import Any

from muster.deciding import DecidingService, Latest
from muster.events.wire.envelope import Envelope
from muster.testkit.samples.names.core import DECIDER
from muster.testkit.samples.names.records import (
    NameReleased,
    NamesGiven,
    NamesTopics,
    ReleaseName,
    TakeName,
)


def names_service(topics: NamesTopics, **changes: Any) -> DecidingService:
    """The service on these topics; `changes` are further settings of DecidingService."""
    return DecidingService(
        name="names",
        decider=DECIDER,
        inputs=(topics.commands, topics.people),
        log=topics.log,
        outputs=(topics.events,),
        latest=(Latest(topics.latest, frozenset({NameReleased})),),
        **changes,
    )


def envelope_of(event_id: str, payload: NamesGiven) -> Envelope[NamesGiven]:
    """The envelope of a command or of another service's fact."""
    key = payload.name if isinstance(payload, TakeName | ReleaseName) else payload.organisation
    return Envelope(
        event_id=event_id,
        key=key,
        occurred_at_ms=0,
        producer="test",
        correlation_id=f"c-{event_id}",
        payload=payload,
    )
