"""A head of line that does not fit: overtaken for a while, then nodes are reserved for a stated time."""

from muster.events.job_commands import Tier
from muster.events.job_events import (
    JobPending,
    PendingCode,
    ReleaseReason,
    ReservationMade,
    ReservationReleased,
)
from muster.events.operator_commands import CordonNode, UncordonNode
from muster.scheduler.core.limits import HEAD_INTERVAL_MS
from muster.scheduler.core.state.state import DEFAULT_POLICY, Reservation
from muster.testkit.cores.build import cancel, exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

PATIENCE_MS = DEFAULT_POLICY.head_patience_ms
KEEP_MS = DEFAULT_POLICY.head_hold_ms
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
GRACE_MS = 5_000


def blocked_head(limit_ms: int | None = None) -> Scenario:
    """Use one GPU on each of two nodes of two; a job that needs a whole node is the head of line."""
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    scenario.when(submit("job-1", job_spec(gpus=1, wall_time_max_ms=limit_ms)))
    scenario.when(submit("job-2", job_spec(gpus=2)))
    scenario.when(submit("job-3", job_spec(gpus=1, wall_time_max_ms=limit_ms)))
    scenario.when(exited("n2", "job-2"))
    scenario.when(submit("job-4", job_spec(wall_time_max_ms=limit_ms)))
    scenario.when(exited("n1", "job-3"))
    scenario.when(submit("job-head", job_spec(gpus=2)))
    assert scenario.state.jobs["job-head"].state == "QUEUED"
    return scenario


def small(number: int, limit_ms: int | None = None) -> object:
    return submit(f"job-small-{number}", job_spec(tier=Tier.INTERACTIVE, wall_time_max_ms=limit_ms))


def kept_for(scenario: Scenario) -> Reservation:
    kept = scenario.state.reservation
    assert kept is not None
    return kept


def state_of(scenario: Scenario, job_id: str) -> str:
    return scenario.state.jobs[job_id].state


def when_patience_ends(scenario: Scenario) -> Scenario:
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    return scenario


def test_the_head_is_overtaken_within_its_patience() -> None:
    scenario = blocked_head().when(small(1), after_ms=PATIENCE_MS - 10)
    assert state_of(scenario, "job-small-1") == "BOUND"


def test_the_node_with_room_first_is_reserved_for_the_head_after_its_patience() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS))
    [made] = [fact for fact in scenario.decided if isinstance(fact, ReservationMade)]
    attempt = scenario.state.jobs["job-1"].attempt
    assert attempt is not None
    assert made.node_ids == ("n1",), "job-1 started first, so its node has room first"
    assert made.starts_at_ms == attempt.bound_at_ms + HOUR_MS
    assert made.kept_until_ms == attempt.bound_at_ms + HOUR_MS + KEEP_MS
    assert not made.by_limits
    scenario.when(exited("n1", "job-1")).then(
        "AttemptEnded job-1/1 SUCCEEDED",
        "JobSucceeded job-1/1",
        "GangBound job-head/1 n1[0,1]",
        "StartTask n1 job-head/1",
        "ReservationReleased job-head",
    )
    assert scenario.state.reservation is None


def test_only_jobs_certain_to_end_in_time_run_ahead_of_the_head() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS))
    scenario.when(small(0))  # takes the free GPU of n2
    scenario.when(small(1, limit_ms=2 * HOUR_MS), small(2), small(3, limit_ms=30 * MINUTE_MS)).then(
        "JobQueued job-small-1",
        "JobQueued job-small-2",
        "JobQueued job-small-3",
        "GangBound job-small-3/1 n1[1]",
        "StartTask n1 job-small-3/1",
        "JobPending job-small-1 GPUS_BUSY",
        "JobPending job-small-2 GPUS_BUSY",
    )
    assert "in time" in scenario.decided[3].reason


def test_a_job_waiting_for_another_tenants_head_does_not_learn_its_name() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS)).when(small(0))
    spec = job_spec(tier=Tier.INTERACTIVE)
    scenario.when(submit("job-rival", spec, tenant="rival"))
    pending = next(fact for fact in scenario.decided if isinstance(fact, JobPending))
    assert pending.code is PendingCode.HELD_FOR_HEAD
    assert "reserved for the head of the queue" in pending.message
    assert "job-head" not in str(pending)


def test_no_job_goes_ahead_once_the_head_is_due() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS))
    starts_at_ms = kept_for(scenario).starts_at_ms or 0
    scenario.when(small(0), after_ms=starts_at_ms - scenario.now_ms + 1)
    scenario.when(small(1, limit_ms=MINUTE_MS))
    assert state_of(scenario, "job-small-1") == "QUEUED"
    assert kept_for(scenario).node_ids == ("n1",)


def test_nodes_are_chosen_again_by_limits_alone_after_wrong_estimates() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS))
    first = kept_for(scenario)
    scenario.when(small(0), after_ms=first.until_ms - scenario.now_ms + HEAD_INTERVAL_MS)
    [made] = [fact for fact in scenario.decided if isinstance(fact, ReservationMade)]
    assert made.by_limits
    assert made.starts_at_ms == scenario.now_ms + GRACE_MS, "the limit has passed, so only the grace is left"


def test_nodes_are_reserved_and_released_in_turn_if_no_end_is_known() -> None:
    scenario = when_patience_ends(blocked_head())
    begun_ms = scenario.now_ms
    assert kept_for(scenario).starts_at_ms is None
    scenario.when(small(0), small(1), small(2, limit_ms=MINUTE_MS))
    assert [state_of(scenario, f"job-small-{n}") for n in range(3)] == ["BOUND", "QUEUED", "BOUND"]
    scenario.when(exited("n1", "job-small-2"))
    while kept_for(scenario).node_ids:
        scenario.when_time_comes()
    assert scenario.now_ms == begun_ms + KEEP_MS
    assert state_of(scenario, "job-small-1") == "BOUND", "during the pause the node is open to all"
    while not kept_for(scenario).node_ids:
        scenario.when_time_comes()
    assert scenario.now_ms == begun_ms + 2 * KEEP_MS


def test_a_head_that_goes_away_releases_its_nodes() -> None:
    scenario = when_patience_ends(blocked_head()).when(small(0), small(1)).when(cancel("job-head"))
    assert "ReservationReleased job-head NO_LONGER_WAITS" in [
        f"{type(fact).__name__} {fact.job_id} {fact.reason}"
        for fact in scenario.decided
        if isinstance(fact, ReservationReleased)
    ]
    assert state_of(scenario, "job-small-1") == "BOUND"
    assert scenario.state.reservation is None
    assert not any(node.kept for node in scenario.state.nodes.values())


def test_a_head_gives_way_to_a_higher_tier_at_once() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS)).when(small(0))
    served = submit("job-served", job_spec(gpus=2, tier=Tier.PRODUCTION_INFERENCE))
    scenario.when(served)
    [released] = [fact for fact in scenario.decided if isinstance(fact, ReservationReleased)]
    assert released.reason is ReleaseReason.NO_LONGER_HEAD
    scenario.when(exited("n1", "job-1"))
    assert state_of(scenario, "job-served") == "BOUND"


def test_a_reserved_node_that_closes_is_replaced() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS))
    scenario.when(CordonNode(node_id="n1", requested_by="op")).when_time_comes()
    assert kept_for(scenario).node_ids == ("n2",)


def test_the_reservation_ends_if_too_few_nodes_are_left() -> None:
    scenario = when_patience_ends(blocked_head(limit_ms=HOUR_MS)).when(small(0), small(1))
    cordons = [CordonNode(node_id=node_id, requested_by="op") for node_id in ("n1", "n2")]
    scenario.when(*cordons)
    while scenario.state.reservation:
        scenario.when_time_comes()
    assert not any(each.kept for each in scenario.state.nodes.values())
    scenario.when(UncordonNode(node_id="n1", requested_by="op"))
    assert state_of(scenario, "job-small-1") == "BOUND"


def test_no_node_is_reserved_for_a_head_that_can_never_fit() -> None:
    scenario = given().when(submit("job-large", job_spec(gpus=8))).when(node("n1", gpus=4))
    scenario.when(small(1), after_ms=PATIENCE_MS + KEEP_MS)
    assert scenario.state.reservation is None
    assert state_of(scenario, "job-small-1") == "BOUND"
