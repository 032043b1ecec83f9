"""What a simulated task does: it runs for as long as its environment says, divided by the simulation's speed.

MUSTER_SIM_DURATION_MS   how long the ranks run, milliseconds of simulated time; default 60,000
MUSTER_SIM_EXIT_CODE     the exit code of every rank; default 0
MUSTER_SIM_STOP_MS       how long they take to stop on order, at most the grace period; default 0
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muster.agent.core.supervision import EndCause, Grace
from muster.events.node_commands import StartTask
from muster.events.task_events import RankExit

DURATION_MS = 60_000
DURATION_MS_MAX = 10**12
EXIT_CODE_MAX = 255
SIGTERM_EXIT = 15


@dataclass(frozen=True, slots=True)
class SimulatedEnd:
    """How a task will end if it is not stopped.

    Attributes:
        after_ms: From its start, milliseconds of real time.
        cause: EXITED or TIMED_OUT.
        exits: Of every rank.
    """

    after_ms: float
    cause: EndCause
    exits: tuple[RankExit, ...]


def simulated_end(order: StartTask, *, speed: float) -> SimulatedEnd:
    """The end that follows from the task's environment and wall-time limit.

    Raises:
        ValueError: a variable is not a whole number in its range; names variable, value and range.
    """
    duration_ms = _whole(order.env, "MUSTER_SIM_DURATION_MS", DURATION_MS, DURATION_MS_MAX)
    code = _whole(order.env, "MUSTER_SIM_EXIT_CODE", 0, EXIT_CODE_MAX)
    wall_ms = order.wall_time_max_ms
    if wall_ms is not None and wall_ms < duration_ms:
        return SimulatedEnd(wall_ms / speed, EndCause.TIMED_OUT, stopped_exits(order))
    exits = tuple(RankExit(rank=rank.rank, exit_code=code) for rank in order.ranks)
    return SimulatedEnd(duration_ms / speed, EndCause.EXITED, exits)


def stopping_ms(order: StartTask, grace: Grace, *, speed: float) -> float:
    """How long a stop takes, in milliseconds of real time; at most the whole grace.

    Raises:
        ValueError: MUSTER_SIM_STOP_MS is not a whole number in its range.
    """
    asked = _whole(order.env, "MUSTER_SIM_STOP_MS", 0, DURATION_MS_MAX)
    return min(asked, grace.total_ms) / speed


def stopped_exits(order: StartTask) -> tuple[RankExit, ...]:
    """The exits of all ranks when each ends by SIGTERM."""
    return tuple(RankExit(rank=rank.rank, signal=SIGTERM_EXIT) for rank in order.ranks)


def _whole(env: Mapping[str, str], name: str, default: int, high: int) -> int:
    text = env.get(name, str(default))
    if not (text.isascii() and text.isdigit() and int(text) <= high):
        raise ValueError(f"env.{name} is {text!r}; allowed: a whole number 0..{high}")
    return int(text)
