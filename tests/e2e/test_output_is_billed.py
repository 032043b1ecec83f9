"""A job's output is billed while it is in the store: from its node's report to its removal."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import pytest
from muster.events.topics import USAGE_EVENTS
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

ROLE: Final = "removal"
SECONDS_15: Final = str(15 / 86_400)
PRINTED_BYTES: Final = 1_000_000


@pytest.fixture
def forgetful(product: Product) -> Generator[Product]:
    """Output is removed a quarter of a minute after the end of its job."""
    product.stop(ROLE)
    product.start(ROLE, {"MUSTER_OUTPUT_KEPT_DAYS": SECONDS_15})
    yield product
    product.stop(ROLE)
    product.restart()


@pytest.mark.long
def test_a_megabyte_of_output_is_billed_until_it_is_removed(forgetful: Product) -> None:
    job = {
        "name": "prints",
        "resources": {"cpu": 0.1, "memory": "64MiB"},
        "command": ["sh", "-c", f"yes muster | head -c {PRINTED_BYTES}"],
    }
    job_id = str(forgetful.http.post("/v1/jobs", json=job).raise_for_status().json()["job_id"])
    forgetful.wait_for_state(job_id, "SUCCEEDED")
    [recorded] = _facts(forgetful, job_id, "OutputRecorded")
    assert (recorded["attempt"], recorded["size_bytes"]) == (1, PRINTED_BYTES)
    forgetful.until(lambda: bool(_changes(forgetful, job_id)))
    more = _changes(forgetful, job_id)[0]  # on a busy machine the output may be removed by now
    assert (more["kind"], more["more_bytes"], more["attempt"]) == ("OUTPUT", PRINTED_BYTES, 1)
    assert more["payer"]["user"] == forgetful.job(job_id)["user"]

    forgetful.until(lambda: bool(_facts(forgetful, job_id, "OutputDeleted")))
    assert forgetful.store().keys(f"logs/{job_id}/") == []
    forgetful.until(lambda: len(_changes(forgetful, job_id)) == 2)
    assert sum(each["more_bytes"] for each in _changes(forgetful, job_id)) == 0, "nothing is billed any more"
    assert "muster" not in forgetful.output(job_id)
    for service in ("scheduler", "metering"):
        assert forgetful.muster("audit", "verify", "--service", service).returncode == 0


def _facts(product: Product, job_id: str, kind: str) -> list[dict[str, Any]]:
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload for payload in payloads if payload["type"] == kind]


def _changes(product: Product, job_id: str) -> list[dict[str, Any]]:
    """Return metering's facts about the job's part of the store."""
    payloads = [record["payload"] for record in product.records(USAGE_EVENTS, job_id)]
    return [payload for payload in payloads if payload["type"] == "StorageChanged"]
