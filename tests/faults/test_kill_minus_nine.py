"""kill -9 of every service while work flows: no job lost, no GPU given twice, projections equal to a replay.

The services are killed one after the other in the middle of a stream of submissions and started again by
`muster up`, as an operator would. Afterwards the scheduler's log is read with the checker, which knows
nothing of the scheduler's code but its events.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from uuid import uuid4

import httpx
import pytest
from muster.journal.kafka import KafkaJournal
from muster.testkit.checker import check_journal
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

ENDED = {"SUCCEEDED", "FAILED", "CANCELLED", "REJECTED"}
JOBS_PER_ROUND = 12
SERVICES = ("scheduler", "scheduler-standby", "submit", "projector", "agent")


def _keys(round_name: str) -> Iterator[str]:
    run = uuid4().hex[:8]
    return (f"{round_name}-{run}-{n}" for n in range(JOBS_PER_ROUND))


def _submit(product: Product, key: str) -> str:
    """Submit until it is acknowledged, with one key: at most one job whatever happened on the way."""
    request = {"name": f"survivor-{key}", "command": ["true"], "resources": {"cpu": 0.1, "memory": "16MiB"}}
    answer: list[httpx.Response] = []

    def acknowledged() -> bool:
        try:
            response = product.http.post("/v1/jobs", json=request, headers={"Idempotency-Key": key})
        except httpx.TransportError:
            return False
        answer[:] = [response]
        return response.is_success

    product.until(acknowledged, timeout_s=90, told=lambda: answer[-1].text if answer else "no answer at all")
    return str(answer[-1].json()["job_id"])


@pytest.mark.parametrize("victim", SERVICES)
def test_a_killed_service_loses_nothing(product: Product, victim: str) -> None:
    keys = list(_keys(victim))
    half = JOBS_PER_ROUND // 2
    acknowledged = [_submit(product, key) for key in keys[:half]]
    product.kill(victim)
    if victim != "submit":
        acknowledged += [_submit(product, key) for key in keys[half:]]
    product.restart()
    acknowledged += [_submit(product, key) for key in keys[len(acknowledged) :]]

    assert len(set(acknowledged)) == JOBS_PER_ROUND
    for job_id in acknowledged:
        job = product.wait_for(job_id, lambda job: job["state"] in ENDED, timeout_s=120)
        assert job["state"] == "SUCCEEDED", job


def test_afterwards_every_decision_replays_and_projections_equal_a_replay(product: Product) -> None:
    product.muster("audit", "verify", timeout_s=120)
    servers = product.endpoints
    with closing(
        KafkaJournal(servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"], "checker")
    ) as journal:
        checker = check_journal(journal, on_poison="dead-letter")
    assert [str(breach) for breach in checker.breaches] == []
    assert len(checker.jobs.submitted) >= JOBS_PER_ROUND * len(SERVICES)
    for view in ("submit/tables", "submit/search", "submit/graph"):
        rebuilt = product.muster("projections", "rebuild", view, timeout_s=180)
        assert "compared with the live one" in rebuilt.stdout
