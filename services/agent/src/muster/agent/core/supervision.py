"""When the ranks of a task must end, and by which signal. The shim looks; this decides.

The first cause wins and is never taken back: a rank that fails while it is being stopped was stopped, one
that failed before the stop was noticed had failed.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass
from enum import StrEnum


class EndCause(StrEnum):
    """Why the ranks ended."""

    EXITED = "EXITED"
    """Every rank by itself, or one failed and the rest of the gang was ended for it."""
    STOPPED = "STOPPED"
    """On order."""
    TIMED_OUT = "TIMED_OUT"
    """Its wall time was over."""
    LEASE_EXPIRED = "LEASE_EXPIRED"
    """No agent came back within the node's lease."""
    NODE_STOPPED = "NODE_STOPPED"
    """The agent gave up the node's work, or the machine is going down."""
    CANNOT_START = "CANNOT_START"
    """No rank ran: its program could not be executed."""
    VANISHED = "VANISHED"
    """The shim is gone and left no word: it was killed, or the machine restarted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one task may do.

    Attributes:
        grace_ms: Between SIGTERM and SIGKILL.
        lease_ms: How long the ranks go on without an agent.
        wall_time_max_ms: How long the ranks may run; None for ever.
    """

    grace_ms: int
    lease_ms: int
    wall_time_max_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the shim sees at one moment, on its own monotonic clock.

    Attributes:
        now_ms: Now.
        started_ms: When the ranks were started.
        lease_seen_ms: When the agent's sign of life was last seen to change.
        lease_revoked: The agent withdrew it.
        stop_grace_ms: The grace of a stop order; None when there is none.
        signalled: The shim itself got a signal to end.
        rank_failed: A rank ended otherwise than with exit code 0.
    """

    now_ms: int
    started_ms: int
    lease_seen_ms: int
    lease_revoked: bool = False
    stop_grace_ms: int | None = None
    signalled: bool = False
    rank_failed: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """The ranks are being ended: SIGTERM at since_ms, SIGKILL grace_ms later."""

    cause: EndCause
    since_ms: int
    grace_ms: int

    def signal_due(self, now_ms: int) -> signal.Signals:
        """What to send to what still runs."""
        return signal.SIGKILL if now_ms - self.since_ms >= self.grace_ms else signal.SIGTERM


def ending_of(look: Look, limits: Limits) -> Ending | None:
    """Whether the ranks must end now, and why."""
    grace = limits.grace_ms
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
