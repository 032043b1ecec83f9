"""Elastic jobs: they start small, grow into idle GPUs, and shrink before other jobs have to yield."""

from dataclasses import replace

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import GangBound, JobResizing, PreemptionRequested
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivatePolicy
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.move.elastic import sizes
from muster.testkit.cores.build import cancel, exited, job_spec, node, queue, started, submit
from muster.testkit.cores.scenario import Scenario, given

INTERVAL_MS = 300_000


def gang(scenario: Scenario, job_id: str) -> tuple[int, ...]:
    """Return the number of ranks by node of a job's live attempt."""
    attempt = scenario.state.jobs[job_id].attempt
    return tuple(len(task.ranks) for task in attempt.tasks.values()) if attempt else ()


def running(scenario: Scenario, job_id: str) -> Scenario:
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    for node_id, task in list(attempt.tasks.items()):
        scenario.when(started(node_id, job_id, attempt.number, tuple(task.ranks)))
    return scenario


def stopped(scenario: Scenario, job_id: str) -> Scenario:
    """End the job's ranks as ordered."""
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    reports = [
        exited(node_id, job_id, attempt.number, outcome=TaskOutcome.STOPPED, exit_code=None)
        for node_id in attempt.tasks
    ]
    return scenario.when(*reports)


def a_job_that_grew() -> Scenario:
    """Create eight GPUs, all held by an elastic job of two to eight ranks."""
    scenario = given(node("n1", gpus=4), node("n2", gpus=4))
    scenario.when(submit("job-e", job_spec(ranks=8, ranks_min=2, tier=Tier.BATCH_INFERENCE)))
    running(scenario, "job-e").when_time_comes()
    stopped(scenario, "job-e")
    return running(scenario, "job-e")


@pytest.mark.parametrize(
    ("ranks", "least", "named", "expected"),
    [
        (8, None, (), (8,)),
        (8, 2, (), (2, 4, 8)),
        (12, 3, (), (3, 4, 8, 12)),
        (1, 1, (), (1,)),
        (9, 3, (3, 6, 9), (3, 6, 9)),
    ],
)
def test_sizes_are_powers_of_two_unless_the_job_names_them(
    ranks: int, least: int | None, named: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    spec = job_spec(ranks=ranks, ranks_min=least)
    assert sizes(type(spec).from_datum({**spec.to_datum(), "world_sizes": list(named)})) == expected


def test_an_elastic_job_starts_with_its_minimum_and_grows_if_no_job_waits() -> None:
    scenario = given(node("n1", gpus=4), node("n2", gpus=4))
    scenario.when(submit("job-e", job_spec(ranks=8, ranks_min=2)))
    assert gang(scenario, "job-e") == (2,)
    running(scenario, "job-e")
    scenario.when_time_comes().then("JobResizing job-e/1", "JobStopping job-e/1", "StopTask n1 job-e/1")
    stopped(scenario, "job-e").then(
        "AttemptEnded job-e/1 STOPPED",
        "JobRequeued job-e/2",
        "GangBound job-e/2 n1[0] n1[1] n1[2] n1[3] n2[0] n2[1] n2[2] n2[3]",
        "StartTask n1 job-e/2",
        "StartTask n2 job-e/2",
    )
    job = scenario.state.jobs["job-e"]
    assert (job.attempts_failed, job.attempts_lost) == (0, 0)


def test_orders_carry_the_jobs_current_size() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-e", job_spec(ranks=4, ranks_min=2)))
    assert [f.world_size for f in scenario.decided if isinstance(f, StartTask)] == [2]


def test_an_elastic_job_does_not_grow_while_another_waits_for_the_same_gpus() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-e", job_spec(ranks=4, ranks_min=2)))
    running(scenario, "job-e").when(submit("job-w", job_spec(gpus=4)))
    scenario.when(submit("job-c", job_spec(gpus=0)), after_ms=2 * INTERVAL_MS)
    assert not [fact for fact in scenario.decided if isinstance(fact, JobResizing)]


def test_an_elastic_job_shrinks_as_needed_before_any_preemption() -> None:
    scenario = a_job_that_grew()
    scenario.when(submit("job-w", job_spec(gpus=2)), after_ms=INTERVAL_MS)
    [resizing] = [fact for fact in scenario.decided if isinstance(fact, JobResizing)]
    assert (resizing.ranks_from, resizing.ranks_to) == (8, 4)
    assert not [fact for fact in scenario.decided if isinstance(fact, PreemptionRequested)]
    stopped(scenario, "job-e")
    bound = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert [fact.job_id for fact in bound] == ["job-e", "job-w"], "each job has a node"
    assert [p.node_id for p in bound[0].placements] == ["n1"] * 4


def test_an_elastic_job_never_shrinks_for_a_lower_tier_nor_below_its_minimum() -> None:
    scenario = given(node("n1", gpus=4))
    scenario.when(submit("job-e", job_spec(ranks=4, ranks_min=2, tier=Tier.PREMIUM_TRAINING)))
    running(scenario, "job-e").when_time_comes()
    running(stopped(scenario, "job-e"), "job-e")
    scenario.when(submit("job-low", job_spec(tier=Tier.INTERACTIVE)), after_ms=INTERVAL_MS)
    assert not [fact for fact in scenario.decided if isinstance(fact, JobResizing)]
    scenario.when(submit("job-all", job_spec(gpus=4, tier=Tier.PREMIUM_TRAINING)))
    assert not [fact for fact in scenario.decided if isinstance(fact, JobResizing)], (
        "two GPUs would not be enough for four"
    )


def test_an_elastic_job_is_resized_at_most_once_an_interval() -> None:
    scenario = a_job_that_grew()
    attempt = scenario.state.jobs["job-e"].attempt
    grown_at_ms = attempt.bound_at_ms if attempt else 0
    scenario.when(submit("job-w", job_spec(gpus=2)))
    assert not [fact for fact in scenario.decided if isinstance(fact, JobResizing)], "the job has just grown"
    while not any(isinstance(fact, JobResizing) for fact in scenario.decided):
        scenario.when_time_comes()
    assert scenario.now_ms - grown_at_ms == INTERVAL_MS, "without any input meanwhile"


def test_a_shrink_within_the_interval_is_retried_at_its_end() -> None:
    scenario = a_job_that_grew()
    attempt = scenario.state.jobs["job-e"].attempt
    grown_at_ms = attempt.bound_at_ms if attempt else 0
    rarely = replace(scenario.state.policy, reclaim_interval_ms=3_600_000)
    scenario.when(ActivatePolicy(policy=rarely, requested_by="op")).when(submit("job-w", job_spec(gpus=2)))
    scenario.when(ClockTicked(), after_ms=grown_at_ms + INTERVAL_MS - scenario.now_ms)
    resizing = [fact for fact in scenario.decided if isinstance(fact, JobResizing)]
    assert [(fact.ranks_from, fact.ranks_to) for fact in resizing] == [(8, 4)]


def test_an_elastic_job_grows_only_within_its_quota() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=5))
    scenario.when(submit("job-e", job_spec(ranks=8, ranks_min=2, queue="red")))
    running(scenario, "job-e").when_time_comes()
    [resizing] = [fact for fact in scenario.decided if isinstance(fact, JobResizing)]
    assert resizing.ranks_to == 4


def test_a_resizing_job_can_be_cancelled() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-e", job_spec(ranks=4, ranks_min=2)))
    running(scenario, "job-e").when_time_comes()
    scenario.when(cancel("job-e"))
    stopped(scenario, "job-e").then("AttemptEnded job-e/1 STOPPED", "JobCancelled job-e")


def test_a_node_lost_during_a_resize_leads_to_an_ordinary_retry() -> None:
    scenario = a_job_that_grew()
    scenario.when(submit("job-w", job_spec(gpus=2)), after_ms=INTERVAL_MS)
    attempt = scenario.state.jobs["job-e"].attempt
    assert attempt is not None
    scenario.when(
        exited("n1", "job-e", attempt.number, outcome=TaskOutcome.LOST, exit_code=None),
        exited("n2", "job-e", attempt.number, outcome=TaskOutcome.STOPPED, exit_code=None),
    )
    assert scenario.state.jobs["job-e"].attempts_lost == 1
    assert scenario.state.jobs["job-e"].resize_to == 0


def test_a_quota_filled_during_a_resize_keeps_the_job_small() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=4))
    scenario.when(submit("job-e", job_spec(ranks=4, ranks_min=1, queue="red")))
    running(scenario, "job-e").when_time_comes()
    scenario.when(submit("job-b", job_spec(gpus=3, queue="red")))
    stopped(scenario, "job-e")
    assert gang(scenario, "job-e") == (1,)


def test_a_resize_does_not_name_the_cancellation_of_another_job_in_the_batch() -> None:
    scenario = a_job_that_grew().when(submit("job-x", job_spec(gpus=0)), after_ms=INTERVAL_MS)
    scenario.when(submit("job-b", job_spec(gpus=2)), cancel("job-x"))
    assert any(isinstance(fact, JobResizing) for fact in scenario.decided)
    stopped(scenario, "job-e")
    assert gang(scenario, "job-e"), "the job continues with fewer ranks"


def a_cpu_job_that_grew() -> Scenario:
    """Create two cores, all held by an elastic job without GPUs of one to four ranks of half a core."""
    scenario = given(node("n1", gpus=0, cpu_milli=2_000))
    scenario.when(submit("job-e", job_spec(gpus=0, cpu_milli=500, ranks=4, ranks_min=1)))
    running(scenario, "job-e").when_time_comes()
    running(stopped(scenario, "job-e"), "job-e")
    assert gang(scenario, "job-e") == (4,)
    return scenario


def test_a_job_without_gpus_shrinks_for_others_like_one_with_gpus() -> None:
    scenario = a_cpu_job_that_grew()
    premium = job_spec(gpus=0, cpu_milli=1_500, tier=Tier.PREMIUM_TRAINING)
    scenario.when(submit("job-w", premium), after_ms=INTERVAL_MS)
    scenario.then(
        "JobQueued job-w",
        "JobResizing job-e/2",
        "JobStopping job-e/2",
        "StopTask n1 job-e/2",
        "JobPending job-w CPU_SHORT",
    )
    stopped(scenario, "job-e").then(
        "AttemptEnded job-e/2 STOPPED",
        "JobRequeued job-e/3",
        "GangBound job-e/3 n1[]",
        "StartTask n1 job-e/3",
        "GangBound job-w/1 n1[]",
        "StartTask n1 job-w/1",
    )


def test_a_job_shrinks_for_others_that_lack_only_memory() -> None:
    scenario = given(node("n1", gpus=0, memory_mib=4_096))
    scenario.when(submit("job-e", job_spec(gpus=0, memory_mib=1_024, ranks=4, ranks_min=1)))
    running(scenario, "job-e").when_time_comes()
    running(stopped(scenario, "job-e"), "job-e")
    scenario.when(submit("job-w", job_spec(gpus=0, memory_mib=2_048)), after_ms=INTERVAL_MS)
    scenario.then(
        "JobQueued job-w",
        "JobResizing job-e/2",
        "JobStopping job-e/2",
        "StopTask n1 job-e/2",
        "JobPending job-w MEMORY_SHORT",
    )


def test_a_job_shrinks_for_others_that_lack_the_quota_it_grew_into() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=4))
    scenario.when(submit("job-e", job_spec(ranks=4, ranks_min=1, queue="red")))
    running(scenario, "job-e").when_time_comes()
    running(stopped(scenario, "job-e"), "job-e")
    scenario.when(submit("job-w", job_spec(gpus=3, queue="red")), after_ms=INTERVAL_MS)
    scenario.then(
        "JobQueued job-w",
        "JobResizing job-e/2",
        "JobStopping job-e/2",
        "StopTask n1 job-e/2",
        "JobPending job-w QUOTA_EXHAUSTED",
    )
    stopped(scenario, "job-e").then(
        "AttemptEnded job-e/2 STOPPED",
        "JobRequeued job-e/3",
        "GangBound job-e/3 n1[0]",
        "StartTask n1 job-e/3",
        "GangBound job-w/1 n1[1,2,3]",
        "StartTask n1 job-w/1",
    )


def test_a_job_does_not_grow_into_a_quota_that_another_waits_for() -> None:
    scenario = given(node("n1", gpus=8), queue("red", maximum_gpus=4))
    scenario.when(submit("job-e", job_spec(ranks=4, ranks_min=1, models=("A100",), queue="red")))
    running(scenario, "job-e").when(submit("job-w", job_spec(gpus=4, queue="red")))
    scenario.when(submit("job-c", job_spec(gpus=0)), after_ms=2 * INTERVAL_MS)
    assert not [fact for fact in scenario.decided if isinstance(fact, JobResizing)]


def test_a_job_does_not_grow_if_another_began_to_wait_while_it_stopped() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-e", job_spec(ranks=4, ranks_min=2)))
    running(scenario, "job-e").when_time_comes()
    scenario.when(submit("job-w", job_spec(gpus=3)))
    stopped(scenario, "job-e").then(
        "AttemptEnded job-e/1 STOPPED",
        "JobRequeued job-e/2",
        "GangBound job-e/2 n1[0] n1[1]",
        "StartTask n1 job-e/2",
    )


def test_a_job_shrinks_for_the_head_of_a_queue_on_its_reserved_nodes() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-e", job_spec(ranks=4, ranks_min=1)))
    running(scenario, "job-e").when_time_comes()
    running(stopped(scenario, "job-e"), "job-e")
    scenario.when(submit("job-w", job_spec(gpus=3)))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    assert scenario.state.reservation.node_ids == ("n1",)
    attempt = scenario.state.jobs["job-e"].attempt
    assert attempt is not None
    while not any(isinstance(fact, JobResizing) for fact in scenario.decided):
        scenario.when_time_comes()
    assert scenario.now_ms - attempt.bound_at_ms == INTERVAL_MS
