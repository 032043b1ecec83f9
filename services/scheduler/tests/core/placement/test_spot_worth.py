"""The order of spot and other nodes: expected loss of work against the price (ADR 86)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from muster.cluster import ANYWHERE
from muster.events.job_commands import CheckpointPolicy, JobSpec, SpotUse, Tier
from muster.events.job_events import GangBound, NodeForgotten, NodeLost, NodeRecovered
from muster.events.operator_commands import ActivatePolicy, ReclaimNode, SpareNode, TagNode
from muster.events.task_events import NodeReclaimAnnounced, ReclaimSource
from muster.scheduler.core.placement import spot
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.exposure import RECLAIMS_REMEMBERED, Exposure, price_percent_of
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
SPOT = {"capacity-type": "spot"}


def saves(interval_ms: int = 0, **asked: Any) -> JobSpec:
    return replace(job_spec(**asked), checkpoint=CheckpointPolicy(enabled=True, interval_ms=interval_ms))


def mixed(**labels: str) -> Scenario:
    """Create a spot node with the higher id, and another that the kernel takes first."""
    return given(node("a", gpus=4), node("z-spot", gpus=4, labels={**SPOT, **labels}))


def nodes_of(scenario: Scenario, job_id: str) -> list[str]:
    attempt = scenario.state.jobs[job_id].attempt
    return list(attempt.tasks) if attempt else []


def reason_of(scenario: Scenario) -> str:
    (bound,) = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
    return bound.reason


@pytest.mark.parametrize(
    ("spec", "where"),
    [
        (saves(30 * 60_000), "z-spot"),
        (saves(), "z-spot"),
        (job_spec(), "a"),
        (job_spec(wall_time_max_ms=10 * HOUR_MS), "a"),
        (job_spec(wall_time_max_ms=20 * 60_000), "z-spot"),
        (saves(12 * HOUR_MS), "a"),
        (replace(saves(30 * 60_000), spot=SpotUse.NEVER), "a"),
        (saves(30 * 60_000, tier=Tier.PRODUCTION_INFERENCE), "a"),
    ],
    ids=[
        "saves often", "saves, unstated", "cannot save", "cannot save, long", "cannot save, short",
        "saves seldom", "never", "serves",
    ],
)  # fmt: skip
def test_jobs_that_save_often_take_spot_and_jobs_that_cannot_save_do_not(spec: JobSpec, where: str) -> None:
    scenario = mixed().when(submit("job-a", spec))
    assert nodes_of(scenario, "job-a") == [where]


def test_the_fact_shows_the_calculation() -> None:
    """1 reclaim a day, 15 min of work and 5 min of restart: 20 min of 1,440."""
    scenario = mixed().when(submit("job-a", saves(30 * 60_000)))
    assert reason_of(scenario).endswith(
        "; on spot nodes: there it loses about 1.3 % of its work, and saves 30 % of the price"
    )
    scenario.when(submit("job-b", job_spec()))
    assert "spot" not in reason_of(scenario), "it cannot save, so nothing was compared"
    scenario.when(submit("job-c", replace(job_spec(), spot=SpotUse.ALLOWED)))
    assert "; off spot nodes: there it loses about 100 % of its work" in reason_of(scenario)


def test_a_job_that_may_use_both_kinds_does_not_wait_for_the_better() -> None:
    allowed = replace(job_spec(gpus=4), spot=SpotUse.ALLOWED)
    scenario = mixed().when(submit("job-1", allowed), submit("job-2", allowed))
    assert (nodes_of(scenario, "job-1"), nodes_of(scenario, "job-2")) == (["a"], ["z-spot"])
    scenario = mixed().when(submit("job-1", saves(gpus=4))).when(submit("job-2", saves(gpus=4)))
    assert nodes_of(scenario, "job-2") == ["a"]
    assert "; off spot nodes, because no others had room: " in reason_of(scenario)


def test_a_gang_on_many_nodes_is_expected_to_lose_more() -> None:
    """Every lost node stops the whole gang: 30 ranks lose thirty times as much as one."""
    others = [node(f"a{n:02}", gpus=1) for n in range(20)]
    spots = [node(f"z{n:02}", gpus=1, labels=SPOT) for n in range(20)]
    scenario = given(*others, *spots).when(submit("job-1", saves(30 * 60_000, ranks=2)))
    assert nodes_of(scenario, "job-1") == ["z00", "z01"]
    scenario.when(submit("job-2", saves(30 * 60_000, ranks=10)))
    assert nodes_of(scenario, "job-2")[0] == "a00"


def test_a_valid_price_on_the_node_counts_and_an_invalid_one_does_not() -> None:
    seldom = saves(3 * HOUR_MS)
    assert nodes_of(mixed().when(submit("j", seldom)), "j") == ["a"], "6.6 % of the work, times 6, for 30 %"
    cheap = mixed(**{"spot-price-percent": "40"})
    assert nodes_of(cheap.when(submit("j", seldom)), "j") == ["z-spot"], "for 60 %"
    odd = mixed(**{"spot-price-percent": "4O"})
    assert nodes_of(odd.when(submit("j", seldom)), "j") == ["a"]
    assert [price_percent_of(text) for text in (None, "", "0", "1", "100", "101", "-5", "²", "0100")] == [
        0, 0, 0, 1, 100, 0, 0, 0, 0,
    ]  # fmt: skip


def test_the_policys_price_and_rate_decide() -> None:
    weightless = replace(DEFAULT_POLICY, spot_loss_weight=0)
    scenario = mixed().when(ActivatePolicy(policy=weightless, requested_by="op"))
    assert nodes_of(scenario.when(submit("j", saves(12 * HOUR_MS))), "j") == ["z-spot"]
    dear = replace(DEFAULT_POLICY, spot_price_percent=100)
    scenario = mixed().when(ActivatePolicy(policy=dear, requested_by="op"))
    assert nodes_of(scenario.when(submit("j", saves(60_000))), "j") == ["a"]


def exposure_of(scenario: Scenario) -> tuple[int, int]:
    """Return the reclaims, in thousandths, and the hours of the A100's spot nodes."""
    found = scenario.state.spot.by_model["A100"]
    return found.reclaims_milli, found.node_ms_at(scenario.now_ms) // HOUR_MS


def test_the_rate_is_learned_from_notices_and_losses() -> None:
    scenario = mixed().when(after_ms=10 * HOUR_MS)
    assert exposure_of(scenario) == (0, 10)
    scenario.when(ReclaimNode(node_id="z-spot", remaining_ms=120_000, requested_by="op"))
    assert exposure_of(scenario) == (1_000, 10)
    scenario.when(NodeLost(node_id="z-spot", silent_ms=30_000), after_ms=150_000)
    assert exposure_of(scenario) == (1_000, 10), "an announced loss counts once"
    scenario.when(SpareNode(node_id="z-spot", requested_by="op"), after_ms=HOUR_MS)
    scenario.when(NodeRecovered(node_id="z-spot"), after_ms=HOUR_MS)
    assert exposure_of(scenario) == (1_000, 10), "a node that is away cannot be reclaimed"
    scenario.when(NodeLost(node_id="z-spot", silent_ms=30_000), after_ms=5 * HOUR_MS)
    assert exposure_of(scenario) == (2_000, 15)
    scenario.when(NodeLost(node_id="a", silent_ms=30_000))
    assert exposure_of(scenario) == (2_000, 15), "other nodes teach nothing about spot nodes"
    scenario.when(NodeForgotten(node_id="z-spot", lost_ms=DAY_MS), after_ms=DAY_MS)
    assert exposure_of(scenario) == (2_000, 15)
    assert not scenario.state.spot.exposed


def announced(remaining_ms: int | None) -> NodeReclaimAnnounced:
    source = ReclaimSource.AWS
    return NodeReclaimAnnounced(node_id="z-spot", notice_id="aws/1", remaining_ms=remaining_ms, source=source)


def test_a_recommendation_is_no_reclaim_until_a_time_is_set() -> None:
    scenario = mixed().when(announced(None), after_ms=10 * HOUR_MS)
    assert exposure_of(scenario) == (0, 10)
    scenario.when(announced(120_000), after_ms=HOUR_MS).when(announced(60_000))
    assert exposure_of(scenario) == (1_000, 10)


def test_jobs_that_save_leave_spot_if_nodes_are_reclaimed_every_hour() -> None:
    scenario = mixed()
    for _ in range(20):
        scenario.when(ReclaimNode(node_id="z-spot", remaining_ms=1_000, requested_by="op"), after_ms=HOUR_MS)
        scenario.when(SpareNode(node_id="z-spot", requested_by="op"))
    assert nodes_of(scenario.when(submit("job-a", saves(30 * 60_000))), "job-a") == ["a"]
    scenario.when(after_ms=60 * DAY_MS)
    assert nodes_of(scenario.when(submit("job-b", saves(30 * 60_000))), "job-b") == ["z-spot"]


def test_a_node_can_become_a_spot_node_and_cease_to_be_one() -> None:
    scenario = given(node("a", gpus=4), node("b", gpus=4))
    scenario.when(TagNode(node_id="b", labels=SPOT, requested_by="op"), after_ms=HOUR_MS)
    none_again = TagNode(node_id="b", labels_removed=("capacity-type",), requested_by="op")
    scenario.when(none_again, after_ms=HOUR_MS)
    assert exposure_of(scenario.when(after_ms=HOUR_MS)) == (0, 1)
    assert not scenario.state.spot.exposed


def test_the_learned_rate_is_in_snapshots_and_in_the_hash() -> None:
    scenario = mixed(**{"spot-price-percent": "35"}).when(after_ms=7 * HOUR_MS)
    scenario.when(ReclaimNode(node_id="z-spot", remaining_ms=120_000, requested_by="op"))
    scenario.when(SpareNode(node_id="z-spot", requested_by="op"))
    again = forked(scenario.state)
    assert again.spot == scenario.state.spot
    assert StateHash().refresh_all(again) == StateHash().refresh_all(scenario.state)


def test_a_cell_without_spot_nodes_stores_no_rate() -> None:
    scenario = given(node("a")).when(NodeLost(node_id="a", silent_ms=30_000))
    scenario.when(NodeRecovered(node_id="a")).when(submit("job-a", saves()))
    state = scenario.state
    assert not state.spot.by_model
    assert not any(key.startswith("spot/") for key in _entities(state))
    assert "spot" not in reason_of(scenario)


def test_kinds_are_not_compared_if_every_node_is_a_spot_node() -> None:
    scenario = given(node("a", labels=SPOT)).when(submit("job-a", saves(12 * HOUR_MS)))
    assert "spot" not in reason_of(scenario)


def _entities(state: State) -> dict[str, bytes]:
    digest = StateHash()
    digest.refresh_all(state)
    return digest.entities


@hypothesis_given(
    st.lists(st.tuples(st.integers(0, 10**10), st.booleans()), max_size=300), st.integers(1, 1000)
)
def test_counts_stay_small_and_the_rate_follows(steps: list[tuple[int, bool]], nodes: int) -> None:
    """The remembered rate equals the actual one, although old counts are forgotten."""
    exposure, now_ms = Exposure(), 0
    for _ in range(nodes):
        exposure.count(0, +1)
    for passed_ms, reclaimed in steps:
        now_ms += passed_ms
        if reclaimed:
            exposure.reclaimed(now_ms)
    assert 0 <= exposure.reclaims_milli < RECLAIMS_REMEMBERED * 1_000
    assert 0 <= exposure.node_ms_at(now_ms) <= nodes * now_ms


@hypothesis_given(st.integers(0, 10**9), st.integers(0, 10**12), st.integers(0, DAY_MS), st.integers(1, 64))
def test_more_reclaims_never_make_spot_better(
    reclaims_milli: int, node_ms: int, interval_ms: int, more: int
) -> None:
    """The expected loss grows with the rate and the interval, and shrinks with experience."""
    scenario = mixed()
    scenario.when(submit("job-a", saves(interval_ms)))
    state, job = scenario.state, scenario.state.jobs["job-a"]
    needs = job.placement_class._replace(where=ANYWHERE)

    def lost(reclaims: int, exposed_ms: int) -> int:
        state.spot.by_model["A100"] = Exposure(reclaims, exposed_ms, scenario.now_ms, {0: 1})
        found = spot.outlook(state, job, needs)
        assert found is not None
        return found.lost_milli

    base = lost(reclaims_milli, node_ms)
    assert base <= lost(reclaims_milli + more * 1_000, node_ms)
    assert base >= lost(reclaims_milli, node_ms + more * HOUR_MS)


def test_the_comparison_is_repeated_for_each_job_on_freed_nodes() -> None:
    scenario = mixed().when(submit("job-1", saves(gpus=4)))
    scenario.when(exited("z-spot", "job-1"))
    assert nodes_of(scenario.when(submit("job-2", saves(gpus=4))), "job-2") == ["z-spot"]
