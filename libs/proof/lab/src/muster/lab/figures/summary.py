"""Summary: computes the figures of a replay from its history.

- wait: from arrival to the first start. Percentiles are of the nearest rank, over jobs that started.
- bounded slowdown: time from arrival to end over the duration, both at least 10 s and the ratio at least 1
  (Feitelson and Rudolph, JSSPP 1998); over jobs that finished.
- utilisation: resource held over resource there, from the first arrival to the last end, and to the last
  arrival. The resource is GPU, or CPU where a cluster has no GPU (load.Measure).
- completion: from arrival to end, over jobs that finished.
- back: from the order to stop, or the loss of a node, until the next run of the job works, with its
  restart; over jobs that came back.
- fragmentation and fairness are sampled (samples.py). A queue's shortfall is its fair share minus its use
where
  positive, moment by moment; its arrears are the maximum of the accumulated fair share minus use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from statistics import fmean

from muster.lab.figures.figures import Back, Figures, QueueShare, Waits
from muster.lab.loads.load import Measure
from muster.lab.replay.replay import History, JobRecord
from muster.lab.replay.samples import Idle, Sample
from muster.scheduler.core.state.job import TIER_ORDER
from muster.telemetry.percentile import nearest_rank

SLOWDOWN_BOUND_MS = 10_000
HOUR_MS = 3_600_000
POINTS = 60
"""Number of points of a curve over time."""

QUEUES_DRAWN_MAX = 16
"""Number of queues with curves: those with the largest fair shares."""

SIZES = (
    (0, "0"),
    (999, "<1"),
    (1_000, "1"),
    (4_000, "2-4"),
    (8_000, "5-8"),
    (16_000, "9-16"),
    (32_000, "17-32"),
)
"""Buckets of a job's whole size: upper bound, thousandths, and name."""

SIZE_BEYOND = ">32"
SIZE_NAMES = (*(name for _, name in SIZES), SIZE_BEYOND)


def summarise(policy: str, history: History, cpu_s: float) -> Figures:
    """Compute all figures."""
    load, records, samples = history.load, history.records, history.samples
    measure = Measure(load.nodes)
    arriving_ms = load.jobs[-1].arrival_ms if load.jobs else 0
    curves = _Curves(samples, history.step_ms, measure.capacity_milli)
    shares = _shares(history, curves)
    due_h = sum(share.due_h for share in shares.values())
    refused: dict[str, int] = {}
    for record in records:
        if record.refused:
            refused[record.refused] = refused.get(record.refused, 0) + 1
    finished = sum(record.end_ms is not None for record in records)
    return Figures(
        policy=policy,
        load=load.name,
        resource=measure.name,
        offered=len(records),
        finished=finished,
        refused=refused,
        stuck=len(records) - finished - sum(refused.values()),
        utilisation_pct=_percent(history.busy_milli_ms, measure.capacity_milli * history.end_ms),
        utilisation_arriving_pct=_percent(
            history.busy_arriving_milli_ms, measure.capacity_milli * arriving_ms
        ),
        waits=_waits(records),
        by_size=_grouped(SIZE_NAMES, [(size_name(measure.of(record.job)), record) for record in records]),
        by_tier=_grouped([tier.value for tier in TIER_ORDER], [(r.job.tier.value, r) for r in records]),
        makespan_s=history.end_ms / 1_000,
        completion_mean_s=_mean(
            [(r.end_ms - r.job.arrival_ms) / 1_000 for r in records if r.end_ms is not None]
        ),
        preemptions=sum(record.stops for record in records),
        preemptions_requested=sum(record.preemption_requests for record in records),
        outages=sum(record.outages for record in records),
        gpu_hours_lost=_hours(measure.of(record.job) * record.lost_ms for record in records),
        gpu_hours_resuming=_hours(measure.of(record.job) * record.resuming_ms for record in records),
        gpu_hours_saving=_hours(measure.of(record.job) * record.saving_ms for record in records),
        gpu_hours_on_spot=_hours([history.busy_spot_milli_ms]),
        spot_overhead_pct=_percent(
            sum(measure.of(record.job) * record.spot_overhead_ms for record in records),
            history.busy_spot_milli_ms,
        ),
        back=_back([ms for record in records for ms in record.back_ms]),
        back_after_outage=_back([ms for record in records for ms in record.back_after_outage_ms]),
        idle_pct={idle.value: curves.mean(idle) for idle in Idle},
        leaves_per_gang=_mean([record.leaves for record in records if record.leaves]),
        short_pct=_percent(sum(share.short_h for share in shares.values()), due_h),
        arrears_pct=_percent(sum(share.arrears_h_max for share in shares.values()), due_h),
        queues=shares,
        at_s=curves.at_s,
        used_pct=curves.curve([sample.used_milli for sample in samples]),
        idle_curve_pct={idle.value: curves.idle(idle) for idle in Idle},
        starts_sha256=history.starts_sha256,
        cpu_s=round(cpu_s, 3),
    )


def _hours(milli_ms: Iterable[int]) -> float:
    return round(sum(milli_ms) / 1_000 / HOUR_MS, 3)


def _back(times_ms: list[int]) -> Back:
    return Back(_mean([ms / 1_000 for ms in times_ms]), nearest_rank(sorted(times_ms), 99) / 1_000)


def size_name(milli: int) -> str:
    """Name of the bucket of a job of this whole size, thousandths."""
    return next((name for largest, name in SIZES if milli <= largest), SIZE_BEYOND)


class _Curves:
    """Samples thinned to POINTS means over equal stretches of time."""

    def __init__(self, samples: Sequence[Sample], step_ms: int, capacity_milli: int) -> None:
        self._samples = samples
        self._capacity_milli = capacity_milli
        self._firsts = [0, *accumulate(sample.times for sample in samples)]
        self._steps = self._firsts[-1]
        points = min(POINTS, self._steps)
        self._edges = [self._steps * point // points for point in range(points + 1)] if points else []
        self.at_s = tuple(edge * step_ms / 1_000 for edge in self._edges[:-1])

    def curve(self, amounts: Sequence[int]) -> tuple[float, ...]:
        """Return the means of an amount per sample, percent of the cluster."""
        totals = [0]
        for sample, amount in zip(self._samples, amounts, strict=True):
            totals.append(totals[-1] + amount * sample.times)
        at_edges: list[int] = []
        for edge in self._edges:
            index = bisect_right(self._firsts, edge) - 1
            into = edge - self._firsts[index]
            at_edges.append(totals[index] + (into * amounts[index] if into else 0))
        spans = pairwise(zip(self._edges, at_edges, strict=True))
        return tuple(
            _percent(after - before, self._capacity_milli * (last - first))
            for (first, before), (last, after) in spans
        )

    def idle(self, idle: Idle) -> tuple[float, ...]:
        """Curve of the resource idle for this reason, percent of the cluster."""
        return self.curve([self._free(sample, idle) for sample in self._samples])

    def mean(self, idle: Idle) -> float:
        """Mean of the resource idle for this reason, percent of the cluster."""
        total = sum(self._free(sample, idle) * sample.times for sample in self._samples)
        return _percent(total, self._capacity_milli * self._steps)

    def _free(self, sample: Sample, idle: Idle) -> int:
        return self._capacity_milli - sample.used_milli if sample.idle is idle else 0


def _shares(history: History, curves: _Curves) -> dict[str, QueueShare]:
    """Shares per queue, with curves for those with the largest fair shares."""
    shares = {queue: _share(queue, history) for queue in history.load.queues}
    largest = sorted(shares, key=lambda queue: (-shares[queue].due_h, queue))[:QUEUES_DRAWN_MAX]
    for queue in largest:
        shares[queue] = replace(
            shares[queue],
            due_pct=curves.curve([sample.due_milli.get(queue, 0) for sample in history.samples]),
            had_pct=curves.curve([sample.had_milli.get(queue, 0) for sample in history.samples]),
        )
    return shares


def _share(queue: str, history: History) -> QueueShare:
    due = had = short = arrears = arrears_max = 0
    for sample in history.samples:
        due_now = sample.due_milli.get(queue, 0) * sample.times
        had_now = sample.had_milli.get(queue, 0) * sample.times
        due, had = due + due_now, had + had_now
        short += max(0, due_now - had_now)
        arrears += due_now - had_now
        arrears_max = max(arrears_max, arrears)
    hours = history.step_ms / HOUR_MS / 1_000
    return QueueShare(
        due_h=round(due * hours, 3),
        had_h=round(had * hours, 3),
        short_h=round(short * hours, 3),
        arrears_h_max=round(arrears_max * hours, 3),
    )


def _grouped(names: Sequence[str], records: Sequence[tuple[str, JobRecord]]) -> dict[str, Waits]:
    groups: dict[str, list[JobRecord]] = {}
    for name, record in records:
        groups.setdefault(name, []).append(record)
    return {name: _waits(groups[name]) for name in names if name in groups}


def _waits(records: Sequence[JobRecord]) -> Waits:
    waits_ms = sorted(
        record.first_start_ms - record.job.arrival_ms
        for record in records
        if record.first_start_ms is not None
    )
    slowdowns = [_slowdown(record, record.end_ms) for record in records if record.end_ms is not None]
    return Waits(
        jobs=len(records),
        mean_s=_mean([wait_ms / 1_000 for wait_ms in waits_ms]),
        p50_s=nearest_rank(waits_ms, 50) / 1_000,
        p90_s=nearest_rank(waits_ms, 90) / 1_000,
        p99_s=nearest_rank(waits_ms, 99) / 1_000,
        bounded_slowdown_mean=_mean(slowdowns),
    )


def _slowdown(record: JobRecord, end_ms: int) -> float:
    bound_ms = max(record.job.duration_ms, SLOWDOWN_BOUND_MS)
    return max(1.0, (end_ms - record.job.arrival_ms) / bound_ms)


def _mean(values: Sequence[float]) -> float:
    """The mean, to a thousandth; 0 of none."""
    return round(fmean(values), 3) if values else 0.0


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 3) if whole else 0.0
