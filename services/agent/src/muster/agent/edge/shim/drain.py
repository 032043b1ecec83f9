"""Drain: ends the ranks step by step, and notes each step with its time."""

from __future__ import annotations

import signal
import time
from typing import Protocol

from muster.agent.core.supervision import (
    CHECKPOINT,
    EndCause,
    Ending,
    Limits,
    Look,
    Step,
    StepKind,
    ending_of,
)

_STEP_OF = {signal.SIGTERM: StepKind.TERMINATED, signal.SIGKILL: StepKind.KILLED}


class Signalled(Protocol):
    """Operations that a drain needs of the ranks."""

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the ranks."""
        ...

    def requested(self) -> int | None:
        """Number of processes that were asked for a checkpoint; None: not known yet."""
        ...


class Drain:
    """Ends the ranks of one task once they must end.

    Args:
        limits: Limits after which they must.
        ranks: The ranks.
    """

    def __init__(self, limits: Limits, ranks: Signalled) -> None:
        self._limits = limits
        self._ranks = ranks
        self._ending: Ending | None = None
        self._sent: signal.Signals | None = None
        self._steps: dict[StepKind, int] = {}

    @property
    def cause(self) -> EndCause | None:
        """Cause for which the ranks must end; None: they may run."""
        return self._ending.cause if self._ending else None

    def steps(self) -> tuple[Step, ...]:
        """Steps taken so far, in order of time."""
        return tuple(Step(kind, at_ms) for kind, at_ms in self._steps.items())

    def take(self, look: Look) -> None:
        """Do what is due now."""
        self._ending = self._ending or ending_of(look, self._limits)
        if self._ending is None:
            return
        if self._sent is CHECKPOINT:
            self._ending = self._answered(self._ending, look)
        due = self._ending.signal_due(look.now_ms)
        if due != self._sent:
            self._send(due)

    def _answered(self, ending: Ending, look: Look) -> Ending:
        """The ending, given the outcome of the request for a checkpoint."""
        requested = self._ranks.requested()
        if requested is not None:
            self._note(StepKind.CHECKPOINT_REQUESTED if requested else StepKind.NOT_REGISTERED)
        if look.checkpoint_saved:
            self._note(StepKind.CHECKPOINT_SAVED)
        over = look.checkpoint_saved or requested == 0
        return ending.without_waiting(look.now_ms) if over else ending

    def _send(self, number: signal.Signals) -> None:
        if self._sent is CHECKPOINT and not {StepKind.CHECKPOINT_SAVED, StepKind.NOT_REGISTERED} & {
            *self._steps
        }:
            self._note(StepKind.CHECKPOINT_MISSED)
        self._ranks.signal(number)
        self._sent = number
        if number in _STEP_OF:
            self._note(_STEP_OF[number])

    def _note(self, kind: StepKind) -> None:
        self._steps.setdefault(kind, time.time_ns() // 1_000_000)
