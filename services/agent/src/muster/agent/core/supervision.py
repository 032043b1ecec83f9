"""When the ranks of a task must end, and by which signal. The shim observes; this decides.

The first cause is final: a rank that fails while it is being stopped counts as stopped; one that failed
before the stop was noticed counts as failed.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from enum import StrEnum


class EndCause(StrEnum):
    """Why the ranks ended."""

    EXITED = "EXITED"
    """Every rank ended by itself, or one failed and the rest of the gang was ended because of it."""
    STOPPED = "STOPPED"
    """On order."""
    TIMED_OUT = "TIMED_OUT"
    """It exceeded its wall-time limit."""
    LEASE_EXPIRED = "LEASE_EXPIRED"
    """No agent came back within the node's lease."""
    NODE_STOPPED = "NODE_STOPPED"
    """The agent gave up the node's work, or the machine is shutting down."""
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    """The ranks used more memory than they may."""
    CANNOT_START = "CANNOT_START"
    """No rank ran: its program could not be executed."""
    VANISHED = "VANISHED"
    """The shim ended without a report: it was killed, or the machine restarted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time limits of one task, in milliseconds.

    Attributes:
        grace_ms: Between SIGTERM and SIGKILL.
        lease_ms: How long the ranks keep running without an agent.
        wall_time_max_ms: How long the ranks may run; None: without limit.
    """

    grace_ms: int
    lease_ms: int
    wall_time_max_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the shim observes at one moment, on its own monotonic clock.

    Attributes:
        now_ms: Now.
        started_ms: When the ranks were started.
        lease_seen_ms: When the agent's lease was last seen to be renewed.
        lease_revoked: The agent withdrew its lease.
        stop_grace_ms: The grace period of a stop order; None when there is none.
        signalled: The shim itself received a signal to end.
        rank_failed: A rank ended with a signal or an exit code other than 0.
        out_of_memory: The ranks used more memory than they may.
    """

    now_ms: int
    started_ms: int
    lease_seen_ms: int
    lease_revoked: bool = False
    stop_grace_ms: int | None = None
    signalled: bool = False
    rank_failed: bool = False
    out_of_memory: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """The ranks are being ended: SIGTERM at since_ms, SIGKILL grace_ms later."""

    cause: EndCause
    since_ms: int
    grace_ms: int

    def signal_due(self, now_ms: int) -> signal.Signals:
        """The signal to send to the processes that still run."""
        return signal.SIGKILL if now_ms - self.since_ms >= self.grace_ms else signal.SIGTERM


def ending_of(look: Look, limits: Limits) -> Ending | None:
    """Why and how the ranks must end now; None while they may run."""
    grace = limits.grace_ms
    if look.out_of_memory:  # before rank_failed: the kernel has then killed one of them
        return Ending(EndCause.OUT_OF_MEMORY, look.now_ms, grace_ms=0)
    if look.rank_failed:
        return Ending(EndCause.EXITED, look.now_ms, grace)
    if look.stop_grace_ms is not None:
        return Ending(EndCause.STOPPED, look.now_ms, look.stop_grace_ms)
    if limits.wall_time_max_ms is not None and look.now_ms - look.started_ms >= limits.wall_time_max_ms:
        return Ending(EndCause.TIMED_OUT, look.now_ms, grace)
    if look.lease_revoked or look.signalled:
        return Ending(EndCause.NODE_STOPPED, look.now_ms, grace)
    if look.now_ms - look.lease_seen_ms >= limits.lease_ms:
        return Ending(EndCause.LEASE_EXPIRED, look.now_ms, grace)
    return None
