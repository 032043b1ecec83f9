"""A job that must be contained, on the real stack: the platform's keys are out of its reach."""

from __future__ import annotations

import json

import pytest
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

REACHES = "ls -aR {home}; cat {home}/*.pem {home}/*/*.pem; cat /proc/*/environ; head -c 400M /dev/zero | tail"


def test_a_contained_job_reaches_neither_keys_nor_memory_beyond_its_own(product: Product) -> None:
    (node, *_) = json.loads(product.muster("nodes", "-o", "json").stdout)["items"]
    if node["sandbox"] == "none":
        pytest.skip("this machine allows no namespaces")
    wanted = ("--set", "sandbox=required", "--set", "network=none", "--set", "resources.memory=64MiB")
    command = ("--", "sh", "-c", REACHES.format(home=product.home.root))
    job_id = product.muster("submit", *wanted, "-o", "name", *command).stdout.strip().removeprefix("job/")
    job = product.wait_for_state(job_id, "FAILED", timeout_s=120)
    ended = [e["payload"] for e in product.events(job_id) if e["payload"]["type"] == "AttemptEnded"]
    assert "out of memory" in ended[-1]["message"], (job, ended)
    said = product.muster("logs", job_id).stdout
    assert "MUSTER_JOB_ID" in said
    assert "MUSTER_S3_SECRET_KEY" not in said
    assert "PRIVATE KEY" not in said
