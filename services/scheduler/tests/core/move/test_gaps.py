"""Backfill windows: jobs that can yield use nodes reserved for a gang, and leave when it fits (ADR 105)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import (
    GangBound,
    GpuUnhealthy,
    JobStopping,
    PreemptionRefused,
    RefusalCode,
)
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.scheduler.core.limits import GAPS_INTERVAL_MS
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import cancel, exited, job_spec, node, preemption_plan, queue, started, submit
from muster.testkit.cores.build import victim as to_yield
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DRAIN_MS = 65_000
"""Drain time of a job as built by tests: a minute for its checkpoint, and its grace."""
PATIENCE_MS = QUIET_POLICY.head_patience_ms
FILLED = replace(QUIET_POLICY, gap_drain_max_ms=DRAIN_MS)


def small(job_id: str, **changes: Any) -> Any:
    asked: dict[str, Any] = {"checkpoint": True, "tier": Tier.BATCH_INFERENCE, **changes}
    return submit(job_id, job_spec(**asked), tenant=changes.pop("tenant", "acme"))


def reserved(
    policy: Policy = FILLED, limit_ms: int | None = HOUR_MS, tier: Tier = Tier.STANDARD_TRAINING
) -> Scenario:
    """Reserve a node of four GPUs for a gang of four: two GPUs are in use until a limit, two are free."""
    scenario = given(node("n1", gpus=4), ActivatePolicy(policy=policy, requested_by="op"))
    scenario.when(submit("job-runs", job_spec(gpus=2, wall_time_max_ms=limit_ms)))
    scenario.when(submit("job-gang", job_spec(gpus=2, ranks=2, tier=tier)))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    return scenario


def bound(scenario: Scenario) -> list[tuple[str, str]]:
    return [(fact.job_id, fact.gap_of) for fact in scenario.decided if isinstance(fact, GangBound)]


def stopping(scenario: Scenario) -> list[str]:
    return [fact.job_id for fact in scenario.decided if isinstance(fact, JobStopping)]


def until_stopping(scenario: Scenario) -> list[str]:
    for _ in range(1_000):
        if found := stopping(scenario):
            return found
        scenario.when_time_comes()
    raise AssertionError("no job is ordered to stop")


def explained(scenario: Scenario, job_id: str) -> str:
    found = explain(scenario.state, job_id)
    assert found is not None
    return "\n".join(line for part in parts(found) for line in part.lines)


def filled(**changes: Any) -> Scenario:
    """Do the same, and fill the window with one job."""
    scenario = reserved(**changes).when(small("job-fills"), after_ms=GAPS_INTERVAL_MS)
    assert bound(scenario) == [("job-fills", "job-gang")]
    return scenario


def test_a_job_that_can_yield_fills_the_window_of_a_gang_and_is_explained() -> None:
    scenario = filled()
    [fact] = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    assert fact.reason == "in a backfill window reserved for job-gang; it yields when that job fits"
    assert "it fills nodes that are reserved for job-gang, and yields when that job fits" in explained(
        scenario, "job-fills"
    )
    leaves = "job-fills runs on nodes reserved for it, and leaves when it fits"
    assert leaves in explained(scenario, "job-gang")


def test_a_filler_leaves_when_the_gang_fits_and_resumes_after_it() -> None:
    scenario = filled().when(started("n1", "job-fills")).when(exited("n1", "job-runs"), after_ms=MINUTE_MS)
    scenario.then(
        "AttemptEnded job-runs/1 SUCCEEDED",
        "JobSucceeded job-runs/1",
        "JobStopping job-fills/1",
        "StopTask n1 job-fills/1",
        "JobPending job-gang GANG_SHORT",
    )
    stopping = scenario.decided[2]
    assert (stopping.yields_to, stopping.requeues, stopping.plan_id) == ("job-gang", True, "")
    scenario.when(exited("n1", "job-fills", outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=DRAIN_MS)
    assert bound(scenario) == [("job-gang", "")]
    assert scenario.state.jobs["job-fills"].state == "QUEUED"
    assert scenario.state.jobs["job-fills"].attempts_failed == 0


def test_a_filler_leaves_early_enough_for_the_gangs_expected_start() -> None:
    scenario = filled()
    reserved = scenario.state.reservation
    assert reserved is not None
    assert until_stopping(scenario) == ["job-fills"]
    assert reserved.starts_at_ms is not None
    assert scenario.now_ms == reserved.starts_at_ms - DRAIN_MS


def test_only_the_fillers_in_the_way_leave_and_the_cheapest_of_them() -> None:
    """Four of six GPUs are in use, three come free, and a gang needs four: one of two fillers must leave."""
    scenario = given(node("n1", gpus=6), ActivatePolicy(policy=FILLED, requested_by="op"))
    for number, gpus in enumerate((3, 1)):
        scenario.when(submit(f"job-runs-{number}", job_spec(gpus=gpus, wall_time_max_ms=HOUR_MS)))
    scenario.when(submit("job-gang", job_spec(gpus=2, ranks=2)))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    scenario.when(small("job-a"), after_ms=GAPS_INTERVAL_MS).when(small("job-b"), after_ms=MINUTE_MS)
    assert scenario.state.filling.keys() == {"job-a", "job-b"}
    scenario.when(exited("n1", "job-runs-0"), after_ms=MINUTE_MS)
    assert stopping(scenario) == ["job-b"], "job-b was bound later"
    scenario.when(exited("n1", "job-b", outcome=TaskOutcome.STOPPED, exit_code=143))
    assert bound(scenario) == [("job-gang", "")]
    assert scenario.state.jobs["job-a"].state == "BOUND"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"checkpoint": False}, "the job would lose its work"),
        ({"tier": Tier.PREMIUM_TRAINING}, "the tier is never asked to yield"),
        ({"ranks_min": 1, "ranks": 2}, "its next size would not know of the gap"),
        ({"gpus": 4}, "there is no room"),
    ],
)
def test_a_job_that_cannot_be_stopped_waits(changes: dict[str, Any], why: str) -> None:
    scenario = reserved(tier=Tier.PREMIUM_TRAINING)
    scenario.when(small("job-waits", **changes), after_ms=GAPS_INTERVAL_MS)
    assert scenario.state.jobs["job-waits"].state == "QUEUED", why


def test_windows_are_not_filled_by_default_nor_by_jobs_with_too_long_a_drain() -> None:
    for policy in (QUIET_POLICY, replace(QUIET_POLICY, gap_drain_max_ms=DRAIN_MS - 1)):
        scenario = reserved(policy).when(small("job-waits"), after_ms=GAPS_INTERVAL_MS)
        assert scenario.state.jobs["job-waits"].state == "QUEUED"


def test_a_short_window_is_not_filled() -> None:
    least_ms = FILLED.preemption_ran_min_ms + DRAIN_MS
    long_enough = reserved(limit_ms=PATIENCE_MS + least_ms + MINUTE_MS)
    assert bound(long_enough.when(small("job-fills"), after_ms=GAPS_INTERVAL_MS))
    too_short = reserved(limit_ms=PATIENCE_MS + least_ms - 2 * GAPS_INTERVAL_MS)
    assert not bound(too_short.when(small("job-fills"), after_ms=GAPS_INTERVAL_MS))


def test_a_job_that_yielded_to_a_gang_does_not_fill_its_window_again() -> None:
    """A GPU breaks while the job leaves, so the gang keeps waiting, and its window is as large as before."""
    nodes = (node("n1", gpus=4), node("n2", gpus=4))
    scenario = given(*nodes, ActivatePolicy(policy=FILLED, requested_by="op"))
    scenario.when(submit("job-far", job_spec(gpus=4, wall_time_max_ms=2 * HOUR_MS)))
    scenario.when(submit("job-runs", job_spec(gpus=2, wall_time_max_ms=HOUR_MS)))
    scenario.when(submit("job-gang", job_spec(gpus=2, ranks=2)))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    [node_id] = scenario.state.reservation.node_ids
    scenario.when(small("job-fills"), after_ms=GAPS_INTERVAL_MS).when(exited(node_id, "job-runs"))
    assert stopping(scenario) == ["job-fills"]
    scenario.when(GpuUnhealthy(node_id=node_id, gpu_index=0, reason="Xid 79"))
    scenario.when(exited(node_id, "job-fills", outcome=TaskOutcome.STOPPED, exit_code=143))
    scenario.when(small("job-other"), after_ms=GAPS_INTERVAL_MS)
    assert bound(scenario) == [("job-other", "job-gang")]


def test_a_filler_stays_if_the_gang_goes_away() -> None:
    scenario = filled().when(cancel("job-gang"))
    assert stopping(scenario) == []
    scenario.when(exited("n1", "job-runs"))
    assert scenario.state.jobs["job-fills"].state == "BOUND"
    assert "it filled nodes reserved for another job" in explained(scenario, "job-fills")


def test_a_filler_yields_to_the_next_job_with_a_reservation_of_its_nodes() -> None:
    scenario = filled().when(cancel("job-gang")).when(exited("n1", "job-runs"))
    scenario.when(submit("job-next", job_spec(gpus=4)))
    assert until_stopping(scenario) == ["job-fills"], (
        "for the next head the filler counts as gone after its drain"
    )
    assert scenario.decided[-2].yields_to == "job-next"


def test_fillers_leave_the_gang_its_quota() -> None:
    scenario = given(
        queue("red", maximum_gpus=5), node("n1", gpus=4), ActivatePolicy(policy=FILLED, requested_by="op")
    )
    scenario.when(submit("job-runs", job_spec(gpus=2, wall_time_max_ms=HOUR_MS)))
    scenario.when(submit("job-gang", job_spec(gpus=4, queue="red")))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    scenario.when(small("job-two", gpus=2, queue="red"), after_ms=GAPS_INTERVAL_MS)
    assert bound(scenario) == [], "with two of five the gang would not be admitted"
    scenario.when(small("job-one", queue="red"), after_ms=GAPS_INTERVAL_MS)
    assert bound(scenario) == [("job-one", "job-gang")]


def test_nodes_held_while_others_drain_are_filled_and_left_in_time() -> None:
    long_ms = 20 * MINUTE_MS
    policy = replace(FILLED, checkpoint_grace_max_ms=long_ms, preemption_ran_min_ms=MINUTE_MS)
    scenario = given(
        queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4),
        ActivatePolicy(policy=policy, requested_by="op"),
    )  # fmt: skip
    slow = job_spec(gpus=2, queue="blue", checkpoint=True)
    slow = replace(slow, checkpoint=replace(slow.checkpoint, grace_ms=long_ms))
    scenario.when(submit("job-a", slow), submit("job-b", slow))
    scenario.when(submit("job-due", job_spec(gpus=4, queue="red")), after_ms=2 * MINUTE_MS)
    scenario.when(preemption_plan("job-due", to_yield("job-a", 1), to_yield("job-b", 1)))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    scenario.when(small("job-fills", queue="blue"), after_ms=GAPS_INTERVAL_MS)
    assert bound(scenario) == [("job-fills", "job-due")]
    scenario.when(exited("n1", "job-b", outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=MINUTE_MS)
    assert stopping(scenario) == ["job-fills"]
    scenario.when(exited("n1", "job-fills", outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=DRAIN_MS)
    assert bound(scenario) == [("job-due", "")]


def test_a_filled_window_survives_a_snapshot() -> None:
    scenario = filled()
    copy = forked(scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)
    assert copy.filling == scenario.state.filling
    assert copy.gaps_looked_at_ms == scenario.state.gaps_looked_at_ms


def due_beside_a_gap() -> Scenario:
    """Create a gang of four within its guarantee: a borrower has two of its GPUs, a filler a third."""
    scenario = given(
        queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4),
        ActivatePolicy(policy=replace(FILLED, head_patience_ms=1), requested_by="op"),
    )  # fmt: skip
    scenario.when(submit("job-lent", job_spec(gpus=2, queue="blue", wall_time_max_ms=10 * HOUR_MS)))
    scenario.when(submit("job-due", job_spec(gpus=4, queue="red")), after_ms=FILLED.preemption_ran_min_ms)
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    scenario.when(small("job-fills", queue="blue"), after_ms=GAPS_INTERVAL_MS)
    assert bound(scenario) == [("job-fills", "job-due")]
    return scenario


def test_a_plan_for_the_gang_does_not_need_fillers_that_leave_by_themselves() -> None:
    scenario = due_beside_a_gap()
    scenario.when(preemption_plan("job-due", to_yield("job-lent")))
    assert stopping(scenario) == ["job-lent", "job-fills"], (
        "the filler's drain is the longer one, so it leaves at once"
    )
    scenario.when(exited("n1", "job-lent", outcome=TaskOutcome.STOPPED, exit_code=143))
    assert bound(scenario) == []
    scenario.when(exited("n1", "job-fills", outcome=TaskOutcome.STOPPED, exit_code=143), after_ms=DRAIN_MS)
    assert bound(scenario) == [("job-due", "")]


def test_a_plan_that_names_fillers_as_victims_is_refused() -> None:
    scenario = due_beside_a_gap().when(
        preemption_plan("job-due", to_yield("job-lent"), to_yield("job-fills"))
    )
    [refused] = [fact for fact in scenario.decided if isinstance(fact, PreemptionRefused)]
    assert (refused.code, refused.reason) == (
        RefusalCode.VICTIM_GONE,
        "job-fills leaves by itself when the job fits",
    )
