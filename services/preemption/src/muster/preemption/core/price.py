"""The price of a plan: the loss of each victim and the gain of the requesting job. PURE.

    a victim that is evicted    its GPUs x (work + drain + restart + delay)
    one that only shrinks       its GPUs x (work + drain + restart)
    the requesting job          its GPUs x the wait that it is spared, weighted by its priority

    work      time since its last checkpoint, or since its bind; 0 under time sharing: it saves first
    drain     the time its ranks may take to end: the checkpoint grace plus the grace period
    restart   the duration of its last start, but at least the policy's
    delay     the policy's, weighted by its priority. A job that avoids nodes has fewer to choose from and
              waits longer: the delay is multiplied by (eligible nodes / those that it need not avoid)

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
"""Weight of priority 0; priority -1000 weighs nothing, priority 1000 twice this."""


def lost_gpu_ms(held_milli: int, lost_ms: int) -> int:
    """Cost of losing `held_milli` thousandths of GPU for `lost_ms`; at least 1, so every victim adds cost."""
    return max(1, held_milli * lost_ms // 1000)


def gain_gpu_ms(job: LiveJob, policy: PreemptionPolicy) -> int:
    """Gain of starting a job now: its GPUs times the wait that it is spared, weighted by priority."""
    shape, ranks = job.claim.placement_class
    return shape.gpu_milli_total * ranks * weighted_ms(policy.wait_spared_ms, job.spec.priority) // 1000


def stop_ms(world: World, run: Run, terms: Terms, *, saves: bool) -> int:
    """Time that a victim loses whether evicted or shrunk, ms: work, drain and restart; `saves`: no work."""
    spec = world.queues.job(run.job_id).spec
    return (
        work_ms(run, terms, saves=saves) + drain_ms(world, spec) + max(terms.policy.restart_ms, run.start_ms)
    )


def work_ms(run: Run, terms: Terms, *, saves: bool) -> int:
    """Work that a victim loses, ms, given what is stored now; 0 if `saves`."""
    return 0 if saves else max(0, terms.at_ms - run.kept_until_ms)


def drain_ms(world: World, spec: JobSpec) -> int:
    """Time that the scheduler gives a job's ranks to end, ms."""
    saving_ms = min(spec.checkpoint.grace_ms, world.queues.policy.checkpoint_grace_max_ms)
    return spec.grace_ms + (saving_ms if spec.checkpoint.enabled else 0)


def delay_ms(world: World, job: LiveJob, policy: PreemptionPolicy) -> int:
    """Expected wait of a victim, ms, weighted by its priority and by the nodes that it avoids."""
    weighed_ms = weighted_ms(policy.delay_ms, job.spec.priority)
    avoids = world.avoids.get(job.job_id)
    if not avoids:
        return weighed_ms
    would_do, left = _nodes(world, job, avoids)
    return weighed_ms * would_do // left


def weighted_ms(wait_ms: int, priority: int) -> int:
    """Weight a wait by a job's priority, -1000 to 1000."""
    return wait_ms * (_WHOLE + priority) // _WHOLE


def _nodes(world: World, job: LiveJob, avoids: tuple[str, ...]) -> tuple[int, int]:
    """Count the nodes eligible for a job, and those of them that it need not avoid; at least 1 each."""
    where, shape = where_of(job.spec), keyed_shape_of(job.tenant, job.spec, world.queues.policy)
    eligible = world.eligible(where, shape.gpu_models)
    ranks, occupancy = job.claim.placement_class.ranks, world.queues.occupancy
    avoided = avoided_now(occupancy.cluster, occupancy.nodes, avoids, (shape,), ranks, where)
    left = len(eligible) - sum(node_id in eligible for node_id in avoided)
    return max(1, len(eligible)), max(1, left)
