"""One tenant's burst ends at its own limit: 429, and nobody else is refused or waits long."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import httpx
import pytest
from muster.identity.devkeys import mint
from muster.submit.config import Settings
from muster.testkit.api.submit_cell import SubmitCell

pytestmark = [pytest.mark.stack, pytest.mark.slow]

_log = logging.getLogger(__name__)

JOB: dict[str, Any] = {"name": "x", "run": "true"}
FULL = {"jobs": [JOB] * 500}

REQUESTS: Final = 200
EVERY_S: Final = 0.05
WORSE_MAX: Final = 3.0
FLOOR_MS: Final = 100.0
"""The others' p99 during a flood is at most three times that before it, and so much more, which is noise."""
FLOODERS: Final = 2
FLOOD: Final = json.dumps({"jobs": [JOB] * 50})
FLOOD_EVERY_S: Final = 0.25
"""Two connections, each with 50 commands every 0.25 s: 400 a second, where others send 20."""


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


def test_the_others_wait_no_longer_while_one_tenant_sends_twenty_times_as_much(
    cell: SubmitCell,
    submit_settings: Settings,
    serving: Callable[[Settings], AbstractContextManager[str]],
    tenant: str,
) -> None:
    """Compared within one run: how long a command takes until the log has it, at an even pace."""
    limited = submit_settings.model_copy(update={"commands_per_s": 40, "commands_burst": 500})
    with serving(limited) as url, client(url, cell, f"{tenant}-calm") as calm:
        p99_ms(calm)  # connections, caches
        before_ms = p99_ms(calm)
        with flooding(lambda: client(url, cell, f"{tenant}-flood")) as answered:
            during_ms = p99_ms(calm)
    _log.info("p99 of others: %.0f ms before, %.0f ms during a flood of %s", before_ms, during_ms, answered)
    assert set(answered) == {202, 429}
    assert answered[429] > answered[202]
    assert during_ms <= WORSE_MAX * before_ms + FLOOR_MS


def p99_ms(calm: httpx.Client) -> float:
    took_ms: list[float] = []
    due_s = time.monotonic()
    for _ in range(REQUESTS):
        due_s += EVERY_S
        time.sleep(max(0.0, due_s - time.monotonic()))  # the pace is what is being tried
        begun_s = time.monotonic()
        answer = calm.post("/v1/jobs", json=JOB)
        took_ms.append((time.monotonic() - begun_s) * 1000)
        assert answer.status_code == 202, answer.text
    return sorted(took_ms)[REQUESTS * 99 // 100 - 1]


@contextmanager
def flooding(connect: Callable[[], httpx.Client]) -> Generator[Counter[int]]:
    """Within the block a tenant floods; how often it was answered what, once its burst is used up."""
    answered, over, limited = Counter[int](), threading.Event(), threading.Event()

    def send() -> None:
        with connect() as flood:
            while not over.wait(FLOOD_EVERY_S):
                answer = flood.post(
                    "/v1/jobs:batch", content=FLOOD, headers={"Content-Type": "application/json"}
                )
                if answer.status_code == 429:
                    limited.set()
                if limited.is_set():
                    answered[answer.status_code] += 1

    threads = [threading.Thread(target=send) for _ in range(FLOODERS)]
    for thread in threads:
        thread.start()
    try:
        assert limited.wait(60), "the flood was never refused"
        yield answered
    finally:
        over.set()
        for thread in threads:
            thread.join()
