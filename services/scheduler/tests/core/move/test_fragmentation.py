"""Much stays free and scattered: it is told, and moves are planned for every job that waits so."""

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
"""Nodes are reserved for nobody: it takes a day until a job heads the line."""


def small(job_id: str, **changes: Any) -> Any:
    asked: dict[str, Any] = {"gpus": 2, "checkpoint": True, "wall_time_max_ms": DAY_MS, **changes}
    return submit(job_id, job_spec(**asked))


def scattered(policy: Policy = BOUNDED, **changes: Any) -> Scenario:
    """Two nodes of four GPUs, two in use on each for an hour; a job of four comes."""
    scenario = given(node("n1", gpus=4), node("n2", gpus=4), ActivatePolicy(policy=policy, requested_by="op"))
    for job_id in ("job-a", "job-x", "job-b", "job-y"):
        scenario.when(small(job_id, **changes))
    scenario.when(started("n1", "job-a"), started("n2", "job-b"))
    scenario.when(exited("n1", "job-x"), exited("n2", "job-y"))
    return scenario.when(submit("job-waits", job_spec(gpus=4, wall_time_max_ms=DAY_MS)), after_ms=HOUR_MS)


def facts(scenario: Scenario, *kinds: type[Any]) -> list[Any]:
    return [payload for payload in scenario.decided if isinstance(payload, kinds)]


def told(scenario: Scenario) -> FragmentationSustained:
    """Time goes by until it is told."""
    for _ in range(20):
        if found := facts(scenario, FragmentationSustained):
            return found[0]
        scenario.when_time_comes()
    raise AssertionError("it is never told")


def test_what_is_free_and_scattered_for_long_enough_is_told() -> None:
    scenario = scattered()
    since_ms = scenario.state.now_ms
    fact = told(scenario)
    assert scenario.state.now_ms == since_ms + FOR_MS
    assert (fact.job_id, fact.jobs) == ("job-waits", 1)
    assert (fact.since_ms, fact.gpu_milli_scattered, fact.gpu_milli_total) == (since_ms, 4_000, 8_000)


def test_a_job_that_heads_no_line_gets_room_by_moves_and_what_it_needs_is_held() -> None:
    scenario = scattered()
    told(scenario)
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
    assert bound == {"job-b": {"n1"}, "job-waits": {"n2"}}, "nothing is left for the one that came late"
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.STARTED
    [eased] = facts(scenario, FragmentationEased)
    assert (eased.job_id, eased.gpu_milli_scattered) == ("job-waits", 0)
    assert scenario.state.fragmentation is None


def test_by_default_nobody_looks() -> None:
    scenario = scattered(replace(BOUNDED, fragmentation_percent_max=0))
    for _ in range(10):
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)
        assert not facts(scenario, FragmentationSustained, JobMoving)
    assert scenario.state.fragmentation is None


def test_what_does_not_exceed_the_bound_is_left_alone() -> None:
    scenario = scattered(replace(BOUNDED, fragmentation_percent_max=50))
    for _ in range(10):
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)
        assert not facts(scenario, FragmentationSustained, JobMoving)


def test_what_is_over_before_its_time_is_not_told() -> None:
    scenario = scattered()
    scenario.when(cancel("job-waits"), after_ms=FOR_MS - 1)
    assert scenario.state.fragmentation is None
    scenario.when(submit("job-again", job_spec(gpus=4, wall_time_max_ms=DAY_MS)), after_ms=2)
    assert not facts(scenario, FragmentationSustained), "its time begins anew"


def test_a_plan_that_does_not_pay_is_not_told_and_nobody_moves() -> None:
    scenario = scattered(replace(BOUNDED, defrag_benefit_percent=1_000_000))
    told(scenario)
    for _ in range(5):
        assert not facts(scenario, DefragmentationProposed, JobMoving)
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)


def test_jobs_that_cannot_save_stay() -> None:
    scenario = scattered(checkpoint=False)
    told(scenario)
    for _ in range(5):
        assert not facts(scenario, JobMoving)
        scenario.when(cancel("job-nobody"), after_ms=HOUR_MS)


def test_a_job_that_is_cancelled_meanwhile_gives_the_nodes_back() -> None:
    scenario = scattered()
    told(scenario)
    scenario.when(cancel("job-waits"))
    [released] = facts(scenario, HoldReleased)
    assert released.reason is HoldReleaseReason.NO_LONGER_WAITS
    assert facts(scenario, FragmentationEased)
    scenario.when(exited("n2", "job-b", outcome=TaskOutcome.STOPPED, exit_code=None))
    assert [fact.job_id for fact in facts(scenario, GangBound)] == ["job-b"]


def test_the_state_with_all_of_it_comes_back_from_a_snapshot() -> None:
    scenario = scattered()
    for _ in range(2):
        again = forked(scenario.state)
        assert again.fragmentation == scenario.state.fragmentation is not None
        assert again.holds == scenario.state.holds
        assert StateHash().refresh_all(again) == StateHash().refresh_all(scenario.state)
        told(scenario)
    assert scenario.state.holds


def test_the_waiting_job_is_told_that_moves_are_planned() -> None:
    scenario = scattered(replace(BOUNDED, defrag_benefit_percent=1_000_000))
    told(scenario)
    found = explain(scenario.state, "job-waits")
    assert found is not None
    [said] = [part.lines for part in parts(found) if part.title == "Moves"]
    assert said == (
        "more than 40 % of all GPU has been free and scattered for 10m while jobs wait that need no more",
        "moves that make room for it are looked for every 5m, and carried out when they pay",
    )
