"""Jobs that start after others, through the command, the log, the scheduler and the projections (ADR 176)."""

from __future__ import annotations

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


def submitted(product: Product, name: str, command: str, *after: str) -> str:
    """Submit a job that needs no GPU after others; return its id."""
    options = [word for each in after for word in ("--after", each)]
    words = ("submit", "--name", name, "--cpus", "0.1", "--memory", "64MiB", *options)
    return product.muster(*words, "--", "sh", "-c", command).stdout.strip()


def test_a_chain_runs_in_order_and_ends_where_one_fails(product: Product) -> None:
    first = submitted(product, "prepare", "sleep 300")
    then = submitted(product, "train", "exit 3", first + ":any")
    chain = [submitted(product, "evaluate", "true", then)]
    chain.append(submitted(product, "report", "true", chain[0]))
    clean_up = submitted(product, "clean-up", "true", f"{then}:failed")
    last = submitted(product, "notify", "true", f"{chain[1]}:any", then[-8:] + ":any")

    product.wait_for(then, lambda job: bool(job["reason"]) and job["reason"]["code"] == "WAITS_FOR_JOBS")
    assert product.job(then)["reason"]["message"] == f"it starts after {first} ends"
    shown = product.muster("describe", then).stdout
    assert f"After:     any: {first} (prepare), " in shown
    assert f"{clean_up} (clean-up), QUEUED" in shown
    listed = product.muster("list", "--after", then, "-o", "name").stdout.split()
    assert {each.removeprefix("job/") for each in listed} == {chain[0], clean_up, last}
    assert f"it starts after {first} ends" in product.muster("explain", then).stdout
    copied = product.muster("describe", then, "-o", "yaml").stdout
    assert f"after:\n  {first}: any\n" in copied

    product.wait_for_state(first, "RUNNING")
    product.cancel(first)
    product.wait_for_state(then, "FAILED")
    product.wait_for_state(clean_up, "SUCCEEDED")
    product.wait_for_state(last, "SUCCEEDED")
    for job_id, other, said in ((chain[0], then, "failed"), (chain[1], chain[0], "was cancelled")):
        product.wait_for_state(job_id, "CANCELLED")
        why = f"{other} {said}; this job was to start only after it succeeded"
        assert product.job(job_id)["message"] == why
        assert why in product.muster("describe", job_id).stdout


def test_a_job_after_one_that_does_not_exist_is_rejected(product: Product) -> None:
    refused = product.muster("submit", "--after", "nobody", "--", "true", check=False)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "no job has the id or name 'nobody'" in refused.stderr
    job = {"name": "lost", "run": "true", "after": {"job-nobody": "ok"}}
    answer = product.http.post("/v1/jobs", params={"wait_s": 20}, json=job)
    assert answer.status_code == 422
    assert "after is job-nobody; must be a job of tenant " in answer.json()["detail"]
