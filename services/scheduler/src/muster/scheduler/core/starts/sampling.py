"""Now and then the start of one waiting job is predicted, as a fact, so that it can be learned from (ADR 70).

Questions come when jobs are submitted and wait, so predictions are made as jobs arrive; each waiting job is
equally likely to be chosen. The sequence of choices is even, not random: every replay makes the same.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from muster.events.job_events import PendingCode, StartPredicted
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.durations.waits import OPEN_MAX
from muster.scheduler.core.starts.signs import SignReader
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

_GOLDEN: Final = 2_654_435_769
"""2 ** 32 divided by the golden ratio: its multiples, modulo 2 ** 32, are spread evenly."""

_BITS: Final = 32


_CONTENDED: Final = (
    PendingCode.QUOTA_EXHAUSTED,
    PendingCode.JOB_LIMIT,
    PendingCode.GPUS_BUSY,
    PendingCode.GPUS_FRAGMENTED,
    PendingCode.FRACTIONS_FRAGMENTED,
    PendingCode.GANG_SHORT,
    PendingCode.CPU_SHORT,
    PendingCode.MEMORY_SHORT,
    PendingCode.HELD_FOR_HEAD,
    PendingCode.HEADROOM,
    PendingCode.NODES_RESERVED,
)
"""Reasons that end as other jobs end: only these waits are learned and can be known from others."""


def is_contended(code: PendingCode) -> bool:
    """Whether a wait for this reason ends as other jobs end."""
    return code in _CONTENDED


def predict(batch: BatchContext) -> None:
    """Emit StartPredicted for one waiting job, if a prediction is due."""
    state = batch.state
    if not state.pending.size:
        return
    if not state.predicted_at_ms:
        state.predicted_at_ms = state.now_ms
    if not _is_due(state):
        return
    chosen = _chosen(state)
    if chosen is None:
        return
    state.predicted_at_ms = state.now_ms
    job_id, group, code = chosen
    if len(state.waits.numbers.get(job_id, ())) >= limits.PREDICTIONS_PER_JOB_MAX:
        return
    reader = SignReader(state)
    signs = reader.signs(state.jobs[job_id], group, reader.needs(group, code))
    if signs is None:
        return
    estimate = state.waits.estimator(state.now_ms).estimate(signs)
    batch.emit(
        StartPredicted(
            job_id=job_id,
            wait_ms=estimate.wait_ms,
            wait_low_ms=estimate.low_ms,
            wait_high_ms=estimate.high_ms,
            signs=signs,
        )
    )


def _is_due(state: State) -> bool:
    waits = state.waits
    return (
        state.now_ms >= state.predicted_at_ms + limits.PREDICTION_INTERVAL_MS
        and state.jobs_ever >= waits.jobs_seen + limits.JOBS_PER_PREDICTION
        and len(waits.open) < OPEN_MAX
    )


def _chosen(state: State) -> tuple[str, SchedulingGroup, PendingCode] | None:
    """A job that waits for others to end, its group and its reason."""
    groups = [
        (group.first_arrival_seq, group, group.reason.code)
        for group in state.pending.groups()
        if group.blocked and group.reason is not None and is_contended(group.reason.code)
    ]
    groups.sort(key=itemgetter(0))
    waiting = sum(len(group) for _, group, _ in groups)
    index = (state.waits.made * _GOLDEN % (1 << _BITS)) * waiting >> _BITS
    for _, group, code in groups:
        if index < len(group):
            _, job_id = group.after(group.arrival_seqs()[index] - 1, 1)[0]
            return job_id, group, code
        index -= len(group)
    return None
