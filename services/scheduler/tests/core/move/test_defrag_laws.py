"""Laws of moves over random cells: the gang starts, the moved jobs run again, and no more moves follow."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from hypothesis import event, given
from hypothesis import strategies as st
from muster.events.job_commands import Tier
from muster.events.job_events import (
    DefragmentationProposed,
    FragmentationEased,
    FragmentationSustained,
    HoldMade,
    HoldReleased,
    JobMoving,
)
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.job import TIER_RANK
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario
from muster.testkit.cores.scenario import given as given_cell
from muster.testkit.laws import examples

HOUR_MS = 3_600_000
LIMIT_MS = 100 * HOUR_MS
EAGER = replace(QUIET_POLICY, head_patience_ms=0, defrag_benefit_percent=1)
FOR_ALL = replace(
    EAGER, head_patience_ms=LIMIT_MS, fragmentation_percent_max=5, fragmentation_for_ms=HOUR_MS // 4
)
"""No job is the head of line for long enough; moves serve all jobs that wait because GPUs are fragmented."""


class Small(NamedTuple):
    """A job that starts before the gang comes and still runs then.

    Attributes:
        gpus: Number of its GPUs.
        ranks: Gang size; a divisor of gpus.
        tier: Its tier.
        checkpoint: Whether it makes checkpoints, and so can be moved.
    """

    gpus: int
    ranks: int
    tier: Tier
    checkpoint: bool


def small(gpus: int) -> st.SearchStrategy[Small]:
    return st.builds(
        Small,
        st.just(gpus),
        st.sampled_from((1, gpus)),
        st.sampled_from((Tier.STANDARD_TRAINING, Tier.BATCH_INFERENCE, Tier.INTERACTIVE, *Tier)),
        st.sampled_from((True, True, True, False)),
    )


on_a_node = st.sampled_from(((1,), (2,), (1, 1), (3,), (1, 2))).flatmap(
    lambda sizes: st.tuples(*map(small, sizes)).map(list)
)
cells = st.lists(on_a_node, min_size=4, max_size=4)
"""Jobs that still run on each of four nodes, which were full before."""

gangs = st.tuples(st.just(4), st.sampled_from((1, 1, 2)))


class Cell:
    """Four nodes of four GPUs, whose agents carry out every order at once."""

    def __init__(self, policy: Policy) -> None:
        nodes = (build.node(f"n{n}", gpus=4) for n in range(4))
        self.scenario: Scenario = given_cell(*nodes, ActivatePolicy(policy=policy, requested_by="op"))
        self.plans: list[DefragmentationProposed] = []
        self.moved: list[str] = []
        self.told: list[object] = []

    def when(self, *payloads: object, after_ms: int = 1) -> None:
        """Apply inputs, and carry out orders until none are left."""
        self.scenario.when(*payloads, after_ms=after_ms)
        while reports := self._carried_out():
            self.scenario.when(*reports)

    def when_time_comes(self) -> None:
        self.scenario.when_time_comes()
        while reports := self._carried_out():
            self.scenario.when(*reports)

    def _carried_out(self) -> list[object]:
        reports: list[object] = []
        for fact in self.scenario.decided:
            match fact:
                case StartTask():
                    ranks = tuple(each.rank for each in fact.ranks)
                    reports.append(build.started(fact.node_id, fact.job_id, fact.attempt, ranks))
                case StopTask():
                    stopped = build.exited(
                        fact.node_id, fact.job_id, fact.attempt, outcome=TaskOutcome.STOPPED
                    )
                    reports.append(stopped)
                case DefragmentationProposed():
                    self.plans.append(fact)
                case JobMoving():
                    self.moved.append(fact.job_id)
                case FragmentationSustained() | FragmentationEased() | HoldMade() | HoldReleased():
                    self.told.append(fact)
                case _:
                    pass
        return reports

    def end(self, job_id: str) -> None:
        attempt = self.scenario.state.jobs[job_id].attempt
        if attempt is not None:
            self.when(*(build.exited(node_id, job_id) for node_id in attempt.tasks))


def filled(jobs_by_node: list[list[Small]], policy: Policy) -> Cell:
    """Fill the nodes with jobs, and end some."""
    cell, fillers = Cell(policy), list[str]()
    for number, jobs in enumerate(jobs_by_node):
        for place, job in enumerate(jobs):
            spec = build.job_spec(
                gpus=job.gpus // job.ranks,
                ranks=job.ranks,
                tier=job.tier,
                checkpoint=job.checkpoint,
                wall_time_max_ms=LIMIT_MS,
            )
            cell.when(build.submit(f"job-{number}-{place}", spec))
        fillers.append(f"job-{number}-filler")
        rest = 4 - sum(job.gpus for job in jobs)
        cell.when(build.submit(fillers[-1], build.job_spec(gpus=rest, wall_time_max_ms=LIMIT_MS)))
    assert not cell.scenario.state.pending.size, "each node was filled before the next"
    for job_id in fillers:
        cell.end(job_id)
    return cell


def simulate(jobs_by_node: list[list[Small]], gang: tuple[int, int]) -> Cell:
    """Fill the nodes with jobs, end some, submit a gang an hour later, and let time pass."""
    cell = filled(jobs_by_node, EAGER)
    spec = build.job_spec(gpus=gang[0], ranks=gang[1], wall_time_max_ms=LIMIT_MS)
    cell.when(build.submit("job-gang", spec), after_ms=HOUR_MS)
    for _ in range(6):
        if cell.scenario.state.jobs["job-gang"].attempt is None:
            cell.when_time_comes()
    return cell


@examples(100)
@given(cells, gangs)
def test_the_gang_and_all_moved_jobs_run_after_a_plan(
    jobs_by_node: list[list[Small]], gang: tuple[int, int]
) -> None:
    cell = simulate(jobs_by_node, gang)
    carried_out = [plan for plan in cell.plans if plan.carried_out]
    event(f"moves: {len(cell.moved)}")
    state = cell.scenario.state
    assert cell.moved == [move.job_id for plan in carried_out for move in plan.moves]
    for plan in carried_out:
        assert state.jobs[plan.job_id].state == "RUNNING"
    for job_id in cell.moved:
        job = state.jobs[job_id]
        assert (job.state, job.attempts, job.attempts_failed, job.attempts_lost) == ("RUNNING", 2, 0, 0)
        assert job.spec.checkpoint.enabled
        assert TIER_RANK[job.spec.tier] >= TIER_RANK[Tier.STANDARD_TRAINING]


@examples(100)
@given(cells, gangs)
def test_a_settled_cell_stays_settled(jobs_by_node: list[list[Small]], gang: tuple[int, int]) -> None:
    """Hours after a plan no more decisions follow, and repeated passes move no job."""
    cell = simulate(jobs_by_node, gang)
    event(f"moves: {len(cell.moved)}")
    before = len(cell.plans)
    for _ in range(12):
        cell.when(build.cancel("job-nobody"), after_ms=HOUR_MS // 4)
        decided = {type(fact).__name__ for fact in cell.scenario.decided}
        assert cell.scenario.state.pending.size or decided == {"CommandRejected"}
    assert len(cell.plans) == before


@examples(30)
@given(cells, gangs)
def test_planning_does_not_change_the_state(jobs_by_node: list[list[Small]], gang: tuple[int, int]) -> None:
    """After a what-if, the kernel still holds exactly what the jobs hold."""
    state = simulate(jobs_by_node, gang).scenario.state
    again = forked(state)
    for node_id in state.nodes:
        assert again.cluster.node_canonical(node_id) == state.cluster.node_canonical(node_id)


@examples(100)
@given(cells, st.lists(st.sampled_from(((4, 1), (4, 2), (3, 1), (2, 1))), min_size=1, max_size=4))
def test_moves_for_waiting_jobs_come_to_an_end(
    jobs_by_node: list[list[Small]], gangs: list[tuple[int, int]]
) -> None:
    """Each plan starts the job it is for, no job moves twice for the same one, and moves come to an end."""
    cell = filled(jobs_by_node, FOR_ALL)
    for number, (gpus, ranks) in enumerate(gangs):
        spec = build.job_spec(gpus=gpus, ranks=ranks, checkpoint=True, wall_time_max_ms=LIMIT_MS)
        cell.when(build.submit(f"job-gang-{number}", spec), after_ms=HOUR_MS if not number else 1)
    for _ in range(16):
        cell.when(build.cancel("job-nobody"), after_ms=HOUR_MS // 4)
    event(f"moves: {len(cell.moved)}")
    state = cell.scenario.state
    carried_out = [plan.job_id for plan in cell.plans if plan.carried_out]
    assert len(set(carried_out)) == len(carried_out) <= len(gangs)
    assert all(state.jobs[job_id].state == "RUNNING" for job_id in (*carried_out, *cell.moved))
    assert not state.holds
    assert not state.moving
    kinds = [type(fact).__name__ for fact in cell.told]
    assert kinds.count("HoldMade") == kinds.count("HoldReleased") == len(carried_out)
    sustained = kinds.count("FragmentationSustained") - kinds.count("FragmentationEased")
    assert sustained == (state.fragmentation is not None)
    before = len(cell.plans), len(cell.told)
    for _ in range(12):
        cell.when(build.cancel("job-nobody"), after_ms=HOUR_MS // 4)
    assert (len(cell.plans), len(cell.told)) == before


def test_moves_for_waiting_jobs_happen() -> None:
    """The law above is not vacuous."""
    half = [Small(2, 1, Tier.STANDARD_TRAINING, checkpoint=True)]
    cell = filled([half] * 4, FOR_ALL)
    for number in range(2):
        spec = build.job_spec(gpus=4, wall_time_max_ms=LIMIT_MS)
        cell.when(build.submit(f"job-gang-{number}", spec), after_ms=HOUR_MS)
    for _ in range(8):
        cell.when(build.cancel("job-nobody"), after_ms=HOUR_MS // 4)
    assert len(cell.moved) == 2
    assert {cell.scenario.state.jobs[f"job-gang-{number}"].state.value for number in range(2)} == {"RUNNING"}
