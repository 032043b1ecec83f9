"""A script that runs its program as one of several lines has its whole grace, at a stop and in a drain."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.machine import Machine, machine
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(900)]

SAVES = f"""{PASSED}
import signal, sys, time

def save(number, frame):
    print("asked", flush=True)
    while not gate_is_open():
        time.sleep(0.1)
    for line in range(50):
        print("saved", line, flush=True)
    sys.exit(0)

signal.signal(signal.SIGTERM, save)
print("runs", flush=True)
while True:
    time.sleep(1)
"""

JOB = """
name: saves-at-the-end
resources: {{cpu: 0.1, memory: 64MiB}}
files: .
grace: 10m
env: {{GATE: "{port}"}}
node_labels: {{machine: test}}
tolerations: [machine=test]
run: |
  echo begins
  python saves.py
"""


@pytest.fixture(scope="module")
def node(product: Product) -> Generator[Machine]:
    with machine(product, "machine-grace") as made:
        yield made


@pytest.mark.parametrize("by", ["stop", "drain"])
def test_every_line_that_a_program_writes_in_its_grace_arrives(
    product: Product, node: Machine, tmp_path: Path, by: str
) -> None:
    with Gate() as gate:
        (tmp_path / "saves.py").write_text(SAVES)
        (tmp_path / "job.yaml").write_text(JOB.format(port=gate.port))
        job_id = product.muster("submit", str(tmp_path / "job.yaml"), "-o", "name").stdout.strip()
        product.wait_for_output(job_id, "runs")
        if by == "stop":
            product.cancel(job_id)
        else:
            product.muster("node", "drain", node.name, "--reason", "fan broken")
        product.wait_for_output(job_id, "asked")
        assert product.job(job_id)["state"] == "STOPPING"
        gate.open()
        product.wait_for_state(job_id, "CANCELLED" if by == "stop" else "QUEUED")
        if by == "drain":  # a job that waits would be the head of the queue for other tests
            product.cancel(job_id)
    product.wait_for_output(job_id, "saved 49", attempt=1)
    written = product.written(job_id, attempt=1)
    assert [line for line in written.splitlines() if "saved" in line] == [f"saved {n}" for n in range(50)]
