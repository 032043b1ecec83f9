"""Describe an event of job-events in one line for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.events.sentences import sentence as sentence_of
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import envelope_from_datum


def sentence(event: Mapping[str, Any]) -> str:
    """Describe an event; empty for a type that only newer clients know."""
    try:
        payload = envelope_from_datum(JOB_EVENTS, event).payload
    except (KeyError, ValueError):
        return ""
    return sentence_of(payload)
