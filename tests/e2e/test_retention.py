"""Checkpoints that are not kept leave the store, also when the role that removes them is killed at work.

Of six checkpoints the last two and every third are kept. The role reaches the store over a link that passes
a limited number of its deletions; it is killed between two of them. Its successor finishes the work: every
object of the expired checkpoints is gone and reported once, kept ones are complete, and the job resumes from
the newest.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import pytest
from muster.testkit.stack.deletions import Deletions, role_with_deletions_held
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(900)]

ROLE: Final = "removal"
MOVING_BYTES: Final = 100_000
SAVES_SIX: Final = f"""{PASSED}
import sys, time
from muster.checkpoint import Checkpointer

with Checkpointer.from_environment(keep_last=10) as checkpoints:
    found = checkpoints.resume()
    for step in range(1, 1 if found else 7):
        checkpoints.save(step, {{"frozen": b"f" * 1_000, "moving": bytes([step]) * {MOVING_BYTES}}})
if found:
    whole = found.state == {{"frozen": b"f" * 1_000, "moving": bytes([found.step]) * {MOVING_BYTES}}}
    print("resumed from", found.step, "whole" if whole else "damaged")
    sys.exit(0)
while not gate_is_open():
    time.sleep(0.1)
sys.exit(1)
"""


@pytest.fixture
def deletions(product: Product) -> Generator[Deletions]:
    with role_with_deletions_held(product, ROLE) as link:
        yield link


def facts(product: Product, job_id: str, kind: str) -> list[dict[str, Any]]:
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload for payload in payloads if payload["type"] == kind]


@pytest.mark.long
def test_killed_in_mid_removal_all_that_expired_is_gone_and_nothing_else(
    product: Product, deletions: Deletions
) -> None:
    store = product.store()
    with Gate() as gate:
        job = {
            "name": "saves-six",
            "resources": {"cpu": 0.1, "memory": "256MiB"},
            "command": ["python", "-c", SAVES_SIX],
            "env": {"GATE": str(gate.port)},
            "checkpoint": {"enabled": True, "keep_last": 2, "keep_every": 3},
            "retry": {"attempts": 2, "backoff": "1s"},
        }
        job_id = str(product.http.post("/v1/jobs", json=job).raise_for_status().json()["job_id"])
        product.until(lambda: len(facts(product, job_id, "CheckpointExpired")) == 3)
        recorded = {each["step"]: each["uri"] for each in facts(product, job_id, "CheckpointRecorded")}
        assert sorted(recorded) == [1, 2, 3, 4, 5, 6]
        expired = [each["step"] for each in facts(product, job_id, "CheckpointExpired")]
        assert expired == [1, 2, 4]

        def stored() -> set[str]:
            return set(store.keys(f"checkpoints/{job_id}/"))

        before = stored()
        deletions.allow(1)
        product.until(lambda: len(before - stored()) == 1, told=lambda: f"{len(before)} objects")
        product.kill(ROLE)
        assert store.key(recorded[1]) in stored(), "it was in the middle of the first"

        product.restart()
        product.until(lambda: len(facts(product, job_id, "CheckpointDeleted")) == 3)
        product.until(lambda: not any(store.key(recorded[step]) in stored() for step in expired))
        deleted = facts(product, job_id, "CheckpointDeleted")
        assert sorted(each["uri"] for each in deleted) == sorted(recorded[step] for step in expired)
        assert sum(each["objects"] for each in deleted) == len(before - stored()), "each is reported once"
        assert all(each["freed_bytes"] >= MOVING_BYTES for each in deleted), "these bytes are free now"
        assert sum("moving" in key for key in stored()) == 3
        assert all(product.stored(recorded[step]) for step in (3, 5, 6))
        gate.open()
        product.wait_for_state(job_id, "SUCCEEDED")
    assert "resumed from 6 whole" in product.output(job_id)
    assert product.muster("audit", "verify").returncode == 0
