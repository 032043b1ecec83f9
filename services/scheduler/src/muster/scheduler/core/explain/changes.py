"""Changes that would let a waiting job start now (ADR 22). Every proposed change has been tried.

    another request    the same job with one more GPU model, fewer ranks, fewer GPUs per rank, another
                       isolation on its GPU, less CPU or memory, or in another queue; of each kind the
                       smallest sufficient change
    another quota      the bound that excludes the job, raised as little as necessary, counting the jobs that
                       would start before it because of that (explain.trial)

A trial does what the next pass would do: it checks the quotas, the kernel's room for all ranks, and empty
GPUs whose MIG mode may be switched. While groups are unblocked, nothing is proposed, because the next pass
decides about them first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from muster.cluster import ANYHOW
from muster.events.job_commands import JobSpec, NetworkAccess, Resources, SandboxNeed, SpotUse, SubmitJob
from muster.events.job_events import PendingCode
from muster.events.queue_commands import QueueSettings, Quota
from muster.queues import quotas, tree_changes
from muster.queues.quotas import Short
from muster.queues.tree import Queue
from muster.scheduler.core.explain import trial
from muster.scheduler.core.inputs import admission
from muster.scheduler.core.placement import constraints, geometry
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import TIER_RANK, Job, PlacementClass, SchedulingKey, placement_class_of
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

MODELS_MAX: Final = 3
"""Maximum number of other GPU models proposed, those with most free GPUs first."""

QUEUES_MAX: Final = 2
"""Maximum number of other queues proposed, by name."""

QUEUES_TRIED_MAX: Final = 16

TAINTS_MAX: Final = 2
"""Maximum number of taints proposed for toleration, by name."""

TAINTS_TRIED_MAX: Final = 8

OTHERS_MAX: Final = 8
"""Jobs that may start before it when a quota is raised; for jobs further behind nothing is proposed."""

GPU_STEP_MILLI: Final = 10
CPU_STEP_MILLI: Final = 100
MEMORY_STEP_MIB: Final = 256
"""Proposed amounts are multiples of these."""

_JOB_LIMITS: Final = ("jobs_running_max", "user_jobs_running_max")


@dataclass(frozen=True, slots=True)
class RequestChange:
    """A request with which the job would start now; the rest of its spec stays.

    Attributes:
        ranks: Gang size.
        ranks_min: Minimum gang size of an elastic job.
        resources: Resources of each rank.
        queue: Name of the queue.
        node_labels: Required node labels.
        tolerations: Tolerated taints.
        sandbox: Whether its nodes must have one.
        network: Which network it sees.
        spot: Whether it may run on spot nodes.
    """

    ranks: int
    ranks_min: int | None
    resources: Resources
    queue: str
    node_labels: Mapping[str, str]
    tolerations: tuple[str, ...]
    sandbox: SandboxNeed
    network: NetworkAccess
    spot: SpotUse

    def applied(self, spec: JobSpec) -> JobSpec:
        """The spec to submit instead."""
        return replace(
            spec,
            ranks=self.ranks,
            ranks_min=self.ranks_min,
            resources=self.resources,
            queue=self.queue,
            node_labels=self.node_labels,
            tolerations=self.tolerations,
            sandbox=self.sandbox,
            network=self.network,
            spot=self.spot,
        )


@dataclass(frozen=True, slots=True)
class QuotaChange:
    """Settings of a queue with which the job would start now.

    Attributes:
        queue: Name of the queue, of the job's tenant.
        settings: The changed settings.
        short: The bound that is too low now.
        most: The bound that would suffice.
        others: Number of jobs that would start before it.
    """

    queue: str
    settings: QueueSettings
    short: Short
    most: int
    others: int


class Changes:
    """Finds changes for any waiting job of one state.

    Args:
        state: The state; changed during a trial only.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._settled = not any(state.pending.open_groups())
        self._fits: dict[PlacementClass, bool] = {}
        self._requests: dict[tuple[SchedulingKey, str], tuple[RequestChange, ...]] = {}

    def requests(self, job: Job, group: SchedulingGroup, code: PendingCode) -> tuple[RequestChange, ...]:
        """List other requests that would start immediately if submitted now.

        Args:
            job: A job of the group.
            group: A blocked group.
            code: The reason it waits.
        """
        if not self._settled:
            return ()
        needs = constraints.bounded(self._state, job, group.placement_class)
        key = (group.key._replace(urgency=0, placement_class=needs), job.spec.user)
        if key not in self._requests:
            found = (self._checked(job, spec) for spec in self._specs(job, group, code))
            self._requests[key] = tuple(change for change in found if change)
        return self._requests[key]

    def quota(self, job: Job, group: SchedulingGroup) -> QuotaChange | None:
        """Find a higher bound with which the job would start immediately; None: none was found."""
        short = self._state.admission(group.key).short
        if short is None or short.is_left_to_others or not self._may_help(job, group, short):
            return None
        queue = self._state.queues.by_key[short.queue]
        reached = self._reached(queue, _raised(queue.settings, short.resource, None), job)
        if reached is None:
            return None
        most = _needed(reached, short)
        settings = _raised(queue.settings, short.resource, most)
        refused = tree_changes.settings(self._state.queues, *queue.key, settings)
        if refused or self._reached(queue, settings, job) is None:
            return None
        return QuotaChange(queue.key[1], settings, short, most, reached.others)

    def _may_help(self, job: Job, group: SchedulingGroup, short: Short) -> bool:
        """Whether raising the bound is worth a trial; this check is cheaper."""
        if not self._settled or self._state.reservation or not _may_be_raised(self._state, short):
            return False
        first = group.after(-1, OTHERS_MAX + 1)
        return job.arrival_seq <= first[-1][0] and self._fit(
            constraints.bounded(self._state, job, group.placement_class)
        )

    def _specs(self, job: Job, group: SchedulingGroup, code: PendingCode) -> Iterator[JobSpec]:
        """The smallest sufficient change of each kind."""
        spec = job.spec
        short = self._state.admission(group.key).short
        resource = short.resource if short else ""
        yield from self._other_nodes(job, code)
        yield from self._other_models(job)
        yield from self._fewer_ranks(job, group)
        yield from self._fewer_gpus(job)
        yield from self._other_isolations(job)
        if code is PendingCode.CPU_SHORT or resource == "cpu_milli":
            yield from self._most(job, spec.resources.cpu_milli, CPU_STEP_MILLI, _with_cpu(spec))
        if code is PendingCode.MEMORY_SHORT or resource == "memory_mib":
            yield from self._most(job, spec.resources.memory_mib, MEMORY_STEP_MIB, _with_memory(spec))
        if short:
            yield from self._other_queues(job)

    def _other_nodes(self, job: Job, code: PendingCode) -> Iterator[JobSpec]:
        """The same request without what excludes nodes: labels, taints, GPU memory, a sandbox, spot."""
        spec = job.spec
        others: list[JobSpec] = []
        if code is PendingCode.LABELS_ABSENT:
            others = [replace(spec, node_labels={})]
        elif code is PendingCode.SANDBOX_ABSENT:  # a network of its own is made by a sandbox
            others = [replace(spec, sandbox=SandboxNeed.OPTIONAL, network=NetworkAccess.HOST)]
        elif code in (PendingCode.SPOT_EXCLUDED, PendingCode.ROOM_ON_SPOT_ONLY):
            others = [replace(spec, spot=SpotUse.ALLOWED)] if job.placement_class.where.off_spot else []
        elif code is PendingCode.TAINTS_UNTOLERATED:
            taints = [taint for taint in constraints.taints(self._state) if taint not in spec.tolerations]
            others = [replace(spec, tolerations=tuple(sorted((*spec.tolerations, each)))) for each in taints]
        elif code is PendingCode.GPU_MEMORY_SHORT:
            most_mib = constraints.gpu_memory_mib_max(self._state, job.placement_class)
            others = [replace(spec, resources=replace(spec.resources, gpu_memory_mib_min=most_mib))]
        yield from islice((each for each in others[:TAINTS_TRIED_MAX] if self._starts(job, each)), TAINTS_MAX)

    def _other_models(self, job: Job) -> Iterator[JobSpec]:
        spec, accepted = job.spec, job.spec.resources.gpu_models
        if not accepted or spec.gpu_preferences:
            return
        free = {model: gpu.free_milli for model, gpu in self._state.cluster.totals().gpu_by_model}
        others = sorted(free.keys() - set(accepted), key=lambda model: (-free[model], model))
        wider = (
            replace(spec, resources=replace(spec.resources, gpu_models=tuple(sorted((*accepted, model)))))
            for model in others
        )
        yield from islice((each for each in wider if self._starts(job, each)), MODELS_MAX)

    def _fewer_ranks(self, job: Job, group: SchedulingGroup) -> Iterator[JobSpec]:
        """The most ranks that there is room for in the requested layout, in whole groups."""
        spec, cluster = job.spec, self._state.cluster
        admitted = self._state.admission(group.key)
        needs = constraints.bounded(self._state, job, group.placement_class.narrowed(admitted))
        shape, ranks, layout, where = needs.shape, needs.ranks, needs.layout, needs.where
        if ranks == 1 or spec.world_sizes:
            return
        room = cluster.room(shape, ranks - 1, where)
        if layout != ANYHOW:
            room = min(room, cluster.shortage(shape, ranks, layout, where).ranks_now)
        yield from self._most(job, room + 1, layout.group_ranks, _with_ranks(spec))

    def _fewer_gpus(self, job: Job) -> Iterator[JobSpec]:
        spec, each = job.spec, job.spec.resources
        if each.gpu_count > 1:
            yield from self._most(job, each.gpu_count, 1, _with_gpu_count(spec))
        elif each.gpu_count and spec.ranks == 1:
            yield from self._most(job, each.gpu_milli, GPU_STEP_MILLI, _with_gpu_milli(spec))

    def _other_isolations(self, job: Job) -> Iterator[JobSpec]:
        """The first other isolation of a fraction with which the job would start."""
        spec = job.spec
        changed = (
            replace(spec, resources=replace(spec.resources, isolation=isolation))
            for isolation in gpu_sharing.isolations(spec)
        )
        others = (
            each
            for each in changed
            if placement_class_of(job.tenant, each, self._state.policy).shape != job.shape
        )
        yield from islice((each for each in others if self._starts(job, each)), 1)

    def _other_queues(self, job: Job) -> Iterator[JobSpec]:
        names = [name for name in self._state.queues.names_for(job.tenant) if name != job.spec.queue]
        moved = (replace(job.spec, queue=name) for name in names[:QUEUES_TRIED_MAX])
        yield from islice((each for each in moved if self._starts(job, each)), QUEUES_MAX)

    def _most(self, job: Job, below: int, step: int, make: Callable[[int], JobSpec]) -> Iterator[JobSpec]:
        """The largest multiple of `step` below `below` with which the job starts, by bisection."""
        low, high = 0, (below - 1) // step
        if high > 0 and self._starts(job, make(high * step)):
            low = high
        while high - low > 1:
            middle = (low + high) // 2
            if self._starts(job, make(middle * step)):
                low = middle
            else:
                high = middle
        if low:
            yield make(low * step)

    def _starts(self, job: Job, spec: JobSpec) -> bool:
        """Whether the next pass would place this spec if submitted now."""
        state = self._state
        queue = state.queues.meant_by(job.tenant, spec.queue)
        if queue is None:
            return False
        sharer = queue.sharer_of(job.tenant, spec)
        needs = placement_class_of(job.tenant, spec, state.policy)
        admitted = state.admission(SchedulingKey(TIER_RANK[spec.tier], queue.key, sharer, 0, needs))
        if admitted.short:
            return False
        return self._fit(constraints.bounded(state, job, needs.narrowed(admitted)))

    def _fit(self, needs: PlacementClass) -> bool:
        """Whether there is room for a placement class; cached."""
        if needs not in self._fits:
            self._fits[needs] = geometry.fits(self._state, needs)
        return self._fits[needs]

    def _checked(self, job: Job, spec: JobSpec) -> RequestChange | None:
        """The change to this spec; None when admission would refuse it."""
        if admission.submission(self._state, SubmitJob(job_id="", tenant=job.tenant, spec=spec)):
            return None
        return RequestChange(
            spec.ranks,
            spec.ranks_min,
            spec.resources,
            spec.queue,
            spec.node_labels,
            spec.tolerations,
            spec.sandbox,
            spec.network,
            spec.spot,
        )

    def _reached(self, queue: Queue, settings: QueueSettings, job: Job) -> trial.Reached | None:
        """Try the queue with these settings: holdings once the job has started; None: it would not start."""
        pending = self._state.pending
        woken = {
            group.key: group
            for each in self._state.queues.with_descendants(queue)
            for group in pending.blocked_on(each.key)
        }
        with _having(queue, settings):
            return trial.reached(self._state, woken.values(), job, OTHERS_MAX)


def _with_ranks(spec: JobSpec) -> Callable[[int], JobSpec]:
    """A spec with another gang size; for an elastic job, another minimum."""
    if spec.ranks_min is None:
        return lambda ranks: replace(spec, ranks=ranks)
    return lambda ranks: replace(spec, ranks_min=ranks)


def _with_gpu_count(spec: JobSpec) -> Callable[[int], JobSpec]:
    return lambda count: replace(spec, resources=replace(spec.resources, gpu_count=count))


def _with_gpu_milli(spec: JobSpec) -> Callable[[int], JobSpec]:
    return lambda milli: replace(spec, resources=replace(spec.resources, gpu_milli=milli))


def _with_cpu(spec: JobSpec) -> Callable[[int], JobSpec]:
    return lambda milli: replace(spec, resources=replace(spec.resources, cpu_milli=milli))


def _with_memory(spec: JobSpec) -> Callable[[int], JobSpec]:
    return lambda mib: replace(spec, resources=replace(spec.resources, memory_mib=mib))


def _may_be_raised(state: State, short: Short) -> bool:
    """Whether the bound can be raised: that of a queue that never borrows is its guarantee."""
    if short.resource.startswith(quotas.RESTRICTED):
        return False  # no setting ends it
    borrows = state.queues.by_key[short.queue].settings.over_quota_weight > 0
    return borrows or short.resource in _JOB_LIMITS or short.resource == quotas.SUSPENDED


def _raised(settings: QueueSettings, resource: str, most: int | None) -> QueueSettings:
    """Settings with another bound for a resource, None: no bound; or not suspended any more."""
    if resource == quotas.SUSPENDED:
        return replace(settings, suspended=None)
    if resource == "jobs_running_max":
        return replace(settings, jobs_running_max=most)
    if resource == "user_jobs_running_max":
        return replace(settings, user_jobs_running_max=most)
    name, _, model = resource.partition(".")
    maximum = settings.maximum or Quota()
    if not model:
        return replace(settings, maximum=replace(maximum, **{name: most}))
    by_model = {other: milli for other, milli in maximum.gpu_milli_by_model.items() if other != model}
    if most is not None:
        by_model[model] = most
    return replace(settings, maximum=replace(maximum, gpu_milli_by_model=by_model))


def _needed(reached: trial.Reached, short: Short) -> int:
    """The bound that admits what is held once the job has started."""
    used = reached.used[short.queue]
    name, _, model = short.resource.partition(".")
    if model:
        return used.gpu_milli_by_model.get(model, 0)
    needed = {
        "jobs_running_max": used.running,
        "user_jobs_running_max": reached.sharer.running,
        quotas.SUSPENDED: used.running,
        "gpu_milli": used.gpu_milli,
        "cpu_milli": used.cpu_milli,
        "memory_mib": used.memory_mib,
    }
    return needed[name]


@contextmanager
def _having(queue: Queue, settings: QueueSettings) -> Generator[None]:
    """Give a queue other settings while the block runs."""
    kept, queue.settings = queue.settings, settings
    try:
        yield
    finally:
        queue.settings = kept
