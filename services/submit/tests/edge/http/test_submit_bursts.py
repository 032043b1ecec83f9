"""A tenant's burst ends at its own limit with 429; other tenants are not affected."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from typing import Any, Final

import httpx
import pytest
from muster.api.rate_limit import Rate
from muster.identity.devkeys import mint
from muster.submit.config import Settings
from muster.testkit.api.submit_cell import SubmitCell
from muster.testkit.faults.flood import BATCH, Flood
from muster.testkit.patience import until

pytestmark = [pytest.mark.stack, pytest.mark.slow]

JOB: dict[str, Any] = {"name": "x", "run": "true"}
FULL = {"jobs": [JOB] * 500}

RATE: Final = Rate(per_s=40, burst=500)
CALM_REQUESTS: Final = 100


def client(url: str, cell: SubmitCell, tenant: str) -> httpx.Client:
    token = mint(cell.home, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=600)
    return httpx.Client(
        base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60, trust_env=False
    )


def test_excess_commands_are_rejected_as_a_whole_with_a_time_to_wait(
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
        assert job.status_code == 202, "rejected commands were not counted"
        assert ann.get("/v1/jobs").status_code != 429, "reads are not commands"


def test_a_flood_is_held_to_its_limit_and_other_tenants_are_not_rejected(
    cell: SubmitCell,
    submit_settings: Settings,
    serving: Callable[[Settings], AbstractContextManager[str]],
    tenant: str,
) -> None:
    """`make faults` measures on the whole product how long others wait for their binds meanwhile."""
    limits = {"commands_per_s": RATE.per_s, "commands_burst": RATE.burst}
    with (
        serving(submit_settings.model_copy(update=limits)) as url,
        client(url, cell, f"{tenant}-calm") as calm,
        closing(Flood(lambda _: client(url, cell, f"{tenant}-flood"), JOB, RATE)) as flood,
    ):
        until(lambda: flood.refused > 0, "the flood is rejected")
        answers = {calm.post("/v1/jobs", json=JOB).status_code for _ in range(CALM_REQUESTS)}
    assert answers == {202}
    assert len(flood.taken) >= RATE.burst - BATCH, "commands within the limit are accepted"
