"""Bandwidth of saves while jobs stop: limited per job and by the store, drains in turn (ADR 92)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivatePolicy, DrainNode
from muster.events.task_events import CheckpointSaved, NodeReclaimAnnounced, ReclaimSource, TaskOutcome
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import exited, job_spec, node, started, submit, suspend
from muster.testkit.cores.scenario import Scenario, given

GB = 10**9
SAVES = job_spec(checkpoint=True)


def drain(node_id: str) -> DrainNode:
    return DrainNode(node_id=node_id, requested_by="op", reason="fan broken")


def stopped(scenario: Scenario, job_id: str) -> Any:
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    return exited(attempt.master_node_id, job_id, attempt.number, outcome=TaskOutcome.STOPPED, exit_code=143)


def saved(node_id: str, job_id: str, gigabytes: int) -> CheckpointSaved:
    return CheckpointSaved(
        node_id=node_id,
        job_id=job_id,
        attempt=1,
        rank=0,
        file="c",
        uri="s3://b/c",
        sha256="0" * 64,
        size_bytes=gigabytes * GB,
    )


def cell(*specs: Any, store_gb: int = 2, job_gb: int = 1) -> Scenario:
    """Create jobs job-0, job-1, ... of one GPU on n1, and an empty n2."""
    scenario = given(node("n1", gpus=len(specs)))
    policy = replace(
        scenario.state.policy, store_upload_bytes_per_s=store_gb * GB, job_upload_bytes_per_s=job_gb * GB
    )
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    scenario.when(*(submit(f"job-{number}", spec) for number, spec in enumerate(specs)))
    scenario.when(*(started("n1", f"job-{number}") for number in range(len(specs))))
    return scenario.when(node("n2", gpus=len(specs)))


def stops(scenario: Scenario) -> dict[str, int | None]:
    return {
        each.job_id: each.checkpoint_bytes_per_s for each in scenario.decided if isinstance(each, StopTask)
    }


def test_drains_wait_until_the_store_has_room_for_them() -> None:
    scenario = cell(SAVES, SAVES, SAVES, job_spec()).when(drain("n1"))
    assert stops(scenario) == {"job-0": GB, "job-1": GB, "job-3": None}, (
        "a job that does not save does not wait"
    )
    scenario.when(stopped(scenario, "job-3"))
    assert stops(scenario) == {}
    scenario.when(stopped(scenario, "job-0"))
    assert stops(scenario) == {"job-2": GB}
    scenario.when(stopped(scenario, "job-1"), stopped(scenario, "job-2"))
    assert (scenario.state.uploads.by_job, scenario.state.uploads.bytes_per_s) == ({}, 0)


def test_the_start_order_carries_the_jobs_bandwidth() -> None:
    scenario = given(node("n1", gpus=1))
    policy = replace(scenario.state.policy, job_upload_bytes_per_s=7 * GB)
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"), submit("job-a", SAVES))
    order = next(each for each in scenario.decided if isinstance(each, StartTask))
    assert order.checkpoint_bytes_per_s == 7 * GB


def test_the_fact_carries_the_expected_end_of_the_save() -> None:
    scenario = cell(SAVES).when(saved("n1", "job-0", 3)).when(drain("n1"))
    stopping = next(each for each in scenario.decided if type(each).__name__ == "JobStopping")
    assert (stopping.save_bytes, stopping.save_bytes_per_s) == (3 * GB, GB)
    assert stopping.saves_until_ms == scenario.now_ms + 3_000


def test_an_urgent_stop_gets_the_remaining_bandwidth_and_at_least_a_hundredth() -> None:
    scenario = cell(SAVES, SAVES, SAVES)
    assert stops(scenario.when(suspend("job-0"))) == {"job-0": GB}
    assert stops(scenario.when(suspend("job-1"))) == {"job-1": GB}
    assert stops(scenario.when(suspend("job-2"))) == {"job-2": 2 * GB // 100}


def test_a_drain_leaves_the_store_to_jobs_with_little_time() -> None:
    """One of two reclaimed jobs waits for its turn, and no other job starts to save meanwhile."""
    scenario = cell(SAVES, SAVES, store_gb=1).when(saved("n1", "job-0", 60), saved("n1", "job-1", 40))
    scenario.when(node("n3", gpus=1, model="H100")).when(
        submit("job-a", job_spec(checkpoint=True, models=("H100",)))
    )
    scenario.when(
        NodeReclaimAnnounced(node_id="n1", notice_id="aws/1", remaining_ms=120_000, source=ReclaimSource.AWS),
        drain("n3"),
    )
    assert list(stops(scenario)) == ["job-0"]
    scenario.when(stopped(scenario, "job-0"))
    assert list(stops(scenario)) == ["job-1"], "a turn ended early, so the next begins"
    scenario.when(stopped(scenario, "job-1"))
    assert list(stops(scenario)) == ["job-a"]


def test_the_bandwidth_of_stopping_jobs_is_in_snapshots() -> None:
    scenario = cell(SAVES, SAVES).when(drain("n1"))
    again = forked(scenario.state)
    assert again.uploads.by_job == scenario.state.uploads.by_job
    assert again.uploads.bytes_per_s == 2 * GB


@for_all(st.integers(1, 12), st.integers(1, 5), st.integers(1, 7), st.data())
def test_draining_jobs_together_never_exceed_the_bandwidth_of_the_store(
    jobs: int, store_gb: int, job_gb: int, data: st.DataObject
) -> None:
    """In whatever order jobs end; and in the end all have been drained."""
    scenario = cell(*[SAVES] * jobs, store_gb=store_gb, job_gb=job_gb).when(drain("n1"))
    drained = 0
    while live := sorted(scenario.state.uploads.by_job):
        assert scenario.state.uploads.bytes_per_s <= store_gb * GB
        scenario.when(stopped(scenario, data.draw(st.sampled_from(live))))
        drained += 1
    assert drained == jobs


def turn(scenario: Scenario, job_id: str) -> list[str]:
    found = explain(scenario.state, job_id)
    assert found is not None
    return [line for part in parts(found) if part.title == "Turn" for line in part.lines]


def test_a_job_waiting_for_its_turn_learns_how_many_save_before_it() -> None:
    scenario = cell(SAVES, SAVES, SAVES, SAVES)
    assert turn(scenario, "job-3") == []
    scenario.when(drain("n1"))
    said = "its node is being drained: {} before it"
    assert turn(scenario, "job-0") == [], "it saves"
    assert turn(scenario, "job-2") == [said.format("2 jobs save")]
    assert turn(scenario, "job-3") == [said.format("3 jobs save")]
    scenario.when(stopped(scenario, "job-0"))
    assert turn(scenario, "job-2") == [], "its turn has come"
    assert turn(scenario, "job-3") == [said.format("2 jobs save")]
