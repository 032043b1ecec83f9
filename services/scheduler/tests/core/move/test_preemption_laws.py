"""Laws of preemption over random histories, with late, repeated and invalid plans (ADR 74)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from muster.events.job_events import (
    GpuUnhealthy,
    HoldReleased,
    JobStopping,
    NodeLost,
    PreemptionAccepted,
)
from muster.events.operator_commands import ActivatePolicy
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.job import Job
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY
from muster.testkit.cores.scenario import given as cell

DAY_MS = 24 * 3_600_000
RAN_MS = 10_000
MOST = 2
POLICY = replace(
    QUIET_POLICY,
    preemption_ran_min_ms=RAN_MS,
    preemptions_per_job_day_max=MOST,
    preemption_hold_ms=20_000,
    head_patience_ms=5_000,
)
NODES = ("n1", "n2", "n3")
GPUS = 2 * len(NODES)
ACTIONS = ("submit", "submit", "start", "plan", "plan", "plan", "end", "stop", "stop", "other")


class History:
    """A small cell with a queue that has a guarantee and one that borrows, and the outcomes of its plans."""

    def __init__(self) -> None:
        queues = (build.queue("red", guarantee_gpus=4), build.queue("blue"))
        nodes = [build.node(node_id, gpus=2) for node_id in NODES]
        self.scenario = cell(*queues, *nodes, ActivatePolicy(policy=POLICY, requested_by="op"))
        self.submitted = 0
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.preempted: dict[str, list[int]] = {}
        self.open_plans: dict[str, str] = {}

    def when(self, *payloads: object, after_ms: int) -> None:
        """Apply one batch, after which every law must hold."""
        self.scenario.when(*payloads, after_ms=after_ms)
        for fact in self.scenario.decided:
            match fact:
                case PreemptionAccepted():
                    self._accepted(fact)
                case HoldReleased():
                    assert self.open_plans.pop(fact.job_id) == fact.plan_id
                case JobStopping() if fact.plan_id:
                    assert self.scenario.state.jobs[fact.job_id].state is JobState.STOPPING
                case _:
                    pass
        self._check()

    def _accepted(self, fact: PreemptionAccepted) -> None:
        assert fact.job_id not in self.open_plans
        self.open_plans[fact.job_id] = fact.plan_id
        for victim in fact.victims:
            if victim.ranks_kept:
                continue
            first, second = sorted((victim.job_id, fact.job_id))
            self.pairs[first, second] += 1
            assert self.pairs[first, second] == 1, "only one of a pair yields to the other, and only once"
            times = self.preempted.setdefault(victim.job_id, [])
            times.append(self.scenario.now_ms)
            assert sum(at_ms > self.scenario.now_ms - DAY_MS for at_ms in times) <= MOST

    def _check(self) -> None:
        state = self.scenario.state
        assert self.open_plans == {hold.job_id: hold.plan_id for hold in state.holds.values()}
        held: Counter[str] = Counter()
        for hold in state.holds.values():
            assert state.jobs[hold.job_id].state is JobState.QUEUED, "no hold outlives the wait of its job"
            assert state.now_ms < hold.until_ms, "or its limit"
            held.update(hold.node_ids)
        assert all(count == 1 for count in held.values()), "no node is held twice"
        for node_id, node in state.nodes.items():
            assert bool(node.held_for) == (node_id in held)
            assert not (node.held_for and node.open)
        self._check_gpus()

    def _check_gpus(self) -> None:
        """Check that no GPU is allocated twice, by what the jobs hold."""
        taken: Counter[tuple[str, int]] = Counter()
        for job in self.scenario.state.jobs.values():
            for node_id, task in job.attempt.tasks.items() if job.attempt else ():
                for placement in task.placements:
                    taken.update((node_id, index) for index in placement.gpu_indices)
        assert all(count == 1 for count in taken.values())

    def jobs(self, *states: JobState) -> list[Job]:
        """Return the jobs in one of these states, by id."""
        found = [job for job in self.scenario.state.jobs.values() if job.state in states]
        return sorted(found, key=lambda job: job.job_id)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Draw a history of submissions, valid, stale and invalid plans, ends, losses and time."""
    history = History()
    lent = [build.submit(f"job-lent{number}", build.job_spec(queue="blue")) for number in range(GPUS)]
    history.when(*lent, after_ms=1)
    history.when(ClockTicked(), after_ms=RAN_MS)
    for _ in range(draw(st.integers(5, 40))):
        _live(draw, history)
    return history


def _live(draw: st.DrawFn, history: History) -> None:
    after_ms = draw(st.sampled_from((1, 500, RAN_MS, RAN_MS, 60_000)))
    action = draw(
        st.sampled_from(("submit", "submit", "start", "plan", "plan", "plan", "end", "stop", "stop", "other"))
    )
    running = history.jobs(JobState.BOUND, JobState.RUNNING, JobState.STOPPING)
    waiting = history.jobs(JobState.QUEUED)
    match action:
        case "submit":
            history.submitted += 1
            spec = build.job_spec(
                gpus=draw(st.integers(1, 2)),
                ranks=draw(st.sampled_from((1, 1, 2))),
                queue=draw(st.sampled_from(("red", "red", "blue"))),
                checkpoint=draw(st.booleans()),
                attempts=5,
                backoff_ms=1,
            )
            history.when(build.submit(f"job-{history.submitted:04}", spec), after_ms=after_ms)
        case "start":
            _reports(draw, history, running, after_ms, start=True)
        case "plan" if waiting:
            job = draw(st.sampled_from(waiting))
            others = (
                draw(st.lists(st.sampled_from(running), min_size=1, max_size=3, unique_by=_id))
                if running
                else []
            )
            plans = [_plan(draw, job, others) for _ in range(draw(st.integers(1, 2)))]
            history.when(*plans, after_ms=after_ms)
        case "end":
            _reports(draw, history, running, after_ms, start=False)
        case "stop":
            stopping = [job for job in running if job.state is JobState.STOPPING]
            _reports(draw, history, stopping, after_ms, start=False)
        case _:
            _other(draw, history, after_ms)


def _id(job: Job) -> str:
    return job.job_id


def _plan(draw: st.DrawFn, job: Job, others: list[Job]) -> object:
    """Draw a plan, mostly with current victims, sometimes of an ended attempt."""
    age = draw(st.sampled_from((0, 0, 0, 0, 1)))
    attempts = [max(1, other.attempts - age) for other in others]
    victims = [build.victim(other.job_id, number) for other, number in zip(others, attempts, strict=True)]
    return build.preemption_plan(job.job_id, *victims)


def _reports(draw: st.DrawFn, history: History, jobs: list[Job], after_ms: int, *, start: bool) -> None:
    """Start or end all tasks of one job: as ordered if there is an order, else at random."""
    if not jobs:
        return
    job = draw(st.sampled_from(jobs))
    assert job.attempt is not None
    ordered = (TaskOutcome.STOPPED, TaskOutcome.SUCCEEDED)
    own = (TaskOutcome.SUCCEEDED, TaskOutcome.FAILED)
    outcome = draw(st.sampled_from(ordered if job.state is JobState.STOPPING else own))
    code = 0 if outcome is TaskOutcome.SUCCEEDED else 143
    reports = [
        build.started(node_id, job.job_id, job.attempt.number, tuple(task.ranks))
        if start
        else build.exited(node_id, job.job_id, job.attempt.number, outcome=outcome, exit_code=code)
        for node_id, task in job.attempt.tasks.items()
    ]
    history.when(*reports, after_ms=after_ms)


def _other(draw: st.DrawFn, history: History, after_ms: int) -> None:
    node_id = draw(st.sampled_from(NODES))
    live = history.jobs(JobState.QUEUED, JobState.BOUND, JobState.RUNNING)
    happens: list[object] = [ClockTicked(), ClockTicked()]
    happens += [NodeLost(node_id=node_id, silent_ms=30_000), build.node(node_id, gpus=2, boot_id="again")]
    happens += [GpuUnhealthy(node_id=node_id, gpu_index=0, reason="Xid 79")]
    if live:
        job_id = draw(st.sampled_from(live)).job_id
        happens += [build.cancel(job_id), build.suspend(job_id)]
    history.when(draw(st.sampled_from(happens)), after_ms=after_ms)


@pytest.mark.slow
@settings(max_examples=60)
@given(histories())
def test_no_gpu_is_allocated_twice_no_hold_outlives_its_job_and_evictions_are_limited(
    history: History,
) -> None:
    """This is checked after every batch; finally a snapshot is the same state, and every hold expires."""
    copy = forked(history.scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(history.scenario.state)
    if history.scenario.state.holds:
        limit_ms = max(hold.until_ms for hold in history.scenario.state.holds.values())
        history.when(ClockTicked(), after_ms=limit_ms - history.scenario.now_ms)
    assert not history.scenario.state.holds
