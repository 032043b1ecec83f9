"""Admission: the checks of a submission that depend on the state, and therefore belong to the core.

Static rules (no negative counts, bounded names) were checked before sequencing (edge/validation.py). A
request is impossible when no known node could ever hold one of its ranks. Known nodes include closed,
suspected and lost ones; before the first node is known, nothing is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from muster.cluster import MIG, MIG_MODELS
from muster.events.job_commands import JobSpec, Resources, SubmitJob
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.wire.once import ByIdentity
from muster.jobs.values.quantities import format_time
from muster.jobs.values.timed_ids import made_at_ms
from muster.queues import quota_sentence, quotas
from muster.queues.quotas import Short
from muster.queues.tree import HIGHEST_THAT_SHARES, shares_time
from muster.scheduler.core import limits
from muster.scheduler.core.canonical import SPECS_REMEMBERED, spec_digest
from muster.scheduler.core.placement import topology
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import TIER_ORDER, TIER_RANK, EndedJob, Job, placement_class_of
from muster.scheduler.core.state.state import Hardware, State

_ORDERS_BYTES: Final = ByIdentity[JobSpec, int](SPECS_REMEMBERED)

_TIERS_THAT_SHARE: Final = ", ".join(TIER_ORDER[HIGHEST_THAT_SHARES:])


def submission(state: State, command: SubmitJob) -> Refusal | None:
    """The reason to refuse a new job; None when it may be queued."""
    spec = command.spec
    closed = _id_closed(state, command.job_id)
    if closed:
        return closed
    queue = state.queues.meant_by(command.tenant, spec.queue)
    if queue is None or queue.below:
        names = ", ".join(state.queues.names_for(command.tenant))
        text = f"there is no queue {spec.queue!r}" if queue is None else f"{spec.queue!r} has queues below it"
        violation = Violation(field="queue", value=spec.queue, allowed=f"one of {names}")
        return Refusal(RejectionCode.UNKNOWN_QUEUE, text, (violation,))
    if shares_time(queue) and TIER_RANK[spec.tier] < HIGHEST_THAT_SHARES:
        text = f"tier is {spec.tier}; must be one of {_TIERS_THAT_SHARE} in a queue that shares time"
        violation = Violation(field="tier", value=spec.tier, allowed=_TIERS_THAT_SHARE)
        return Refusal(RejectionCode.FORBIDDEN, text, (violation,))
    needs = placement_class_of(command.tenant, spec, state.policy)
    short = quotas.never(queue.path, needs) or quotas.too_many_waiting(
        queue, queue.sharer_of(command.tenant, spec)
    )
    if short:
        return _quota_exceeded(state, short)
    untrusted = gpu_sharing.untrusted_violations(command.tenant, spec, state.policy)
    if untrusted:
        text = f"{untrusted[0].field} is {untrusted[0].value}; must be {untrusted[0].allowed}"
        return Refusal(RejectionCode.FORBIDDEN, text, untrusted)
    cut = needs.shape.sharing == MIG
    violations = _orders_too_large(spec) + impossible(state.hardware, spec.resources, cut=cut)
    violations = violations or topology.never(state, needs)
    if violations:
        first = violations[0]
        message = f"impossible: {first.field} is {first.value}; must be {first.allowed}"
        return Refusal(RejectionCode.IMPOSSIBLE_REQUEST, message, violations)
    return None


def resubmission(state: State, command: SubmitJob) -> Refusal | None:
    """`submission`, with what depends on the spec alone judged once, until queues, policy or nodes change."""
    spec = command.spec
    if state.admissible.get(spec) != command.tenant:
        refusal = submission(state, command)
        if refusal is None and spec.topology is None and spec.spread is None:
            state.admissible.put(spec, command.tenant)
        return refusal
    closed = _id_closed(state, command.job_id)
    if closed:
        return closed
    queue = state.queues.meant_by(command.tenant, spec.queue)
    assert queue is not None, f"queue {spec.queue} of an admissible spec is gone"  # noqa: S101  (see evolve)
    short = quotas.too_many_waiting(queue, queue.sharer_of(command.tenant, spec))
    return _quota_exceeded(state, short) if short else None


def _id_closed(state: State, job_id: str) -> Refusal | None:
    """Reject an unknown id whose time is in the future, or so old that its job may have been forgotten."""
    made_ms, closed_ms = made_at_ms(job_id), state.ended.closed_ms
    if made_ms is None or closed_ms < made_ms <= state.now_ms + limits.ID_AHEAD_MS_MAX:
        return None
    if made_ms <= closed_ms:
        allowed = f"an id made after {format_time(closed_ms)}: older jobs may have ended and been forgotten"
    else:
        now, ahead_min = format_time(state.now_ms), limits.ID_AHEAD_MS_MAX // 60_000
        allowed = f"an id made at most {ahead_min} min after now ({now})"
    text = f"job_id is {job_id}, made at {format_time(made_ms)}; must be {allowed}"
    return Refusal(RejectionCode.INVALID, text, (Violation(field="job_id", value=job_id, allowed=allowed),))


def _quota_exceeded(state: State, short: Short) -> Refusal:
    field, asked, allowed = quota_sentence.exceeded(state.queues.by_key[short.queue], short)
    violation = Violation(field=field, value=asked, allowed=allowed)
    message = f"{field}: {asked} requested; must be {allowed}"
    return Refusal(RejectionCode.QUOTA_EXCEEDED, message, (violation,))


def is_same(known: Job | EndedJob, command: SubmitJob) -> bool:
    """Whether a command submits a known job again: same tenant, same spec."""
    if known.tenant != command.tenant:
        return False
    if isinstance(known, Job) and not known.memory_mib:
        return known.spec == command.spec
    return known.spec_digest == spec_digest(command.spec)


def orders_bytes(spec: JobSpec) -> int:
    """Estimated bytes of all start orders of a job; in the worst case every rank gets its own node."""
    known = _ORDERS_BYTES.get(spec)
    return _ORDERS_BYTES.put(spec, _orders_bytes(spec)) if known is None else known


def _orders_bytes(spec: JobSpec) -> int:
    texts = sum(map(len, spec.command)) + sum(map(len, spec.env)) + sum(map(len, spec.env.values()))
    return spec.ranks * (texts + limits.ORDER_BYTES_OVERHEAD + limits.RANK_BYTES)


def impossible(
    hardware: Iterable[Hardware], resources: Resources, *, cut: bool = False
) -> tuple[Violation, ...]:
    """Why no known node could hold one rank; empty when some node could, or none is known.

    Args:
        hardware: The distinct hardware of known nodes.
        resources: The request of the rank.
        cut: Whether it needs a MIG instance.
    """
    remaining = list(hardware)
    if cut and remaining:
        remaining = [each for each in remaining if each.gpu_model in MIG_MODELS]
        if not remaining:
            allowed = f"another: no known node has a GPU model with MIG ({', '.join(MIG_MODELS)})"
            return (_violation("isolation", "MIG", allowed),)
    if not remaining or any(_holds(each, resources) for each in remaining):
        return ()
    if resources.gpu_models:
        remaining = [each for each in remaining if each.gpu_model in resources.gpu_models]
        if not remaining:
            models = sorted({each.gpu_model for each in hardware if each.gpu_model})
            wanted = ", ".join(resources.gpu_models)
            return (
                _violation(
                    "gpu_models", wanted, f"among the models of known nodes: {', '.join(models) or 'none'}"
                ),
            )
    for field, asked, has in (
        ("gpu_memory_mib_min", resources.gpu_memory_mib_min, attrgetter("gpu_memory_mib")),
        ("gpu_count", resources.gpu_count, attrgetter("gpu_count")),
        ("cpu_milli", resources.cpu_milli, attrgetter("cpu_milli")),
        ("memory_mib", resources.memory_mib, attrgetter("memory_mib")),
    ):
        most = max(map(has, remaining))
        if asked > most:
            return (_violation(field, str(asked), f"at most {most}, the most that any known node has"),)
        remaining = [each for each in remaining if has(each) >= asked]
    raise AssertionError("a node that passes every test holds the rank")


def _holds(hardware: Hardware, resources: Resources) -> bool:
    return (
        hardware.gpu_count >= resources.gpu_count
        and hardware.cpu_milli >= resources.cpu_milli
        and hardware.memory_mib >= resources.memory_mib
        and hardware.gpu_memory_mib >= resources.gpu_memory_mib_min
        and (not resources.gpu_models or hardware.gpu_model in resources.gpu_models)
    )


def _orders_too_large(spec: JobSpec) -> tuple[Violation, ...]:
    """A violation if a job's start orders, which share one record of the log, are too large together."""
    size = orders_bytes(spec)
    if size <= limits.ORDERS_BYTES_MAX:
        return ()
    allowed = f"at most {limits.ORDERS_BYTES_MAX} bytes for all ranks together; keep large settings in files"
    return (Violation(field="command, env", value=f"{size} bytes for {spec.ranks} ranks", allowed=allowed),)


def _violation(field: str, value: str, allowed: str) -> Violation:
    return Violation(field=f"resources.{field}", value=value, allowed=allowed)
