"""Decide when the ranks of a task must end, and by which signal, from what the shim observes.

The first cause is final: a rank that fails while it is being stopped counts as stopped; one that failed
before the stop was noticed counts as failed.

Ranks that will continue later are drained: CHECKPOINT is requested, SIGTERM follows once one is stored or the
time for it is over, SIGKILL after the grace.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

CHECKPOINT: Final = signal.SIGUSR1
"""Requests a checkpoint. It is sent only to processes with a handler: it would end others."""


class EndCause(StrEnum):
    """Cause of the ranks' end."""

    EXITED = "EXITED"
    """Every rank exited, or one failed and the rest of the gang was ended because of it."""
    STOPPED = "STOPPED"
    """A stop order ended them."""
    TIMED_OUT = "TIMED_OUT"
    """The task exceeded its wall-time limit."""
    LEASE_EXPIRED = "LEASE_EXPIRED"
    """No agent came back within the node's lease."""
    NODE_STOPPED = "NODE_STOPPED"
    """The agent gave up the node's work, or the machine is shutting down."""
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    """The ranks exceeded their memory limit."""
    CANNOT_START = "CANNOT_START"
    """No rank ran: its program could not be executed."""
    VANISHED = "VANISHED"
    """The shim ended without a report: it was killed, or the machine restarted."""


class StepKind(StrEnum):
    """A kind of step in stopping ranks, named as in task-events."""

    CHECKPOINT_REQUESTED = "CHECKPOINT_REQUESTED"
    NOT_REGISTERED = "NOT_REGISTERED"
    CHECKPOINT_SAVED = "CHECKPOINT_SAVED"
    CHECKPOINT_MISSED = "CHECKPOINT_MISSED"
    TERMINATED = "TERMINATED"
    KILLED = "KILLED"


class Step(NamedTuple):
    """A step that was taken.

    Attributes:
        kind: Kind of the step.
        at_ms: Time of the step, ms since 1970 UTC.
    """

    kind: StepKind
    at_ms: int


class Grace(NamedTuple):
    """Time for stopping ranks gently, in milliseconds, and the rate limit of their checkpoints.

    Attributes:
        kill_ms: Time between SIGTERM and SIGKILL.
        checkpoint_ms: Most time for a checkpoint before SIGTERM; 0: none is requested.
        bytes_per_s: Rate limit of the job's checkpoints meanwhile, bytes per second; None: as before.
    """

    kill_ms: int
    checkpoint_ms: int = 0
    bytes_per_s: int | None = None

    @property
    def total_ms(self) -> int:
        """Time until SIGKILL at the latest, in milliseconds."""
        return self.checkpoint_ms + self.kill_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time limits of one task, in milliseconds.

    Attributes:
        grace_ms: Time between SIGTERM and SIGKILL.
        lease_ms: Milliseconds for which the ranks keep running without an agent.
        wall_time_max_ms: Longest run time of the ranks; None: without limit.
    """

    grace_ms: int
    lease_ms: int
    wall_time_max_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Observations of the shim at one moment, by its own monotonic clock.

    Attributes:
        now_ms: Now.
        started_ms: When the ranks were started.
        lease_seen_ms: When the agent's lease was last seen renewed.
        lease_revoked: The agent withdrew its lease.
        stop_grace: The grace of a stop order; None when there is none.
        checkpoint_saved: A checkpoint that was written after the stop order is stored.
        signalled: The shim itself received a signal to end.
        rank_failed: A rank ended with a signal or an exit code other than 0.
        out_of_memory: The ranks exceeded their memory limit.
    """

    now_ms: int
    started_ms: int
    lease_seen_ms: int
    lease_revoked: bool = False
    stop_grace: Grace | None = None
    checkpoint_saved: bool = False
    signalled: bool = False
    rank_failed: bool = False
    out_of_memory: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """The ranks are being ended: CHECKPOINT before terminate_ms, SIGTERM then, SIGKILL grace_ms later."""

    cause: EndCause
    terminate_ms: int
    grace_ms: int

    def signal_due(self, now_ms: int) -> signal.Signals:
        """The signal to send to the processes that still run."""
        if now_ms < self.terminate_ms:
            return CHECKPOINT
        return signal.SIGKILL if now_ms - self.terminate_ms >= self.grace_ms else signal.SIGTERM

    def without_waiting(self, now_ms: int) -> Ending:
        """Return the same ending without waiting for a checkpoint: SIGTERM is due by now."""
        return replace(self, terminate_ms=min(self.terminate_ms, now_ms))


def ending_of(look: Look, limits: Limits) -> Ending | None:
    """Cause, and times of the signals, if the ranks must end now; None while they may run."""
    grace = limits.grace_ms
    if look.out_of_memory:  # before rank_failed: the kernel has then killed one of them
        return Ending(EndCause.OUT_OF_MEMORY, look.now_ms, grace_ms=0)
    if look.rank_failed:
        return Ending(EndCause.EXITED, look.now_ms, grace)
    if look.stop_grace is not None:
        return Ending(EndCause.STOPPED, look.now_ms + look.stop_grace.checkpoint_ms, look.stop_grace.kill_ms)
    if limits.wall_time_max_ms is not None and look.now_ms - look.started_ms >= limits.wall_time_max_ms:
        return Ending(EndCause.TIMED_OUT, look.now_ms, grace)
    if look.lease_revoked or look.signalled:
        return Ending(EndCause.NODE_STOPPED, look.now_ms, grace)
    if look.now_ms - look.lease_seen_ms >= limits.lease_ms:
        return Ending(EndCause.LEASE_EXPIRED, look.now_ms, grace)
    return None
