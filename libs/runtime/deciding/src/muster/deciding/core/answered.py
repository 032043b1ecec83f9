"""Inputs that were answered, by sender and event_id, so that a duplicate is answered once.

Any writer can repeat another's event_id, so a command is a duplicate only of a command of the same sender.
Answers recorded before senders were are remembered by event_id alone, as those who recorded them did.

They are state: folded from the causes of facts, so they survive a failover. Memory is bounded by time:
`answered_ms` after its answer an input is forgotten, and a duplicate that comes later is a new input. An
input that led to no fact is not remembered: nothing was done about it.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from muster.deciding.core.by_time import ByTime
from muster.deciding.core.entities import Changes, Entities, Kind

_BY_ID: Final = Kind("muster-answered", int), ByTime("muster-answered-by-time", separator=" ")
_BY_SENDER: Final = Kind("muster-answered-of", int), ByTime("muster-answered-of-by-time", separator=" ")

FORGOTTEN_AT_ONCE: Final = 2_000
"""Maximum inputs forgotten in one batch; more than a batch adds, so that forgetting keeps up."""


def is_answered(state: Entities, sender: str | None, event_id: str) -> bool:
    """Whether a fact followed from this input, not long ago.

    Args:
        state: The state.
        sender: The judged sender of a command; empty: the input is no command; None: not recorded.
        event_id: Event id of the input.
    """
    if state.get(_BY_ID[0], event_id) is not None:
        return True
    return sender is not None and state.get(_BY_SENDER[0], _key(sender, event_id)) is not None


def note(state: Changes, sender: str | None, event_id: str, at_ms: int) -> None:
    """A fact followed from this input; a later one changes nothing."""
    if is_answered(state, sender, event_id):
        return
    (answers, by_time), key = (_BY_ID, event_id) if sender is None else (_BY_SENDER, _key(sender, event_id))
    state.put(answers, key, at_ms)
    by_time.file(state, at_ms, key)


def forget(state: Changes, before_ms: int) -> None:
    """Forget inputs that were answered before this moment."""
    for answers, by_time in (_BY_ID, _BY_SENDER):
        for key in list(islice(by_time.until(state, max(before_ms, 0) - 1), FORGOTTEN_AT_ONCE)):
            at_ms = state.get(answers, key)
            if at_ms is not None:
                by_time.remove(state, at_ms, key)
                state.delete(answers, key)


def _key(sender: str, event_id: str) -> str:
    """Unambiguous, as no sender has a blank."""
    return f"{sender} {event_id}"
