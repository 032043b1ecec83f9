"""An elastic job with real ranks on the real stack: it starts small, grows into idle GPUs, and makes room."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

RANK = "echo rank $RANK of $WORLD_SIZE; exec sleep 600"


@pytest.fixture(scope="module")
def nimble(product: Product) -> Generator[Product]:
    """Elastic jobs may be resized every second; at the end as rarely as before."""
    product.muster("policy", "set", "resize_interval=1s")
    yield product
    product.muster("policy", "set", "resize_interval=5m")


def submitted(product: Product, *words: str) -> str:
    return product.muster(
        "submit", "--set", "resources.gpus=1", *words, "-o", "name", "--", "sh", "-c", RANK
    ).stdout.strip()


def facts(product: Product, job_id: str) -> list[str]:
    return [event["payload"]["type"] for event in product.events(job_id)]


def resized(product: Product, job_id: str) -> list[tuple[int, int]]:
    payloads = [event["payload"] for event in product.events(job_id)]
    return [(p["ranks_from"], p["ranks_to"]) for p in payloads if p["type"] == "JobResizing"]


def test_elastic_jobs_grow_into_idle_gpus_and_shrink_before_anyone_is_evicted(nimble: Product) -> None:
    """The node has two GPU slots: one rank, then two, then one again beside another job."""
    elastic = submitted(nimble, "--set", "ranks=2", "--set", "elastic.min=1", "--set", "grace=2s")
    nimble.until(lambda: resized(nimble, elastic) == [(1, 2)], told=lambda: str(facts(nimble, elastic)))
    nimble.wait_for_state(elastic, "RUNNING")
    nimble.wait_for_output(elastic, "rank 1 of 2")
    other = submitted(nimble)
    try:
        # asked for in the very second in which it grew, ranks are asked for again a reclaim_interval later
        nimble.wait_for_state(other, "RUNNING", 300)
        nimble.wait_for_state(elastic, "RUNNING")
        assert resized(nimble, elastic) == [(1, 2), (2, 1)]
        nimble.wait_for_output(elastic, "rank 0 of 1", attempt=3)
        assert not {"JobFailed", "PreemptionRequested"} & {*facts(nimble, elastic), *facts(nimble, other)}
    finally:
        nimble.cancel(other)
        nimble.cancel(elastic)
    nimble.wait_for_state(elastic, "CANCELLED")
