"""Room for the head of line by moving other jobs: which ones, where to, and when it pays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from muster.events.job_commands import Tier
from muster.events.job_events import DefragmentationProposed, GangBound, JobMoving, NodeRecovered
from muster.events.operator_commands import ActivatePolicy
from muster.events.task_events import CheckpointSaved, TaskOutcome
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import cancel, exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
INTERVAL_MS = DEFAULT_POLICY.defrag_interval_ms
LIMIT_MS = 24 * HOUR_MS


def small(job_id: str, **changes: Any) -> Any:
    """Submit a job of two GPUs that can be moved."""
    asked: dict[str, Any] = {"gpus": 2, "checkpoint": True, "wall_time_max_ms": LIMIT_MS, **changes}
    return submit(job_id, job_spec(**asked))


def running(scenario: Scenario, *job_ids: str) -> Scenario:
    for job_id in job_ids:
        attempt = scenario.state.jobs[job_id].attempt
        assert attempt is not None
        for node_id, task in list(attempt.tasks.items()):
            scenario.when(started(node_id, job_id, attempt.number, tuple(task.ranks)))
    return scenario


def fragmented(after_ms: int = HOUR_MS, **changes: Any) -> Scenario:
    """Create two nodes of four GPUs, two in use on each by jobs a and b and later ones."""
    scenario = given(node("n1", gpus=4), node("n2", gpus=4))
    scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, head_patience_ms=0), requested_by="op"))
    for job in (small("job-a", **changes), small("job-x"), small("job-b", **changes), small("job-y")):
        scenario.when(job)
    running(scenario, "job-a", "job-b")
    scenario.when(exited("n1", "job-x"), exited("n2", "job-y"))
    return scenario.when(cancel("job-z"), after_ms=after_ms)


def head(**changes: Any) -> Any:
    asked: dict[str, Any] = {"gpus": 4, "wall_time_max_ms": LIMIT_MS, **changes}
    return submit("job-head", job_spec(**asked))


def proposed(scenario: Scenario) -> DefragmentationProposed:
    [found] = [fact for fact in scenario.decided if isinstance(fact, DefragmentationProposed)]
    return found


def stopped(scenario: Scenario, job_id: str, node_id: str, attempt: int = 1) -> Scenario:
    return scenario.when(exited(node_id, job_id, attempt, outcome=TaskOutcome.STOPPED, exit_code=None))


def where(scenario: Scenario, job_id: str) -> tuple[str, ...]:
    attempt = scenario.state.jobs[job_id].attempt
    return tuple(attempt.tasks) if attempt else ()


def stuck(scenario: Scenario, asked: Any | None = None) -> Scenario:
    """Submit the head, which does not fit, so that nodes are reserved for it."""
    scenario.when(asked or head())
    return scenario.when_time_comes() if scenario.state.reservation is None else scenario


def test_the_cheapest_job_moves_the_head_starts_and_both_run() -> None:
    scenario = stuck(fragmented())
    scenario.then(
        "ReservationMade job-head",
        "DefragmentationProposed job-head",
        "ReservationMade job-head",
        "JobMoving job-b/1",
        "JobStopping job-b/1",
        "StopTask n2 job-b/1",
    )
    plan = scenario.decided[1]
    assert [(m.job_id, m.from_node_ids, m.to_node_ids) for m in plan.moves] == [("job-b", ("n2",), ("n1",))]
    assert plan.carried_out
    stopped(scenario, "job-b", "n2").then(
        "AttemptEnded job-b/1 STOPPED",
        "JobRequeued job-b/2",
        "GangBound job-b/2 n1[2,3]",
        "StartTask n1 job-b/2",
        "GangBound job-head/1 n2[0,1,2,3]",
        "StartTask n2 job-head/1",
        "ReservationReleased job-head",
    )
    job = scenario.state.jobs["job-b"]
    assert (job.attempts_failed, job.attempts_lost) == (0, 0)
    assert not scenario.state.moving


def test_the_cost_of_a_move_is_the_work_since_the_last_checkpoint_and_a_restart() -> None:
    scenario = fragmented()
    saved = CheckpointSaved(
        job_id="job-a", attempt=1, rank=0, file="c", uri="s3://c", sha256="0", size_bytes=1, node_id="n1"
    )
    scenario.when(saved, after_ms=10 * MINUTE_MS)
    plan = proposed(stuck(scenario))
    assert [move.job_id for move in plan.moves] == ["job-a"], "job-a loses least"
    assert plan.cost_gpu_ms // (2 * MINUTE_MS) == 2, "two GPUs, two minutes of restart"
    assert plan.benefit_gpu_ms > 4 * 20 * HOUR_MS, "four GPUs, most of a day sooner"


def test_a_plan_that_does_not_pay_is_only_proposed_and_only_once() -> None:
    scenario = fragmented()
    dear = replace(QUIET_POLICY, head_patience_ms=0, defrag_benefit_percent=1_000_000)
    scenario.when(ActivatePolicy(policy=dear, requested_by="op"))
    plan = proposed(stuck(scenario))
    assert not plan.carried_out
    for _ in range(5):
        scenario.when_time_comes()
        assert not [f for f in scenario.decided if isinstance(f, DefragmentationProposed | JobMoving)]


def test_a_benefit_of_zero_percent_disables_moves() -> None:
    scenario = fragmented()
    never = replace(QUIET_POLICY, head_patience_ms=0, defrag_benefit_percent=0)
    scenario.when(ActivatePolicy(policy=never, requested_by="op"))
    assert not proposed(stuck(scenario)).carried_out


def test_a_reservation_start_in_the_past_is_ignored_and_limits_count() -> None:
    scenario = fragmented()
    never = replace(QUIET_POLICY, head_patience_ms=0, defrag_benefit_percent=0)
    stuck(scenario.when(ActivatePolicy(policy=never, requested_by="op")))
    kept = scenario.state.reservation
    assert kept is not None
    scenario.state.reservation = replace(kept, starts_at_ms=scenario.now_ms)
    pays = replace(never, defrag_benefit_percent=300)
    scenario.when(ActivatePolicy(policy=pays, requested_by="op"), after_ms=INTERVAL_MS)
    assert proposed(scenario).carried_out, "the others' limits end in most of a day"


def assert_no_move(scenario: Scenario) -> None:
    kept_before = scenario.state.reservation
    for _ in range(4):
        assert not [f for f in scenario.decided if isinstance(f, DefragmentationProposed)]
        scenario.when(cancel("job-z"), after_ms=INTERVAL_MS)
    assert kept_before or scenario.state.reservation, "the job was the head of line all the time"


def test_production_inference_and_premium_training_are_never_moved() -> None:
    assert_no_move(stuck(fragmented(tier=Tier.PRODUCTION_INFERENCE), head(tier=Tier.PRODUCTION_INFERENCE)))
    assert_no_move(stuck(fragmented(tier=Tier.PREMIUM_TRAINING), head(tier=Tier.PRODUCTION_INFERENCE)))


def test_a_recently_bound_job_is_not_moved_yet() -> None:
    scenario = stuck(fragmented(after_ms=INTERVAL_MS // 2))
    assert not [fact for fact in scenario.decided if isinstance(fact, DefragmentationProposed)]
    scenario.when(cancel("job-z"), after_ms=2 * INTERVAL_MS)
    assert proposed(scenario).carried_out


def test_a_job_that_frees_nothing_needed_is_not_moved_however_cheap() -> None:
    scenario = given(*(node(f"n{n}", gpus=4) for n in range(1, 4)))
    scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, head_patience_ms=0), requested_by="op"))
    scenario.when(small("job-cheap", gpus=1), small("job-dear", gpus=1, ranks=3))
    for name in ("u", "v"):
        scenario.when(small(f"job-{name}", checkpoint=False), small(f"job-{name}2"))
    running(scenario, "job-cheap", "job-dear")
    scenario.when(exited("n2", "job-u2"), exited("n3", "job-v2"), after_ms=HOUR_MS)
    plan = proposed(stuck(scenario, head(gpus=3)))
    assert [(move.job_id, move.to_node_ids) for move in plan.moves] == [("job-dear", ("n2", "n3"))]


def test_a_higher_tier_is_not_moved_for_a_lower_one() -> None:
    assert_no_move(stuck(fragmented(), head(tier=Tier.BATCH_INFERENCE)))


def test_jobs_without_checkpoints_are_not_moved() -> None:
    assert_no_move(stuck(fragmented(checkpoint=False)))


def test_a_job_without_another_place_is_not_moved() -> None:
    """The job requires a label that only its own node has."""
    scenario = given(node("n1", gpus=4, labels={"zone": "a"}), node("n2", gpus=4))
    scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, head_patience_ms=0), requested_by="op"))
    scenario.when(small("job-a", node_labels={"zone": "a"}), small("job-x", node_labels={"zone": "a"}))
    scenario.when(small("job-u", checkpoint=False))
    assert where(scenario, "job-u") == ("n2",)
    running(scenario, "job-a").when(exited("n1", "job-x"), after_ms=HOUR_MS)
    scenario = stuck(scenario)
    assert scenario.state.jobs["job-head"].code_reported == "GPUS_FRAGMENTED"
    assert_no_move(scenario)


def test_a_moved_job_returns_to_its_node_if_the_plan_is_no_longer_needed() -> None:
    scenario = stuck(fragmented())
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.SUCCEEDED))
    assert where(scenario, "job-head") == ("n1",), "GPUs came free without the plan"
    stopped(scenario, "job-b", "n2")
    assert where(scenario, "job-b") == ("n2",), "and the moved job returns to its node"


def test_a_plan_waits_for_the_current_one_and_for_the_interval() -> None:
    scenario = stuck(fragmented())
    scenario.when(cancel("job-z"), after_ms=2 * INTERVAL_MS)
    assert not [f for f in scenario.decided if isinstance(f, DefragmentationProposed)]
    stopped(scenario, "job-b", "n2")
    assert [f.job_id for f in scenario.decided if isinstance(f, GangBound)] == ["job-b"]
    scenario.when(NodeRecovered(node_id="n2"))
    assert [f.job_id for f in scenario.decided if isinstance(f, GangBound)] == ["job-head"]


def test_a_moving_job_can_be_cancelled() -> None:
    scenario = stuck(fragmented()).when(cancel("job-b"))
    stopped(scenario, "job-b", "n2")
    assert "JobCancelled" in [type(fact).__name__ for fact in scenario.decided]


def test_a_later_job_takes_neither_the_heads_nor_the_moved_jobs_place() -> None:
    scenario = stuck(fragmented()).when(submit("job-new", job_spec(gpus=2)))
    assert where(scenario, "job-new") == ()
    stopped(scenario, "job-b", "n2")
    assert (where(scenario, "job-b"), where(scenario, "job-head")) == (("n1",), ("n2",))
