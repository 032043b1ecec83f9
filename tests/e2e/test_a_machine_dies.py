"""A machine dies with all that runs there: its job goes on elsewhere from its newest checkpoint."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from muster.testkit.stack.product import Product
from muster.testkit.stack.recovery import machine_dies

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(900)]


def test_a_job_goes_on_elsewhere_from_its_newest_checkpoint(product: Product) -> None:
    """How soon is a figure of docs/benchmarks.md: nothing here asserts a time."""
    found = machine_dies(product)
    assert found.goes_on != found.died
    assert 0 < found.recorded_step <= found.resumed_step <= found.last_step, "nothing that counted was lost"
    payloads = [event["payload"] for event in product.events(found.job_id)]
    [ended] = [payload for payload in payloads if payload["type"] == "AttemptEnded"][:1]
    assert (ended["outcome"], ended["node_id"]) == ("LOST", found.died)
    assert _steps(payloads, "CheckpointRecorded", 1)[-1] == found.resumed_step, "the newest that was stored"
    assert product.muster("audit", "verify").returncode == 0


def _steps(payloads: Iterable[dict[str, object]], kind: str, attempt: int) -> list[object]:
    return [
        payload["step"] for payload in payloads if payload["type"] == kind and payload["attempt"] == attempt
    ]
