"""Laws over histories in which every plan is carried out: no loops and no storms, whichever jobs preempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import event, given
from hypothesis import strategies as st
from muster.cluster.occupancy import keyed_shape_of
from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobQueued,
    JobRequeued,
    Payload,
    PreemptionCause,
    PreemptionRequested,
    QueueCreated,
    RankPlacement,
    RankShape,
)
from muster.events.node_commands import Sharing
from muster.events.preemption_commands import ActivatePreemptionPolicy, PreemptionPolicy
from muster.events.preemption_events import PreemptionPlanned
from muster.events.queue_commands import QueueSettings, Quota
from muster.preemption.core.decisions import decider_of
from muster.preemption.core.history import DAY_MS, HOUR_MS
from muster.preemption.core.state import EVICTIONS, PLAN_OF, PLANS
from muster.preemption.core.world import World
from muster.testkit.cores import build
from muster.testkit.cores.deciding import START_MS, Decisions
from muster.testkit.cores.deciding import given as given_core
from muster.testkit.laws import examples

POLICY = PreemptionPolicy(
    name="eager",
    ran_ms_min=0,
    gain_percent_min=0,
    evictions_per_job_day_max=2,
    evictions_per_queue_hour_max=3,
    evictions_per_user_hour_max=4,
)
QUEUES = {"q0": 4, "q1": 2, "q2": None}
"""Guaranteed GPUs."""


class Asks(NamedTuple):
    """A job that asks for room, new or one that was evicted, after a time."""

    after_ms: int
    tier: Tier
    queue: str
    gpus: int
    again: bool


class Cell:
    """A cell of three nodes of 4 GPUs in which plans are carried out at once."""

    def __init__(self) -> None:
        self.world = World()
        self.evicted: list[tuple[int, str, str]] = []
        self.waiting: list[str] = []
        self._attempts: Counter[str] = Counter()
        self._bound: dict[str, GangBound] = {}
        for name, gpus in QUEUES.items():
            settings = QueueSettings(guarantee=None if gpus is None else Quota(gpu_milli=gpus * 1_000))
            self.tell(
                QueueCreated(queue=name, tenant="acme", description="", requested_by="op", settings=settings),
                START_MS,
            )
        for i in range(3):
            self.tell(build.node(f"n{i}", gpus=4), START_MS)

    def tell(self, fact: Payload, at_ms: int) -> None:
        self.world.apply(fact, at_ms, self.world.seq + 1)

    def queue(self, ask: Asks, at_ms: int) -> str:
        """The job that asks: the first that waits again, or a new one."""
        if ask.again and self.waiting:
            return self.waiting.pop(0)
        job_id = f"job-{len(self.world.queues.jobs):04}"
        spec = build.job_spec(gpus=ask.gpus, tier=ask.tier, queue=ask.queue)
        self.tell(JobQueued(job_id=job_id, tenant="acme", spec=spec), at_ms)
        return job_id

    def place(self, job_id: str, at_ms: int) -> bool:
        """Bind a job where the kernel puts it; False: there is no room."""
        job = self.world.queues.job(job_id)
        shape = keyed_shape_of(job.tenant, job.spec, self.world.queues.policy)
        place = self.world.queues.occupancy.cluster.find(shape)
        if place is None:
            return False
        self._attempts[job_id] += 1
        seat = RankPlacement(
            rank=0,
            node_id=place.node_id,
            gpu_indices=place.gpu_indices,
            gpu_milli=1_000,
            sharing=Sharing.EXCLUSIVE,
        )
        bound = GangBound(
            job_id=job_id,
            attempt=self._attempts[job_id],
            placements=(seat,),
            master_address="a",
            master_port=1,
            waited_ms=0,
            tenant="acme",
            queue=job.spec.queue,
            each=RankShape(cpu_milli=shape.cpu_milli, memory_mib=shape.memory_mib),
        )
        self.tell(bound, at_ms)
        self._bound[job_id] = bound
        return True

    def bound(self, job_id: str) -> GangBound:
        """The job's last bind."""
        return self._bound[job_id]

    def carry_out(self, plan: PreemptionPlanned, at_ms: int) -> None:
        """Stop the victims; the job then fits where the plan says."""
        for victim in plan.victims:
            run = self.world.runs[victim.job_id]
            assert run.attempt == victim.attempt
            assert self.world.queues.job(victim.job_id).spec.tier is not Tier.PRODUCTION_INFERENCE
            ended = AttemptEnded(
                job_id=victim.job_id,
                attempt=victim.attempt,
                outcome=AttemptOutcome.STOPPED,
                exit_code=None,
                signal=None,
                rank=None,
                node_id=None,
                message="",
                ran_ms=1,
            )
            self.tell(ended, at_ms)
            requeued = JobRequeued(
                job_id=victim.job_id, attempt_next=victim.attempt + 1, reason="", not_before_ms=0
            )
            self.tell(requeued, at_ms)
            self.waiting.append(victim.job_id)
            self.evicted.append((at_ms, victim.job_id, plan.job_id))
        assert self.place(plan.job_id, at_ms), "the plan did not make room"


asks = st.builds(
    Asks,
    after_ms=st.sampled_from((1_000, 60_000, HOUR_MS)),
    tier=st.sampled_from(Tier),
    queue=st.sampled_from(sorted(QUEUES)),
    gpus=st.sampled_from((1, 2, 4)),
    again=st.booleans(),
)


@given(st.lists(asks, min_size=8, max_size=30))
@examples(60)
def test_no_two_jobs_evict_each_other_and_budgets_hold(history: Sequence[Asks]) -> None:
    cell = Cell()
    core = given_core(decider_of(lambda _: cell.world))
    core.when(ActivatePreemptionPolicy(policy=POLICY, requested_by="op"))
    for ask in history:
        job_id = cell.queue(ask, core.now_ms + ask.after_ms)
        if not cell.place(job_id, core.now_ms + ask.after_ms):
            _ask(cell, core, job_id, ask)
    event(f"{min(len(cell.evicted), 5)} evictions or more")
    pairs = [frozenset(pair) for _, *pair in cell.evicted]
    assert len(pairs) == len(set(pairs))
    for at_ms, job_id, _ in cell.evicted:
        today = [each for each in cell.evicted if each[1] == job_id and 0 <= at_ms - each[0] < DAY_MS]
        assert len(today) <= POLICY.evictions_per_job_day_max
    _assert_hourly(cell)


def _ask(cell: Cell, core: Decisions, job_id: str, ask: Asks) -> None:
    """Ask for room; a plan is carried out at once."""
    job = cell.world.queues.job(job_id)
    production = job.spec.tier is Tier.PRODUCTION_INFERENCE
    request = PreemptionRequested(
        job_id=job_id,
        cause=PreemptionCause.TIER if production else PreemptionCause.GUARANTEE,
        queue=job.spec.queue,
        tenant="acme",
        jobs=1,
        gpu_milli_missing=1,
        gpu_models=(),
        borrowers=(),
        as_of_seq=cell.world.seq,
    )
    core.when(request, after_ms=ask.after_ms)
    for plan in [fact for fact in core.decided if isinstance(fact, PreemptionPlanned)]:
        held = _gpus_by_queue(cell)
        cell.carry_out(plan, core.now_ms)
        if plan.cause is PreemptionCause.GUARANTEE:
            _assert_guarantees_kept(held, cell)
        core.when(cell.bound(job_id), after_ms=0)
        assert list(core.state.scan(PLANS)) == []
        assert list(core.state.scan(PLAN_OF)) == []
    assert len(list(core.state.scan(EVICTIONS))) == len(cell.evicted)


def _gpus_by_queue(cell: Cell) -> dict[str, int]:
    return {key[1]: queue.used.gpu_milli for key, queue in cell.world.queues.tree.by_key.items()}


def _assert_guarantees_kept(before: dict[str, int], cell: Cell) -> None:
    """A guarantee asked back takes from nobody what is guaranteed to him."""
    for name, after in _gpus_by_queue(cell).items():
        guaranteed = (QUEUES[name] or 0) * 1_000
        assert after >= min(before[name], guaranteed), name


def _assert_hourly(cell: Cell) -> None:
    jobs = cell.world.queues.jobs
    for at_ms, job_id, _ in cell.evicted:
        hour = [jobs[each[1]].spec.queue for each in cell.evicted if 0 <= at_ms - each[0] < HOUR_MS]
        assert hour.count(jobs[job_id].spec.queue) <= POLICY.evictions_per_queue_hour_max
        assert len(hour) <= POLICY.evictions_per_user_hour_max
