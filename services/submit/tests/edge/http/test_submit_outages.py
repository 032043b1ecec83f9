"""The API during outages of the servers behind it; the shared servers are left alone.

An outage is an address where nothing listens: the API cannot tell the difference.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import httpx
import pytest
from muster.events.topics import JOB_COMMANDS
from muster.identity.devkeys import mint
from muster.submit.config import Settings
from muster.testkit.api.submit_cell import SubmitCell, an_archive

pytestmark = [pytest.mark.stack, pytest.mark.slow]

Serving = Callable[[Settings], AbstractContextManager[str]]
JOB: dict[str, Any] = {"name": "x", "run": "true"}
NOWHERE = "127.0.0.1:1"


def client(url: str, cell: SubmitCell, tenant: str) -> httpx.Client:
    token = mint(cell.home, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=600)
    return httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=30, trust_env=False
    )


def unavailable(response: httpx.Response) -> None:
    assert response.status_code == 503, response.text
    assert response.json()["type"] == "/problems/unavailable"
    assert int(response.headers["retry-after"]) > 0


@pytest.mark.long
def test_jobs_are_accepted_without_postgres(
    cell: SubmitCell, submit_settings: Settings, serving: Serving, tenant: str
) -> None:
    away = submit_settings.model_copy(update={"postgres_dsn": f"postgresql://postgres@{NOWHERE}/postgres"})
    with serving(away) as url, client(url, cell, tenant) as ann:
        taken = ann.post("/v1/jobs", json=JOB, headers={"Idempotency-Key": "k"})
        assert taken.status_code == 202, taken.text
        assert cell.commands(JOB_COMMANDS, [taken.json()])[0].payload.tenant == tenant
        assert ann.post(f"/v1/jobs/{taken.json()['job_id']}:cancel").status_code == 202
        for path in ("/v1/jobs", "/v1/jobs/job-abcd", "/v1/jobs/job-abcd/logs", "/v1/nodes", "/readyz"):
            unavailable(ann.get(path))
        assert ann.get("/healthz").is_success


def test_jobs_are_rejected_without_kafka(
    cell: SubmitCell, submit_settings: Settings, serving: Serving, tenant: str
) -> None:
    away = submit_settings.model_copy(update={"kafka_bootstrap": NOWHERE})
    with serving(away) as url, client(url, cell, tenant) as ann:
        response = ann.post("/v1/jobs", json=JOB)
        unavailable(response)
        assert "Idempotency-Key" in response.json()["detail"]


def test_files_are_rejected_without_s3(
    cell: SubmitCell, submit_settings: Settings, serving: Serving, tenant: str
) -> None:
    sha256, packed = an_archive()
    away = submit_settings.model_copy(update={"s3_endpoint": f"http://{NOWHERE}"})
    with serving(away) as url, client(url, cell, tenant) as ann:
        unavailable(ann.put(f"/v1/files/{sha256}", content=packed))
        taken = ann.post("/v1/jobs", json=JOB | {"files_sha256": sha256})
        assert taken.status_code == 202, taken.text  # the agent reports missing files


def test_only_search_fails_without_elasticsearch(
    cell: SubmitCell, submit_settings: Settings, serving: Serving, tenant: str
) -> None:
    away = submit_settings.model_copy(update={"elasticsearch_url": f"http://{NOWHERE}"})
    with serving(away) as url, client(url, cell, tenant) as ann:
        unavailable(ann.get("/v1/jobs", params={"q": "x"}))
        assert ann.post("/v1/jobs", json=JOB).status_code == 202
