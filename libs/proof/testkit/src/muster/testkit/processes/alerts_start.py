"""Entry point of `muster.testkit.processes.alerts`: the service's role on a journal of suffixed topics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from muster.alerts.config import Settings
from muster.alerts.core.decisions import DECIDER
from muster.alerts.edge.roles import DECIDING
from muster.deciding import DecidingService, Entities, Fact, Input
from muster.events.alerts_events import AlertRaised
from muster.service import Context, Work
from muster.service.starting.decider import decide
from muster.testkit.processes.renamed_context import renamed_context


def start(context: Context[Settings]) -> Work:
    """Stand by and lead."""
    version = context.arguments.decisions_version
    service = DECIDING if version is None else _decided_by(version)
    return decide(renamed_context(context), service)


def _decided_by(version: int) -> DecidingService:
    """The service in another version, whose alerts have another title."""

    def retitled(state: Entities, given: Input[Any], at_ms: int) -> Iterator[Fact[Any]]:
        for fact in DECIDER.decide(state, given, at_ms):
            payload = fact.payload
            if isinstance(payload, AlertRaised):
                payload = replace(payload, title=f"{payload.title} (version {version})")
            yield replace(fact, payload=payload)

    return replace(DECIDING, decider=replace(DECIDER, decisions_version=version, decide=retitled))
