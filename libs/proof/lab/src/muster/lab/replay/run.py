"""One run of a job: the share of work in its time, and the work that survives an interruption."""

from __future__ import annotations

from dataclasses import dataclass

from muster.cluster import Placement
from muster.lab.loads.load import TraceJob
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI


@dataclass(frozen=True, slots=True)
class Spent:
    """Split of a run's time so far, milliseconds; adds up to the time since its start.

    Attributes:
        starting_ms: Time before it worked.
        saved_ms: Work in a complete checkpoint.
        unsaved_ms: Work since that checkpoint.
        saving_ms: Time spent on checkpoints.
    """

    starting_ms: int
    saved_ms: int
    unsaved_ms: int
    saving_ms: int


@dataclass(slots=True)
class Run:
    """A run. Its work is measured on its own GPU model.

    Attributes:
        job: The job.
        places: Its placements, in rank order.
        number: Number of the run among all runs of the replay.
        started_ms: Start of the run, milliseconds.
        starting_ms: Time after that until it works.
        save_ms: Its pause per checkpoint.
        pace_milli: Its pace on its GPU model, thousandths of that on the fastest.
        stopped_ms: Time at which it was ordered to stop, or its node gave notice; None: neither.
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
        """Return its run time without interruption for this work, which is measured on the fastest model."""
        work_ms = left_ms * FULL_PACE_MILLI // self.pace_milli
        every_ms = self.job.checkpoint_ms
        saves = max(0, work_ms - 1) // every_ms if every_ms else 0
        return self.starting_ms + work_ms + saves * self.save_ms

    def spent(self, now_ms: int) -> Spent:
        """Return the split of its time until now."""
        ran_ms = now_ms - self.started_ms
        starting_ms = min(ran_ms, self.starting_ms)
        working_ms, every_ms = ran_ms - starting_ms, self.job.checkpoint_ms
        if not every_ms:
            return Spent(starting_ms, 0, working_ms, 0)
        saves, rest_ms = divmod(working_ms, every_ms + self.save_ms)
        unsaved_ms = min(rest_ms, every_ms)
        return Spent(starting_ms, saves * every_ms, unsaved_ms, working_ms - saves * every_ms - unsaved_ms)

    def kept_ms(self, now_ms: int) -> int:
        """Return the work that survives if it ends now: all, if it was ordered to stop and saved since."""
        if self.stopped_ms is None:
            return self.spent(now_ms).saved_ms
        spent = self.spent(self.stopped_ms)
        return spent.saved_ms + spent.unsaved_ms

    def on_fastest_ms(self, work_ms: int) -> int:
        """Convert work of this run to time on the fastest GPU model."""
        return work_ms * self.pace_milli // FULL_PACE_MILLI
