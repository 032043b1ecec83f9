"""Sustained fragmentation is reported, and moves are planned for every job that waits because of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from muster.events.job_events import (
    DefragmentationProposed,
    FragmentationEased,
    FragmentationSustained,
    GangBound,
    HoldMade,
    HoldReleased,
    HoldReleaseReason,
    JobMoving,
)
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.task_events import TaskOutcome
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import cancel, exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
FOR_MS = 10 * MINUTE_MS
BOUNDED = replace(
    QUIET_POLICY,
    head_patience_ms=DAY_MS,
    fragmentation_percent_max=40,
    fragmentation_for_ms=FOR_MS,
)
"""No nodes are reserved, since it takes a day until a job becomes the head of line."""


def small(job_id: str, **changes: Any) -> Any:
    asked: dict[str, Any] = {"gpus": 2, "checkpoint": True, "wall_time_max_ms": DAY_MS, **changes}
    return submit(job_id, job_spec(**asked))


def fragmented(policy: Policy = BOUNDED, **changes: Any) -> Scenario:
    """Create two nodes of four GPUs, two in use on each for an hour; then submit a job of four."""
    scenario = given(node("n1", gpus=4), node("n2", gpus=4), ActivatePolicy(policy=policy, requested_by="op"))
    for job_id in ("job-a", "job-x", "job-b", "job-y"):
        scenario.when(small(job_id, **changes))
    scenario.when(started("n1", "job-a"), started("n2", "job-b"))
    scenario.when(exited("n1", "job-x"), exited("n2", "job-y"))
    return scenario.when(submit("job-waits", job_spec(gpus=4, wall_time_max_ms=DAY_MS)), after_ms=HOUR_MS)


def facts(scenario: Scenario, *kinds: type[Any]) -> list[Any]:
    return [payload for payload in scenario.decided if isinstance(payload, kinds)]


def until_reported(scenario: Scenario) -> FragmentationSustained:
    """Let time pass until fragmentation is reported; return the report."""
    for _ in range(20):
        if found := facts(scenario, FragmentationSustained):
            return found[0]
        scenario.when_time_comes()
    raise AssertionError("fragmentation is never reported")


def test_fragmentation_is_reported_after_its_time() -> None:
    scenario = fragmented()
    since_ms = scenario.state.now_ms
    fact = until_reported(scenario)
    assert scenario.state.now_ms == since_ms + FOR_MS
    assert (fact.job_id, fact.jobs) == ("job-waits", 1)
    assert (fact.since_ms, fact.gpu_milli_scattered, fact.gpu_milli_total) == (since_ms, 4_000, 8_000)


def test_a_job_that_is_not_the_head_gets_room_by_moves_and_a_hold() -> None:
    scenario = fragmented()
    until_reported(scenario)
    scenario.then(
        "FragmentationSustained job-waits",
        "DefragmentationProposed job-waits",
        "HoldMade job-waits",
        "JobMoving job-b/1",
        "JobStopping job-b/1",
        "StopTask n2 job-b/1",
        "StartPredicted job-waits",
    )
    [held] = facts(scenario, HoldMade)
    assert (held.node_ids, [place.node_id for place in held.placements]) == (("n1", "n2"), ["n2"])
    scenario.when(small("job-late", gpus=1))
    assert facts(scenario, GangBound) == [], "the nodes are closed to others"
    scenario.when(exited("n2", "job-b", outcome=TaskOutcome.STOPPED, exit_code=None))
    bound = {fact.job_id: {place.node_id for place in fact.placements} for fact in facts(scenario, GangBound)}
    assert bound == {"job-b": {"n1"}, "job-waits": {"n2"}}, "the late job gets no GPUs"
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.STARTED
    [eased] = facts(scenario, FragmentationEased)
    assert (eased.job_id, eased.gpu_milli_scattered) == ("job-waits", 0)
    assert scenario.state.fragmentation is None


def test_fragmentation_is_not_watched_by_default() -> None:
    scenario = fragmented(replace(BOUNDED, fragmentation_percent_max=0))
    for _ in range(10):
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)
        assert not facts(scenario, FragmentationSustained, JobMoving)
    assert scenario.state.fragmentation is None


def test_fragmentation_within_the_bound_is_ignored() -> None:
    scenario = fragmented(replace(BOUNDED, fragmentation_percent_max=50))
    for _ in range(10):
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)
        assert not facts(scenario, FragmentationSustained, JobMoving)


def test_fragmentation_that_ends_before_its_time_is_not_reported() -> None:
    scenario = fragmented()
    scenario.when(cancel("job-waits"), after_ms=FOR_MS - 1)
    assert scenario.state.fragmentation is None
    scenario.when(submit("job-again", job_spec(gpus=4, wall_time_max_ms=DAY_MS)), after_ms=2)
    assert not facts(scenario, FragmentationSustained), "its time starts again"


def test_a_plan_that_does_not_pay_is_neither_proposed_nor_carried_out() -> None:
    scenario = fragmented(replace(BOUNDED, defrag_benefit_percent=1_000_000))
    until_reported(scenario)
    for _ in range(5):
        assert not facts(scenario, DefragmentationProposed, JobMoving)
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)


def test_jobs_that_cannot_save_are_not_moved() -> None:
    scenario = fragmented(checkpoint=False)
    until_reported(scenario)
    for _ in range(5):
        assert not facts(scenario, JobMoving)
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)


def test_cancelling_the_job_releases_the_held_nodes() -> None:
    scenario = fragmented()
    until_reported(scenario)
    scenario.when(cancel("job-waits"))
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.NO_LONGER_WAITS
    assert facts(scenario, FragmentationEased)
    scenario.when(exited("n2", "job-b", outcome=TaskOutcome.STOPPED, exit_code=None))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-b"]


def test_fragmentation_and_its_plan_survive_a_snapshot() -> None:
    scenario = fragmented()
    for _ in range(2):
        again = forked(scenario.state)
        assert again.fragmentation == scenario.state.fragmentation is not None
        assert again.holds == scenario.state.holds
        assert StateHash().refresh_all(again) == StateHash().refresh_all(scenario.state)
        until_reported(scenario)
    assert scenario.state.holds


def test_the_waiting_job_learns_that_moves_are_planned() -> None:
    scenario = fragmented(replace(BOUNDED, defrag_benefit_percent=1_000_000))
    until_reported(scenario)
    found = explain(scenario.state, "job-waits")
    assert found is not None
    [said] = [part.lines for part in parts(found) if part.title == "Moves"]
    assert said == (
        "more than 40 % of all GPUs have been free but fragmented for 10m while jobs that need no "
        "more than that wait",
        "moves that make room for it are planned every 5m, and carried out when they pay off",
    )
