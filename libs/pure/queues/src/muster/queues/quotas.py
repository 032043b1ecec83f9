"""Admission by quotas: a queue's maximum, its limits on jobs, and the GPU models left to it (ADR 19).

A job is admitted when on every level, from its queue to the top of the tree, the queue is not suspended nor
restricted for its tier, and the holdings together with its request stay within the maximum. A queue that
never borrows (over_quota_weight 0) has its guarantee as its maximum. Quotas by GPU model narrow the models
that the job may be placed on, so that a full H100 quota sends it to the A100s that it also accepts.

Production inference is never a victim, so GPUs that it borrowed could not be reclaimed. Unless the policy
lets it borrow, all of it together stays within the nearest guarantee of its queue, whatever other jobs hold
there; a queue without one has nothing for it while others are guaranteed GPUs (ADR 121).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from muster.cluster import Shape
from muster.events.job_commands import Tier
from muster.events.queue_commands import Quota
from muster.queues.restrictions import TIERS, Restriction
from muster.queues.tree import Queue, QueueKey, QueueTree, Used

SUSPENDED: Final = "suspended"
"""The resource of a `Short` whose queue lets nothing start."""

RESTRICTED: Final = "restricted"
"""The resource of a `Short` whose queue lets no job of the tier start; behind a dot, which restriction."""

PRODUCTION: Final = "production"
"""The resource of a `Short` where production inference would borrow GPUs."""

FORECAST: Final = "guaranteed_duration"
"""The resource of a `Short` where forecast demand leaves best-effort work too little (queues.forecast)."""

_NOTHING = Quota(gpu_milli=0, cpu_milli=0, memory_mib=0)
_NOBODY = Used()


class Gang(Protocol):
    """The part of a job's request that quotas need."""

    @property
    def shape(self) -> Shape:
        """Needs of one rank."""
        ...

    @property
    def ranks(self) -> int:
        """Number of ranks that start together."""
        ...


class Claim(Protocol):
    """Request of a waiting job, and the queue and group that count it."""

    @property
    def queue(self) -> QueueKey:
        """Its queue."""
        ...

    @property
    def sharer(self) -> str:
        """Group with which it is counted there (Queue.sharer_of)."""
        ...

    @property
    def placement_class(self) -> Gang:
        """Its request."""
        ...

    @property
    def tier_rank(self) -> int:
        """Rank of its tier, 0 for the highest."""
        ...


class Short(NamedTuple):
    """Shortage that keeps a job from being admitted.

    Attributes:
        queue: The queue that is full, suspended or restricted.
        resource: Field of the quota, a GPU model's behind a dot; or the limit on jobs;
            or SUSPENDED; or RESTRICTED and, behind a dot, by which restriction; or PRODUCTION; or FORECAST.
        asked: Amount that the job would add.
        used: Amount held.
        most: Maximum.
    """

    queue: QueueKey
    resource: str
    asked: int
    used: int
    most: int

    @property
    def is_job_limit(self) -> bool:
        """Whether the limit counts jobs, not their holdings."""
        return "jobs_" in self.resource

    @property
    def is_headroom(self) -> bool:
        """Whether GPUs are left free for others (muster.queues.headroom); then the queue is not full."""
        return self.resource.startswith("headroom.")

    @property
    def is_left_to_others(self) -> bool:
        """Whether the GPUs are for others: headroom, guarantees, demand; then the queue is not full."""
        return self.is_headroom or self.resource in (PRODUCTION, FORECAST)


class Admission(NamedTuple):
    """Whether a job may be placed.

    Attributes:
        short: Why not; None: it may.
        models: The GPU models left to it, sorted; None: all that it accepts.
        off_spot: The queue that has as much on spot nodes as it may, so that it is kept off them; None: none.
    """

    short: Short | None = None
    models: tuple[str, ...] | None = None
    off_spot: QueueKey | None = None

    @property
    def narrows(self) -> bool:
        """Whether a job is left with fewer nodes than it accepts."""
        return self.models is not None or self.off_spot is not None

    def narrowed(self, shape: Shape) -> Shape:
        """The shape, accepting only the models whose quotas leave room."""
        return shape if self.models is None else replace(shape, gpu_models=self.models)


ADMITTED = Admission()


def admission(tree: QueueTree, claim: Claim, models: Callable[[], tuple[str, ...]]) -> Admission:
    """Whether a job with this claim may be placed now, as far as quotas go.

    Args:
        tree: The queues, with what they hold.
        claim: The claim, with the queue and group that count it.
        models: Gives the GPU models of known nodes, sorted; asked only where a quota by model narrows them.
    """
    queue, gang = tree.by_key[claim.queue], claim.placement_class
    narrowed: tuple[str, ...] | None = None
    for each in queue.path:
        if _unlimited(each):
            continue
        short = _held_back(each, claim.tier_rank) or _jobs_short(each) or _amount_short(each, gang)
        if short:
            return Admission(short)
        narrowed = _narrowed(each, gang, narrowed, models)
        if narrowed == ():
            return Admission(_model_short(each, gang))
    borrows = production_short(tree, queue, gang, claim.tier_rank)
    if borrows:
        return Admission(borrows)
    return _sharer_admission(queue, claim.sharer, narrowed, kept_off_spot(queue, gang))


def production_short(tree: QueueTree, queue: Queue, gang: Gang, tier_rank: int) -> Short | None:
    """Return the shortage of a guarantee for production inference; None: it fits, or may borrow."""
    asked = gang.shape.gpu_milli_total * gang.ranks
    if tree.production_borrows or TIERS[tier_rank] is not Tier.PRODUCTION_INFERENCE or not asked:
        return None
    nearest = next((each for each in reversed(queue.path) if gpu_milli_guaranteed(each)), None)
    if nearest is None:
        lent = any(gpu_milli_guaranteed(each) for each in tree.by_key.values())
        return Short(queue.key, PRODUCTION, asked, queue.used.gpu_production_milli, 0) if lent else None
    used, most = nearest.used.gpu_production_milli, gpu_milli_guaranteed(nearest)
    return Short(nearest.key, PRODUCTION, asked, used, most) if used + asked > most else None


def kept_off_spot(queue: Queue, gang: Gang) -> QueueKey | None:
    """The queue that would have too much on spot nodes if this were placed there; None: none would."""
    for each in queue.path:
        if each.settings.spot_percent_max is not None and _fills_spot(each, gang):
            return each.key
    return None


def never(path: Iterable[Queue], gang: Gang) -> Short | None:
    """Return the limit that would keep such a job out of even an empty queue; None: there is none."""
    for queue in path:
        quota = maximum(queue)
        for resource, asked, _, most in _compared(_NOBODY, gang, quota) if quota else ():
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


def leaves_room(queue: Queue, more: Gang, tier_rank: int) -> bool:
    """Whether a job of a queue may hold this much more, on any model with a quota that it may get."""
    if holds_back(queue, tier_rank):
        return False
    for each in queue.path:
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


def jobs_guaranteed(queue: Queue, gang: Gang, tier_rank: int) -> int:
    """Return how many more such jobs fit within the nearest guarantee, their queue's or one above.

    A guarantee above is at least the sum of those below it: who stays within its own is due it, whatever
    those beside it have borrowed. Nothing is due to jobs that a queue holds back.
    """
    if holds_back(queue, tier_rank):
        return 0
    for each in reversed(queue.path):
        if each.settings.guarantee is not None:
            compared = _compared(each.used, gang, each.settings.guarantee)
            return max(
                0, min(((most - used) // asked for _, asked, used, most in compared if asked), default=0)
            )
    return 0


def guarantees_gpus(queue: Queue) -> bool:
    """Whether the nearest guarantee leaves any GPU; if not, `jobs_guaranteed` is 0 for jobs with GPUs."""
    if is_suspended(queue):
        return False
    for each in reversed(queue.path):
        guarantee = each.settings.guarantee
        if guarantee is not None:
            return guarantee.gpu_milli is None or each.used.gpu_milli < guarantee.gpu_milli
    return False


def is_suspended(queue: Queue) -> bool:
    """Whether nothing of a queue starts: it is suspended, or one above it."""
    return any(each.settings.suspended is not None for each in queue.path)


def holds_back(queue: Queue, tier_rank: int) -> bool:
    """Whether no job of a tier starts from a queue: it, or one above it, is suspended or restricted."""
    return is_suspended(queue) or any(_restriction(each, tier_rank) for each in queue.path)


def is_held_back(short: Short) -> bool:
    """Whether the shortage is not one of amounts: the queue is suspended or restricted."""
    return short.resource.partition(".")[0] in (SUSPENDED, RESTRICTED)


def maximum(queue: Queue) -> Quota | None:
    """Return the maximum that the jobs of a queue may hold together; None: no limit."""
    settings = queue.settings
    if settings.over_quota_weight == 0:
        return settings.guarantee or _NOTHING
    return settings.maximum


def gpu_milli_guaranteed(queue: Queue) -> int:
    """Return the GPUs that a queue itself is guaranteed, thousandths."""
    guarantee = queue.settings.guarantee
    if guarantee is None:
        return 0
    by_model = sum(guarantee.gpu_milli_by_model.values())
    return by_model if guarantee.gpu_milli is None else guarantee.gpu_milli


def _unlimited(queue: Queue) -> bool:
    settings = queue.settings
    bounded = settings.maximum is not None or settings.jobs_running_max is not None
    held = settings.suspended is not None or queue.restrictions
    return not bounded and not held and settings.over_quota_weight > 0


def _held_back(queue: Queue, tier_rank: int) -> Short | None:
    """That a queue itself is suspended, or restricted for a tier."""
    if queue.settings.suspended is not None:
        return Short(queue.key, SUSPENDED, 1, queue.used.running, 0)
    found = _restriction(queue, tier_rank)
    return found and Short(queue.key, f"{RESTRICTED}.{found.name}", 1, queue.used.running, 0)


def _restriction(queue: Queue, tier_rank: int) -> Restriction | None:
    """The first of a queue's own restrictions that holds back jobs of a tier."""
    return next((each for each in queue.restrictions if TIERS[tier_rank] in each.tiers), None)


def _jobs_short(queue: Queue) -> Short | None:
    most = queue.settings.jobs_running_max
    if most is None or queue.used.running < most:
        return None
    return Short(queue.key, "jobs_running_max", 1, queue.used.running, most)


def _sharer_admission(
    queue: Queue, sharer: str, models: tuple[str, ...] | None, off_spot: QueueKey | None
) -> Admission:
    most = queue.settings.user_jobs_running_max
    counted = queue.sharers.get(sharer)
    if most is not None and sharer and counted is not None and counted.running >= most:
        return Admission(Short(queue.key, "user_jobs_running_max", 1, counted.running, most))
    return ADMITTED if models is None and off_spot is None else Admission(None, models, off_spot)


def _fills_spot(queue: Queue, gang: Gang) -> bool:
    """Whether more of a queue's GPUs than it may would be on spot nodes, with this there."""
    most = queue.settings.spot_percent_max
    asked = gang.shape.gpu_milli_total * gang.ranks
    if most is None or not asked:
        return False
    used = queue.used
    return (used.gpu_spot_milli + asked) * 100 > (used.gpu_milli + asked) * most


def _amount_short(queue: Queue, gang: Gang) -> Short | None:
    """The first total that is short."""
    quota = maximum(queue)
    for resource, asked, used, most in _compared(queue.used, gang, quota) if quota else ():
        if used + asked > most:
            return Short(queue.key, resource, asked, used, most)
    return None


def _compared(used: Used, gang: Gang, quota: Quota) -> Iterator[tuple[str, int, int, int]]:
    """Yield (resource, asked, used, allowed) for every total in a quota."""
    shape, ranks = gang.shape, gang.ranks
    if quota.gpu_milli is not None and shape.gpu_count:
        yield "gpu_milli", shape.gpu_milli_total * ranks, used.gpu_milli, quota.gpu_milli
    if quota.cpu_milli is not None:
        yield "cpu_milli", shape.cpu_milli * ranks, used.cpu_milli, quota.cpu_milli
    if quota.memory_mib is not None:
        yield "memory_mib", shape.memory_mib * ranks, used.memory_mib, quota.memory_mib


def _narrowed(
    queue: Queue, gang: Gang, so_far: tuple[str, ...] | None, models: Callable[[], tuple[str, ...]]
) -> tuple[str, ...] | None:
    """The models whose quota here has room for the whole gang; None while nothing narrows them."""
    quota = maximum(queue)
    shape = gang.shape
    if quota is None or not quota.gpu_milli_by_model or not shape.gpu_count:
        return so_far
    accepted = so_far if so_far is not None else shape.gpu_models or models()
    return tuple(model for model in accepted if _has_room(queue, gang, model, quota.gpu_milli_by_model))


def _has_room(queue: Queue, gang: Gang, model: str, most: Mapping[str, int]) -> bool:
    asked = gang.shape.gpu_milli_total * gang.ranks
    return model not in most or queue.used.gpu_milli_by_model.get(model, 0) + asked <= most[model]


def _model_short(queue: Queue, gang: Gang) -> Short:
    """Return the shortage on the accepted model with the most room."""
    quota = maximum(queue) or _NOTHING
    shape, used = gang.shape, queue.used.gpu_milli_by_model
    named = [model for model in quota.gpu_milli_by_model if shape.accepts(model)]
    most = quota.gpu_milli_by_model
    model = max(sorted(named), key=lambda name: most[name] - used.get(name, 0))
    asked = shape.gpu_milli_total * gang.ranks
    return Short(queue.key, f"gpu_milli_by_model.{model}", asked, used.get(model, 0), most[model])
