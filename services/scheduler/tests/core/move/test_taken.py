"""Reclaimed nodes: closed at once, drained in turn, without using up retries (ADR 82)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import (
    AttemptOutcome,
    NodeLost,
    NodeReclaiming,
    PendingCode,
    SaveTooLarge,
    StopCause,
)
from muster.events.node_commands import StopTask
from muster.events.operator_commands import ActivatePolicy, ReclaimNode, SpareNode
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import (
    AgentStarted,
    CheckpointSaved,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    ReclaimSource,
    TaskOutcome,
)
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import checkpoint_saved, exited, job_spec, node, part_stored, started, submit
from muster.testkit.cores.scenario import Scenario, given

GB = 10**9
NOTICE_MS = 120_000
MARGIN_MS = DEFAULT_POLICY.reclaim_margin_ms
SAVES = job_spec(checkpoint=True)
INFERENCE = job_spec(tier=Tier.PRODUCTION_INFERENCE)


def announced(node_id: str, remaining_ms: int | None = NOTICE_MS, notice_id: str = "aws/1") -> Any:
    return NodeReclaimAnnounced(
        node_id=node_id, notice_id=notice_id, remaining_ms=remaining_ms, source=ReclaimSource.AWS
    )


def withdrawn(node_id: str, notice_id: str = "aws/1") -> Any:
    return NodeReclaimWithdrawn(node_id=node_id, notice_id=notice_id)


def saved(node_id: str, job_id: str, gigabytes: float, attempt: int = 1) -> Any:
    return CheckpointSaved(
        node_id=node_id,
        job_id=job_id,
        attempt=attempt,
        rank=0,
        file="c",
        uri="s3://b/c",
        sha256="0" * 64,
        size_bytes=int(gigabytes * GB),
    )


def stopped(node_id: str, job_id: str, attempt: int = 1) -> Any:
    return exited(node_id, job_id, attempt, outcome=TaskOutcome.STOPPED, exit_code=143)


def running(*jobs: tuple[str, float], spec: Any = SAVES, nodes: int = 1) -> Scenario:
    """Start jobs with checkpoints of these sizes on n1, one GPU each; other nodes are empty."""
    scenario = given(node("n1", gpus=len(jobs)))
    scenario.when(*(submit(name, spec) for name, _ in jobs))
    scenario.when(*(started("n1", name) for name, _ in jobs))
    scenario.when(*(saved("n1", name, size) for name, size in jobs if size))
    if nodes > 1:
        scenario.when(*(node(f"n{number}", gpus=8) for number in range(2, nodes + 1)))
    return scenario


def bandwidth(scenario: Scenario, node_gb: int, store_gb: int) -> None:
    policy = replace(
        scenario.state.policy, node_upload_bytes_per_s=node_gb * GB, store_upload_bytes_per_s=store_gb * GB
    )
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))


def stops(scenario: Scenario) -> dict[str, StopTask]:
    return {each.job_id: each for each in scenario.decided if isinstance(each, StopTask)}


def to_deadline(scenario: Scenario) -> None:
    due_ms = next_deadline_ms(scenario.state)
    assert due_ms is not None
    scenario.when(ClockTicked(), after_ms=max(0, due_ms - scenario.now_ms))


def test_a_reclaimed_node_is_closed_and_drained_in_the_same_batch() -> None:
    scenario = running(("job-a", 1), nodes=2).when(announced("n1"))
    scenario.then("NodeReclaiming n1", "JobStopping job-a/1", "StopTask n1 job-a/1")
    reclaiming, stopping, order = scenario.decided
    assert reclaiming.deadline_ms == scenario.now_ms + NOTICE_MS
    assert (stopping.cause, stopping.requeues, stopping.save_bytes) == (StopCause.SPOT_RECLAIM, True, GB)
    assert stopping.reason == "n1 will be reclaimed in 2m"
    assert order.grace_ms + order.checkpoint_grace_ms <= NOTICE_MS - MARGIN_MS
    scenario.when(stopped("n1", "job-a"))
    scenario.then(
        "AttemptEnded job-a/1 STOPPED",
        "JobRequeued job-a/2",
        "GangBound job-a/2 n2[0]",
        "StartTask n2 job-a/2",
    )
    job = scenario.state.jobs["job-a"]
    assert (job.attempts_failed, job.attempts_lost, job.avoids) == (0, 0, ())


@pytest.mark.parametrize("notice_ms", [120_000, 30_000, 6_000, 0])
def test_both_limits_of_a_drain_together_stay_below_the_notice(notice_ms: int) -> None:
    scenario = running(("job-a", 0.001), nodes=2).when(announced("n1", notice_ms))
    order = stops(scenario)["job-a"]
    assert order.grace_ms > 0
    assert order.grace_ms + order.checkpoint_grace_ms <= max(1_000, notice_ms - MARGIN_MS)


def test_a_reclaimed_node_takes_no_new_jobs_until_the_notice_is_withdrawn() -> None:
    scenario = given(node("n1", gpus=1)).when(announced("n1"), submit("job-a"))
    assert scenario.decided[-1].code is PendingCode.NODES_UNSCHEDULABLE
    scenario.when(withdrawn("n1", "another"))
    assert scenario.state.nodes["n1"].reclaim is not None
    scenario.when(withdrawn("n1"))
    scenario.then("NodeSpared n1", "GangBound job-a/1 n1[0]", "StartTask n1 job-a/1")


def test_a_node_at_risk_is_closed_but_its_jobs_continue() -> None:
    scenario = running(("job-a", 1), nodes=2).when(announced("n1", None, "aws/rebalance"))
    scenario.then("NodeReclaiming n1")
    assert next_deadline_ms(scenario.state) is None or not scenario.state.taken
    scenario.when(announced("n1", NOTICE_MS, "aws/terminate")).then(
        "NodeReclaiming n1", "JobStopping job-a/1", "StopTask n1 job-a/1"
    )
    scenario.when(announced("n1", None, "aws/rebalance")).then()


def test_a_repeated_notice_only_makes_the_deadline_earlier() -> None:
    scenario = given(node("n1", gpus=1)).when(announced("n1"))
    first_ms = scenario.state.nodes["n1"].gone_at_ms
    assert first_ms is not None
    scenario.when(announced("n1", NOTICE_MS - 10_000), after_ms=10_000).then()
    scenario.when(announced("n1", NOTICE_MS), after_ms=1_000).then()
    scenario.when(announced("n1", 5_000), after_ms=1_000).then("NodeReclaiming n1")
    assert scenario.state.nodes["n1"].gone_at_ms == scenario.now_ms + 5_000 < first_ms


def test_jobs_save_in_turn_and_run_until_their_turn() -> None:
    scenario = running(("job-a", 60), ("job-b", 40), nodes=2)
    bandwidth(scenario, 1, 1)
    scenario.when(announced("n1"))
    assert list(stops(scenario)) == ["job-a"], "the job that must start first"
    to_deadline(scenario)
    assert list(stops(scenario)) == ["job-b"]
    assert scenario.state.uploads.by_job["job-b"].until_ms <= scenario.now_ms + 60_000
    assert stops(scenario)["job-b"].checkpoint_bytes_per_s == GB


def test_a_turn_comes_sooner_if_another_ends_early() -> None:
    scenario = running(("job-a", 60), ("job-b", 40), nodes=2)
    bandwidth(scenario, 1, 1)
    scenario.when(announced("n1"))
    scenario.when(stopped("n1", "job-a"), after_ms=5_000)
    assert list(stops(scenario)) == ["job-b"]


def test_saves_that_share_the_store_continue_over_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.scheduler.core.limits.DRAIN_ORDERS_MAX", 1)
    scenario = running(("job-a", 70), ("job-b", 70), ("job-c", 70))
    bandwidth(scenario, 1, 2)
    scenario.when(announced("n1"))
    scenario.when(ClockTicked(), after_ms=0)
    scenario.when(ClockTicked(), after_ms=0)
    assert not any(isinstance(each, SaveTooLarge) for each in scenario.decided)
    assert {job.state for job in scenario.state.jobs.values()} == {"STOPPING"}


def test_a_job_that_cannot_save_in_time_is_reported_and_resumes_from_its_last_checkpoint() -> None:
    scenario = running(("job-a", 560), nodes=2).when(announced("n1"))
    (large,) = (each for each in scenario.decided if isinstance(each, SaveTooLarge))
    assert (large.job_id, large.save_bytes, large.node_id) == ("job-a", 560 * GB, "n1")
    assert large.fits_bytes == (NOTICE_MS - MARGIN_MS) * 1_000_000
    assert stops(scenario)["job-a"].checkpoint_grace_ms == 0
    scenario.when(stopped("n1", "job-a"))
    order = next(each for each in scenario.decided if type(each).__name__ == "StartTask")
    assert order.checkpoint_uri == "s3://b/c"


def test_an_unknown_save_size_is_reported_as_unknown() -> None:
    scenario = running(("job-a", 0), nodes=2).when(announced("n1"))
    assert (scenario.decided[1].save_bytes, scenario.decided[1].saves_until_ms) == (None, None)
    assert stops(scenario)["job-a"].checkpoint_grace_ms > 0


def test_a_node_that_disappears_early_costs_no_attempt() -> None:
    scenario = running(("job-a", 1), nodes=2).when(announced("n1"))
    scenario.when(NodeLost(node_id="n1", silent_ms=30_000))
    ended = next(each for each in scenario.decided if type(each).__name__ == "AttemptEnded")
    assert ended.outcome is AttemptOutcome.STOPPED
    assert scenario.state.jobs["job-a"].attempts_lost == 0


def test_a_checkpoint_of_many_files_counts_with_its_total_size() -> None:
    """Two ranks stored 9 TB each, too much for a notice of 30 seconds."""
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(
        submit("job-a", job_spec(ranks=2, checkpoint=True))
    )
    scenario.when(started("n1", "job-a"), started("n2", "job-a", ranks=(1,)))
    parts = [
        part_stored(f"n{rank + 1}", "job-a", step=100, part=rank, size_bytes=9_000 * GB) for rank in range(2)
    ]
    scenario.when(*parts, checkpoint_saved("n1", "job-a", step=100, parts=parts))
    scenario.when(announced("n1", 30_000))
    [named] = [each for each in scenario.decided if isinstance(each, SaveTooLarge)]
    assert named.save_bytes == 18_000 * GB


def test_a_job_expected_to_end_in_time_is_not_stopped() -> None:
    scenario = running(("job-a", 1), spec=replace(SAVES, wall_time_max_ms=60_000))
    job = scenario.state.jobs["job-a"]
    job.p90_ms = 60_000
    scenario.when(announced("n1")).then("NodeReclaiming n1")
    to_deadline(scenario)
    assert "job-a" in stops(scenario), "the job did not end in time"


def test_production_inference_serves_until_the_last_moment_if_no_node_has_room() -> None:
    scenario = running(("job-a", 0), spec=INFERENCE)
    scenario.when(announced("n1")).then("NodeReclaiming n1")
    to_deadline(scenario)
    assert scenario.now_ms == (scenario.state.nodes["n1"].gone_at_ms or 0) - MARGIN_MS - INFERENCE.grace_ms
    assert "job-a" in stops(scenario)


def test_production_inference_moves_to_a_node_with_room() -> None:
    assert "job-a" in stops(running(("job-a", 0), spec=INFERENCE, nodes=2).when(announced("n1")))


def test_a_gang_stops_as_a_whole_for_the_earliest_reclaim() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", job_spec(ranks=2)))
    scenario.when(announced("n2", 60_000), announced("n1", 30_000))
    orders = [each for each in scenario.decided if isinstance(each, StopTask)]
    assert [order.node_id for order in orders] == ["n1", "n2"]
    assert all(order.grace_ms + order.checkpoint_grace_ms <= 30_000 - MARGIN_MS for order in orders)


def test_an_operator_can_announce_a_reclaim() -> None:
    scenario = running(("job-a", 1), nodes=2)
    scenario.when(ReclaimNode(node_id="n1", remaining_ms=60_000, requested_by="op", reason="sold"))
    reclaiming = scenario.decided[0]
    assert isinstance(reclaiming, NodeReclaiming)
    assert (reclaiming.requested_by, reclaiming.source) == ("op", ReclaimSource.OPERATOR)
    scenario.when(SpareNode(node_id="n1", requested_by="op")).then("NodeSpared n1")
    scenario.when(SpareNode(node_id="n1", requested_by="op")).then("CommandRepeated SpareNode n1")


def test_a_notice_survives_a_restart_of_the_agent_unless_it_starts_fresh() -> None:
    scenario = given(node("n1", gpus=1)).when(announced("n1"))
    started_again = AgentStarted(node_id="n1", boot_id="b2", fresh=False, order_seq_last=-1, running=())
    scenario.when(started_again).then()
    scenario.when(replace(started_again, fresh=True)).then("NodeSpared n1")


def test_a_report_about_an_unknown_node_has_no_effect() -> None:
    given().when(announced("nx"), withdrawn("nx"), NodeNoteReported(node_id="nx", note="x")).then()


def test_a_note_of_a_node_is_recorded() -> None:
    scenario = given(node("n1")).when(NodeNoteReported(node_id="n1", note="a notice cannot be read"))
    scenario.then("NodeNoted n1")
    assert scenario.state.nodes["n1"].usable


def test_a_thousand_jobs_are_stopped_over_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.scheduler.core.limits.DRAIN_ORDERS_MAX", 2)
    scenario = running(("job-a", 0), ("job-b", 0), ("job-c", 0)).when(announced("n1"))
    assert len(stops(scenario)) == 2
    assert next_deadline_ms(scenario.state) == scenario.state.now_ms
    scenario.when(ClockTicked())
    assert list(stops(scenario)) == ["job-c"]
