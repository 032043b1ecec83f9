"""Metrics updated at every commit; names and units are in muster.telemetry.metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from muster.events.job_events import GangBound, PendingCode
from muster.events.scheduler_log import Decision
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import validation
from muster.scheduler.edge.intake import Arrival
from muster.telemetry import metrics

_COMMAND_TOPICS = frozenset(topic.name for topic in validation.COMMAND_TOPICS)


def committed(state: State, arrivals: Sequence[Arrival], decisions: Sequence[Decision], now_ms: int) -> None:
    """Update the metrics after one committed batch; `now_ms` is the time of the commit."""
    for arrival in arrivals:
        if arrival.source is not None and arrival.source.topic in _COMMAND_TOPICS:
            metrics.DECISION.observe(max(0, now_ms - arrival.appended_at_ms) / 1000)
    metrics.BINDS.inc(sum(isinstance(decision.payload, GangBound) for decision in decisions))
    metrics.JOBS_PENDING.set(state.pending.size + len(state.pending.awaiting))
    metrics.JOBS_LIVE.set(len(state.jobs))
    metrics.EPOCH.set(state.epoch)
    gpu = state.cluster.totals().gpu
    metrics.GPU_MILLI.labels("allocated").set(gpu.allocated_milli)
    metrics.GPU_MILLI.labels("free").set(gpu.free_milli)
    metrics.GPU_MILLI.labels("unavailable").set(gpu.unavailable_milli)


def waiting(state: State) -> None:
    """Update the number of waiting jobs by reason."""
    counted = Counter({PendingCode.RETRY_BACKOFF: len(state.pending.delayed)})
    counted[PendingCode.WAITS_FOR_JOBS] = len(state.pending.awaiting)
    for line in state.pending.groups():
        code = line.reason.code if line.blocked and line.reason else PendingCode.QUEUED
        counted[code] += len(line)
    for code in PendingCode:
        metrics.JOBS_PENDING_BY_REASON.labels(code).set(counted[code])
