"""Spot nodes on the real stack: serving jobs and jobs that cannot save stay off them, with a reason."""

from __future__ import annotations

import json
from collections.abc import Generator

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


@pytest.fixture
def on_spot(product: Product) -> Generator[Product]:
    """The only node is a spot node; it is none again at the end."""
    node_id = product.node()["node_id"]
    product.muster("node", "label", node_id, "capacity-type=spot", "spot-price-percent=35")
    product.until(lambda: labels(product).get("capacity-type") == "spot", told=lambda: str(labels(product)))
    yield product
    product.muster("node", "label", node_id, "capacity-type-", "spot-price-percent-")
    product.until(lambda: "capacity-type" not in labels(product), told=lambda: str(labels(product)))


def labels(product: Product) -> dict[str, str]:
    return product.node()["labels"]


def submit(product: Product, *words: str) -> str:
    small = ("--set", "resources.cpu=0.1", "--set", "resources.memory=64MiB")
    said = (*small, "--set", "resources.gpus=0", *words, "-o", "name", "--", "sleep", "300")
    return product.muster("submit", *said).stdout.strip().removeprefix("job/")


def test_serving_jobs_stay_off_a_node_as_long_as_it_is_spot(on_spot: Product) -> None:
    serves = submit(on_spot, "--set", "tier=production-inference")
    on_spot.wait_for(serves, lambda job: bool(job["reason"]) and job["reason"]["code"] != "QUEUED")
    assert on_spot.job(serves)["reason"]["code"] == "SPOT_EXCLUDED"
    told = on_spot.muster("explain", serves).stdout
    assert "every node that it could use is a spot node (1)" in told
    assert "if it used spot nodes" in told
    (request,) = json.loads(on_spot.muster("explain", serves, "--json").stdout)["would_start_now"]["requests"]
    assert request["change"] == {"spot": "allowed"}
    unsaved, trains, allowed = (
        submit(on_spot),
        submit(on_spot, "--set", "checkpoint.enabled=true"),
        submit(on_spot, "--set", "tier=production-inference", "--set", "spot=allowed"),
    )
    for job_id in (trains, allowed):
        on_spot.wait_for_state(job_id, "RUNNING")
    told = " ".join(on_spot.muster("explain", unsaved).stdout.split())
    assert "It saves no checkpoints, so a node that is taken back would cost all" in told
    on_spot.muster("node", "label", on_spot.node()["node_id"], "capacity-type=on-demand")
    for job_id in (serves, unsaved):
        on_spot.wait_for_state(job_id, "RUNNING")
    for job_id in (serves, unsaved, trains, allowed):
        on_spot.cancel(job_id)
        on_spot.wait_for_state(job_id, "CANCELLED")


@pytest.mark.long
def test_a_queue_that_may_have_nothing_there_waits_and_says_so(on_spot: Product) -> None:
    on_spot.muster("queue", "create", "careful", "spot_percent=0")
    try:
        saves = ("--set", "checkpoint.enabled=true", "--set", "resources.gpus=1")
        job_id = submit(on_spot, "--set", "queue=careful", *saves)
        on_spot.wait_for(job_id, lambda job: bool(job["reason"]) and job["reason"]["code"] != "QUEUED")
        reason = on_spot.job(job_id)["reason"]
        assert reason["code"] == "SPOT_EXCLUDED"
        assert "queue 'careful' has 0 of its 0 GPUs there, 0 % at most (spot_percent)" in reason["message"]
        assert "at most 0 %" in on_spot.muster("queue", "describe", "careful").stdout
        on_spot.muster("queue", "set", "careful", "spot_percent=100")
        on_spot.wait_for_state(job_id, "RUNNING")
        on_spot.cancel(job_id)
        on_spot.wait_for_state(job_id, "CANCELLED")
    finally:
        on_spot.muster("queue", "delete", "careful")
