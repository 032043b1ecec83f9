"""What a queue may have: its maximum, its limits on jobs, and which GPU models are left to it (ADR 19).

A job is admitted when on every level, from its queue to the top of the tree, what is held together with what
it asks stays within the maximum. A queue that never borrows (over_quota_weight 0) has its guarantee for a
maximum. Quotas by GPU model narrow the models that the job may be placed on, so that a full H100 quota sends
it to the A100s it accepts, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from muster.events.queue_commands import Quota
from muster.scheduler.core.state.job import Job, PlacementClass, SchedulingKey
from muster.scheduler.core.state.queues import Queue, QueueKey, Used
from muster.scheduler.core.state.state import State

_NOTHING = Quota(gpu_milli=0, cpu_milli=0, memory_mib=0)
_NOBODY = Used()


class Short(NamedTuple):
    """What keeps a job from being admitted.

    Attributes:
        queue: The queue that is full.
        resource: Field of the quota, a GPU model's behind a dot; or the limit on jobs.
        asked: What the job would add.
        used: What is held.
        most: What may be.
    """

    queue: QueueKey
    resource: str
    asked: int
    used: int
    most: int

    @property
    def is_job_limit(self) -> bool:
        """Whether jobs are counted, not what they hold."""
        return "jobs_" in self.resource


class Admission(NamedTuple):
    """Whether a job may be placed.

    Attributes:
        short: Why not; None: it may.
        models: The GPU models left to it, sorted; None: all that it accepts.
    """

    short: Short | None = None
    models: tuple[str, ...] | None = None

    def narrowed(self, needs: PlacementClass) -> PlacementClass:
        """A kind of job, placed only where the quotas by model leave room."""
        if self.models is None:
            return needs
        return needs._replace(shape=replace(needs.shape, gpu_models=self.models))


ADMITTED = Admission()


def admission(state: State, key: SchedulingKey) -> Admission:
    """Whether the jobs of a group may be placed now."""
    queue = state.queues.by_key[key.queue]
    narrowed: tuple[str, ...] | None = None
    for each in queue.path:
        if _unlimited(each):
            continue
        short = _jobs_short(each) or next(_amounts_short(each, key), None)
        if short:
            return Admission(short)
        narrowed = _narrowed(state, each, key, narrowed)
        if narrowed == ():
            return Admission(_model_short(each, key))
    return _sharer_admission(queue, key, narrowed)


def never(path: Iterable[Queue], needs: PlacementClass) -> Short | None:
    """What would keep a job of this kind out of a queue even when nobody else is in it."""
    for queue in path:
        quota = maximum(queue)
        for resource, asked, _, most in _compared(_NOBODY, needs, quota) if quota else ():
            if asked > most:
                return Short(queue.key, resource, asked, 0, most)
    return None


def too_many_waiting(queue: Queue, sharer: str) -> Short | None:
    """Whether one more job may wait in a queue."""
    for each in queue.path:
        most = each.settings.jobs_pending_max
        if most is not None and each.used.pending >= most:
            return Short(each.key, "jobs_pending_max", 1, each.used.pending, most)
    most = queue.settings.user_jobs_pending_max
    counted = queue.sharers.get(sharer)
    if most is not None and counted is not None and counted.pending >= most:
        return Short(queue.key, "user_jobs_pending_max", 1, counted.pending, most)
    return None


def leaves_room(state: State, job: Job, more: PlacementClass) -> bool:
    """Whether a running job may hold this much more; of models with a quota, whichever it is given."""
    queue = state.queues.meant_by(job.tenant, job.spec.queue)
    for each in queue.path if queue else ():
        quota = maximum(each)
        if quota is None:
            continue
        if any(used + asked > most for _, asked, used, most in _compared(each.used, more, quota)):
            return False
        asked, held = more.shape.gpu_milli_total * more.ranks, each.used.gpu_milli_by_model
        for model, most in quota.gpu_milli_by_model.items():
            if more.shape.accepts(model) and held.get(model, 0) + asked > most:
                return False
    return True


def jobs_guaranteed(queue: Queue, key: SchedulingKey) -> int:
    """How many more jobs of the group stay within the nearest guarantee, its queue's or one's above.

    A guarantee above is at least the sum of those below it: who stays within its own is due it, whatever
    those beside it have borrowed.
    """
    for each in reversed(queue.path):
        if each.settings.guarantee is not None:
            compared = _compared(each.used, key.placement_class, each.settings.guarantee)
            return max(
                0, min(((most - used) // asked for _, asked, used, most in compared if asked), default=0)
            )
    return 0


def maximum(queue: Queue) -> Quota | None:
    """What the jobs of a queue never exceed together; None: no bound."""
    settings = queue.settings
    if settings.over_quota_weight == 0:
        return settings.guarantee or _NOTHING
    return settings.maximum


def _unlimited(queue: Queue) -> bool:
    settings = queue.settings
    return settings.maximum is None and settings.jobs_running_max is None and settings.over_quota_weight > 0


def _jobs_short(queue: Queue) -> Short | None:
    most = queue.settings.jobs_running_max
    if most is None or queue.used.running < most:
        return None
    return Short(queue.key, "jobs_running_max", 1, queue.used.running, most)


def _sharer_admission(queue: Queue, key: SchedulingKey, models: tuple[str, ...] | None) -> Admission:
    most = queue.settings.user_jobs_running_max
    sharer = queue.sharers.get(key.sharer)
    if most is not None and key.sharer and sharer is not None and sharer.running >= most:
        return Admission(Short(queue.key, "user_jobs_running_max", 1, sharer.running, most))
    return ADMITTED if models is None else Admission(None, models)


def _amounts_short(queue: Queue, key: SchedulingKey) -> Iterator[Short]:
    quota = maximum(queue)
    for resource, asked, used, most in _compared(queue.used, key.placement_class, quota) if quota else ():
        if used + asked > most:
            yield Short(queue.key, resource, asked, used, most)


def _compared(used: Used, needs: PlacementClass, quota: Quota) -> Iterator[tuple[str, int, int, int]]:
    """(resource, asked, used, allowed) for every total that a quota names."""
    shape, ranks = needs.shape, needs.ranks
    if quota.gpu_milli is not None and shape.gpu_count:
        yield "gpu_milli", shape.gpu_milli_total * ranks, used.gpu_milli, quota.gpu_milli
    if quota.cpu_milli is not None:
        yield "cpu_milli", shape.cpu_milli * ranks, used.cpu_milli, quota.cpu_milli
    if quota.memory_mib is not None:
        yield "memory_mib", shape.memory_mib * ranks, used.memory_mib, quota.memory_mib


def _narrowed(
    state: State, queue: Queue, key: SchedulingKey, so_far: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """The models whose quota here has room for the whole gang; None while nothing narrows them."""
    quota = maximum(queue)
    shape = key.placement_class.shape
    if quota is None or not quota.gpu_milli_by_model or not shape.gpu_count:
        return so_far
    accepted = so_far if so_far is not None else shape.gpu_models or state.models()
    return tuple(model for model in accepted if _has_room(queue, key, model, quota.gpu_milli_by_model))


def _has_room(queue: Queue, key: SchedulingKey, model: str, most: Mapping[str, int]) -> bool:
    asked = key.placement_class.shape.gpu_milli_total * key.placement_class.ranks
    return model not in most or queue.used.gpu_milli_by_model.get(model, 0) + asked <= most[model]


def _model_short(queue: Queue, key: SchedulingKey) -> Short:
    """The accepted model with the most room, as the one that is short."""
    quota = maximum(queue) or _NOTHING
    shape, used = key.placement_class.shape, queue.used.gpu_milli_by_model
    named = [model for model in quota.gpu_milli_by_model if shape.accepts(model)]
    most = quota.gpu_milli_by_model
    model = max(sorted(named), key=lambda name: most[name] - used.get(name, 0))
    asked = shape.gpu_milli_total * key.placement_class.ranks
    return Short(queue.key, f"gpu_milli_by_model.{model}", asked, used.get(model, 0), most[model])
