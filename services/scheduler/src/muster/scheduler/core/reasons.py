"""Why a job waits: one dominant reason with its counts and one sentence, reported when it changes.

Jobs of one scheduling group wait for the same reason. It is computed once for the group (`renew`, from the
kernel's `shortfall`, the same code that failed to place it) when the pass has served all groups, so that it
does not depend on when in the pass the group was tried; and it is reported for each job (`report`). Both are
rate-limited (limits), because a busy cluster with 50,000 waiting jobs would do nothing else: groups that lack
the same room share a reason until it is REASON_INTERVAL_MS old, and a pass works out at most
REASON_WORK_PER_PASS_MAX (ADR 64). A changed code is reported for every job, for some a little later; changed
counts only for the first job of the group.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import fields, replace

from muster.cluster import Shortfall, ShortfallCode
from muster.cluster.occupancy import NodeHealth
from muster.events.job_commands import RequiredEnd
from muster.events.job_events import JobPending, JobRequeued, PendingCode, SilenceCause
from muster.jobs.values.quantities import format_duration
from muster.queues import quota_sentence, quotas
from muster.queues.quotas import Admission, Short
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.placement import avoidance, constraints, geometry, search, topology
from muster.scheduler.core.reserve import advance, head_of_line, planner
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.pending import ANY_NODE, FORECAST, Reason, SchedulingGroup, Token
from muster.scheduler.core.state.state import Reservation, State

CODES = {
    ShortfallCode.NO_NODES: PendingCode.NO_NODES,
    ShortfallCode.MODEL_ABSENT: PendingCode.MODEL_ABSENT,
    ShortfallCode.TOO_LARGE: PendingCode.TOO_LARGE,
    ShortfallCode.CLUSTER_TOO_SMALL: PendingCode.CLUSTER_TOO_SMALL,
    ShortfallCode.NODES_UNSCHEDULABLE: PendingCode.NODES_UNSCHEDULABLE,
    ShortfallCode.GANG_SHORT: PendingCode.GANG_SHORT,
    ShortfallCode.GPUS_BUSY: PendingCode.GPUS_BUSY,
    ShortfallCode.GPUS_FRAGMENTED: PendingCode.GPUS_FRAGMENTED,
    ShortfallCode.FRACTION_FRAGMENTED: PendingCode.FRACTIONS_FRAGMENTED,
    ShortfallCode.CPU_SHORT: PendingCode.CPU_SHORT,
    ShortfallCode.MEMORY_SHORT: PendingCode.MEMORY_SHORT,
}
"""The kernel's shortfall codes as codes of job-events."""

_MODELS_LEFT = "gpu_models_left"
"""Key of a count in reasons that apply only to jobs whose quotas narrow their choice of GPU models."""

_SPOT_FILLED = "queue_spot_percent_max"
"""Key of a count in reasons that apply only to jobs whose queue has reached its limit on spot nodes."""

_NODES_KEPT = "nodes_kept"
"""A count of the reason of the job for which nodes are reserved."""

_CURED_BY_GEOMETRY = (
    PendingCode.GPUS_BUSY,
    PendingCode.GPUS_FRAGMENTED,
    PendingCode.FRACTIONS_FRAGMENTED,
    PendingCode.GANG_SHORT,
)

_DEAF_SHOWN_MAX = 3
_AWAITED_SHOWN_MAX = 3
_ENDS = {RequiredEnd.OK: "succeeds", RequiredEnd.FAILED: "fails", RequiredEnd.ANY: "ends"}
_COUNTS = tuple(f.name for f in fields(Shortfall) if f.name not in ("code", "sentence"))


def renew(state: State) -> None:
    """Compute the stale reasons of blocked groups, at most once per REASON_INTERVAL_MS, oldest first.

    Groups that lack room and are equal in what a placement depends on share one computation. A group that was
    blocked with others like it waits for its quota from then on, if that is short as well.
    """
    kept, known = head_of_line.kept_group(state), dict[tuple[PlacementClass, Admission], Reason | None]()
    work_left, found_by_ms = limits.REASON_WORK_PER_PASS_MAX, state.now_ms - limits.REASON_INTERVAL_MS
    due = [
        group
        for group in state.pending.groups()
        if group.reason_stale
        and group.blocked
        and (group.reason is None or group.reason.found_at_ms <= found_by_ms)
    ]
    for group in sorted(due, key=_oldest):
        admitted = state.admission(group.key)
        if admitted.short or admitted.narrows:
            state.pending.wait_for(group, tokens(state, group, admitted))
        if admitted.short or group is kept:
            _put(state, group, reason_now(state, group))
            continue
        needs = constraints.bounded(state, state.jobs[group.first_job_id], group.placement_class)
        key = needs, admitted
        if key not in known:
            known[key] = _found_for_alike(state, group, admitted)
        reason = known[key]
        if reason is None:
            if work_left <= 0:
                continue
            work_left -= 1 + needs.ranks // limits.RANKS_PER_WORK
            reason = known[key] = _room_reason(state, needs, admitted, keeps=False)
        _put(state, group, reason)


def renew_one(state: State, group: SchedulingGroup) -> None:
    """Compute the reason of one blocked group during the pass, at most once per REASON_INTERVAL_MS."""
    if _is_due(state, group):
        _put(state, group, reason_now(state, group))


def tokens(state: State, group: SchedulingGroup, admitted: Admission) -> tuple[Token, ...]:
    """List the resources that a group waits for, because of quotas, headroom, forecasts or lack of room.

    The quota that is short; else the GPU models, with the quotas that narrowed the choice of them, or with
    the guarantees within which the group need not leave headroom.
    """
    if admitted.short and admitted.short.resource == quotas.FORECAST:
        return (FORECAST, *(queue.key for queue in state.queues.by_key[group.key.queue].path))
    if admitted.short and not admitted.short.is_headroom:
        return (admitted.short.queue,)
    models: tuple[Token, ...] = group.placement_class.shape.gpu_models or (ANY_NODE,)
    if not admitted.narrows and not admitted.short:
        return models
    return (*models, *(queue.key for queue in state.queues.by_key[group.key.queue].path))


def report(batch: BatchContext) -> None:
    """Emit JobPending for waiting jobs whose reason, or whose counts, have changed."""
    state = batch.state
    reported_before_ms = state.now_ms - limits.COUNTS_INTERVAL_MS
    explained = [group for group in state.pending.groups() if group.blocked and group.reason is not None]
    unreported = [group for group in explained if group.last_arrival_seq > group.reported_upto]
    left = limits.REASONS_PER_PASS_MAX
    for group in sorted(unreported, key=_order):
        left -= _report_code(batch, group, left)
    long_ago = [group for group in explained if group.counts_reported_at_ms <= reported_before_ms]
    for group in sorted([group for group in long_ago if _counts_changed(group)], key=_order):
        _report(batch, group, state.jobs[group.first_job_id])


def reason_now(state: State, group: SchedulingGroup) -> Reason:
    """Why the jobs of a blocked group cannot start, computed from the present state."""
    keeps = group is head_of_line.kept_group(state)
    with head_of_line.nodes_opened(state) if keeps else nullcontext():
        admitted = state.admission(group.key)
        if admitted.short:
            return _quota_reason(state, admitted.short)
        needs = constraints.bounded(state, state.jobs[group.first_job_id], group.placement_class)
        return _room_reason(state, needs, admitted, keeps=keeps)


def report_retry_wait(batch: BatchContext, requeued: JobRequeued) -> None:
    """Emit JobPending for a requeued job that waits for its retry backoff."""
    job = batch.state.jobs[requeued.job_id]
    if job.not_before_ms > batch.state.now_ms:
        reason = backoff(batch.state, job)
        message = f"{reason.message}: {requeued.reason}"
        batch.emit(JobPending(job_id=job.job_id, code=reason.code, message=message, counts=reason.counts))


def backoff(state: State, job: Job) -> Reason:
    """The reason of a job that waits for its retry backoff."""
    wait_ms = job.not_before_ms - state.now_ms
    message = f"attempt {job.attempts + 1} can start in {format_duration(wait_ms)}"
    counts = {"not_before_ms": job.not_before_ms, "wait_ms": wait_ms}
    return Reason(PendingCode.RETRY_BACKOFF, message, counts, state.now_ms)


def report_awaiting(batch: BatchContext, job_id: str) -> None:
    """Emit JobPending for a job that begins to wait for others to end, unless it is about to be cancelled."""
    job = batch.state.jobs[job_id]
    if job.awaits and not job.unmet:
        reason = awaiting(batch.state, job)
        batch.emit(JobPending(job_id=job_id, code=reason.code, message=reason.message, counts=reason.counts))


def awaiting(state: State, job: Job) -> Reason:
    """The reason of a job that waits for others to end."""
    named = [f"{other} {_ENDS[job.spec.after[other]]}" for other in job.awaits]
    others = len(named) - _AWAITED_SHOWN_MAX
    more = [f"{others} {'other' if others == 1 else 'others'}"] if others > 0 else []
    shown = " and ".join([*named[:_AWAITED_SHOWN_MAX], *more])
    counts = {"jobs_awaited": len(named)}
    return Reason(PendingCode.WAITS_FOR_JOBS, f"it starts after {shown}", counts, state.now_ms)


def deadline_ms(state: State) -> int | None:
    """When a reason has to be computed again, or reported for more jobs, without an input."""
    blocked = [group for group in state.pending.groups() if group.blocked]
    since_ms: int | None = None
    for group in blocked:
        if group.reason_stale:
            if group.reason is None:  # the pass had no work left
                return state.now_ms
            if since_ms is None or group.reason.found_at_ms < since_ms:
                since_ms = group.reason.found_at_ms
    if since_ms is None and any(group.unreported for group in blocked):
        since_ms = state.now_ms
    return None if since_ms is None else since_ms + limits.REASON_INTERVAL_MS


def _is_due(state: State, group: SchedulingGroup) -> bool:
    return group.reason is None or state.now_ms >= group.reason.found_at_ms + limits.REASON_INTERVAL_MS


def _put(state: State, group: SchedulingGroup, reason: Reason) -> None:
    if group.reason is None or group.reason.code is not reason.code:
        group.reported_upto = -1
    group.reason, group.reason_stale = reason, reason.found_at_ms < state.now_ms


def _found_for_alike(state: State, group: SchedulingGroup, admitted: Admission) -> Reason | None:
    """The latest reason of the group's placement class, if it is not due yet; None: there is none.

    Not shared are reasons that depend on more than the class: on a quota, on when jobs will have ended, or on
    the nodes reserved for one job.
    """
    if admitted.narrows or state.windows.next_ms is not None:
        return None
    found = [
        (other.reason.found_at_ms, other.first_arrival_seq, other.reason)
        for other in group.alike.groups
        if other.reason is not None and not _is_due(state, other) and _is_of_class(other.reason)
    ]
    return max(found, key=lambda each: each[:2])[2] if found else None


def _is_of_class(reason: Reason) -> bool:
    if reason.code in (
        PendingCode.QUOTA_EXHAUSTED,
        PendingCode.JOB_LIMIT,
        PendingCode.QUEUE_SUSPENDED,
        PendingCode.HEADROOM,
        PendingCode.DURATION_NOT_GUARANTEED,
        PendingCode.QUEUE_RESTRICTED,
    ):
        return False
    return not {_MODELS_LEFT, _SPOT_FILLED, _NODES_KEPT} & reason.counts.keys()


def _oldest(group: SchedulingGroup) -> tuple[int, int, int]:
    return group.reason.found_at_ms if group.reason else 0, *_order(group)


def _order(group: SchedulingGroup) -> tuple[int, int]:
    return group.tier_rank, group.first_arrival_seq


def _report_code(batch: BatchContext, group: SchedulingGroup, limit: int) -> int:
    """Report the code for the next jobs of a group; returns how many jobs were examined."""
    waiting = group.after(group.reported_upto, limit)
    for arrival_seq, job_id in waiting:
        group.reported_upto = arrival_seq
        job = batch.state.jobs[job_id]
        if group.reason and job.code_reported is not group.reason.code:
            _report(batch, group, job)
    return len(waiting)


def _report(batch: BatchContext, group: SchedulingGroup, job: Job) -> None:
    reason = group.reason
    if reason is None:
        return
    if job.arrival_seq == group.first_arrival_seq:
        group.counts_reported, group.counts_reported_at_ms = reason.counts, batch.state.now_ms
    batch.emit(JobPending(job_id=job.job_id, code=reason.code, message=reason.message, counts=reason.counts))


def _counts_changed(group: SchedulingGroup) -> bool:
    return group.reason is not None and group.reason.counts != group.counts_reported


def _room_reason(state: State, needs: PlacementClass, admitted: Admission, *, keeps: bool) -> Reason:
    """Determine what the cluster lacks for a placement class, on the GPU models that quotas admit.

    Args:
        state: The state.
        needs: The placement class.
        admitted: What the quotas admit.
        keeps: Nodes are reserved for the first of these jobs.
    """
    reason, kept = _lack_of_room(state, needs, admitted, keeps=keeps), state.reservation
    counts = dict(reason.counts)
    if admitted.models is not None:
        counts[_MODELS_LEFT] = len(admitted.models)
    if admitted.off_spot is not None:
        counts[_SPOT_FILLED] = state.queues.by_key[admitted.off_spot].settings.spot_percent_max or 0
    if kept and keeps:
        counts[_NODES_KEPT] = len(kept.node_ids)
    return replace(reason, counts=counts)


def _lack_of_room(state: State, needs: PlacementClass, admitted: Admission, *, keeps: bool) -> Reason:
    """Like `_room_reason`, without the counts that limit which jobs the reason applies to."""
    narrowed = needs.narrowed(admitted)
    off_spot = _why_off_spot(state, needs, admitted)
    excluded = constraints.reason(state, narrowed, off_spot)
    if excluded is not None:
        return advance.reason(state, narrowed) or excluded
    shortfall = _shortfall(state, narrowed)
    if shortfall is not None and narrowed.where.open_until_ms:
        unbounded = narrowed._replace(where=narrowed.where._replace(open_until_ms=0))
        shortfall = search.shortfall(state, unbounded)
        if shortfall is None:
            return _maintenance_reason(state, needs)
    if narrowed.where.off_spot and state.cluster.spot_nodes and search.fits(state, _on_spot_too(narrowed)):
        return _spot_reason(state, narrowed, off_spot)
    if shortfall is None:
        laid_out = topology.reason(state, narrowed)
        if laid_out is not None:
            return laid_out
        message = "no rendezvous port is free on any of its nodes"
        return Reason(PendingCode.GANG_SHORT, message, {"ranks_wanted": needs.ranks}, state.now_ms)
    counts = {name: int(getattr(shortfall, name)) for name in _COUNTS}
    code, message = CODES[shortfall.code], shortfall.sentence
    message += constraints.among(state, needs)
    if narrowed.shape != needs.shape:
        message = f"quotas limit it to {', '.join(narrowed.shape.gpu_models)}: {message}"
    kept = state.reservation
    reserved = advance.reason(state, narrowed) if code in head_of_line.INCURABLE else None
    if reserved is not None:
        return reserved
    if kept and keeps:
        message = f"{message}; {_nodes(kept)} reserved for the first such job"
        if kept.starts_at_ms is not None:
            counts["starts_by_ms"] = kept.starts_at_ms
    elif code is PendingCode.NODES_UNSCHEDULABLE:
        return _closed_reason(state, narrowed, message, counts)
    reason = Reason(code, message, counts, state.now_ms)
    return _frozen_reason(state, narrowed, reason) if code in _CURED_BY_GEOMETRY else reason


def _shortfall(state: State, needs: PlacementClass) -> Shortfall | None:
    """Return the lack whose end would start a job soonest: closed nodes, or busy ones where none can open."""
    found = search.shortfall(state, needs)
    if found is not None and _waits_for_the_lost(state, needs, found):
        return search.shortfall(state, needs, opens=False)
    return found


def _waits_for_the_lost(state: State, needs: PlacementClass, shortfall: Shortfall) -> bool:
    """Whether the closed nodes with room are silent, so they cannot be opened, and open ones could do."""
    if shortfall.code is not ShortfallCode.NODES_UNSCHEDULABLE:
        return False
    eligible = [state.nodes[node_id] for node_id in state.cluster.node_ids_in(needs.where)]
    closed = [node for node in eligible if not node.open]
    if all(node.health is NodeHealth.READY for node in closed):
        return False
    with state.cluster.trial():
        for node in closed:
            if node.health is NodeHealth.READY:
                state.cluster.set_schedulable(node.joined.node_id, True)
        if search.fits(state, needs):
            return False
    held = sum(planner.ranks_when_empty(state, node, needs.shape) for node in eligible if node.open)
    return held >= needs.ranks


def _maintenance_reason(state: State, needs: PlacementClass) -> Reason:
    nodes = sum(node.closes_at_ms is not None for node in state.nodes.values())
    message = f"only nodes that close for maintenance before its estimated end have room ({nodes} close)"
    counts = {"ranks_wanted": needs.ranks, "nodes_closing": nodes}
    return Reason(PendingCode.MAINTENANCE_AHEAD, message, counts, state.now_ms)


def _why_off_spot(state: State, needs: PlacementClass, admitted: Admission) -> str:
    if admitted.off_spot is None or needs.where.off_spot:
        return constraints.OFF_SPOT
    return quota_sentence.spot_filled(state.queues.by_key[admitted.off_spot])


def _on_spot_too(needs: PlacementClass) -> PlacementClass:
    """The same, if it used spot nodes."""
    return needs._replace(where=needs.where._replace(off_spot=False))


def _spot_reason(state: State, needs: PlacementClass, because: str) -> Reason:
    """Why a job waits that would fit if it used spot nodes; `because`: why it does not."""
    spot = state.cluster.nodes_in(_on_spot_too(needs).where) - state.cluster.nodes_in(needs.where)
    message = f"only spot nodes have room ({spot}), and {because}"
    counts = {"ranks_wanted": needs.ranks, "nodes_spot": spot}
    return Reason(PendingCode.ROOM_ON_SPOT_ONLY, message, counts, state.now_ms)


def _closed_reason(state: State, needs: PlacementClass, message: str, counts: dict[str, int]) -> Reason:
    """Why eligible nodes are closed to a placement class."""
    kept, avoided = state.reservation, avoidance.avoided(state, needs)
    code = PendingCode.NODES_UNSCHEDULABLE
    if kept and head_of_line.could_use_kept(state, needs):
        code = PendingCode.HELD_FOR_HEAD
        message = f"{_nodes(kept)} reserved for the head of the queue: {message}"
        counts = {**counts, "nodes_held": len(kept.node_ids)}
    elif avoided:
        code = PendingCode.NODES_AVOIDED
        message = f"it avoids {', '.join(avoided)}, where attempts failed: {message}"
        counts = {**counts, "nodes_avoided": len(avoided)}
    elif deaf := sorted(
        each
        for each in state.cluster.node_ids_in(needs.where)
        if state.nodes[each].silence is not SilenceCause.SILENT
    ):
        message += f"; not answering orders: {', '.join(deaf[:_DEAF_SHOWN_MAX])}"
    return Reason(code, message, counts, state.now_ms)


def _frozen_reason(state: State, needs: PlacementClass, reason: Reason) -> Reason:
    """GEOMETRY_FROZEN if only frozen GPUs keep the jobs from starting; else the given reason."""
    frozen = geometry.frozen_for(state, needs)
    if not frozen:
        return reason
    thaws_at_ms = max(geometry.thaws_at_ms(state, card) for card in frozen)
    wait_ms = thaws_at_ms - state.now_ms
    message = (
        f"{len(frozen)} empty GPUs had their MIG mode changed recently and can change again in "
        f"{format_duration(wait_ms)}: {reason.message}"
    )
    counts = reason.counts | {"gpus_frozen": len(frozen), "thaws_at_ms": thaws_at_ms}
    return Reason(PendingCode.GEOMETRY_FROZEN, message, counts, state.now_ms)


def _nodes(kept: Reservation) -> str:
    return "1 node is" if len(kept.node_ids) == 1 else f"{len(kept.node_ids)} nodes are"


def _quota_reason(state: State, short: Short) -> Reason:
    message = quota_sentence.full(state.queues.by_key[short.queue], short)
    if short.resource == quotas.SUSPENDED:
        return Reason(PendingCode.QUEUE_SUSPENDED, message, {}, state.now_ms)
    if short.is_headroom:
        free, kept = max(0, short.most - short.used), short.resource.partition(".")[2]
        counts = {"gpu_milli_asked": short.asked, "gpu_milli_beyond_headroom": free}
        counts["headroom_percent"] = state.policy.headroom_percent[kept]
        return Reason(PendingCode.HEADROOM, message, counts, state.now_ms)
    if short.resource == quotas.FORECAST:
        counts = {"gpu_milli_asked": short.asked, "gpu_milli_best_effort": short.used}
        counts |= {"gpu_milli_best_effort_most": short.most}
        return Reason(PendingCode.DURATION_NOT_GUARANTEED, message, counts, state.now_ms)
    if short.resource.startswith(quotas.RESTRICTED):
        return Reason(PendingCode.QUEUE_RESTRICTED, message, {}, state.now_ms)
    resource = "gpu_milli" if short.resource == quotas.PRODUCTION else short.resource
    unit = resource.partition("_by_model")[0].removesuffix("_max").removeprefix("user_")
    counts = {f"{unit}_asked": short.asked, f"{unit}_used": short.used, f"{unit}_most": short.most}
    code = PendingCode.JOB_LIMIT if short.is_job_limit else PendingCode.QUOTA_EXHAUSTED
    return Reason(code, message, counts, state.now_ms)
