"""One run of a job: how much of its time is work, and what is kept when it is cut short."""

from __future__ import annotations

from dataclasses import dataclass

from muster.cluster import Placement
from muster.lab.loads.load import TraceJob
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI


@dataclass(frozen=True, slots=True)
class Spent:
    """What the time of a run went into so far; milliseconds, together the time since its start.

    Attributes:
        starting_ms: Before it worked.
        saved_ms: Work that a complete checkpoint holds.
        unsaved_ms: Work since.
        saving_ms: Checkpoints.
    """

    starting_ms: int
    saved_ms: int
    unsaved_ms: int
    saving_ms: int


@dataclass(slots=True)
class Run:
    """A run. Its work is counted on the GPU model that it has.

    Attributes:
        job: The job.
        places: Its placements, in rank order.
        number: Number of the run among all runs of the replay.
        started_ms: When it started, milliseconds.
        starting_ms: How long it does not work after that.
        save_ms: How long a checkpoint halts it.
        pace_milli: Its pace on its GPU model, thousandths of that on the fastest.
        stopped_ms: When it was told to stop, or its node was noticed to go; None: neither.
    """

    job: TraceJob
    places: tuple[Placement, ...]
    number: int
    started_ms: int
    starting_ms: int
    save_ms: int
    pace_milli: int
    stopped_ms: int | None = None

    def lasts_ms(self, left_ms: int) -> int:
        """How long it takes when nothing stops it, with so much work left (on the fastest model)."""
        work_ms = left_ms * FULL_PACE_MILLI // self.pace_milli
        every_ms = self.job.checkpoint_ms
        saves = max(0, work_ms - 1) // every_ms if every_ms else 0
        return self.starting_ms + work_ms + saves * self.save_ms

    def spent(self, now_ms: int) -> Spent:
        """What its time went into until now."""
        ran_ms = now_ms - self.started_ms
        starting_ms = min(ran_ms, self.starting_ms)
        working_ms, every_ms = ran_ms - starting_ms, self.job.checkpoint_ms
        if not every_ms:
            return Spent(starting_ms, 0, working_ms, 0)
        saves, rest_ms = divmod(working_ms, every_ms + self.save_ms)
        unsaved_ms = min(rest_ms, every_ms)
        return Spent(starting_ms, saves * every_ms, unsaved_ms, working_ms - saves * every_ms - unsaved_ms)

    def kept_ms(self, now_ms: int) -> int:
        """Its work that lasts when it is ended now: all, if it was told to stop and saved since."""
        if self.stopped_ms is None:
            return self.spent(now_ms).saved_ms
        spent = self.spent(self.stopped_ms)
        return spent.saved_ms + spent.unsaved_ms

    def on_fastest_ms(self, work_ms: int) -> int:
        """Work of this run, as time on the fastest GPU model."""
        return work_ms * self.pace_milli // FULL_PACE_MILLI
