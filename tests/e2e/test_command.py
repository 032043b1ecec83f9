"""The `muster` command on the real stack: restarts survived, refusals explained, the log read as it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

MAY_BE = {"JobPending", "StartPredicted"}
"""Facts about a job that waited, as on a busy machine."""
MUSTER = Path(sys.executable).with_name("muster")


@pytest.fixture
def gate() -> Generator[Gate]:
    with Gate() as gate:
        yield gate


def _submitted(product: Product, *words: str) -> str:
    return product.muster("submit", *words, "-o", "name").stdout.strip()


TICKER = f"""{PASSED}
import sys, time
for number in range(1, 31):
    while number == 16 and not gate_is_open():
        time.sleep(0.1)
    print("tick", number, flush=True)
sys.exit(3)
"""
"""Writes half of its lines, and the others once the gate is open."""


def test_following_survives_kill_9_of_the_service_and_ends_with_the_jobs_result(
    product: Product, tmp_path: Path, gate: Gate
) -> None:
    wanted = ("--name", "ticker", "--set", f"env.GATE={gate.port}")
    job_id = _submitted(product, *wanted, "--", "python3", "-c", TICKER)
    out, err = tmp_path / "out", tmp_path / "err"
    command = [str(MUSTER), "logs", "-f", job_id]
    environment = {**os.environ, "MUSTER_HOME": str(product.home.root)}
    with (
        out.open("w") as stdout,
        err.open("w") as stderr,
        subprocess.Popen(command, stdout=stdout, stderr=stderr, env=environment) as following,
    ):
        try:
            product.until(lambda: "tick 15" in out.read_text())
            product.kill("submit")
            product.restart()
            gate.open()
            assert following.wait(timeout=240) == 1, err.read_text()
        finally:
            following.kill()
    assert out.read_text().splitlines() == [f"tick {n}" for n in range(1, 31)]
    said = err.read_text().splitlines()
    assert sum("connection lost" in line for line in said) == 1
    assert "exited with code 3" in said[-1]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["submit", "--set", "resources.gpus=64", "--", "true"], 2, "resources.gpus is 64; must be at most"),
        (["submit", "--set", "queue=nowhere", "--", "true"], 2, "queue is nowhere; must be one of default"),
        (["submit", "--set", "queue=defualt", "--", "true"], 2, "(did you mean 'default'?)"),
        (["describe", "no-such-job"], 3, "no job has the id or name 'no-such-job'"),
        (["stop", "job-aaaaaaaaaaaaaaaaaaaa"], 3, "job-aaaaaaaaaaaaaaaaaaaa does not exist"),
        (["cordon", "no-such-node"], 3, "no node 'no-such-node'"),
        (["queue", "delete", "never-made"], 3, "never-made"),
        (["events", "tail", "job-event"], 3, "did you mean job-events"),
    ],
)
def test_a_refusal_has_its_exit_code_and_says_why(
    product: Product, words: list[str], code: int, said: str
) -> None:
    done = product.muster(*words, check=False)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr


def test_a_wrong_token_is_refused(product: Product) -> None:
    done = product.muster("list", check=False, env={"MUSTER_TOKEN": "not-a-token"})
    assert done.returncode == 5
    assert "MUSTER_TOKEN" in done.stderr


def test_a_cordoned_node_takes_nothing_until_it_is_uncordoned(product: Product) -> None:
    node = product.node()
    assert "ready,cordoned" in product.muster("cordon", node["node_id"], "--reason", "disk").stderr
    kept = product.muster("node", "forget", node["node_id"], check=False)
    assert (kept.returncode, "is ready; must be lost" in kept.stderr) == (4, True), kept.stderr
    job_id = _submitted(product, "--", "true")
    waiting = product.wait_for(job_id, lambda job: job["reason"] is not None)
    assert waiting["reason"]["code"] == "NODES_UNSCHEDULABLE"
    assert "NODES_UNSCHEDULABLE" in product.muster("describe", job_id).stdout
    product.muster("uncordon", node["node_id"])
    assert product.muster("wait", job_id, "--timeout", "180").returncode == 0


def test_a_queue_is_made_used_and_removed(product: Product) -> None:
    product.muster("queue", "create", "vision", "-d", "for tests")
    assert product.muster("submit", "--set", "queue=vision", "--wait", "--", "true").returncode == 0
    assert "vision" in product.muster("queues").stdout
    product.muster("queue", "delete", "vision")
    assert "vision" not in product.muster("queues").stdout


def test_the_log_can_be_read_from_the_shell(product: Product) -> None:
    job_id = _submitted(product, "--", "true")
    product.wait_for_state(job_id, "SUCCEEDED")
    tail = ("events", "tail", "--from", "beginning", "--no-follow")
    lines = product.muster(*tail, "job-events", "--key", job_id).stdout.splitlines()
    story = [line.split()[2] for line in lines]
    assert [fact for fact in story if fact not in MAY_BE] == [
        "JobQueued",
        "GangBound",
        "JobStarted",
        "AttemptEnded",
        "JobSucceeded",
    ]
    batches = [
        json.loads(line) for line in product.muster(*tail, "scheduler-log", "-o", "jsonl").stdout.splitlines()
    ]
    inputs = [i["payload"]["type"] for batch in batches for i in batch["payload"]["inputs"]]
    assert inputs[0] == "LeaderElected"
    assert {"SubmitJob", "TaskStarted", "TaskExited"} <= set(inputs)
