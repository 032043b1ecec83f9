"""The disk of a node is full: what runs there ends as elsewhere, and what starts there waits for room."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from muster.testkit.faults.disk import SmallDisk, small_disk
from muster.testkit.faults.fault import Impossible
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.machine import machine
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

NAME = "machine-full"
WAITS = f"""{PASSED}
import sys, time

print("runs", flush=True)
while not gate_is_open():
    time.sleep(0.1)
sys.exit(0)
"""
"""Ends when its gate is open."""


@pytest.fixture
def disk(product: Product) -> Generator[SmallDisk]:
    """The disk of a ready node: 256 MiB."""
    folder = product.home.root / "agent" / NAME
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with small_disk(folder, 256) as disk, machine(product, NAME):
            yield disk
    except Impossible as error:
        pytest.skip(str(error))


def submit(product: Product, name: str, *command: str, **more: Any) -> str:
    request = {
        "name": name,
        "resources": {"gpus": 0, "cpu": 0.1, "memory": "64MiB"},
        "node_labels": {"machine": "test"},
        "tolerations": ["machine=test"],
        "command": list(command),
        "grace": "2s",
        **more,
    }
    return str(product.http.post("/v1/jobs", json=request).raise_for_status().json()["job_id"])


def test_jobs_on_a_node_whose_disk_is_full_end_stop_and_start_again(
    product: Product, disk: SmallDisk
) -> None:
    with Gate() as gate:
        ends = submit(product, "ends", "python3", "-c", WAITS, env={"GATE": str(gate.port)})
        stops = submit(product, "stops", "sleep", "600")
        product.wait_for_output(ends, "runs")
        product.wait_for_state(stops, "RUNNING")
        disk.fill()
        later = submit(product, "later", "true", retry={"attempts": 50, "backoff": "1s"})
        product.until(lambda: any("No space left" in str(fact) for fact in product.events(later)))
        product.cancel(stops)
        product.wait_for_state(stops, "CANCELLED")
        gate.open()
        product.wait_for_state(ends, "SUCCEEDED")
    assert product.job(ends)["attempt"] == 1
    disk.empty()
    product.wait_for_state(later, "SUCCEEDED")
