"""What a command may not ask of THIS cluster: judged in the core, because it depends on the state.

What no cluster could accept (a negative count, a name too long) was judged at the door (edge/door.py). A
request is impossible when no known node could ever hold one of its ranks. Known nodes include closed, silent
and lost ones; before the first node is known, nothing is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from muster.cluster import MIG, MIG_MODELS
from muster.events.job_commands import JobSpec, Resources, SubmitJob
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.queues import quota_sentence, quotas
from muster.queues.quotas import Short
from muster.scheduler.core import limits
from muster.scheduler.core.canonical import spec_digest
from muster.scheduler.core.placement import topology
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import EndedJob, Job, placement_class_of
from muster.scheduler.core.state.state import Hardware, State


def submission(state: State, command: SubmitJob) -> Refusal | None:
    """Whether a new job may be queued."""
    spec = command.spec
    queue = state.queues.meant_by(command.tenant, spec.queue)
    if queue is None or queue.below:
        names = ", ".join(state.queues.names_for(command.tenant))
        text = f"there is no queue {spec.queue!r}" if queue is None else f"{spec.queue!r} has queues below it"
        violation = Violation(field="queue", value=spec.queue, allowed=f"one of {names}")
        return Refusal(RejectionCode.UNKNOWN_QUEUE, text, (violation,))
    needs = placement_class_of(command.tenant, spec, state.policy)
    short = quotas.never(queue.path, needs) or quotas.too_many_waiting(
        queue, queue.sharer_of(command.tenant, spec)
    )
    if short:
        return _quota_exceeded(state, short)
    untrusted = gpu_sharing.untrusted_violations(command.tenant, spec, state.policy)
    if untrusted:
        text = f"{untrusted[0].field} is {untrusted[0].value}; allowed: {untrusted[0].allowed}"
        return Refusal(RejectionCode.FORBIDDEN, text, untrusted)
    cut = needs.shape.sharing == MIG
    violations = _orders_too_large(spec) + impossible(state.hardware, spec.resources, cut=cut)
    violations = violations or topology.never(state, needs)
    if violations:
        first = violations[0]
        message = f"impossible: {first.field} is {first.value}; allowed: {first.allowed}"
        return Refusal(RejectionCode.IMPOSSIBLE_REQUEST, message, violations)
    return None


def _quota_exceeded(state: State, short: Short) -> Refusal:
    field, asked, allowed = quota_sentence.exceeded(state.queues.by_key[short.queue], short)
    violation = Violation(field=field, value=asked, allowed=allowed)
    message = f"{field}: {asked} asked; allowed: {allowed}"
    return Refusal(RejectionCode.QUOTA_EXCEEDED, message, (violation,))


def is_same(known: Job | EndedJob, command: SubmitJob) -> bool:
    """Whether a known job is the one submitted again."""
    if known.tenant != command.tenant:
        return False
    if isinstance(known, Job):
        return known.spec == command.spec
    return known.spec_digest == spec_digest(command.spec)


def orders_bytes(spec: JobSpec) -> int:
    """Estimate of all start orders of the job together: at worst every rank goes to a node of its own."""
    texts = sum(map(len, spec.command)) + sum(map(len, spec.env)) + sum(map(len, spec.env.values()))
    return spec.ranks * (texts + limits.ORDER_BYTES_OVERHEAD + limits.RANK_BYTES)


def impossible(
    hardware: Iterable[Hardware], resources: Resources, *, cut: bool = False
) -> tuple[Violation, ...]:
    """What keeps one rank off every known node; empty when some node could hold it, or none is known.

    Args:
        hardware: The kinds of known nodes.
        resources: What the rank asks.
        cut: It wants a MIG instance.
    """
    kinds = list(hardware)
    if cut and kinds:
        kinds = [needs for needs in kinds if needs.gpu_model in MIG_MODELS]
        if not kinds:
            allowed = f"MIG where nodes have GPUs that can be cut: {', '.join(MIG_MODELS)}"
            return (_violation("isolation", "MIG", allowed),)
    if not kinds or any(_holds(needs, resources) for needs in kinds):
        return ()
    if resources.gpu_models:
        kinds = [needs for needs in kinds if needs.gpu_model in resources.gpu_models]
        if not kinds:
            models = sorted({needs.gpu_model for needs in hardware if needs.gpu_model})
            wanted = ", ".join(resources.gpu_models)
            return (
                _violation("gpu_models", wanted, f"GPU models of known nodes: {', '.join(models) or 'none'}"),
            )
    for field, asked, has in (
        ("gpu_count", resources.gpu_count, attrgetter("gpu_count")),
        ("cpu_milli", resources.cpu_milli, attrgetter("cpu_milli")),
        ("memory_mib", resources.memory_mib, attrgetter("memory_mib")),
    ):
        most = max(map(has, kinds))
        if asked > most:
            return (_violation(field, str(asked), f"at most {most}: what the largest known node has"),)
        kinds = [needs for needs in kinds if has(needs) >= asked]
    raise AssertionError("a node that passes every test holds the rank")


def _holds(needs: Hardware, resources: Resources) -> bool:
    return (
        needs.gpu_count >= resources.gpu_count
        and needs.cpu_milli >= resources.cpu_milli
        and needs.memory_mib >= resources.memory_mib
        and (not resources.gpu_models or needs.gpu_model in resources.gpu_models)
    )


def _orders_too_large(spec: JobSpec) -> tuple[Violation, ...]:
    """All ranks are ordered in one record of the log, so their orders together have a bound."""
    size = orders_bytes(spec)
    if size <= limits.ORDERS_BYTES_MAX:
        return ()
    allowed = f"at most {limits.ORDERS_BYTES_MAX} bytes for all ranks together; keep large settings in files"
    return (Violation(field="command, env", value=f"{size} bytes for {spec.ranks} ranks", allowed=allowed),)


def _violation(field: str, value: str, allowed: str) -> Violation:
    return Violation(field=f"resources.{field}", value=value, allowed=allowed)
