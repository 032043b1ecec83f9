"""The price of a plan: what each victim loses, and what the job that asks gains. PURE.

    a victim that is evicted    its GPUs x (work + drain + restart + delay)
    one that only shrinks       its GPUs x (work + drain + restart)
    the job that asks           its GPUs x the wait that it is spared, weighted by its priority

    work      since its last checkpoint, or since its bind; none where it yields its time: it saves before
    drain     what its ranks may take to end: the time for a checkpoint, and the grace
    restart   as long as its last start took, and no less than the policy's
    delay     the policy's, weighted by its priority. A job that avoids nodes waits longer, as fewer will do:
              the delay grows by all nodes that would do over those of them that it need not avoid

GPU milliseconds, integers.
"""

from __future__ import annotations

from muster.cluster.occupancy import avoided_now, keyed_shape_of, where_of
from muster.events.job_commands import JobSpec
from muster.events.preemption_commands import PreemptionPolicy
from muster.preemption.core.history import Terms
from muster.preemption.core.world import Run, World
from muster.queues.occupancy import LiveJob

_WHOLE = 1000
"""A priority of 0 weighs so much: one of -1000 nothing, one of 1000 twice as much."""


def lost_gpu_ms(held_milli: int, lost_ms: int) -> int:
    """What it costs that GPUs are lost for a time; at least 1, so that more victims always cost more."""
    return max(1, held_milli * lost_ms // 1000)


def gain_gpu_ms(job: LiveJob, policy: PreemptionPolicy) -> int:
    """What a job gains by starting now: its GPUs times the wait that it is spared, by its priority."""
    shape, ranks = job.claim.placement_class
    return shape.gpu_milli_total * ranks * weighted_ms(policy.wait_spared_ms, job.spec.priority) // 1000


def stop_ms(world: World, run: Run, terms: Terms, *, saves: bool) -> int:
    """What a victim loses however it yields: work, drain and restart; `saves`: no work."""
    spec = world.queues.job(run.job_id).spec
    return (
        work_ms(run, terms, saves=saves) + drain_ms(world, spec) + max(terms.policy.restart_ms, run.start_ms)
    )


def work_ms(run: Run, terms: Terms, *, saves: bool) -> int:
    """The work that a victim loses, by what is stored now; `saves`: none."""
    return 0 if saves else max(0, terms.at_ms - run.kept_until_ms)


def drain_ms(world: World, spec: JobSpec) -> int:
    """What its ranks may take to end, as the scheduler orders it."""
    saving_ms = min(spec.checkpoint.grace_ms, world.queues.policy.checkpoint_grace_max_ms)
    return spec.grace_ms + (saving_ms if spec.checkpoint.enabled else 0)


def delay_ms(world: World, job: LiveJob, policy: PreemptionPolicy) -> int:
    """How long a victim is expected to wait, weighted by its priority and by the nodes that it avoids."""
    weighed_ms = weighted_ms(policy.delay_ms, job.spec.priority)
    avoids = world.avoids.get(job.job_id)
    if not avoids:
        return weighed_ms
    would_do, left = _nodes(world, job, avoids)
    return weighed_ms * would_do // left


def weighted_ms(wait_ms: int, priority: int) -> int:
    """A wait as it counts for a job of this priority, -1000 to 1000."""
    return wait_ms * (_WHOLE + priority) // _WHOLE


def _nodes(world: World, job: LiveJob, avoids: tuple[str, ...]) -> tuple[int, int]:
    """How many nodes would do for a job, and how many of these it need not avoid; at least 1 each."""
    where, shape = where_of(job.spec), keyed_shape_of(job.tenant, job.spec, world.queues.policy)
    eligible = world.eligible(where, shape.gpu_models)
    ranks, occupancy = job.claim.placement_class.ranks, world.queues.occupancy
    avoided = avoided_now(occupancy.cluster, occupancy.nodes, avoids, (shape,), ranks, where)
    left = len(eligible) - sum(node_id in eligible for node_id in avoided)
    return max(1, len(eligible)), max(1, left)
