"""Ours with work that yields, and with a quota for it that follows from forecast demand, as GFS has it.

    yielding      high priority takes back what it is guaranteed; the preemption service says from whom
    headroom      the same; spot work leaves a fifth of the GPUs free (ADR 110)
    guaranteed    the same; whoever has started has its GPUs for an hour, and spot work starts only where
                  demand of high priority is believed not to need them for so long

The quota is the maximum of the spot queue, set anew every five minutes by an ordinary command:

    quota   scale x (GPUs - demand now - what demand rose within an hour, at 9 of 10 such moments before),
            a node at least: a queue refuses what is larger than its maximum
    scale   one tenth up when of the runs of the last day less than 5 % were stopped, down when above 15 %

Moments are those of the same hour of day, an hour more or less. Demand is what runs and waits of high
priority.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muster.cluster import GPU_MILLI
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import ConfigureQueue, QueueSettings, Quota
from muster.lab.loads.gfs import HIGH, NODE_GPUS, SPOT_WORK
from muster.lab.loads.load import HOUR_MS, MINUTE_MS, Load
from muster.lab.rules.answered import Answered
from muster.lab.rules.contender import Move, Start, Stop
from muster.lab.rules.ours import TENANT, WHO
from muster.preemption.core.state import DEFAULT
from muster.scheduler.core.state.state import DEFAULT_POLICY

GUARANTEE_MS: Final = HOUR_MS
FORECAST_MS: Final = 5 * MINUTE_MS
QUANTILE_PERCENT: Final = 90
STOPPED_PERCENT: Final = 100 - QUANTILE_PERCENT
"""Of the runs so many may be stopped; below half of it more is let in, above one and a half times less."""
DAY_MS: Final = 24 * HOUR_MS
SCALE_PERCENT: Final = range(50, 301)
YIELDS_PER_DAY_MAX: Final = 24

_PLANNING = replace(DEFAULT, name="spot", evictions_per_job_day_max=YIELDS_PER_DAY_MAX)


class Yielding(Answered):
    """Both cores in a new cell.

    Args:
        load: With the queues of gfs-mix.
        ran_min_ms: Whoever was bound more recently is not preempted.
        headroom_percent: So much of each GPU model is left free by work that nobody guaranteed.
    """

    def __init__(self, load: Load, ran_min_ms: int = 0, headroom_percent: int = 0) -> None:
        super().__init__(load, _PLANNING)
        policy = replace(
            DEFAULT_POLICY,
            name="spot",
            preemption_ran_min_ms=ran_min_ms,
            preemptions_per_job_day_max=YIELDS_PER_DAY_MAX,
            headroom_percent={node.gpu_model: headroom_percent for node in load.nodes if node.gpu_model},
        )
        self.receive(ActivatePolicy(policy=policy, requested_by=WHO))


class Guaranteed(Yielding):
    """The same with guaranteed durations."""

    def __init__(self, load: Load) -> None:
        super().__init__(load, GUARANTEE_MS)
        self._gpus = sum(node.gpu_count for node in load.nodes)
        self._due_ms = 0
        self._rises = Rises()
        self._quota: int | None = None
        self._has_spot_work = SPOT_WORK in load.queues
        self._scale_percent = 100
        self._runs_of_spot: deque[tuple[int, bool]] = deque()

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Forecast when it is time, then as ever."""
        if now_ms >= self._due_ms:
            self._due_ms = now_ms + FORECAST_MS
            self._forecast(now_ms)
        moves = super().decide(now_ms)
        for move in moves:
            if isinstance(move, Start | Stop) and self.state.jobs[move.job_id].spec.queue == SPOT_WORK:
                self._runs_of_spot.append((now_ms, isinstance(move, Stop)))
        return moves

    def deadline_ms(self) -> int | None:
        """While there is work, at the next forecast at the latest."""
        deadline_ms = super().deadline_ms()
        if not self.state.jobs:
            return deadline_ms
        return self._due_ms if deadline_ms is None else min(deadline_ms, self._due_ms)

    def _forecast(self, now_ms: int) -> None:
        wanted = sum(
            job.shape.gpu_milli_total * job.spec.ranks
            for job in self.state.jobs.values()
            if job.spec.queue == HIGH
        )
        demand = wanted // GPU_MILLI
        rise = self._rises.expected(now_ms)
        self._rises.observe(now_ms, demand)
        if now_ms % HOUR_MS < FORECAST_MS:
            self._rescale(now_ms)
        quota = max(NODE_GPUS, (self._gpus - demand - rise) * self._scale_percent // 100)
        if quota == self._quota or not self._has_spot_work:
            return
        self._quota = quota
        settings = QueueSettings(maximum=Quota(gpu_milli=quota * GPU_MILLI))
        self.receive(ConfigureQueue(queue=SPOT_WORK, tenant=TENANT, settings=settings, requested_by=WHO))

    def _rescale(self, now_ms: int) -> None:
        while self._runs_of_spot and self._runs_of_spot[0][0] < now_ms - DAY_MS:
            self._runs_of_spot.popleft()
        stopped = sum(stop for _, stop in self._runs_of_spot)
        percent = 100 * stopped // max(1, len(self._runs_of_spot) - stopped)
        step = 10 * ((2 * percent < STOPPED_PERCENT) - (2 * percent > 3 * STOPPED_PERCENT))
        scaled = self._scale_percent + step
        self._scale_percent = min(max(scaled, SCALE_PERCENT.start), SCALE_PERCENT.stop - 1)


class Rises:
    """What demand rose to within the guarantee, by hour of day. Learned as it goes."""

    def __init__(self) -> None:
        self._recent: deque[tuple[int, int]] = deque()
        self._by_hour: list[list[int]] = [[] for _ in range(24)]

    def observe(self, now_ms: int, demand: int) -> None:
        """Demand at a moment, after all earlier ones."""
        self._recent.append((now_ms, demand))
        while self._recent[0][0] <= now_ms - GUARANTEE_MS:
            at_ms, before = self._recent.popleft()
            highest = max(later for _, later in self._recent)
            self._by_hour[_hour(at_ms)].append(max(0, highest - before))

    def expected(self, now_ms: int) -> int:
        """The rise within the guarantee that nine in ten did not exceed; 0: none is known."""
        hour = _hour(now_ms)
        known = sorted(rise for near in (-1, 0, 1) for rise in self._by_hour[(hour + near) % 24])
        return known[(len(known) - 1) * QUANTILE_PERCENT // 100] if known else 0


def _hour(at_ms: int) -> int:
    return at_ms // HOUR_MS % 24
