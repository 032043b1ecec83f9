"""Law of growth, over random cells: no job keeps it, unasked, while a job with precedence lacks it.

Agents are simulated: ranks start at once, and end a grace after their order to stop. Jobs end by themselves
when the history says so. Whether a waiting job would fit is computed from the holdings of each node and
queue, not by the scheduler's own search.
"""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import event, given
from hypothesis import strategies as st
from muster.cluster import Placement
from muster.events.job_commands import JobSpec, Tier
from muster.events.node_commands import StartTask, StopTask
from muster.events.queue_commands import Quota
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome, TaskStarted
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.state.job import NEVER_MS, TIER_RANK, Job
from muster.scheduler.core.state.state import State
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

GRACE_MS = 5_000
SETTLED_MS = QUIET_POLICY.resize_interval_ms + QUIET_POLICY.reclaim_interval_ms + GRACE_MS
"""A job is resized at most once an interval, and asked once in a reclaim interval."""

CORES, GPUS, MEMORY_MIB = 8_000, 4, 16_384
RED_MOST = Quota(gpu_milli=3_000, cpu_milli=6_000, memory_mib=12_288)
LAWS = examples(400)


class Arrival(NamedTuple):
    """The submission of a job, or the end of the oldest running one.

    Attributes:
        after_ms: Since the one before.
        gpus: GPUs of each rank.
        cpu_milli: Cores of each rank.
        memory_mib: Memory of each rank.
        ranks: Ranks.
        elastic: Whether it may run with one rank.
        tier: Its tier.
        queue: Its queue.
        ends: Whether the oldest rigid job that runs ends with it.
    """

    after_ms: int
    gpus: int
    cpu_milli: int
    memory_mib: int
    ranks: int
    elastic: bool
    tier: Tier
    queue: str
    ends: bool

    @property
    def spec(self) -> JobSpec:
        """The job."""
        return build.job_spec(
            gpus=self.gpus,
            cpu_milli=self.cpu_milli,
            memory_mib=self.memory_mib,
            ranks=self.ranks if self.elastic else 1,
            ranks_min=1 if self.elastic else None,
            tier=self.tier,
            queue=self.queue,
        )


arrivals = st.lists(
    st.builds(
        Arrival,
        after_ms=st.sampled_from((1, 10_000, 100_000, 400_000)),
        gpus=st.sampled_from((0, 0, 1, 2)),
        cpu_milli=st.sampled_from((500, 1_500, 6_000)),
        memory_mib=st.sampled_from((512, 4_096)),
        ranks=st.sampled_from((2, 4, 8)),
        elastic=st.sampled_from((True, True, False)),
        tier=st.sampled_from((Tier.PREMIUM_TRAINING, Tier.STANDARD_TRAINING)),
        queue=st.sampled_from(("default", "red")),
        ends=st.booleans(),
    ),
    min_size=2,
    max_size=9,
)


@LAWS
@given(arrivals)
def test_no_job_keeps_its_growth_while_a_job_with_precedence_lacks_it(history: list[Arrival]) -> None:
    scenario = given_cell(
        *(build.node(f"n{i}", gpus=GPUS, cpu_milli=CORES, memory_mib=MEMORY_MIB) for i in range(2)),
        build.queue("red", maximum=RED_MOST),
    )
    cell = Cell(scenario)
    for number, arrival in enumerate(history):
        cell.pass_time(arrival.after_ms)
        ended = cell.oldest_rigid() if arrival.ends else []
        cell.note(scenario.when(*ended, build.submit(f"job-{number}", arrival.spec), after_ms=0))
    cell.pass_time(SETTLED_MS)
    event(f"resizes: {min(cell.stops, 5)}")
    assert starved_by_growth(scenario.state, scenario.now_ms) == []


class Cell:
    """A cell with simulated agents.

    Attributes:
        stops: How many stops were ordered.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._agenda: list[tuple[int, StopTask]] = []
        self.stops = 0

    def note(self, scenario: Scenario) -> None:
        """Carry the orders of the last batch out."""
        decided = scenario.decided
        starts = [order for order in decided if isinstance(order, StartTask)]
        for order in (order for order in decided if isinstance(order, StopTask)):
            self.stops += 1
            self._agenda.append((scenario.now_ms + GRACE_MS, order))
        if starts:
            self.note(scenario.when(*map(_started, starts), after_ms=0))

    def oldest_rigid(self) -> list[object]:
        """Return the report of the end of the oldest running job that is not elastic, if any."""
        running = [
            job
            for job in self._scenario.state.jobs.values()
            if job.state is JobState.RUNNING and job.spec.ranks_min is None
        ]
        oldest = sorted(running, key=lambda job: job.arrival_seq)[:1]
        return [build.exited(node_id, job.job_id, job.attempts) for job in oldest for node_id in _nodes(job)]

    def pass_time(self, ms: int) -> None:
        """Let time pass: stopped ranks end, and the scheduler's deadlines come."""
        scenario = self._scenario
        until_ms = scenario.now_ms + ms
        while (at_ms := self._next_ms()) <= until_ms:
            due = [order for when_ms, order in self._agenda if when_ms <= at_ms]
            self._agenda = [(when_ms, order) for when_ms, order in self._agenda if when_ms > at_ms]
            reports = [
                build.exited(
                    order.node_id, order.job_id, order.attempt, outcome=TaskOutcome.STOPPED, exit_code=None
                )
                for order in due
                if order.job_id in scenario.state.jobs
            ]
            self.note(scenario.when(*(reports or [ClockTicked()]), after_ms=at_ms - scenario.now_ms))
        scenario.now_ms = until_ms

    def _next_ms(self) -> int:
        deadline_ms = next_deadline_ms(self._scenario.state)
        moments = [NEVER_MS if deadline_ms is None else deadline_ms, *(at_ms for at_ms, _ in self._agenda)]
        return max(min(moments), self._scenario.now_ms)


def starved_by_growth(state: State, now_ms: int) -> list[str]:
    """Return the waiting jobs that would fit if settled jobs gave back their growth."""
    return [
        job.job_id
        for job in state.jobs.values()
        if job.state is JobState.QUEUED and _would_fit(state, job, now_ms)
    ]


def _would_fit(state: State, waiting: Job, now_ms: int) -> bool:
    kept = state.reservation
    held = [place for job in state.jobs.values() for place in _after_shrinking(state, job, waiting, now_ms)]
    if waiting.spec.queue == "red" and not _within(RED_MOST, [*_in_red(state, waiting, now_ms), waiting]):
        return False
    for node_id in state.nodes:
        if kept and node_id in kept.node_ids and kept.job_id != waiting.job_id:
            continue
        here = [place.shape for place in held if place.node_id == node_id] + [waiting.shape]
        if (
            sum(shape.gpu_count for shape in here) <= GPUS
            and sum(shape.cpu_milli for shape in here) <= CORES
            and sum(shape.memory_mib for shape in here) <= MEMORY_MIB
        ):
            return True
    return False


def _after_shrinking(state: State, job: Job, waiting: Job, now_ms: int) -> list[Placement]:
    """Return the placements of a job once it has given back what it can be asked for."""
    attempt = job.attempt
    if attempt is None:
        return []
    held = [place for task in attempt.tasks.values() for place in task.placements]
    settled = job.state is JobState.RUNNING and now_ms >= attempt.bound_at_ms + SETTLED_MS
    may_go_first = TIER_RANK[waiting.spec.tier] <= TIER_RANK[job.spec.tier]
    return held[:1] if settled and may_go_first and job.spec.ranks_min else held


def _in_red(state: State, waiting: Job, now_ms: int) -> list[Job]:
    return [
        job
        for job in state.jobs.values()
        if job.spec.queue == "red"
        for _ in _after_shrinking(state, job, waiting, now_ms)
    ]


def _within(quota: Quota, ranks: list[Job]) -> bool:
    shapes = [job.shape for job in ranks]
    return (
        sum(shape.gpu_milli_total for shape in shapes) <= (quota.gpu_milli or 0)
        and sum(shape.cpu_milli for shape in shapes) <= (quota.cpu_milli or 0)
        and sum(shape.memory_mib for shape in shapes) <= (quota.memory_mib or 0)
    )


def _started(order: StartTask) -> TaskStarted:
    return build.started(
        order.node_id, order.job_id, order.attempt, tuple([each.rank for each in order.ranks])
    )


def _nodes(job: Job) -> list[str]:
    return list(job.attempt.tasks) if job.attempt else []
