"""Inputs that were answered, by event_id, so that a duplicate is answered once.

They are state: folded from the causes of facts, so they survive a failover. Memory is bounded by time:
`answered_ms` after its answer an id is forgotten, and a duplicate that comes later is a new input. An input
that led to no fact is not remembered: nothing was done about it.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from muster.deciding.core.by_time import ByTime
from muster.deciding.core.entities import Changes, Entities, Kind

_BY_ID: Final = Kind("muster-answered", int)
_BY_TIME: Final = ByTime("muster-answered-by-time", separator=" ")

FORGOTTEN_AT_ONCE: Final = 2_000
"""Most ids forgotten in one batch; more than a batch adds, so that forgetting keeps up."""


def is_answered(state: Entities, event_id: str) -> bool:
    """Whether a fact followed from this input, not long ago."""
    return state.get(_BY_ID, event_id) is not None


def note(state: Changes, event_id: str, at_ms: int) -> None:
    """A fact followed from this input; a later one changes nothing."""
    if not is_answered(state, event_id):
        state.put(_BY_ID, event_id, at_ms)
        _BY_TIME.file(state, at_ms, event_id)


def forget(state: Changes, before_ms: int) -> None:
    """Forget what was answered before this moment."""
    for event_id in list(islice(_BY_TIME.until(state, max(before_ms, 0) - 1), FORGOTTEN_AT_ONCE)):
        at_ms = state.get(_BY_ID, event_id)
        if at_ms is not None:
            _BY_TIME.remove(state, at_ms, event_id)
            state.delete(_BY_ID, event_id)
