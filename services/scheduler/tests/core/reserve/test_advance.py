"""Nodes reserved for a queue: the jobs that may be placed there before, during and after the window."""

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import CapacityReassigned, CapacityReserved, NodeLost, PreemptionRequested
from muster.events.operator_commands import CordonNode, UncordonNode
from muster.events.queue_commands import CancelCapacityReservation, DeleteQueue
from muster.events.scheduler_log import ClockTicked
from muster.events.shared.command_answers import CommandRejected
from muster.events.task_events import TaskOutcome
from muster.testkit.cores import build
from muster.testkit.cores.build import exited, job_spec, node, queue, reserve, started, submit
from muster.testkit.cores.scenario import START_MS, Scenario, given

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
NOON_MS = START_MS + HOUR_MS
END_MS = NOON_MS + HOUR_MS


def cell(nodes: int = 2) -> Scenario:
    """Create nodes of two GPUs, and queues red, with blue below, and green."""
    scenario = given(*(node(f"n{n}", gpus=2) for n in range(1, nodes + 1)))
    return scenario.when(queue("red"), queue("blue", parent="red"), queue("green"))


def at(scenario: Scenario, at_ms: int) -> Scenario:
    return scenario.when(ClockTicked(), after_ms=at_ms - scenario.now_ms)


def job(name: str, in_queue: str, *, gpus: int = 2, limit_ms: int | None = None, ranks: int = 1) -> object:
    return submit(name, job_spec(gpus=gpus, ranks=ranks, queue=in_queue, wall_time_max_ms=limit_ms))


def where(scenario: Scenario, job_id: str) -> tuple[str, ...]:
    attempt = scenario.state.jobs[job_id].attempt
    return tuple(attempt.tasks) if attempt else ()


def refusal(scenario: Scenario) -> tuple[str, str, str, str]:
    [rejected] = [fact for fact in scenario.decided if isinstance(fact, CommandRejected)]
    violation = rejected.violations[0]
    return rejected.code, violation.field, violation.value, violation.allowed


def test_a_reservation_is_made_starts_and_ends() -> None:
    scenario = cell().when(reserve("course", "red", nodes=1, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    scenario.then("CapacityReserved course")
    [made] = scenario.decided
    assert (made.node_ids, made.gpu_count) == (("n1",), 2)
    scenario.when_time_comes().then("CapacityReservationStarted course")
    assert scenario.now_ms == NOON_MS
    scenario.when_time_comes().then("CapacityReservationEnded course")
    assert scenario.now_ms == END_MS
    assert not scenario.state.capacity
    assert not any(each.reservations for each in scenario.state.nodes.values())


def test_only_jobs_that_end_before_the_start_are_placed_on_reserved_nodes() -> None:
    scenario = cell().when(reserve("course", "red", nodes=2, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    scenario.when(
        job("job-open", "green"),
        job("job-long", "green", limit_ms=2 * HOUR_MS),
        job("job-short", "green", limit_ms=20 * MINUTE_MS),
    ).then(
        "JobQueued job-open",
        "JobQueued job-long",
        "JobQueued job-short",
        "GangBound job-short/1 n1[0,1]",
        "StartTask n1 job-short/1",
        "JobPending job-open NODES_RESERVED",
        "JobPending job-long NODES_RESERVED",
    )


def test_reserved_nodes_take_only_jobs_of_the_queue_and_those_below_from_the_start_on() -> None:
    scenario = cell().when(reserve("course", "red", nodes=2, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    at(scenario, NOON_MS)
    scenario.when(job("job-other", "green", limit_ms=MINUTE_MS), job("job-below", "blue", ranks=2)).then(
        "JobQueued job-other",
        "JobQueued job-below",
        "GangBound job-below/1 n1[0,1] n2[0,1]",
        "StartTask n1 job-below/1",
        "StartTask n2 job-below/1",
        "JobPending job-other NODES_RESERVED",
    )


def test_reserved_nodes_are_open_to_all_queues_after_the_end() -> None:
    scenario = cell().when(reserve("course", "red", nodes=2, ends_at_ms=END_MS)).when(job("job-a", "green"))
    assert where(scenario, "job-a") == ()
    at(scenario, END_MS)
    assert where(scenario, "job-a") == ("n1",)


def test_the_queue_uses_its_reserved_nodes_first_and_then_others() -> None:
    scenario = cell(3).when(job("job-x", "green", gpus=1))
    scenario.when(reserve("course", "red", nodes=1, ends_at_ms=END_MS))
    [kept] = scenario.state.capacity.values()
    scenario.when(job("job-a", "blue", gpus=1), job("job-b", "blue"))
    assert where(scenario, "job-a") == kept.node_ids, "although another node is fuller"
    assert where(scenario, "job-b") not in (kept.node_ids, ("n1",), ())


def test_jobs_on_reserved_nodes_are_asked_to_yield_except_production_inference() -> None:
    served = job_spec(gpus=1, queue="green", tier=Tier.PRODUCTION_INFERENCE)
    scenario = cell(1).when(submit("job-served", served), job("job-a", "green", gpus=1))
    scenario.when(reserve("course", "red", nodes=1, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    at(scenario, NOON_MS).then("CapacityReservationStarted course", "PreemptionRequested course")
    wish = scenario.decided[1]
    assert isinstance(wish, PreemptionRequested)
    assert (wish.holders, wish.gpu_milli_missing, wish.cause) == (("job-a",), 1_000, "RESERVATION")


def test_the_queues_own_jobs_are_not_asked_to_yield() -> None:
    scenario = cell(1).when(job("job-a", "blue"))
    scenario.when(reserve("course", "red", nodes=1, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    at(scenario, NOON_MS).then("CapacityReservationStarted course")


def test_the_queue_waits_for_jobs_on_its_nodes_and_goes_before_others() -> None:
    scenario = cell(1).when(job("job-a", "green"))
    scenario.when(reserve("course", "red", nodes=1, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    at(scenario, NOON_MS).when(job("job-other", "green", limit_ms=MINUTE_MS), job("job-own", "blue"))
    scenario.when(exited("n1", "job-a"))
    assert where(scenario, "job-own") == ("n1",)
    assert where(scenario, "job-other") == ()


def test_a_closed_or_lost_node_is_replaced_and_later_requested_back() -> None:
    scenario = cell(3).when(job("job-a", "green"))
    scenario.when(reserve("course", "red", nodes=2, ends_at_ms=END_MS))
    [kept] = scenario.state.capacity.values()
    assert kept.node_ids == ("n2", "n3"), "these nodes have room first"
    scenario.when(CordonNode(node_id="n2", requested_by="op")).then(
        "NodeCordoned n2", "CapacityReassigned course", "PreemptionRequested course"
    )
    assert scenario.state.capacity[kept.key].node_ids == ("n1", "n3")
    scenario.when(UncordonNode(node_id="n2", requested_by="op"))
    scenario.when(NodeLost(node_id="n3", silent_ms=60_000))
    [reassigned] = [fact for fact in scenario.decided if isinstance(fact, CapacityReassigned)]
    assert reassigned.node_ids == ("n1", "n2")


def test_nodes_can_be_reserved_again_for_another_window() -> None:
    scenario = cell(2).when(reserve("first", "red", nodes=2, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    later = reserve("second", "green", nodes=2, starts_at_ms=END_MS, ends_at_ms=END_MS + HOUR_MS)
    scenario.when(later).then("CapacityReserved second")
    at(scenario, NOON_MS).when(job("job-over", "blue"), job("job-in-time", "blue", limit_ms=30 * MINUTE_MS))
    assert where(scenario, "job-in-time") == ("n1",)
    assert where(scenario, "job-over") == (), "it would still run when the nodes belong to green"


def test_a_reservation_can_be_cancelled() -> None:
    scenario = cell(1).when(reserve("course", "red", nodes=1, ends_at_ms=END_MS)).when(job("job-a", "green"))
    cancel = CancelCapacityReservation(reservation="course", tenant=build.TENANT, requested_by="ada")
    scenario.when(cancel).then(
        "CapacityReservationEnded course", "GangBound job-a/1 n1[0,1]", "StartTask n1 job-a/1"
    )
    scenario.when(cancel).then("CommandRejected CancelCapacityReservation course NOT_FOUND")


def test_a_queue_with_reservations_cannot_be_deleted() -> None:
    scenario = cell().when(reserve("course", "green", nodes=1, ends_at_ms=END_MS))
    scenario.when(DeleteQueue(queue="green", tenant=build.TENANT, requested_by="ada"))
    scenario.then("CommandRejected DeleteQueue green QUEUE_NOT_EMPTY")


@pytest.mark.parametrize(
    ("asked", "code", "field", "value", "allowed"),
    [
        (
            {"starts_at_ms": START_MS - 1},
            "INVALID",
            "starts_at_ms",
            f"{START_MS - 1}",
            "now (",
        ),
        ({"ends_at_ms": START_MS}, "INVALID", "ends_at_ms", f"{START_MS}", "later than its start"),
        ({"queue": "violet"}, "UNKNOWN_QUEUE", "queue", "violet", "blue, green, red"),
        ({"queue": "default"}, "UNKNOWN_QUEUE", "queue", "default", "blue, green, red"),
        ({"model": "H100"}, "IMPOSSIBLE_REQUEST", "gpu_model", "H100", "A100"),
        ({"nodes": 3}, "IMPOSSIBLE_REQUEST", "node_count", "3", "at most 2: of 2 nodes"),
        ({"nodes": None, "gpus": 5}, "IMPOSSIBLE_REQUEST", "gpu_count", "5", "at most 4: of 4 GPUs"),
    ],
)
def test_an_impossible_reservation_is_rejected_with_field_value_and_allowed_values(
    asked: dict[str, object], code: str, field: str, value: str, allowed: str
) -> None:
    whole = {"name": "course", "queue": "red", "nodes": 1, "ends_at_ms": END_MS} | asked
    scenario = cell().when(reserve(**whole))  # pyright: ignore[reportArgumentType]
    found = refusal(scenario)
    assert found[:3] == (code, field, value)
    assert allowed in found[3]
    assert not scenario.state.capacity


def test_a_reservation_beyond_the_free_nodes_of_its_window_is_rejected() -> None:
    scenario = cell(3).when(reserve("first", "red", nodes=2, starts_at_ms=NOON_MS, ends_at_ms=END_MS))
    overlapping = reserve("second", "red", nodes=2, starts_at_ms=NOON_MS + 1, ends_at_ms=END_MS + 1)
    assert "at most 1: of 3 nodes" in refusal(scenario.when(overlapping))[3]
    scenario.when(reserve("first", "red", nodes=1, ends_at_ms=END_MS))
    scenario.then("CommandRejected ReserveCapacity first ALREADY_EXISTS")


def test_gpus_are_rounded_up_to_whole_nodes() -> None:
    scenario = cell(3).when(reserve("course", "red", gpus=3, ends_at_ms=END_MS))
    [made, _] = scenario.decided
    assert isinstance(made, CapacityReserved)
    assert (made.node_ids, made.gpu_count) == (("n1", "n2"), 4)


def test_a_shrinking_elastic_job_does_not_stay_on_nodes_reserved_for_another() -> None:
    scenario = cell(1).when(submit("job-e", job_spec(ranks=2, ranks_min=1, queue="green")))
    scenario.when(started("n1", "job-e")).when_time_comes()
    scenario.when(exited("n1", "job-e", outcome=TaskOutcome.STOPPED))
    scenario.when(started("n1", "job-e", 2, (0, 1)))
    scenario.when(submit("job-w", job_spec(queue="green", tier=Tier.PREMIUM_TRAINING)), after_ms=HOUR_MS // 2)
    assert scenario.state.jobs["job-e"].resize_to == 1
    scenario.when(reserve("course", "red", nodes=1, ends_at_ms=END_MS))
    scenario.when(exited("n1", "job-e", 2, outcome=TaskOutcome.STOPPED))
    assert where(scenario, "job-e") == ()
