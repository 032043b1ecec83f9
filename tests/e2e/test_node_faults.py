"""A node's kernel reports a fault on the real stack: the node is emptied, says why, and is opened again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from muster.testkit.stack.product import Product, is_main

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

XID_79 = "[ 7.1] NVRM: Xid (PCI:0000:cb:00): 79, pid=7, name=python, GPU has fallen off the bus.\n"


def process_node(product: Product) -> dict[str, Any]:
    """The node of this machine, whatever its state."""
    [found] = [node for node in product.nodes() if is_main(node)]
    return found


def test_a_gpu_that_falls_off_the_bus_empties_its_node(product: Product, tmp_path: Path) -> None:
    """The lines are a driver's: there is no GPU here to lose."""
    log = tmp_path / "kernel.log"
    log.touch()
    product.stop("agent")
    product.start("agent", {"MUSTER_AGENT_KERNEL_LOG": str(log)})
    job_id = product.muster("submit", "-o", "name", "--", "sleep", "600").stdout.strip().removeprefix("job/")
    product.wait_for_state(job_id, "RUNNING")
    try:
        with log.open("a") as file:
            file.write(XID_79)
        product.until(lambda: bool(process_node(product)["draining"]))
        node = process_node(product)
        assert node["drain_reason"] == (
            "A GPU has fallen off the bus (Xid 79 of 0000:cb:00) [gpu.lost]: "
            "drain it, then reboot it; strike 1 of 3"
        )
        product.wait_for_state(job_id, "QUEUED")
        product.muster("node", "undrain", node["node_id"])
        product.wait_for_state(job_id, "RUNNING")
        product.muster("node", "test", node["node_id"], "--reason", "it was rebooted")
        product.until(lambda: str(process_node(product)["note"]).startswith("passed its tests: disk: 64 MiB"))
    finally:
        product.cancel(job_id)
        product.stop("agent")
        product.restart()
    product.wait_for_state(job_id, "CANCELLED")
