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


def warnings_of(product: Product, job_id: str) -> list[dict[str, Any]]:
    """Return the warnings of watchdogs about a job, oldest first."""
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload for payload in payloads if payload["type"] == "JobWarned"]


def alerted(product: Product, job_id: str) -> list[dict[str, Any]]:
    """Return the alerts about a job, with their outcomes."""
    lines = product.muster("alerts", "list", "--series", f"job/{job_id}", "-o", "jsonl").stdout
    return [json.loads(line) for line in lines.splitlines()]


def test_a_gang_that_hangs_is_ended_and_says_where_its_ranks_were(product: Product) -> None:
    webhook = ["--webhook", "https://hooks.example.org/x", "--secret", "pager"]
    product.muster("alerts", "set", "pager", *webhook)
    command = ["--set", "hang_after=3s", "--set", "ranks=2", "--", sys.executable, "-c", HANGS]
    job_id = product.muster("submit", "-o", "name", *command).stdout.strip().removeprefix("job/")
    product.wait_for_state(job_id, "FAILED")
    [warned] = warnings_of(product, job_id)
    assert (warned["watchdog"], warned["action"], warned["rank"]) == ("HANG", "RETRIED", 0)
    product.until(lambda: "in all_reduce" in product.output(job_id))
    found = json.loads(product.muster("debug", job_id, "--json").stdout)
    assert (found["decided"], found["cause_seen"], found["attempt"]) == (True, False, 1)
    first = found["ranks"][0]
    assert (first["rule"], first["rank"], first["sign"]) == ("hang.silent", 0, "stated by the platform: hang")
    assert [(at["rank"], at["place"].split()[0]) for at in found["where"]] == [
        (0, "all_reduce"),
        (1, "all_reduce"),
    ]
    page = product.muster("debug", job_id).stdout
    assert "Where       ranks 0, 1: all_reduce" in page
    assert "Retry       as the job's own `retry` says" in page
    product.until(
        lambda: [each["deliveries"][0]["state"] for each in alerted(product, job_id)] == ["not-delivered"]
    )
    [alert] = alerted(product, job_id)
    assert (alert["rule"], alert["text"].splitlines()[1]) == ("job-warned", f"muster describe {job_id}")
    assert "hooks.example.org is not an allowed target" in alert["deliveries"][0]["reason"]
    product.muster("alerts", "remove", "pager")


STARVES = """
import os, time
from muster.checkpoint import report
def all_reduce():
    while True: time.sleep(60)
def next_batch():
    os.mkfifo("shard")
    return open("shard").read()
report(12, 100)
if os.environ["RANK"] == "1": next_batch()
all_reduce()
"""


@pytest.mark.long
def test_a_rank_that_waits_for_its_data_holds_up_the_others_and_is_named(product: Product) -> None:
    """Both ranks are at the same step, so only their stacks show which waits; the job keeps running."""
    product.muster("policy", "set", "hang_after.standard-training=3s")
    command = ["--set", "ranks=2", "--", sys.executable, "-c", STARVES]
    job_id = product.muster("submit", "-o", "name", *command).stdout.strip().removeprefix("job/")
    found: dict[str, Any] = {}

    def both_are_located() -> bool:
        found.update(json.loads(product.muster("debug", job_id, "--json").stdout))
        return len(found.get("where", ())) == 2

    try:
        product.until(both_are_located, told=lambda: json.dumps(found))
        assert (found["state"], found["ranks"][0]["rule"]) == ("RUNNING", "hang.silent")
        assert found["lagging_ranks"] == [1]
        assert [at["waits_for"] for at in found["where"]] == [
            "the other ranks, in a collective",
            "its data",
        ]
        page = product.muster("debug", job_id).stdout
        assert "Waited for  rank 1: not in the collective in which the others wait" in page
    finally:
        product.cancel(job_id)


LAGS = """
import os, time
from muster.checkpoint import report
for step in range(10_000):
    report(step, 10_000)
    time.sleep(2 if os.environ["RANK"] == "1" else 0.1)
"""


@pytest.mark.long
def test_a_lagging_rank_is_reported_with_its_lag_and_the_job_keeps_running(product: Product) -> None:
    product.muster("policy", "set", "straggler_after.standard-training=5s")
    command = ["--set", "ranks=2", "--", sys.executable, "-c", LAGS]
    job_id = product.muster("submit", "-o", "name", *command).stdout.strip().removeprefix("job/")
    try:
        product.until(lambda: bool(warnings_of(product, job_id)))
        [warned] = warnings_of(product, job_id)
        assert (warned["watchdog"], warned["action"], warned["rank"]) == ("STRAGGLER", "TOLD", 1)
        assert warned["message"].startswith("rank 1 takes ")
        assert " s for a step, the others 0." in warned["message"]
        found = json.loads(product.muster("debug", job_id, "--json").stdout)
        assert (found["state"], found["ranks"][0]["rule"]) == ("RUNNING", "hang.straggler")
        assert "rank 1 takes " in product.muster("describe", job_id).stdout
    finally:
        product.cancel(job_id)


@pytest.mark.long
def test_ranks_that_wait_for_each_other_at_their_start_are_reported(product: Product) -> None:
    product.muster("policy", "set", "start_up_max.standard-training=2s")
    job_id = product.muster("submit", "-o", "name", "--", "tail", "-f", "/dev/null").stdout.strip()
    job_id = job_id.removeprefix("job/")
    try:
        product.until(lambda: bool(warnings_of(product, job_id)))
        [warned] = warnings_of(product, job_id)
        assert (warned["watchdog"], warned["action"]) == ("START_UP", "TOLD")
        found = json.loads(product.muster("debug", job_id, "--json").stdout)
        assert found["ranks"][0]["rule"] == "hang.start-up"
        assert "MASTER_ADDR" in product.muster("debug", job_id).stdout
    finally:
        product.cancel(job_id)


def test_a_job_that_holds_its_node_too_long_is_reported_and_ended(product: Product) -> None:
    product.muster("policy", "set", "wall_time_max.batch-inference=5s")
    words = ["--set", "tier=batch-inference", "--", "sleep", "600"]
    job_id = product.muster("submit", "-o", "name", *words).stdout.strip().removeprefix("job/")
    job = product.wait_for_state(job_id, "FAILED")
    assert "the most that tier batch-inference allows" in job["message"]
    assert [warned["action"] for warned in warnings_of(product, job_id)] == ["TOLD", "ENDED"]
    found = json.loads(product.muster("debug", job_id, "--json").stdout)
    first = found["ranks"][0]
    assert (found["outcome"], first["rule"], first["retry_helps"]) == ("TIMED_OUT", "limit.tier-time", False)
