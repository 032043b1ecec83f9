"""The main job as a user does it: the command, the real servers, the real services."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from muster.local.cli.isolation import isolation
from muster.terminal.words import counted
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def _submitted(product: Product, *arguments: str) -> str:
    """The id of a job just submitted."""
    return product.muster("submit", *arguments, "-o", "name").stdout.split()[-1].removeprefix("job/")


def test_a_job_runs_from_yaml_to_success_and_can_be_looked_at(product: Product) -> None:
    done = product.muster("submit", str(EXAMPLES / "hello.yaml"), "--wait")
    assert done.returncode == 0, done.stderr
    (job, *_) = json.loads(product.muster("list", "-o", "json").stdout)["items"]
    assert job["state"] == "SUCCEEDED"
    described = product.muster("describe", job["job_id"]).stdout
    for fact in ("JobQueued", "GangBound", "JobStarted", "AttemptEnded", "JobSucceeded"):
        assert fact in described
    assert "hello" in product.output(job["job_id"]).lower()


def test_a_failing_job_ends_the_command_with_its_failure(product: Product, tmp_path: Path) -> None:
    job = tmp_path / "fails.yaml"
    job.write_text("name: fails\ncommand: [python3, -c, 'import sys; print(42); sys.exit(7)']\n")
    done = product.muster("submit", str(job), "--wait", check=False)
    assert done.returncode == 1
    assert "FAILED" in done.stderr
    assert "rank 0 exited with code 7 (no retries allowed)" in done.stderr


@pytest.mark.long
def test_a_gang_trains_for_real_and_leaves_a_checkpoint(product: Product) -> None:
    job_id = _submitted(product, str(EXAMPLES / "train_tiny" / "job.yaml"))
    logs = product.muster("logs", "-f", job_id)
    assert logs.returncode == 0, logs.stderr
    losses = [
        float(line.split("loss")[1].split()[0].strip("=:"))
        for line in logs.stdout.splitlines()
        if "loss" in line
    ]
    assert len(losses) >= 3
    assert losses[-1] < losses[0] / 2
    facts = [e["payload"] for e in product.events(job_id)]
    recorded = [f for f in facts if f["type"] == "CheckpointRecorded"]
    assert recorded
    assert product.stored(recorded[-1]["uri"])
    bound = next(f for f in facts if f["type"] == "GangBound")
    assert [p["rank"] for p in bound["placements"]] == [0, 1]
    slots = [(p["node_id"], i) for p in bound["placements"] for i in p["gpu_indices"]]
    assert len(set(slots)) == 2


def test_the_same_submission_twice_is_one_job(product: Product) -> None:
    request = {"name": "once", "command": ["true"]}
    headers = {"Idempotency-Key": "pipeline-4711"}
    first = product.http.post("/v1/jobs", params={"wait_s": 30}, json=request, headers=headers)
    second = product.http.post("/v1/jobs", params={"wait_s": 30}, json=request, headers=headers)
    assert first.status_code == 201, first.text
    assert second.status_code in (200, 201), second.text
    assert first.json()["job_id"] == second.json()["job_id"]
    other = product.http.post(
        "/v1/jobs", params={"wait_s": 30}, json={**request, "ranks": 2}, headers=headers
    )
    assert other.status_code in (409, 422), other.text
    types = [e["payload"]["type"] for e in product.events(first.json()["job_id"])]
    assert types.count("JobQueued") == 1


def test_a_job_waits_with_one_reason_and_starts_when_there_is_room(product: Product, tmp_path: Path) -> None:
    holder = tmp_path / "holder.yaml"
    holder.write_text("name: holder\nranks: 2\nresources: {gpus: 1}\ncommand: [sleep, '300']\n")
    first = _submitted(product, str(holder))
    product.wait_for_state(first, "RUNNING")
    waiting = _submitted(product, str(holder))
    job = product.wait_for(waiting, lambda j: j["reason"] is not None)
    assert job["state"] == "QUEUED"
    assert job["reason"]["code"] in {"GPUS_BUSY", "GANG_SHORT"}

    def described() -> bool:
        """Its reason may have another message a moment later."""
        message = product.job(waiting)["reason"]["message"]
        return message in product.muster("describe", waiting).stdout.replace("\n", " ")

    product.until(described)
    assert product.muster("stop", first).returncode == 0
    product.wait_for_state(first, "CANCELLED")
    product.wait_for_state(waiting, "RUNNING")
    product.muster("stop", waiting)
    product.wait_for_state(waiting, "CANCELLED")


def test_suspend_gives_the_gpus_back_and_resume_runs_again(product: Product, tmp_path: Path) -> None:
    job = tmp_path / "naps.yaml"
    job.write_text("name: naps\nresources: {gpus: 1}\ncommand: [sleep, '300']\n")
    job_id = _submitted(product, str(job))
    product.wait_for_state(job_id, "RUNNING")
    product.muster("suspend", job_id)
    product.wait_for_state(job_id, "SUSPENDED")
    product.muster("resume", job_id)
    assert product.wait_for_state(job_id, "RUNNING")["attempt"] == 2
    product.muster("stop", job_id)
    product.wait_for_state(job_id, "CANCELLED")


def test_the_whole_cluster_is_suspended_and_goes_on(product: Product) -> None:
    known = sum(not node["draining"] for node in product.nodes())  # also those that other tests have left
    little = ("--set", "resources.cpu=0.1", "--")
    runs = _submitted(product, *little, "sh", "-c", "sleep 300")
    product.wait_for_state(runs, "RUNNING")
    suspended = product.muster("suspend", "--cluster", "--reason", "a new store", "--yes")
    assert f"suspend: {counted(known, 'node')}" in suspended.stderr
    product.wait_for_state(runs, "QUEUED")
    later = _submitted(product, *little, "true")
    product.until(lambda: bool(product.job(later)["reason"]) and product.job(later)["state"] == "QUEUED")
    assert "closed to new work" in " ".join(product.muster("explain", later).stdout.split())
    assert "the cluster is suspended: a new store" in product.muster("nodes").stdout
    resumed = product.muster("resume", "--cluster", "--yes")
    assert f"resume: {counted(known, 'node')}" in resumed.stderr
    product.wait_for_state(later, "SUCCEEDED")
    assert product.wait_for_state(runs, "RUNNING")["attempt"] == 2
    product.muster("stop", runs)
    product.wait_for_state(runs, "CANCELLED")


def test_muster_up_says_at_once_what_keeps_jobs_apart(product: Product) -> None:
    """The agent's own answer, which needs no projection; the projection says the same."""
    node = product.node()
    said = isolation(product.home)
    assert f"sandbox ({node['sandbox']})" in said or node["sandbox"] == "none"
    assert f"enforced limits: {', '.join(node['enforces']) or 'nothing'}" in said


def test_search_history_nodes_and_queues_answer(product: Product) -> None:
    job_id = _submitted(product, "--name", "needle-in-hay", "--", "true")
    product.wait_for_state(job_id, "SUCCEEDED")
    product.until(lambda: job_id in product.muster("search", "needle", "-o", "json").stdout)
    history = product.muster("history", job_id, "-o", "jsonl").stdout.splitlines()
    assert [json.loads(line)["payload"]["type"] for line in history][-1] == "JobSucceeded"
    assert len(json.loads(product.muster("nodes", "-o", "json").stdout)["items"]) >= 1
    assert "default" in product.muster("queues").stdout


def test_every_decision_replays(product: Product) -> None:
    verdict = product.muster("audit", "verify")
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
