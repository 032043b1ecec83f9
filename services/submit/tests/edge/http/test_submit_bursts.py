"""One tenant's burst ends at its own limit: 429, and nobody else is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.submit.config import Settings
from muster.testkit.api.submit_cell import SubmitCell

pytestmark = [pytest.mark.stack, pytest.mark.slow]

JOB: dict[str, Any] = {"name": "x", "run": "true"}
FULL = {"jobs": [JOB] * 500}


def client(url: str, cell: SubmitCell, tenant: str) -> httpx.Client:
    token = mint(cell.home, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=600)
    return httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60, trust_env=False
    )


def test_too_many_commands_are_refused_whole_with_the_time_to_wait(
    cell: SubmitCell,
    submit_settings: Settings,
    serving: Callable[[Settings], AbstractContextManager[str]],
    tenant: str,
) -> None:
    slow = submit_settings.model_copy(update={"commands_per_s": 1, "commands_burst": 510})
    with (
        serving(slow) as url,
        client(url, cell, tenant) as ann,
        client(url, cell, f"{tenant}-b") as other,
    ):
        assert ann.post("/v1/jobs:batch", json=FULL).status_code == 202
        refused = ann.post("/v1/jobs:batch", json=FULL)
        assert refused.status_code == 429
        assert refused.json()["type"] == "/problems/too-many-commands"
        assert 400 < int(refused.headers["Retry-After"]) <= 490
        assert other.post("/v1/jobs:batch", json=FULL).status_code == 202
        job = ann.post("/v1/jobs", json=JOB)
        assert job.status_code == 202, "what was refused was not counted"
        assert ann.get("/v1/jobs").status_code != 429, "reads are not commands"
