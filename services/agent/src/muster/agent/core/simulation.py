"""Simulated tasks: they run for as long as their environment says, divided by the simulation's speed.

MUSTER_SIM_DURATION_MS   how long the ranks run, milliseconds of simulated time; default 60,000
MUSTER_SIM_EXIT_CODE     the exit code of every rank; default 0
MUSTER_SIM_STOP_MS       how long they take to stop on order, at most the grace period; default 0
MUSTER_SIM_BUSY_PERCENT  how busy its GPUs are, as its node reports with each heartbeat; default: not reported
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from muster.agent.core.supervision import EndCause, Grace
from muster.agent.core.task_resources import gpu_indices, gpu_milli, memory_mib
from muster.events.node_commands import StartTask
from muster.events.node_heartbeats import NodeUsage, TaskUsage
from muster.events.task_events import RankExit

DURATION_MS = 60_000
DURATION_MS_MAX = 10**12
EXIT_CODE_MAX = 255
SIGTERM_EXIT = 15


@dataclass(frozen=True, slots=True)
class SimulatedEnd:
    """End of a task that is not stopped.

    Attributes:
        after_ms: Time from its start, milliseconds of real time.
        cause: EXITED or TIMED_OUT.
        exits: Exit of every rank.
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
    """Duration of a stop, in milliseconds of real time; at most the whole grace.

    Raises:
        ValueError: MUSTER_SIM_STOP_MS is not a whole number in its range.
    """
    asked = _whole(order.env, "MUSTER_SIM_STOP_MS", 0, DURATION_MS_MAX)
    return min(asked, grace.total_ms) / speed


def busy_percent(order: StartTask) -> int | None:
    """Busy share of a task's GPUs, in percent; None: it does not state one.

    Raises:
        ValueError: MUSTER_SIM_BUSY_PERCENT is not a whole number from 0 to 100.
    """
    name = "MUSTER_SIM_BUSY_PERCENT"
    return _whole(order.env, name, 0, 100) if name in order.env else None


def simulated_usage(orders: Iterable[StartTask], gpu_count: int) -> NodeUsage | None:
    """Usage that a node with these tasks would measure; None: no task states how busy it is."""
    busy = [0] * gpu_count
    tasks: list[TaskUsage] = []
    for order in orders:
        percent = busy_percent(order)
        if percent is None:
            continue
        for index in gpu_indices(order):
            busy[index] = max(busy[index], percent)
        tasks.append(
            TaskUsage(
                job_id=order.job_id,
                attempt=order.attempt,
                gpu_indices=gpu_indices(order),
                gpu_milli=gpu_milli(order),
                cpu_busy_milli=0,
                memory_mib=memory_mib(order),
                memory_used_mib=0,
            )
        )
    if not tasks:
        return None
    figures = tuple(busy)
    return NodeUsage(
        cpu_busy_milli=0,
        memory_used_mib=0,
        gpu_busy_percent=figures,
        gpu_sm_active_percent=figures,
        tasks=tuple(tasks),
    )


def stopped_exits(order: StartTask) -> tuple[RankExit, ...]:
    """The exits of all ranks when each ends by SIGTERM."""
    return tuple(RankExit(rank=rank.rank, signal=SIGTERM_EXIT) for rank in order.ranks)


def _whole(env: Mapping[str, str], name: str, default: int, high: int) -> int:
    text = env.get(name, str(default))
    if not (text.isascii() and text.isdigit() and int(text) <= high):
        raise ValueError(f"env.{name} is {text!r}; must be a whole number from 0 to {high}")
    return int(text)
