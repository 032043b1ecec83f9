"""When ranks count as hanging: what was seen of them to a suspicion (ADR 77)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.checkpoint.progress import Progress
from muster.events.node_commands import StartTask
from muster.events.task_events import Suspicion
from muster.jobs.values.quantities import format_duration

IDLE_PERCENT: Final = 10
"""Ranks that use less of one core than this since their start do nothing: they wait for each other."""

LOSSES: Final = ("loss", "train_loss", "train/loss")
"""What jobs call the metric that must be a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """What was seen of a task's ranks, times by the node's monotonic clock.

    Attributes:
        now_ms: Now.
        began_ms: When all ranks had a process.
        spoke_ms: When one of them last wrote or made a step; None: none did since their start.
        cpu_percent: Of one core, used by all of them lately; None: not measured.
    """

    now_ms: int
    began_ms: int
    spoke_ms: int | None
    cpu_percent: float | None = None

    @property
    def silent_ms(self) -> int:
        """For how long they have said nothing."""
        return self.now_ms - (self.began_ms if self.spoke_ms is None else self.spoke_ms)


def suspicion_of(order: StartTask, seen: Silence) -> Suspicion | None:
    """What is wrong with ranks that say nothing; None: nothing yet."""
    if seen.spoke_ms is not None:
        limit_ms, suspicion = order.hang_after_ms, Suspicion.SILENT
    else:
        limit_ms, suspicion = order.start_up_max_ms, Suspicion.NEVER_SPOKE
        if seen.cpu_percent is None or seen.cpu_percent >= IDLE_PERCENT:
            return None
    return suspicion if limit_ms is not None and seen.silent_ms >= limit_ms else None


def behind(progress: Mapping[int, Progress]) -> int | None:
    """The rank that has made fewer steps than the others; None: none has, or nobody says."""
    steps = {rank: said.step for rank, said in progress.items()}
    if len(set(steps.values())) < 2:
        return None
    return min(steps, key=lambda rank: (steps[rank], rank))


def in_words(suspicion: Suspicion, seen: Silence, progress: Mapping[int, Progress]) -> str:
    """What was seen, for people."""
    silent = format_duration(seen.silent_ms // 1000 * 1000)
    if suspicion is Suspicion.NEVER_SPOKE:
        return f"its ranks have said nothing since their start {silent} ago and hardly use the CPU"
    rank = behind(progress)
    text = f"no output and no step of its ranks for {silent}"
    if rank is None:
        return text
    most = max(said.step for said in progress.values())
    return f"{text}; rank {rank} is at step {progress[rank].step}, others at up to {most}"


def bad_loss(progress: Mapping[int, Progress]) -> tuple[int, str] | None:
    """The first rank whose loss is not a finite number, and what it says; None: all are."""
    for rank, said in sorted(progress.items()):
        for name in LOSSES:
            value = said.metrics.get(name)
            if value is not None and not math.isfinite(value):
                return rank, f"rank {rank} reports {name} {value} at step {said.step}"
    return None
