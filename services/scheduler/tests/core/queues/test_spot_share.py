"""The share of a queue's work on spot nodes: enforced at each placement, and explained (ADR 86)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st
from muster.events.job_commands import SubmitJob
from muster.events.job_events import GangBound, JobPending, PendingCode
from muster.events.operator_commands import TagNode
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.job import Task
from muster.testkit.cores.build import cancel, configure, exited, job_spec, node, queue, started, submit
from muster.testkit.cores.scenario import Scenario, given

SPOT = {"capacity-type": "spot"}


def tree(share: int | None = 50, others: int = 4, spots: int = 4) -> Scenario:
    """Create nodes of each kind, and the queue vision below acme, which limits its share on spot."""
    nodes = [node("n1", gpus=others)] if others else []
    return given(
        *nodes,
        node("s1", gpus=spots, labels=SPOT),
        queue("acme", spot_percent_max=share),
        queue("vision", parent="acme"),
    )


def vision(job_id: str, **spec: Any) -> SubmitJob:
    """Submit a job that prefers spot nodes."""
    return submit(job_id, job_spec(queue="vision", checkpoint=True, **spec))


def nodes_of(scenario: Scenario, job_id: str) -> list[str]:
    attempt = scenario.state.jobs[job_id].attempt
    return list(attempt.tasks) if attempt else []


def on_spot(scenario: Scenario, name: str = "acme") -> tuple[int, int]:
    used = scenario.state.queues.by_key["acme", name].used
    return used.gpu_spot_milli, used.gpu_milli


def test_half_of_a_queues_work_goes_to_spot_nodes() -> None:
    scenario = tree().when(*(vision(f"job-{n}") for n in range(6)))
    assert [nodes_of(scenario, f"job-{n}") for n in range(6)] == [["n1"], ["s1"]] * 3
    assert on_spot(scenario) == on_spot(scenario, "vision") == (3_000, 6_000)


def test_all_work_goes_to_spot_nodes_without_the_setting() -> None:
    scenario = tree(share=None).when(*(vision(f"job-{n}") for n in range(4)))
    assert on_spot(scenario) == (4_000, 4_000)


def test_other_queues_are_not_affected_by_the_share() -> None:
    scenario = tree(share=0).when(submit("job-a", job_spec(checkpoint=True)), vision("job-b"))
    assert (nodes_of(scenario, "job-a"), nodes_of(scenario, "job-b")) == (["s1"], ["n1"])


def test_a_job_that_waits_for_the_share_learns_which_setting_limits_it() -> None:
    scenario = tree(others=2).when(*(vision(f"job-{n}") for n in range(5)))
    [waiting] = [fact for fact in scenario.decided if isinstance(fact, JobPending)]
    assert (waiting.job_id, waiting.code) == ("job-4", PendingCode.ROOM_ON_SPOT_ONLY)
    expected = "queue 'acme' has 2 of its 4 GPUs there, 50 % at most (spot_percent)"
    assert waiting.message == f"only spot nodes have room (1), and {expected}"
    assert waiting.counts["queue_spot_percent_max"] == 50
    found = explain(scenario.state, "job-4")
    assert found is not None
    assert expected in wording.summary(found)
    assert not any(each.spot is not found.spec.spot for each in found.requests if found.spec), "no help"


def test_the_share_is_the_reason_in_a_cluster_of_spot_nodes_only() -> None:
    scenario = tree(share=0, others=0).when(vision("job-a"))
    assert scenario.decided[-1].code is PendingCode.SPOT_EXCLUDED
    assert scenario.decided[-1].message.endswith(
        "queue 'acme' has 0 of its 0 GPUs there, 0 % at most (spot_percent)"
    )
    scenario.when(configure("acme", spot_percent_max=100))
    assert nodes_of(scenario, "job-a") == ["s1"]


def test_jobs_that_end_and_jobs_on_other_nodes_make_room_in_the_share() -> None:
    scenario = tree(others=2).when(*(vision(f"job-{n}") for n in range(5)))
    scenario.when(exited("s1", "job-1"))
    assert nodes_of(scenario, "job-4") == ["s1"]
    scenario.when(vision("job-5")).when(node("n2", gpus=1))
    assert nodes_of(scenario, "job-5") == ["n2"]
    scenario.when(vision("job-6")).when(node("n3", gpus=1))
    assert nodes_of(scenario, "job-6") == ["s1"], "3 of 6 there"


def test_a_gang_counts_with_all_its_gpus_and_cpu_jobs_do_not() -> None:
    scenario = tree(share=40).when(vision("job-a", gpus=1, ranks=2))
    assert nodes_of(scenario, "job-a") == ["n1"]
    scenario.when(vision("job-b", gpus=2))
    assert nodes_of(scenario, "job-b") == ["n1"], "2 of 4 would be more than 40 %"
    scenario.when(vision("job-c", gpus=2), vision("job-d", gpus=0))
    assert (nodes_of(scenario, "job-c"), nodes_of(scenario, "job-d")) == (["s1"], ["s1"])


def test_a_later_label_does_not_change_the_count() -> None:
    """The kind of node at the time of placement counts; otherwise starts and ends would not add up."""
    scenario = tree().when(vision("job-a"))
    assert nodes_of(scenario, "job-a") == ["n1"]
    scenario.when(TagNode(node_id="n1", labels=SPOT, requested_by="op"))
    assert on_spot(scenario) == (0, 1_000)
    again = forked(scenario.state)
    assert StateHash().refresh_all(again) == StateHash().refresh_all(scenario.state)
    scenario.when(exited("n1", "job-a"))
    assert on_spot(scenario) == (0, 0)


def test_the_share_in_use_is_in_snapshots() -> None:
    scenario = tree().when(*(vision(f"job-{n}") for n in range(4)))
    again = forked(scenario.state)
    assert again.queues.by_key["acme", "acme"].used == scenario.state.queues.by_key["acme", "acme"].used
    tasks = [task for job in again.jobs.values() if job.attempt for task in job.attempt.tasks.values()]
    assert sum(task.on_spot for task in tasks if isinstance(task, Task)) == 2


def test_an_elastic_job_does_not_grow_beyond_the_share() -> None:
    scenario = tree(share=50, others=2).when(vision("job-a", ranks=4, ranks_min=2))
    assert nodes_of(scenario, "job-a") == ["n1"]
    scenario.when(started("n1", "job-a", ranks=(0, 1)))
    assert next_deadline_ms(scenario.state) is not None, "growth will be considered later"
    scenario.when(after_ms=2 * scenario.state.policy.resize_interval_ms)
    assert scenario.state.jobs["job-a"].resize_to == 0
    scenario.when(configure("acme")).when(after_ms=2 * scenario.state.policy.resize_interval_ms)
    assert scenario.state.jobs["job-a"].resize_to == 4


@pytest.mark.parametrize("share", [0, 25, 100])
@hypothesis_given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 3), st.booleans()), min_size=1, max_size=40)
)
def test_no_placement_on_spot_nodes_exceeds_the_share(share: int, moves: list[tuple[int, int, bool]]) -> None:
    """Jobs come and go in any order, and each placement on a spot node leaves the queue within its share."""
    scenario = tree(share=share, others=6, spots=6)
    for number, (which, gpus, comes) in enumerate(moves):
        live = sorted(scenario.state.jobs)
        if comes or not live:
            scenario.when(vision(f"job-{number}", gpus=gpus))
        else:
            job = scenario.state.jobs[live[which % len(live)]]
            node_ids = nodes_of(scenario, job.job_id)
            gone = exited(node_ids[0], job.job_id) if node_ids else cancel(job.job_id)
            scenario.when(gone)
        bound = [fact for fact in scenario.decided if isinstance(fact, GangBound)]
        there, all_of_it = on_spot(scenario)
        if bound and any(place.node_id == "s1" for place in bound[-1].placements):
            assert there * 100 <= all_of_it * share
        held = [nodes_of(scenario, job_id) for job_id in scenario.state.jobs]
        assert (there == 0) == (["s1"] not in held)
