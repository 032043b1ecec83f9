"""Public facts of an attempt as evidence: what agent and scheduler state about its end."""

from __future__ import annotations

from muster.events.job_events import AttemptOutcome
from muster.events.task_events import RefusalReason
from muster.failures.rules import Condition

_OUTCOMES = {
    AttemptOutcome.STOPPED: Condition.STOPPED,
    AttemptOutcome.TIMED_OUT: Condition.TIMED_OUT,
    AttemptOutcome.LOST: Condition.LOST,
    AttemptOutcome.REFUSED: Condition.REFUSED,
}
_REFUSALS = {
    RefusalReason.FILES_INVALID: Condition.FILES_INVALID,
    RefusalReason.FILES_UNAVAILABLE: Condition.FILES_UNAVAILABLE,
    RefusalReason.CANNOT_START: Condition.CANNOT_START,
}


def conditions_of(outcome: AttemptOutcome, message: str) -> tuple[Condition, ...]:
    """What an `AttemptEnded` states, the most specific first.

    Args:
        outcome: Its outcome.
        message: Its message. A refusal's begins with its reason, an agent's with what it observed.
    """
    found: list[Condition] = []
    reason = message.partition(" on ")[0]
    if reason in RefusalReason.__members__:
        if refusal := _REFUSALS.get(RefusalReason(reason)):
            found += [*_start_faults(refusal, message), refusal]
    elif message.startswith("out of memory: "):
        found.append(Condition.OUT_OF_MEMORY)
    if outcome in _OUTCOMES:
        found.append(_OUTCOMES[outcome])
    return tuple(found)


def _start_faults(refusal: Condition, message: str) -> list[Condition]:
    """Why a program did not start: the system's own words for the error stand at the message's end."""
    if refusal is not Condition.CANNOT_START:
        return []
    ends = {
        "No such file or directory": Condition.COMMAND_NOT_FOUND,
        "No space left on device": Condition.DISK_FULL,
    }
    return [condition for end, condition in ends.items() if message.endswith(end)]
