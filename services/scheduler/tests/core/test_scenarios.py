"""The main scenarios of the core, each on one screen: the inputs and all decisions."""

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptOutcome,
    GangBound,
    GpuUnhealthy,
    NodeLost,
    NodeRecovered,
    NodeRelocated,
    NodeSuspected,
)
from muster.events.node_heartbeats import Location
from muster.events.task_events import RefusalReason, TaskExited, TaskOutcome, TaskRefused
from muster.scheduler.core import limits
from muster.scheduler.core.decide import next_deadline_ms
from muster.testkit.cores.build import cancel, exited, job_spec, node, resume, started, submit, suspend
from muster.testkit.cores.scenario import Scenario, given


def failed(node_id: str, job_id: str, rank: int = 0) -> TaskExited:
    return exited(node_id, job_id, rank=rank, outcome=TaskOutcome.FAILED, exit_code=1)


def running_gang() -> Scenario:
    """Run a gang of two ranks on two nodes of two GPUs."""
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(submit("job-a", job_spec(gpus=2, ranks=2, attempts=2)))
    return scenario.when(started("n1", "job-a"), started("n2", "job-a"))


def test_a_job_is_bound_in_the_batch_of_its_submission() -> None:
    given(node("n1", gpus=2)).when(submit("job-a", job_spec(gpus=2))).then(
        "JobQueued job-a",
        "GangBound job-a/1 n1[0,1]",
        "StartTask n1 job-a/1",
    ).when(submit("job-b")).then(
        "JobQueued job-b",
        "JobPending job-b GPUS_BUSY",
    )


def test_a_job_runs_from_submission_to_success() -> None:
    scenario = given(node("n1")).when(submit("job-a"))
    scenario.when(started("n1", "job-a")).then("JobStarted job-a/1")
    scenario.when(exited("n1", "job-a")).then("AttemptEnded job-a/1 SUCCEEDED", "JobSucceeded job-a/1")
    assert scenario.state.jobs == {}
    assert scenario.state.cluster.totals().placements == 0


def test_a_gang_has_started_when_all_its_nodes_have() -> None:
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(submit("job-a", job_spec(gpus=2, ranks=2))).then(
        "JobQueued job-a",
        "GangBound job-a/1 n1[0,1] n2[0,1]",
        "StartTask n1 job-a/1",
        "StartTask n2 job-a/1",
    )
    scenario.when(started("n2", "job-a")).then()
    scenario.when(started("n1", "job-a")).then("JobStarted job-a/1")


def test_a_gang_that_does_not_fit_as_a_whole_is_not_bound_at_all() -> None:
    given(node("n1", gpus=2)).when(submit("job-a", job_spec(ranks=3))).then(
        "JobQueued job-a",
        "JobPending job-a CLUSTER_TOO_SMALL",
    ).when(node("n2", gpus=1)).then(
        "NodeJoined n2",
        "GangBound job-a/1 n1[0] n1[1] n2[0]",
        "StartTask n1 job-a/1",
        "StartTask n2 job-a/1",
    )


@pytest.mark.parametrize(
    ("reason", "follows"),
    [
        (RefusalReason.FILES_INVALID, ("AttemptEnded job-a/1 FAILED", "JobFailed job-a/1")),
        (RefusalReason.CANNOT_START, ("AttemptEnded job-a/1 FAILED", "JobFailed job-a/1")),
        (
            RefusalReason.FILES_UNAVAILABLE,
            ("AttemptEnded job-a/1 REFUSED", "JobRequeued job-a/2", "JobPending job-a RETRY_BACKOFF"),
        ),
    ],
)
def test_a_refusal_that_every_node_would_give_fails_the_job(
    reason: RefusalReason, follows: tuple[str, ...]
) -> None:
    scenario = given(node("n1")).when(submit("job-a", job_spec(attempts=1)))
    order_seq = scenario.state.seq_next - 1
    scenario.when(
        TaskRefused(
            node_id="n1",
            job_id="job-a",
            attempt=1,
            epoch=1,
            order_seq=order_seq,
            reason=reason,
            message="no",
        )
    ).then(*follows)


def test_a_failing_rank_stops_the_others_and_the_gang_is_retried() -> None:
    scenario = running_gang()
    scenario.when(failed("n2", "job-a", rank=1)).then(
        "JobStopping job-a/1",
        "StopTask n1 job-a/1",
    )
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 FAILED",
        "JobRequeued job-a/2",
        "JobPending job-a RETRY_BACKOFF",
    )
    ended = next(fact for fact in running_gang().when(failed("n2", "job-a", rank=1)).decided)
    assert "rank 1 on n2 ended with exit code 1" in ended.reason
    scenario.when_time_comes().then(
        "GangBound job-a/2 n1[0,1] n2[0,1]",
        "StartTask n1 job-a/2",
        "StartTask n2 job-a/2",
    )


def test_the_last_allowed_attempt_fails_the_job() -> None:
    given(node("n1")).when(submit("job-a", job_spec(attempts=1))).when(failed("n1", "job-a")).then(
        "AttemptEnded job-a/1 FAILED",
        "JobFailed job-a/1",
    )


def test_a_job_can_be_cancelled_while_it_waits_and_while_it_runs() -> None:
    given().when(submit("job-a"), cancel("job-a")).then("JobQueued job-a", "JobCancelled job-a")
    scenario = running_gang().when(cancel("job-a"))
    scenario.then("JobStopping job-a/1", "StopTask n1 job-a/1", "StopTask n2 job-a/1")
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then()
    scenario.when(exited("n2", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 STOPPED", "JobCancelled job-a"
    )


def test_a_job_that_succeeds_before_the_stop_reaches_it_has_succeeded() -> None:
    scenario = given(node("n1")).when(submit("job-a")).when(started("n1", "job-a")).when(cancel("job-a"))
    scenario.when(exited("n1", "job-a")).then("AttemptEnded job-a/1 SUCCEEDED", "JobSucceeded job-a/1")


def test_a_job_keeps_its_place_in_line_when_suspended_and_resumed() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-a"), submit("job-b"))
    scenario.when(suspend("job-a")).then("JobStopping job-a/1", "StopTask n1 job-a/1")
    scenario.when(suspend("job-b")).then("JobSuspended job-b")
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 STOPPED", "JobSuspended job-a"
    )
    scenario.when(submit("job-c"), resume("job-b"), resume("job-a")).then(
        "JobQueued job-c",
        "JobResumed job-b",
        "JobResumed job-a",
        "GangBound job-a/2 n1[0]",
        "StartTask n1 job-a/2",
        "JobPending job-b GPUS_BUSY",
        "JobPending job-c GPUS_BUSY",
    )


def test_cancel_overrules_suspend() -> None:
    scenario = given(node("n1")).when(submit("job-a")).when(suspend("job-a"))
    scenario.when(cancel("job-a")).then("JobStopping job-a/1")
    scenario.when(suspend("job-a")).then("CommandRejected SuspendJob job-a WRONG_STATE")
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 STOPPED", "JobCancelled job-a"
    )


def test_a_suspected_node_gets_no_new_jobs_and_its_work_continues() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a"))
    scenario.when(NodeSuspected(node_id="n1", silent_ms=12_500)).then("NodeSuspected n1")
    scenario.when(submit("job-b")).then("JobQueued job-b", "JobPending job-b NODES_UNSCHEDULABLE")
    scenario.when(NodeRecovered(node_id="n1")).then(
        "NodeRecovered n1", "GangBound job-b/1 n1[1]", "StartTask n1 job-b/1"
    )
    scenario.when(exited("n1", "job-a")).then("AttemptEnded job-a/1 SUCCEEDED", "JobSucceeded job-a/1")


def test_gangs_of_a_lost_node_end_as_a_whole_and_start_elsewhere() -> None:
    scenario = running_gang().when(node("n3", gpus=2))
    scenario.when(NodeLost(node_id="n1", silent_ms=30_000)).then(
        "NodeLost n1",
        "StopTask n1 job-a/1",
        "JobStopping job-a/1",
        "StopTask n2 job-a/1",
    )
    scenario.when(exited("n2", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 LOST",
        "JobRequeued job-a/2",
        "GangBound job-a/2 n2[0,1] n3[0,1]",
        "StartTask n2 job-a/2",
        "StartTask n3 job-a/2",
    )
    assert scenario.state.jobs["job-a"].attempts_failed == 0


def test_a_job_that_loses_one_node_after_another_fails_in_the_end() -> None:
    scenario = given(*(node(f"n{i:02}", gpus=1) for i in range(10))).when(
        submit("job-a", job_spec(attempts=1))
    )
    for i in range(10):
        scenario.when(NodeLost(node_id=f"n{i:02}", silent_ms=30_000))
    assert scenario.decided[-1].reason.endswith("(loss 10 of at most 10)")
    ended = scenario.state.ended.get("job-a")
    assert ended is not None and ended.state == "FAILED"


def test_higher_tiers_go_first_and_within_one_the_earlier() -> None:
    scenario = given().when(
        submit("job-later", job_spec(tier=Tier.STANDARD_TRAINING)),
        submit("job-batch", job_spec(tier=Tier.BATCH_INFERENCE)),
        submit("job-other", job_spec(tier=Tier.STANDARD_TRAINING, cpu_milli=2_000)),
        submit("job-serving", job_spec(tier=Tier.PRODUCTION_INFERENCE)),
    )
    scenario.when(node("n1", gpus=3)).then(
        "NodeJoined n1",
        "GangBound job-serving/1 n1[0]",
        "StartTask n1 job-serving/1",
        "GangBound job-later/1 n1[1]",
        "StartTask n1 job-later/1",
        "GangBound job-other/1 n1[2]",
        "StartTask n1 job-other/1",
    )
    scenario.when_time_comes().then("JobPending job-batch GPUS_BUSY")


def test_a_job_that_does_not_fit_lets_smaller_ones_pass() -> None:
    given(node("n1", gpus=2)).when(submit("job-a")).when(
        submit("job-large", job_spec(gpus=2)),
        submit("job-small", job_spec(tier=Tier.INTERACTIVE)),
    ).then(
        "JobQueued job-large",
        "JobQueued job-small",
        "GangBound job-small/1 n1[1]",
        "StartTask n1 job-small/1",
        "JobPending job-large GPUS_BUSY",
    )


def test_outcome_and_place_of_the_first_failure_are_recorded() -> None:
    scenario = running_gang()
    scenario.when(exited("n2", "job-a", rank=1, outcome=TaskOutcome.FAILED, exit_code=137))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None))
    ended = scenario.decided[0]
    assert (ended.outcome, ended.rank, ended.node_id, ended.exit_code) == (
        AttemptOutcome.FAILED,
        1,
        "n2",
        137,
    )


def test_a_burst_is_bound_over_several_batches_in_order() -> None:
    count = limits.BINDS_PER_PASS_MAX + 20
    scenario = given(node("n1", gpus=0, cpu_milli=10_000_000, memory_mib=2**30, port_count=2_000))
    scenario.when(*(submit(f"job-{i:05d}", job_spec(gpus=0)) for i in range(count)))
    bound = [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound)]
    assert bound == [f"job-{i:05d}" for i in range(limits.BINDS_PER_PASS_MAX)]
    assert next_deadline_ms(scenario.state) == scenario.now_ms, "the other jobs follow at once"
    scenario.when_time_comes()
    assert [fact.job_id for fact in scenario.decided if isinstance(fact, GangBound)][
        -1
    ] == f"job-{count - 1:05d}"
    scenario.when_time_comes().then("QueueMeasured default")
    assert next_deadline_ms(scenario.state) is None


def test_a_running_gang_stays_when_the_network_changes() -> None:
    scenario = running_gang()
    moved = NodeRelocated(node_id="n2", location=Location(leaf="leaf-2"))
    scenario.when(moved).then("NodeRelocated n2")
    assert scenario.state.nodes["n2"].joined.location == moved.location
    assert scenario.state.jobs["job-a"].state == "RUNNING"
    scenario.when(moved).then()


def test_a_node_with_pending_new_hardware_is_relocated_as_well() -> None:
    scenario = running_gang().when(node("n2", gpus=4))
    moved = NodeRelocated(node_id="n2", location=Location(leaf="leaf-2"))
    scenario.when(moved).then("NodeRelocated n2")
    assert scenario.state.nodes["n2"].introduced == node("n2", gpus=4, leaf="leaf-2")


def test_an_unknown_node_is_not_relocated() -> None:
    given(node("n1")).when(NodeRelocated(node_id="n9", location=Location(leaf="leaf-2"))).then()


def test_reports_about_gpus_while_new_hardware_is_pending_concern_the_new_hardware() -> None:
    scenario = given(node("n1", gpus=4)).when(submit("job-a", job_spec(gpus=4)))
    scenario.when(node("n1", gpus=8), GpuUnhealthy(node_id="n1", gpu_index=6, reason="Xid 79"))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.LOST, exit_code=None))
    scenario.when(*(submit(f"job-{n}") for n in range(8)))
    given_out = {g for n in range(8) for g in gpus_of(scenario, f"job-{n}")}
    assert 6 not in given_out


def gpus_of(scenario: Scenario, job_id: str) -> tuple[int, ...]:
    attempt = scenario.state.jobs[job_id].attempt
    return attempt.tasks["n1"].placements[0].gpu_indices if attempt else ()
