"""Two jobs that save are on a node that is drained, and the store takes one of them at a time."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import pytest
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.machine import Machine, machine
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(900)]

RATE: Final = 1_000_000
SAVES_WHEN_LET: Final = f"""{PASSED}
import signal, time

folder = os.environ["MUSTER_CHECKPOINT_DIR"]

def save(number, frame):
    while not gate_is_open():
        time.sleep(0.1)
    with open(os.path.join(folder, "half"), "w") as file:
        file.write("saved")
    os.rename(file.name, os.path.join(folder, "saved"))
    time.sleep(600)  # SIGTERM comes when it is stored

signal.signal(signal.SIGUSR1, save)
print("runs", flush=True)
time.sleep(600)
"""


@pytest.fixture
def narrow(product: Product) -> Generator[Product]:
    """The store takes what one job may send."""
    _set_rates(product, RATE, RATE)
    yield product
    _set_rates(product, 10**10, 10**9)


def _set_rates(product: Product, store: int, job: int) -> None:
    rates = (f"store_upload_bytes_per_s={store}", f"job_upload_bytes_per_s={job}")
    product.muster("policy", "set", *rates)


@pytest.fixture
def drained(narrow: Product) -> Generator[Machine]:
    with machine(narrow, "machine-drained") as made:
        yield made


def facts(product: Product, job_id: str, kind: str) -> list[dict[str, Any]]:
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload for payload in payloads if payload["type"] == kind]


def runs(product: Product, name: str, gate: Gate) -> str:
    """A job on the machine, once it says that it runs."""
    job = {
        "name": name,
        "resources": {"cpu": 0.1, "memory": "64MiB"},
        "command": ["python", "-c", SAVES_WHEN_LET],
        "env": {"GATE": str(gate.port)},
        "checkpoint": {"enabled": True, "grace": "5m"},
        "node_labels": {"machine": "test"},
        "tolerations": ["machine=test"],
    }
    job_id = str(product.http.post("/v1/jobs", json=job).raise_for_status().json()["job_id"])
    product.wait_for_output(job_id, "runs")
    return job_id


def test_the_second_runs_until_the_first_has_saved_and_stopped(narrow: Product, drained: Machine) -> None:
    with Gate() as gate:
        jobs = [runs(narrow, f"in-turn-{which}", gate) for which in "ab"]
        narrow.muster("node", "drain", drained.name, "--reason", "fan broken")
        narrow.until(lambda: any(facts(narrow, job_id, "JobStopping") for job_id in jobs))
        first, second = sorted(jobs, key=lambda job_id: not facts(narrow, job_id, "JobStopping"))
        [stopping] = facts(narrow, first, "JobStopping")
        assert stopping["save_bytes_per_s"] == RATE
        assert facts(narrow, second, "JobStopping") == [], "one decision stops both, or one of them"
        gate.open()
        narrow.wait_for_state(first, "QUEUED")
        narrow.wait_for_state(second, "QUEUED")
        [after] = facts(narrow, second, "JobStopping")
        assert after["save_bytes_per_s"] == RATE
        for job_id in jobs:
            assert facts(narrow, job_id, "CheckpointRecorded"), "it saved when it was its turn"
            assert facts(narrow, job_id, "AttemptEnded")[0]["outcome"] == "STOPPED"
            narrow.cancel(job_id)
    assert narrow.muster("audit", "verify").returncode == 0
