"""Graceful closing of nodes: drains and scheduled maintenance windows (ADR 29)."""

import pytest
from muster.cluster.occupancy import Window
from muster.events.job_commands import Tier
from muster.events.job_events import AttemptEnded, JobRequeued, PendingCode
from muster.events.operator_commands import (
    CancelMaintenance,
    CordonNode,
    DrainNode,
    ScheduleMaintenance,
    TagNode,
    UndrainNode,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.state.windows import CUTS_MAX, Windows
from muster.testkit.cores.build import cancel, exited, job_spec, node, started, submit, suspend
from muster.testkit.cores.scenario import Scenario, given

MINUTE_MS = 60_000
INFERENCE = job_spec(tier=Tier.PRODUCTION_INFERENCE)


def drain(node_id: str) -> DrainNode:
    return DrainNode(node_id=node_id, requested_by="op", reason="fan broken")


def maintenance(scenario: Scenario, node_id: str, in_ms: int, for_ms: int = MINUTE_MS) -> ScheduleMaintenance:
    starts_at_ms = scenario.now_ms + in_ms
    return ScheduleMaintenance(
        node_id=node_id, starts_at_ms=starts_at_ms, ends_at_ms=starts_at_ms + for_ms, requested_by="op"
    )


def stopped(node_id: str, job_id: str, attempt: int = 1) -> object:
    return exited(node_id, job_id, attempt, outcome=TaskOutcome.STOPPED, exit_code=143)


def node_of(scenario: Scenario, job_id: str) -> str:
    attempt = scenario.state.jobs[job_id].attempt
    return attempt.master_node_id if attempt else ""


def two_nodes(spec: object = None) -> Scenario:
    """Place a job on the first of two equal nodes."""
    scenario = given(node("n1", gpus=1), node("n2", gpus=1))
    return scenario.when(submit("job-a", spec or job_spec())).when(started("n1", "job-a"))  # pyright: ignore[reportArgumentType]


def test_jobs_of_a_drained_node_stop_with_their_grace_and_move_elsewhere() -> None:
    scenario = two_nodes().when(drain("n1"))
    scenario.then("NodeDraining n1", "JobStopping job-a/1", "StopTask n1 job-a/1")
    assert scenario.decided[1].requeues
    assert scenario.decided[2].grace_ms == job_spec().grace_ms
    scenario.when(stopped("n1", "job-a"))
    scenario.then(
        "AttemptEnded job-a/1 STOPPED",
        "JobRequeued job-a/2",
        "GangBound job-a/2 n2[0]",
        "StartTask n2 job-a/2",
    )
    job = scenario.state.jobs["job-a"]
    assert (job.attempts_failed, job.attempts_lost, job.avoids) == (0, 0, ())


def test_a_drained_node_takes_no_new_jobs_until_it_is_undrained() -> None:
    scenario = given(node("n1", gpus=1)).when(drain("n1"), submit("job-a"))
    assert scenario.decided[-1].code is PendingCode.NODES_UNSCHEDULABLE
    scenario.when(UndrainNode(node_id="n1", requested_by="op"))
    assert node_of(scenario, "job-a") == "n1"


def test_a_gang_stops_as_a_whole() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", job_spec(ranks=2)))
    scenario.when(drain("n2")).then(
        "NodeDraining n2", "JobStopping job-a/1", "StopTask n1 job-a/1", "StopTask n2 job-a/1"
    )


def test_a_job_that_fails_while_it_leaves_has_failed() -> None:
    scenario = two_nodes(job_spec(attempts=1)).when(drain("n1"))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=3))
    assert scenario.decided[-1].reason.endswith("(no retries allowed)")
    assert "job-a" not in scenario.state.jobs


@pytest.mark.parametrize(("ask", "ends"), [(cancel, "JobCancelled job-a"), (suspend, "JobSuspended job-a")])
def test_a_command_of_the_owner_takes_precedence_over_the_move(ask: object, ends: str) -> None:
    scenario = two_nodes().when(drain("n1"), ask("job-a"))  # pyright: ignore[reportCallIssue]
    scenario.when(stopped("n1", "job-a")).then("AttemptEnded job-a/1 STOPPED", ends)


def test_a_move_does_not_name_the_cancellation_of_another_job_in_the_batch() -> None:
    scenario = two_nodes().when(submit("job-b")).when(drain("n1"), cancel("job-b"))
    scenario.when(stopped("n1", "job-a"))
    assert [type(fact) for fact in scenario.decided][:2] == [AttemptEnded, JobRequeued]


def test_production_inference_stays_until_another_node_has_room() -> None:
    scenario = two_nodes(INFERENCE).when(submit("job-b")).when(drain("n1"))
    scenario.then("NodeDraining n1")
    scenario.when(exited("n2", "job-b"))
    assert scenario.state.jobs["job-a"].state == "STOPPING"
    scenario.when(stopped("n1", "job-a"))
    assert node_of(scenario, "job-a") == "n2"


def test_production_inference_is_moved_one_job_at_a_time() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a", INFERENCE), submit("job-b", INFERENCE))
    scenario.when(node("n2", gpus=1), drain("n1"))
    assert [scenario.state.jobs[name].state for name in ("job-a", "job-b")] == ["STOPPING", "BOUND"]
    scenario.when(stopped("n1", "job-a"))
    assert node_of(scenario, "job-a") == "n2"
    assert scenario.state.jobs["job-b"].state == "BOUND", "no other node has room"


def test_only_jobs_that_end_in_time_are_placed_before_a_window() -> None:
    scenario = given(node("n1", gpus=1))
    scenario.when(maintenance(scenario, "n1", 10 * MINUTE_MS))
    scenario.when(submit("job-long", job_spec(wall_time_max_ms=11 * MINUTE_MS))).then(
        "JobQueued job-long", "JobPending job-long MAINTENANCE_AHEAD"
    )
    scenario.when(submit("job-unknown"))
    assert node_of(scenario, "job-unknown") == ""
    scenario.when(submit("job-short", job_spec(wall_time_max_ms=9 * MINUTE_MS, cpu_milli=1)))
    assert node_of(scenario, "job-short") == "n1"


def test_a_shorter_equal_job_is_placed_in_the_same_pass_in_which_a_longer_one_waits() -> None:
    scenario = given(node("n1", gpus=1))
    scenario.when(maintenance(scenario, "n1", 10 * MINUTE_MS))
    long = job_spec(tier=Tier.PREMIUM_TRAINING, wall_time_max_ms=60 * MINUTE_MS)
    scenario.when(submit("job-long", long), submit("job-short", job_spec(wall_time_max_ms=5 * MINUTE_MS)))
    assert (node_of(scenario, "job-long"), node_of(scenario, "job-short")) == ("", "n1")


def test_a_window_starts_moves_running_jobs_and_ends() -> None:
    scenario = two_nodes()
    scenario.when(maintenance(scenario, "n1", 5 * MINUTE_MS)).then("MaintenanceScheduled n1")
    scenario.when_time_comes().then("MaintenanceStarted n1", "JobStopping job-a/1", "StopTask n1 job-a/1")
    scenario.when(stopped("n1", "job-a"))
    assert node_of(scenario, "job-a") == "n2"
    scenario.when(submit("job-b"))
    assert node_of(scenario, "job-b") == ""
    while scenario.state.nodes["n1"].window:
        scenario.when_time_comes()
    assert node_of(scenario, "job-b") == "n1"


def test_a_window_that_passed_while_the_scheduler_was_down_is_over() -> None:
    scenario = two_nodes()
    scenario.when(maintenance(scenario, "n1", MINUTE_MS))
    scenario.when(submit("job-b", job_spec(gpus=0)), after_ms=5 * MINUTE_MS)
    assert scenario.state.nodes["n1"].window is None
    assert scenario.state.jobs["job-a"].state == "RUNNING"


def test_a_window_can_be_moved_and_cancelled_but_not_set_in_the_past() -> None:
    scenario = given(node("n1", gpus=1))
    first = maintenance(scenario, "n1", MINUTE_MS)
    scenario.when(first).when(first).then("CommandRepeated ScheduleMaintenance n1")
    scenario.when(maintenance(scenario, "n1", 2 * MINUTE_MS)).then("MaintenanceScheduled n1")
    scenario.when(maintenance(scenario, "n1", -1))
    [refused] = scenario.decided
    assert isinstance(refused, CommandRejected)
    assert refused.violations[0].field == "starts_at_ms"
    assert refused.violations[0].allowed == f"later than now ({scenario.now_ms})"
    off = CancelMaintenance(node_id="n1", requested_by="op")
    scenario.when(off).then("MaintenanceEnded n1")
    scenario.when(off).then("CommandRepeated CancelMaintenance n1")
    scenario.when(maintenance(scenario, "nowhere", MINUTE_MS))
    assert (scenario.decided[0].code, scenario.decided[0].violations[0].value) == (
        RejectionCode.NOT_FOUND,
        "nowhere",
    )


def test_a_window_that_has_started_cannot_be_moved() -> None:
    scenario = given(node("n1", gpus=1))
    scenario.when(maintenance(scenario, "n1", MINUTE_MS)).when_time_comes()
    scenario.when(maintenance(scenario, "n1", MINUTE_MS))
    assert scenario.decided[0].code is RejectionCode.WRONG_STATE


def test_nodes_are_not_reserved_for_a_head_that_would_outlast_their_window() -> None:
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    hold = job_spec(gpus=1, wall_time_max_ms=20 * MINUTE_MS)
    scenario.when(*(submit(f"job-{n}", hold) for n in range(4)))
    scenario.when(exited("n1", "job-0"), after_ms=MINUTE_MS)
    scenario.when(submit("job-head", job_spec(gpus=2, wall_time_max_ms=30 * MINUTE_MS)))
    scenario.when(maintenance(scenario, "n1", 40 * MINUTE_MS))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    assert scenario.state.reservation.node_ids == ("n2",)


def test_labels_and_taints_of_operators_add_to_those_announced() -> None:
    scenario = given(node("n1", gpus=1, labels={"zone": "a"}, taints=("spot",)), node("n2", gpus=1))
    scenario.when(TagNode(node_id="n2", labels={"zone": "b"}, taints=("own",), requested_by="op"))
    scenario.then("NodeTagged n2")
    scenario.when(submit("job-b", job_spec(node_labels={"zone": "b"}, tolerations=("own",))))
    assert node_of(scenario, "job-b") == "n2"
    scenario.when(TagNode(node_id="n1", labels={"zone": "c"}, requested_by="op"))
    scenario.when(submit("job-c", job_spec(node_labels={"zone": "c"}, tolerations=("spot",))))
    assert node_of(scenario, "job-c") == "n1"
    scenario.when(TagNode(node_id="n2", taints_removed=("own",), labels_removed=("zone",), requested_by="op"))
    assert scenario.decided[0].to_datum()["labels"] == {}
    scenario.when(TagNode(node_id="n1", taints_removed=("spot",), requested_by="op"))
    assert scenario.decided[0].violations[0].allowed == "one that operators set: none"


def test_draining_and_cordoned_nodes_are_distinguished() -> None:
    scenario = given(node("n1", gpus=1)).when(drain("n1"), CordonNode(node_id="n1", requested_by="op"))
    scenario.when(UndrainNode(node_id="n1", requested_by="op"))
    assert scenario.state.nodes["n1"].cordoned
    scenario.when(UndrainNode(node_id="n1", requested_by="op")).then("CommandRepeated UndrainNode n1")


def test_many_windows_are_merged_into_few_limits_that_are_never_late() -> None:
    windows = Windows()
    starts = [10 * n + n % 7 for n in range(1, 200)]
    for n, at_ms in enumerate(starts):
        windows.add(f"n{n}", Window(at_ms, at_ms + 5))
    cuts = {windows.cut_ms(until_ms) for until_ms in range(2_500)}
    assert len(cuts) <= CUTS_MAX + 1
    for until_ms in range(2_500):
        closed = [at_ms for at_ms in starts if at_ms < until_ms]
        assert windows.cut_ms(until_ms) >= max(closed, default=0)
    assert windows.cut_ms(starts[0]) == 0
