"""An event of job-events, as the API sends it, in one line for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.events.sentences import sentence as sentence_of
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import envelope_from_datum


def sentence(event: Mapping[str, Any]) -> str:
    """What happened; empty for a record that a newer service knows and this client does not."""
    try:
        payload = envelope_from_datum(JOB_EVENTS, event).payload
    except (KeyError, ValueError):
        return ""
    return sentence_of(payload)
