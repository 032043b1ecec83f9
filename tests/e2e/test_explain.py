"""`muster explain` on the real stack: of a job that waits, of one that runs, with the leader gone."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any, NamedTuple

import httpx
import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


class Pair(NamedTuple):
    """A job that holds both GPUs of this machine's node, and one that wants two."""

    runs: str
    waits: str


@pytest.fixture(scope="module")
def pair(product: Product) -> Generator[Pair]:
    def submit(name: str) -> str:
        words = ("--set", f"name={name}", "--set", "resources.gpus=2", "-o", "name", "--", "sleep", "600")
        return product.muster("submit", *words).stdout.strip()

    runs = submit("holder")
    product.wait_for_state(runs, "RUNNING")
    waits = submit("waiter")
    for url in schedulers(product):  # the standby follows
        product.until(lambda url=url: reason_at(product, url, waits) == "GPUS_BUSY")
    yield Pair(runs, waits)
    for job_id in (waits, runs):
        product.cancel(job_id)


def explained(product: Product, job_id: str) -> dict[str, Any]:
    return json.loads(product.muster("explain", job_id, "--json").stdout)


def test_a_job_that_waits_is_explained_in_words(product: Product, pair: Pair) -> None:
    lines = product.muster("explain", pair.waits).stdout.splitlines()
    assert lines[0].startswith(f"{pair.waits} waits: needs 2 free")
    titles = [line[:12].strip() for line in lines[lines.index("") + 1 :] if line[:1] != " "]
    assert titles == ["Reason", "Waits", "In line", "Starts", "As of"]
    assert "GPUS_BUSY" in product.muster("list", "-s", "queued").stdout


def asked_at(product: Product, url: str, job_id: str) -> dict[str, Any]:
    headers = {"Authorization": product.http.headers["Authorization"]}
    answer = httpx.get(f"{url}/v1/jobs/{job_id}/explanation", headers=headers, trust_env=False)
    return answer.raise_for_status().json()


def reason_at(product: Product, url: str, job_id: str) -> str | None:
    """Return a scheduler's reason for which a job waits; None: not known yet."""
    try:
        return asked_at(product, url, job_id)["reason"]["code"]
    except (httpx.HTTPError, TypeError):
        return None


def schedulers(product: Product) -> list[str]:
    return product.endpoints["MUSTER_SCHEDULER_URLS"].split(",")


def test_every_scheduler_answers_from_its_own_state(product: Product, pair: Pair) -> None:
    answers = [asked_at(product, url, pair.waits) for url in schedulers(product)]
    assert sorted(answer["answered_by"]["leading"] for answer in answers) == [False, True]
    assert [answer["reason"]["code"] for answer in answers] == ["GPUS_BUSY"] * 2


def test_a_job_that_runs_says_where_and_until_when(product: Product, pair: Pair) -> None:
    found = explained(product, pair.runs)
    assert found["placement"]["chosen"]["node_ids"] == [product.job(pair.runs)["placements"][0]["node_id"]]
    assert found["placement"]["next_best"] is None
    assert found["reason"] is None


def test_jobs_that_do_not_exist_are_not_found(product: Product) -> None:
    ended = product.muster("explain", "job-aaaaaaaaaaaaaaaaaaaa", check=False)
    assert (ended.returncode, ended.stdout) == (3, "")


def test_capacity_reads_the_same_state_and_plays_on(product: Product, pair: Pair) -> None:
    del pair
    found = json.loads(product.muster("capacity", "--nodes", "1", "--json").stdout)
    (model,) = found["models"]
    assert model["allocated_milli"] == model["total_milli"] - model["closed_milli"] == 2_000
    assert found["backlog"] == {"what": "all", "jobs": 1, "gpu_milli": 2_000}
    as_is, more = (option["waits"] for option in found["options"])
    assert more["mean_ms"] < as_is["mean_ms"]
    use = found["real_use"]
    assert (use["nodes"], use["measured"], use["gpus"]) == (1, 1, [])
    assert use["memory_percent"] > 0
    page = product.muster("capacity").stdout
    assert "What binds" in page
    assert "1 of 1 nodes measure" in page


def test_with_the_first_scheduler_gone_the_other_answers(product: Product, pair: Pair) -> None:
    first = asked_at(product, schedulers(product)[0], pair.waits)["answered_by"]["scheduler_id"]
    product.kill("scheduler")
    try:
        after = explained(product, pair.waits)
        assert after["answered_by"]["scheduler_id"] != first
        assert after["reason"]["code"] == "GPUS_BUSY"
    finally:
        product.restart()
