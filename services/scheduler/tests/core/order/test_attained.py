"""Time-sharing by attained service: levels, quanta, victims, and laws over random histories (ADR 83)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    PreemptionAccepted,
    PreemptionCause,
    PreemptionRefused,
    PreemptionRequested,
    RefusalCode,
)
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import QueueOrder
from muster.events.scheduler_log import ClockTicked
from muster.events.shared.command_answers import CommandRejected
from muster.events.task_events import TaskOutcome
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.order import attained
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores import build
from muster.testkit.cores.build import configure, job_spec, node, queue, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario
from muster.testkit.cores.scenario import given as cell

MINUTE_MS = 60_000
LEVEL_MS = 10 * MINUTE_MS
QUANTUM_MS = 15 * MINUTE_MS
POLICY = replace(
    QUIET_POLICY,
    time_level_gpu_ms=LEVEL_MS,
    time_level_factor=10,
    time_levels=3,
    time_quantum_ms=QUANTUM_MS,
    time_cost_percent_max=100,
    time_promotion_ms=6 * 60 * MINUTE_MS,
    preemption_ran_min_ms=0,
    preemptions_per_job_day_max=2,
)
SHARED: dict[str, Any] = {"order": QueueOrder.LEAST_ATTAINED_SERVICE}


def sharing(*nodes: Any, **settings: Any) -> Scenario:
    """Create a cell with a queue that shares time."""
    activate = ActivatePolicy(policy=POLICY, requested_by="op")
    return cell(activate, queue("red", **SHARED, **settings), *(nodes or (node("n1", gpus=2),)))


def requests(scenario: Scenario) -> list[tuple[str, tuple[str, ...]]]:
    """Return the preemption requests of the last batch, with the jobs that may yield."""
    return [
        (f.job_id, f.holders)
        for f in scenario.decided
        if isinstance(f, PreemptionRequested) and f.cause is PreemptionCause.TIME_SHARED
    ]


def bound(scenario: Scenario) -> list[str]:
    return [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound)]


def spec(**more: Any) -> Any:
    fields: dict[str, Any] = {"queue": "red", "gpus": 2, "checkpoint": True, **more}
    return job_spec(**fields)


def runs(scenario: Scenario, job_id: str, node_id: str = "n1") -> Scenario:
    job = scenario.state.jobs[job_id]
    assert job.attempt is not None
    return scenario.when(
        build.started(node_id, job_id, job.attempts, tuple(job.attempt.tasks[node_id].ranks))
    )


def stopped(job_id: str) -> Any:
    """Return the report that the first attempt stopped as ordered."""
    return build.exited("n1", job_id, 1, outcome=TaskOutcome.STOPPED, exit_code=143)


def plan(job_id: str, *victims: str, scenario: Scenario) -> Any:
    named = [build.victim(victim, scenario.state.jobs[victim].attempts) for victim in victims]
    return replace(build.preemption_plan(job_id, *named), cause=PreemptionCause.TIME_SHARED)


def test_a_longer_job_yields_to_a_short_one_after_its_quantum() -> None:
    scenario = sharing().when(submit("job-long", spec()))
    runs(scenario, "job-long").when(submit("job-short", spec()), after_ms=MINUTE_MS)
    assert requests(scenario) == []
    scenario.when(ClockTicked(), after_ms=LEVEL_MS)
    assert requests(scenario) == [], "the job is in the second level, but its quantum is not over"
    due_ms = next_deadline_ms(scenario.state)
    assert due_ms is not None
    scenario.when(ClockTicked(), after_ms=QUANTUM_MS - LEVEL_MS)
    assert requests(scenario) == [("job-short", ("job-long",))]
    scenario.when(plan("job-short", "job-long", scenario=scenario))
    [accepted] = [fact for fact in scenario.decided if isinstance(fact, PreemptionAccepted)]
    assert [victim.job_id for victim in accepted.victims] == ["job-long"]
    scenario.when(stopped("job-long"), after_ms=5_000)
    assert bound(scenario) == ["job-short"]
    long = scenario.state.jobs["job-long"]
    assert long.attained_gpu_ms == 2 * (scenario.now_ms - accepted_since(scenario, long.job_id))
    assert long.drained_ms == 5_000
    assert long.scheduling_key is not None
    assert long.scheduling_key.urgency == 1


def accepted_since(scenario: Scenario, job_id: str) -> int:
    """Return when the first attempt of a job was bound, from its run time."""
    [ended] = [f for f in scenario.decided if isinstance(f, AttemptEnded) and f.job_id == job_id]
    return scenario.now_ms - ended.ran_ms


def test_a_plan_against_a_quantum_is_refused() -> None:
    scenario = sharing().when(submit("job-long", spec()))
    runs(scenario, "job-long").when(submit("job-short", spec()), after_ms=MINUTE_MS)
    scenario.when(plan("job-short", "job-long", scenario=scenario))
    [refused] = [fact for fact in scenario.decided if isinstance(fact, PreemptionRefused)]
    assert refused.code is RefusalCode.VICTIM_PROTECTED


@pytest.mark.parametrize(
    "what",
    [
        {"checkpoint": False},
        {"queue": "blue"},
        {"asks": Tier.BATCH_INFERENCE},
    ],
)
def test_jobs_that_cannot_share_time_are_not_asked_to_yield(what: dict[str, Any]) -> None:
    asks = what.get("asks", Tier.STANDARD_TRAINING)
    long = spec(**{field: value for field, value in what.items() if field != "asks"})
    scenario = sharing().when(queue("blue")).when(submit("job-long", long))
    runs(scenario, "job-long").when(submit("job-short", spec(tier=asks)), after_ms=MINUTE_MS)
    scenario.when(ClockTicked(), after_ms=10 * QUANTUM_MS)
    assert requests(scenario) == []


def test_a_queue_within_its_guarantee_is_not_asked() -> None:
    scenario = sharing().when(queue("blue", guarantee_gpus=2, **SHARED))
    scenario.when(submit("job-long", spec(queue="blue")))
    runs(scenario, "job-long").when(submit("job-short", spec()), after_ms=MINUTE_MS)
    scenario.when(ClockTicked(), after_ms=10 * QUANTUM_MS)
    assert requests(scenario) == []
    scenario.when(configure("blue", **SHARED)).when(ClockTicked(), after_ms=QUANTUM_MS)
    assert requests(scenario) == [("job-short", ("job-long",))]


def test_the_named_job_of_several_that_never_share_does_not_depend_on_how_the_state_arose() -> None:
    """A loaded state has its jobs in an order other than that of their submission."""
    scenario = cell(queue("red"), node("n1", gpus=2))
    for job_id in ("job-b", "job-a"):
        scenario.when(submit(job_id, spec(tier=Tier.PRODUCTION_INFERENCE)))
    [refused] = scenario.when(configure("red", **SHARED)).decided
    assert isinstance(refused, CommandRejected)
    assert refused.message.endswith("until its premium and production jobs have ended, such as job-a")


@pytest.mark.parametrize("tier", [Tier.PRODUCTION_INFERENCE, Tier.PREMIUM_TRAINING])
def test_tiers_that_never_share_are_rejected_by_validation(tier: Tier) -> None:
    scenario = sharing().when(queue("blue"), submit("job-a", spec(tier=tier)))
    [refused] = [fact for fact in scenario.decided if isinstance(fact, CommandRejected)]
    [violation] = refused.violations
    allowed = "STANDARD_TRAINING, BATCH_INFERENCE, INTERACTIVE"
    assert (violation.field, violation.value, violation.allowed) == ("tier", tier, allowed)
    scenario.when(submit("job-b", spec(tier=tier, queue="blue"))).when(configure("blue", **SHARED))
    [refused] = [fact for fact in scenario.decided if isinstance(fact, CommandRejected)]
    assert refused.violations[0].field == "settings.order"


def test_the_job_with_less_service_goes_first_and_a_long_wait_makes_up_for_a_level() -> None:
    scenario = sharing(node("n1", gpus=1)).when(submit("job-long", spec(gpus=1)))
    runs(scenario, "job-long").when(submit("job-next", spec(gpus=1)), after_ms=2 * QUANTUM_MS)
    scenario.when(plan("job-next", "job-long", scenario=scenario))
    scenario.when(stopped("job-long"))
    assert bound(scenario) == ["job-next"]
    scenario.when(submit("job-new", spec(gpus=1)))
    group = scenario.state.pending.group_of(scenario.state.jobs["job-long"])
    assert group is not None
    assert attained.urgency(scenario.state, group) == 1
    copy = forked(scenario.state)
    scenario.when(build.exited("n1", "job-next", 1, outcome=TaskOutcome.SUCCEEDED, exit_code=0))
    assert bound(scenario) == ["job-new"], "it was submitted later, and had less service"
    later = Scenario()
    later.state, later.now_ms = copy, scenario.now_ms
    later.when(
        build.exited("n1", "job-next", 1, outcome=TaskOutcome.SUCCEEDED, exit_code=0),
        after_ms=POLICY.time_promotion_ms,
    )
    assert bound(later) == ["job-long"], "after time_promotion_ms it counts as one level lower"


@settings(max_examples=30)
@drawn(st.lists(st.tuples(st.sampled_from("stye"), st.integers(1, 3), st.integers(1, 40)), max_size=40))
def test_service_is_conserved_and_a_snapshot_is_the_same_state(script: list[tuple[str, int, int]]) -> None:
    """Attained service equals what the attempts held, however they ended; yields per day are limited."""
    scenario, had, yields = sharing(node("n1", gpus=4)), dict[str, int](), dict[str, list[int]]()
    for number, (action, gpus, minutes) in enumerate(script):
        scenario.when(*_acts(scenario, action, number, gpus), after_ms=minutes * MINUTE_MS)
        for fact in scenario.decided:
            if isinstance(fact, AttemptEnded) and fact.job_id in scenario.state.jobs:
                gpu_milli = scenario.state.jobs[fact.job_id].shape.gpu_milli_total
                had[fact.job_id] = had.get(fact.job_id, 0) + gpu_milli * fact.ran_ms // 1000
            if isinstance(fact, PreemptionAccepted):
                for victim in fact.victims:
                    yields.setdefault(victim.job_id, []).append(scenario.now_ms)
    state = scenario.state
    assert {job.job_id: job.attained_gpu_ms for job in state.jobs.values()} == {
        job_id: had.get(job_id, 0) for job_id in state.jobs
    }
    day_ms = 24 * 60 * MINUTE_MS
    for times in yields.values():
        assert all(sum(at - day_ms < other <= at for other in times) <= 2 for at in times)
    copy = forked(state)
    assert copy.sharing_time.keys() == state.sharing_time.keys()
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(state)


def _acts(scenario: Scenario, action: str, number: int, gpus: int) -> list[Any]:
    jobs = sorted(scenario.state.jobs.values(), key=lambda job: job.job_id)
    live = [job for job in jobs if job.attempt is not None]
    waiting = [job for job in jobs if job.state is JobState.QUEUED]
    match action:
        case "s":
            return [submit(f"job-{number:03}", spec(gpus=gpus))]
        case "t" if live:
            return [build.started("n1", job.job_id, job.attempts, (0,)) for job in live]
        case "y" if waiting and live:
            return [plan(waiting[0].job_id, live[number % len(live)].job_id, scenario=scenario)]
        case "e" if live:
            job = live[number % len(live)]
            stops = job.state is JobState.STOPPING
            outcome = TaskOutcome.STOPPED if stops else TaskOutcome.SUCCEEDED
            return [
                build.exited("n1", job.job_id, job.attempts, outcome=outcome, exit_code=143 if stops else 0)
            ]
        case _:
            return [ClockTicked()]


def test_no_job_starves_beside_a_stream_of_short_ones() -> None:
    """A long job on all GPUs resumes within a bound, although a new job arrives every minute."""
    scenario = sharing(node("n1", gpus=1)).when(submit("job-long", spec(gpus=1)))
    runs(scenario, "job-long").when(ClockTicked(), after_ms=2 * QUANTUM_MS)
    scenario.when(submit("job-0", spec(gpus=1)))
    scenario.when(plan("job-0", "job-long", scenario=scenario))
    scenario.when(stopped("job-long"))
    since_ms, number = scenario.now_ms, 0
    while number < 1_000:
        number += 1
        [running] = [job for job in scenario.state.jobs.values() if job.attempt is not None]
        if running.job_id == "job-long":
            break
        done = build.exited("n1", running.job_id, 1, outcome=TaskOutcome.SUCCEEDED, exit_code=0)
        scenario.when(submit(f"job-{number}", spec(gpus=1)), done, after_ms=MINUTE_MS)
    assert scenario.now_ms - since_ms <= POLICY.time_promotion_ms + MINUTE_MS
    assert number < 1_000
