"""The usage of queues: one fact for each queue that changed, at most every measure_interval_ms."""

from __future__ import annotations

from muster.events.job_events import QueueMeasured
from muster.queues.dues import due_ppm
from muster.queues.shares import Shares, borrowed_by, lent_milli
from muster.queues.tree import Queue
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.state import State


def report(batch: BatchContext) -> None:
    """Emit QueueMeasured for every changed queue whose interval has passed."""
    state = batch.state
    due = [
        key for key in sorted(state.unmeasured) if _due_ms(state, state.queues.by_key[key]) <= state.now_ms
    ]
    if not due:
        return
    shares = state.shares()
    for key in due:
        batch.emit(measure(state, shares, state.queues.by_key[key]))


def deadline_ms(state: State) -> int | None:
    """Time at which a queue must be measured without an input, ms since 1970 UTC; None: never."""
    return min((_due_ms(state, state.queues.by_key[key]) for key in state.unmeasured), default=None)


def measure(state: State, shares: Shares, queue: Queue) -> QueueMeasured:
    """Measure the current usage of a queue and its fair share."""
    used = queue.used
    return QueueMeasured(
        queue=queue.key[1],
        tenant=queue.key[0],
        gpu_milli_used=used.gpu_milli,
        gpu_milli_used_by_model=dict(sorted(used.gpu_milli_by_model.items())),
        cpu_milli_used=used.cpu_milli,
        memory_mib_used=used.memory_mib,
        gpu_milli_borrowed=borrowed_by(queue).gpu_milli,
        gpu_milli_lent=lent_milli(queue),
        share_ppm=shares.dominant_ppm(used),
        share_due_ppm=due_ppm(state.queues, queue),
        usage_gpu_ms=queue.account.usage_at(state.terms, state.now_ms) // 1000,
        credit_gpu_ms=queue.account.credit_at(state.terms, state.now_ms) // 1000,
        jobs_running=used.running,
        jobs_pending=used.pending,
    )


def _due_ms(state: State, queue: Queue) -> int:
    return queue.measured_at_ms + state.policy.measure_interval_ms
