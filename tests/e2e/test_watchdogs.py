"""Watchdogs on the real stack: jobs that really hang, and one that holds its node too long (ADR 77)."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

HANGS = """
import os, time
from muster.checkpoint import report
def all_reduce():
    while True: time.sleep(60)
report(12 + int(os.environ["RANK"]), 100)
all_reduce()
"""


def said(product: Product, job_id: str) -> list[dict[str, Any]]:
    """What watchdogs said of a job, oldest first."""
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload for payload in payloads if payload["type"] == "JobWarned"]


def test_a_gang_that_hangs_is_ended_and_says_where_its_ranks_were(product: Product) -> None:
    command = ["--set", "hang_after=3s", "--set", "ranks=2", "--", sys.executable, "-c", HANGS]
    job_id = product.muster("submit", "-o", "name", *command).stdout.strip().removeprefix("job/")
    product.wait_for_state(job_id, "FAILED")
    [warned] = said(product, job_id)
    assert (warned["watchdog"], warned["action"], warned["rank"]) == ("HANG", "RETRIED", 0)
    product.until(lambda: "in all_reduce" in product.output(job_id))


def test_a_job_that_holds_its_node_too_long_is_told_and_ended(product: Product) -> None:
    product.muster("policy", "set", "wall_time_max.batch-inference=5s")
    words = ["--set", "tier=batch-inference", "--", "sleep", "600"]
    job_id = product.muster("submit", "-o", "name", *words).stdout.strip().removeprefix("job/")
    job = product.wait_for_state(job_id, "FAILED")
    assert "the most that tier batch-inference allows" in job["message"]
    assert [warned["action"] for warned in said(product, job_id)] == ["TOLD", "ENDED"]
    found = json.loads(product.muster("debug", job_id, "--json").stdout)
    assert found["outcome"] == "TIMED_OUT"
