"""Spot nodes: the jobs that stay off them, and their reasons when they wait (ADR 86)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import JobSpec, SpotUse, Tier
from muster.events.job_events import PendingCode
from muster.events.operator_commands import TagNode
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import change_of
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

SPOT = {"capacity-type": "spot"}
SERVING = Tier.PRODUCTION_INFERENCE


def uses(spot: SpotUse, **asked: Any) -> JobSpec:
    return replace(job_spec(**asked), spot=spot)


def mixed() -> Scenario:
    """Create a spot node that the kernel would take first (lowest id), and another node."""
    return given(node("a-spot", gpus=2, labels=SPOT), node("b", gpus=2))


def nodes_of(scenario: Scenario, job_id: str) -> list[str]:
    attempt = scenario.state.jobs[job_id].attempt
    return list(attempt.tasks) if attempt else []


@pytest.mark.parametrize(
    ("spec", "where"),
    [
        (job_spec(tier=SERVING), "b"),
        (uses(SpotUse.ALLOWED, tier=SERVING, node_labels=SPOT), "a-spot"),
        (job_spec(tier=SERVING, node_labels=SPOT), "a-spot"),
        (uses(SpotUse.NEVER), "b"),
        (job_spec(node_labels=SPOT), "a-spot"),
        (job_spec(), "b"),
        (uses(SpotUse.NEVER, checkpoint=True), "b"),
        (job_spec(wall_time_max_ms=3_600_001), "b"),
    ],
    ids=[
        "serving", "serving, allowed", "serving, by label", "never", "training, by label", "cannot save",
        "never, saves", "cannot save, more than an hour",
    ],
)  # fmt: skip
def test_each_kind_of_job_goes_to_its_kind_of_node(spec: JobSpec, where: str) -> None:
    assert nodes_of(mixed().when(submit("job-a", spec)), "job-a") == [where]


def test_production_inference_waits_rather_than_use_spot_and_learns_why() -> None:
    scenario = mixed().when(submit("job-1", job_spec(gpus=2, tier=SERVING)))
    scenario.when(submit("job-2", job_spec(gpus=2, tier=SERVING)))
    assert scenario.decided[-1].code is PendingCode.ROOM_ON_SPOT_ONLY
    assert scenario.decided[-1].message == "only spot nodes have room (1), and it avoids these"
    found = explain(scenario.state, "job-2")
    assert found is not None and found.spec is not None
    (change,) = [each for each in found.requests if each.spot is SpotUse.ALLOWED]
    assert change_of(found.spec, change) == "if it used spot nodes"
    scenario.when(exited("b", "job-1"))
    assert nodes_of(scenario, "job-2") == ["b"], "a free node removes the reason"


@pytest.mark.parametrize("goes", [
    job_spec(gpus=2, wall_time_max_ms=3_600_000), job_spec(gpus=2, checkpoint=True),
    uses(SpotUse.ALLOWED, gpus=2),
], ids=["an hour at most", "saves", "allowed"])  # fmt: skip
def test_a_job_that_would_lose_its_work_waits_off_spot_and_learns_how_to_use_it(goes: JobSpec) -> None:
    scenario = mixed().when(submit("job-1", job_spec(gpus=2))).when(submit("job-2", job_spec(gpus=2)))
    assert scenario.decided[-1].code is PendingCode.ROOM_ON_SPOT_ONLY
    found = explain(scenario.state, "job-2")
    assert found is not None
    reason, *_ = wording.parts(found)
    told = reason.lines[-1]
    assert told.startswith("It saves no checkpoints, so a node that is taken back would cost all that it did")
    assert "`checkpoint: {enabled: true}`, a `wall_time` of 1h or less, or `spot: allowed`" in told
    scenario.when(submit("job-3", goes))
    assert (nodes_of(scenario, "job-2"), nodes_of(scenario, "job-3")) == ([], ["a-spot"])


def test_a_cluster_of_spot_nodes_only_is_named_as_the_reason() -> None:
    scenario = given(node("n1", labels=SPOT), node("n2", labels=SPOT))
    scenario.when(submit("job-a", job_spec(tier=SERVING))).then(
        "JobQueued job-a", "JobPending job-a SPOT_EXCLUDED"
    )
    expected = "every node that it could use is a spot node (2), and it avoids these"
    assert scenario.decided[-1].message == expected
    assert scenario.state.head_due_ms is None, "free nodes would not help, so it is not a head of line"
    scenario.when(TagNode(node_id="n2", labels={"capacity-type": "on-demand"}, requested_by="op"))
    assert nodes_of(scenario, "job-a") == ["n2"]


def test_other_reasons_are_the_same_as_without_spot_nodes() -> None:
    scenario = mixed().when(submit("job-a", job_spec(tier=SERVING, node_labels={"zone": "c"})))
    assert scenario.decided[-1].code is PendingCode.LABELS_ABSENT
    scenario.when(*(submit(f"job-{name}", job_spec(gpus=2, checkpoint=True)) for name in "bc"))
    scenario.when(submit("job-d", job_spec(tier=SERVING)))
    assert scenario.decided[-1].code is PendingCode.GPUS_BUSY
    assert scenario.decided[-1].message.endswith("; 1 of 2 nodes are eligible")


def test_a_job_stays_on_a_node_that_becomes_a_spot_node() -> None:
    scenario = given(node("n1")).when(submit("job-a", job_spec(tier=SERVING)))
    scenario.when(TagNode(node_id="n1", labels=SPOT, requested_by="op"))
    assert nodes_of(scenario, "job-a") == ["n1"]


def test_a_production_gang_stays_off_spot_with_all_ranks() -> None:
    scenario = given(node("a", gpus=2, labels=SPOT), node("b", gpus=2), node("c", gpus=2))
    scenario.when(submit("job-a", job_spec(gpus=2, ranks=2, tier=SERVING)))
    assert nodes_of(scenario, "job-a") == ["b", "c"]
    scenario.when(submit("job-b", job_spec(gpus=2, ranks=2, tier=SERVING)))
    assert scenario.decided[-1].code is PendingCode.GPUS_BUSY
