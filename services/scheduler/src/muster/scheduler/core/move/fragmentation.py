"""Sustained fragmentation (ADR 97): GPU stays free although jobs wait that need no more than that.

    fragmented  GPU that is free for a job which waits only because it is not contiguous; the maximum over all
                such jobs
    beyond      more than fragmentation_percent_max of all GPU is fragmented; 0 disables the check
    sustained   beyond for fragmentation_for_ms: reported (FragmentationSustained), and moves are planned for
                each of these jobs, not only for the head of queue (move.defrag)
    eased       no longer beyond: also reported (FragmentationEased)

Jobs that wait for a quota, for nodes kept for others, or for more than the total free GPU do not count: no
move could help them.
"""

from __future__ import annotations

from muster.events.job_events import FragmentationEased, FragmentationSustained, PendingCode
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import Fragmentation, State

_SCATTERED = (PendingCode.GPUS_FRAGMENTED, PendingCode.GANG_SHORT, PendingCode.TOPOLOGY_SHORT)


def look(batch: BatchContext) -> None:
    """Track when fragmentation exceeds the bound, and report when it is sustained and when it is over."""
    state = batch.state
    percent, found = state.policy.fragmentation_percent_max, state.fragmentation
    if not percent and found is None:
        return
    groups = waiting_for_moves(state) if percent else []
    scattered_milli = max([free_milli(group) for group in groups], default=0)
    total_milli = state.cluster.totals().gpu.total_milli
    if scattered_milli * 100 <= percent * total_milli:
        if found is not None and found.job_id:
            batch.emit(
                FragmentationEased(
                    job_id=found.job_id, since_ms=found.since_ms, gpu_milli_scattered=scattered_milli
                )
            )
        state.fragmentation = None
    elif found is None:
        state.fragmentation = Fragmentation(state.now_ms)
    elif not found.job_id and state.now_ms >= found.since_ms + state.policy.fragmentation_for_ms:
        batch.emit(
            FragmentationSustained(
                job_id=min(groups, key=_arrived).first_job_id,
                since_ms=found.since_ms,
                gpu_milli_scattered=scattered_milli,
                gpu_milli_total=total_milli,
                jobs=sum(len(group) for group in groups),
            )
        )


def deadline_ms(state: State) -> int | None:
    """Time at which it becomes sustained, ms since 1970 UTC; None: within the bound, or already reported."""
    found = state.fragmentation
    return None if found is None or found.job_id else found.since_ms + state.policy.fragmentation_for_ms


def is_sustained(state: State) -> bool:
    """Whether moves are planned for every job that waits because free GPU is fragmented."""
    return state.fragmentation is not None and bool(state.fragmentation.job_id)


def waiting_for_moves(state: State) -> list[SchedulingGroup]:
    """List the groups that wait because free GPU is fragmented."""
    return [group for group in state.pending.groups() if free_milli(group)]


def free_milli(group: SchedulingGroup) -> int:
    """Free but fragmented GPU for a group, thousandths; 0: fragmentation is not why it waits."""
    if not group.blocked or group.reason is None or group.reason.code not in _SCATTERED:
        return 0
    needed_milli = group.placement_class.shape.gpu_milli_total * group.placement_class.ranks
    free = group.reason.counts.get("gpu_milli_free", needed_milli)
    return free if 0 < needed_milli <= free else 0


def _arrived(group: SchedulingGroup) -> int:
    return group.first_arrival_seq
