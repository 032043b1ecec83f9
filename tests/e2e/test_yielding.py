"""A real training job yields to a bigger one: it saves, stops, waits, goes on, and has lost nothing."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(1200)]

TRAINING: Final = Path(__file__).resolve().parents[2] / "examples/train_tiny/job.yaml"
STEPS: Final = 600
PATIENCE_S: Final = 400.0
"""How long the training may take on a busy machine; five seconds on an idle one."""
OWNERS: Final = """
queues:
- name: owners
  guarantee: {gpus: 2, gpus_by_model: {LOCAL: 2}}
"""

BIGGER: Final = {
    "name": "bigger",
    "queue": "owners",
    "ranks": 2,
    "resources": {"gpus": 1, "gpu_models": ["LOCAL"]},
    "command": ["true"],
}


@pytest.fixture(scope="module")
def impatient(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Generator[Product]:
    """Jobs may be asked to yield as soon as they run; `owners` are guaranteed both GPUs of the node."""
    tree = tmp_path_factory.mktemp("queues") / "owners.yaml"
    tree.write_text(OWNERS)
    product.muster("queue", "apply", "-f", str(tree))
    product.muster("policy", "set", "preemption_ran_min=0s")
    product.muster("policy", "set", "--preemption", "ran_min=0s")
    yield product
    product.muster("policy", "set", "--preemption", "ran_min=5m")
    product.muster("policy", "set", "preemption_ran_min=5m")
    product.muster("queue", "delete", "owners")


def trained(product: Product, name: str) -> str:
    """Submit the training job; two ranks share one of the node's two GPUs."""
    settings = (f"env.TRAIN_STEPS={STEPS}", "resources.gpus=0.5", f"name={name}")
    words = [word for setting in settings for word in ("--set", setting)]
    return product.muster("submit", str(TRAINING), *words, "-o", "name").stdout.strip()


def facts(product: Product, job_id: str, kind: str) -> list[dict[str, Any]]:
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload for payload in payloads if payload["type"] == kind]


def losses(product: Product, job_id: str) -> dict[int, str]:
    """The loss at every step of which the newest attempt wrote it."""
    output = product.output(job_id)
    found = {int(step): loss for step, loss in re.findall(r"step (\d+)/\d+ loss (\S+)", output)}
    assert STEPS in found, output[-2_000:]
    return found


@pytest.mark.long
def test_a_training_job_yields_to_a_bigger_one_and_ends_with_the_same_loss(impatient: Product) -> None:
    yields = trained(impatient, "yields")
    impatient.wait_for_output(yields, "step 20/")
    asks = str(impatient.http.post("/v1/jobs", json=BIGGER).raise_for_status().json()["job_id"])
    impatient.wait_for_state(asks, "SUCCEEDED", PATIENCE_S)
    impatient.wait_for_state(yields, "SUCCEEDED", PATIENCE_S)

    [accepted] = facts(impatient, asks, "PreemptionAccepted")
    assert [victim["job_id"] for victim in accepted["victims"]] == [yields]
    [stopping] = facts(impatient, yields, "JobStopping")
    assert (stopping["plan_id"], stopping["yields_to"]) == (accepted["plan_id"], asks)
    first, second = facts(impatient, yields, "AttemptEnded")
    assert (first["outcome"], second["outcome"]) == ("STOPPED", "SUCCEEDED")
    assert facts(impatient, yields, "JobRequeued")[0]["attempt_next"] == 2
    saved = [each for each in facts(impatient, yields, "CheckpointRecorded") if each["attempt"] == 1]
    assert saved, "it saved before it stopped"

    calm = trained(impatient, "calm")
    impatient.wait_for_state(calm, "SUCCEEDED", PATIENCE_S)
    undisturbed, resumed = losses(impatient, calm), losses(impatient, yields)
    assert resumed.keys() < undisturbed.keys(), "the second attempt began where the first had saved"
    assert resumed == {step: undisturbed[step] for step in resumed}
    assert impatient.muster("audit", "verify").returncode == 0
    assert impatient.muster("audit", "verify", "--service", "preemption").returncode == 0


@pytest.fixture
def filled(impatient: Product) -> Generator[Product]:
    """Nodes are kept for a job that waits, at once, and filled meanwhile."""
    impatient.muster("policy", "set", "head_patience=0s", "head_hold=1s", "gap_drain_max=1m")
    yield impatient
    impatient.muster("policy", "set", "head_patience=30s", "head_hold=10m", "gap_drain_max=0s")


def unlike_others(cpu: str, *settings: str) -> list[str]:
    """Words for a job of which no run is known, so that its run time is believed to be that of any other."""
    every = ("project=gap", f"resources.cpu={cpu}", *settings)
    return [word for setting in every for word in ("--set", setting)]


def test_a_training_job_fills_what_is_kept_for_a_gang_and_leaves_when_that_fits(filled: Product) -> None:
    """It is not believed to end in time: otherwise it would run there without having to yield."""
    words = unlike_others("0.45", "resources.gpus=1", "resources.gpu_models=[LOCAL]", "wall_time=1h")
    holds = filled.muster("submit", *words, "-o", "name", "--", "sleep", "600").stdout.strip()
    filled.wait_for_state(holds.removeprefix("job/"), "RUNNING")
    gang = {**BIGGER, "name": "gang", "queue": "default"}
    kept_for = str(filled.http.post("/v1/jobs", json=gang).raise_for_status().json()["job_id"])
    filled.until(lambda: bool(facts(filled, kept_for, "ReservationMade")))

    words = unlike_others("0.4", "ranks=1", "name=fills", "wall_time=2h", "expected_duration=2h")
    words += ["--set", "env.TRAIN_STEPS=100000", "--set", "checkpoint.grace=20s"]
    fills = filled.muster("submit", str(TRAINING), *words, "-o", "name").stdout.strip()
    filled.wait_for_output(fills, "step 20/")
    [bound] = facts(filled, fills, "GangBound")
    assert bound["gap_of"] == kept_for
    assert f"reserved for {kept_for}" in filled.muster("explain", fills).stdout

    filled.cancel(holds)
    filled.wait_for_state(kept_for, "SUCCEEDED", PATIENCE_S)
    stopping, *_ = facts(filled, fills, "JobStopping")
    assert stopping["yields_to"] == kept_for
    ended, *_ = facts(filled, fills, "AttemptEnded")
    assert ended["outcome"] == "STOPPED"
    assert facts(filled, fills, "CheckpointRecorded"), "it saved before it left"
    filled.until(lambda: len(facts(filled, fills, "GangBound")) > 1)
    filled.cancel(fills)
    filled.wait_for_state(fills, "CANCELLED", PATIENCE_S)
