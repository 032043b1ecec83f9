"""Guaranteed durations: best-effort work starts only where forecast demand leaves it its GPUs (ADR 128).

    best effort   jobs with GPUs, of standard training or below, beyond the nearest guarantee of their queue
    demand        what all other work holds, and what it waits for as far as it is owed
    rise          by how much demand grew within policy.guaranteed_duration_ms, at nine in ten of the moments
                  before that were at the same hour of day, an hour more or less
    quota         scale x (GPUs - demand - rise), the GPUs of one node at least: what best-effort work may
                  hold together, so that it may have it for the guaranteed duration
    scale         a tenth up when of the guaranteed runs of the last day fewer than 5 % were made to yield,
                  a tenth down when more than 15 %

Source: Duan et al., "GFS", ASPLOS '26 (arXiv 2509.11134): the quota of spot tasks is the inventory that an
upper quantile of forecast demand leaves within the guaranteed hours, scaled by the rate of evictions. GFS
forecasts with a neural network; here a quantile by hour of day is learned from the log, in whole numbers.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple

from muster.queues import headroom, quotas
from muster.queues.quotas import FORECAST, Admission, Claim, Short
from muster.queues.tree import Queue, QueueTree

INTERVAL_MS: Final = 5 * 60_000
"""Time between two forecasts."""

QUANTILE_PERCENT: Final = 90
STOPPED_PERCENT: Final = 100 - QUANTILE_PERCENT
"""Target percentage of guaranteed runs that yield; below half of it more are admitted, above 1.5x fewer."""

SCALE_STEP_PERCENT: Final = 10
SCALE_PERCENT: Final = range(50, 301)

HOUR_MS: Final = 3_600_000
HOURS: Final = 24

RISES_PER_HOUR_MAX: Final = 28 * HOUR_MS // INTERVAL_MS
"""Rises remembered of each hour of the day: those of four weeks."""


class Forecast(NamedTuple):
    """A forecast, in thousandths of GPUs.

    Attributes:
        total_milli: GPUs of the cluster.
        demand_milli: Demand of all work but best-effort work.
        rise_milli: Expected growth of that demand within the guaranteed duration.
        scale_percent: Percentage of the rest that is given out.
        quota_milli: Maximum that best-effort work may hold together.
    """

    total_milli: int
    demand_milli: int
    rise_milli: int
    scale_percent: int
    quota_milli: int


class Runs(NamedTuple):
    """Guaranteed runs of one hour: how many were bound, and how many were made to yield."""

    bound: int = 0
    stopped: int = 0


def _no_rises() -> list[deque[int]]:
    return [deque[int]() for _ in range(HOURS)]


@dataclass(slots=True)
class DemandHistory:
    """Data for forecasts: a fold of facts.

    Attributes:
        made_at_ms: Time of the last forecast, ms since 1970 UTC; 0: none.
        quota_milli: Its quota for best-effort work; None: there is no forecast, so no limit.
        scale_percent: Scale of the last forecast.
        recent: (time, demand) of the forecasts within the guaranteed duration, oldest first.
        rises: By hour of day: the rises after moments in it, oldest first, thousandths of GPU.
        runs: Guaranteed runs by hour since 1970, of the last day.
    """

    made_at_ms: int = 0
    quota_milli: int | None = None
    scale_percent: int = 100
    recent: deque[tuple[int, int]] = field(default_factory=deque[tuple[int, int]])
    rises: list[deque[int]] = field(default_factory=_no_rises)
    runs: dict[int, Runs] = field(default_factory=dict[int, Runs])

    def forecast(self, now_ms: int, total_milli: int, demand_milli: int, node_milli: int) -> Forecast:
        """Return the forecast for the present demand; changes nothing.

        Args:
            now_ms: Time, ms since 1970 UTC.
            total_milli: GPUs of the cluster, thousandths.
            demand_milli: Demand of all work but best-effort work, thousandths.
            node_milli: GPUs of the largest node, thousandths: best-effort work may always hold these.
        """
        rise_milli, scale_percent = self.expected_rise_milli(now_ms), self._rescaled(now_ms)
        left_milli = (total_milli - demand_milli - rise_milli) * scale_percent // 100
        return Forecast(total_milli, demand_milli, rise_milli, scale_percent, max(node_milli, left_milli))

    def expected_rise_milli(self, now_ms: int) -> int:
        """Return the rise that nine in ten at this hour did not exceed; 0: no rises are known."""
        hour = hour_of_day(now_ms)
        near = (self.rises[(hour + each) % HOURS] for each in (-1, 0, 1))
        known = sorted(chain.from_iterable(near))
        return known[(len(known) - 1) * QUANTILE_PERCENT // 100] if known else 0

    def made(
        self, now_ms: int, demand_milli: int, scale_percent: int, quota_milli: int, within_ms: int
    ) -> list[int]:
        """A forecast was made; returns the hours of day whose rises changed.

        Args:
            now_ms: Time of the forecast, after all before.
            demand_milli: The demand then.
            scale_percent: Scale of the forecast.
            quota_milli: Its quota for best-effort work.
            within_ms: The guaranteed duration.
        """
        self.made_at_ms, self.quota_milli, self.scale_percent = now_ms, quota_milli, scale_percent
        self.recent.append((now_ms, demand_milli))
        changed = list[int]()
        while self.recent[0][0] <= now_ms - within_ms:
            at_ms, before_milli = self.recent.popleft()
            highest_milli = max(
                (later for later_ms, later in self.recent if later_ms <= at_ms + within_ms),
                default=before_milli,
            )
            changed.append(hour_of_day(at_ms))
            rises = self.rises[changed[-1]]
            rises.append(max(0, highest_milli - before_milli))
            if len(rises) > RISES_PER_HOUR_MAX:
                rises.popleft()
        for hour in [hour for hour in self.runs if hour < now_ms // HOUR_MS - HOURS]:
            del self.runs[hour]
        return changed

    def bound(self, now_ms: int) -> None:
        """A guaranteed run begins."""
        counted = self.runs.get(now_ms // HOUR_MS, Runs())
        self.runs[now_ms // HOUR_MS] = counted._replace(bound=counted.bound + 1)

    def stopped(self, now_ms: int) -> None:
        """A guaranteed run has to yield."""
        counted = self.runs.get(now_ms // HOUR_MS, Runs())
        self.runs[now_ms // HOUR_MS] = counted._replace(stopped=counted.stopped + 1)

    def _rescaled(self, now_ms: int) -> int:
        """Return the scale, which is recomputed with the first forecast of each hour."""
        if now_ms // HOUR_MS == self.made_at_ms // HOUR_MS:
            return self.scale_percent
        counted = [runs for hour, runs in self.runs.items() if hour >= now_ms // HOUR_MS - HOURS]
        bound, stopped = sum(runs.bound for runs in counted), sum(runs.stopped for runs in counted)
        percent = 100 * stopped // max(1, bound)
        steps = (2 * percent < STOPPED_PERCENT) - (2 * percent > 3 * STOPPED_PERCENT)
        scaled = self.scale_percent + steps * SCALE_STEP_PERCENT
        return min(max(scaled, SCALE_PERCENT.start), SCALE_PERCENT.stop - 1)


def is_best_effort(queue: Queue, claim: Claim) -> bool:
    """Whether a job that is placed now has no claim to the GPUs that it gets."""
    gang = claim.placement_class
    if not gang.shape.gpu_count or not headroom.is_below_premium(claim.tier_rank):
        return False
    return not quotas.jobs_guaranteed(queue, gang, claim.tier_rank)


def admission(
    admitted: Admission, tree: QueueTree, quota_milli: int | None, queue: Queue, claim: Claim
) -> Admission:
    """Reduce the admission by quotas to what the forecast demand leaves.

    Args:
        admitted: Admission by the quotas.
        tree: The queues, with their holdings.
        quota_milli: Maximum that best-effort work may hold together; None: there is no forecast.
        queue: The queue of the claim.
        claim: The claim.
    """
    if quota_milli is None or admitted.short or not is_best_effort(queue, claim):
        return admitted
    asked_milli = claim.placement_class.shape.gpu_milli_total * claim.placement_class.ranks
    held_milli = held_by_best_effort_milli(tree)
    if held_milli + asked_milli <= quota_milli:
        return admitted
    return Admission(Short(queue.key, FORECAST, asked_milli, held_milli, quota_milli))


def held_by_best_effort_milli(tree: QueueTree) -> int:
    """GPU that best-effort work holds, thousandths."""
    every = tree.by_key.values()
    return sum(queue.used.gpu_best_effort_milli for queue in every if queue.settings.parent is None)


def hour_of_day(at_ms: int) -> int:
    """The hour of day of a time, UTC."""
    return at_ms // HOUR_MS % HOURS
