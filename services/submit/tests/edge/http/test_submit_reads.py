"""Reads through the API: the state of a job follows its facts, and only its tenant sees it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    GangBound,
    JobFailed,
    JobPending,
    JobStarted,
    NodeJoined,
    PendingCode,
    RankPlacement,
)
from muster.events.node_heartbeats import Executor
from muster.journal import Position
from muster.testkit.api.submit_cell import SubmitCell

pytestmark = [pytest.mark.stack]


def read_after(client: httpx.Client, job_id: str, position: Position) -> httpx.Response:
    """Read a job once everything up to a position is known."""
    response = client.get(f"/v1/jobs/{job_id}", params={"after": str(position)})
    assert response.status_code == 200, response.text
    return response


def place(rank: int) -> RankPlacement:
    return RankPlacement(rank=rank, node_id=f"node-{rank}", gpu_indices=(0, 1), gpu_milli=1000)


def test_a_job_is_shown_from_queued_to_failed(cell: SubmitCell, tenant: str) -> None:
    request: dict[str, Any] = {
        "ranks": 2,
        "resources": {"gpus": 2, "memory": "4GiB"},
        "labels": {"lr": "0.1"},
        "wall_time": "1h30m",
    }
    job_id, position = cell.queued(tenant, **request)
    with cell.client(tenant) as ann:
        job = read_after(ann, job_id, position).json()
        assert (job["state"], job["attempt"], job["reason"], job["placements"]) == ("QUEUED", 0, None, [])
        assert (job["ranks"], job["labels"], job["tier"]) == (2, {"lr": "0.1"}, "standard-training")
        assert job["resources"] == {
            "gpus": 2, "gpu_models": [], "gpu_memory_min": "0MiB", "cpu": 1, "memory": "4GiB",
            "isolation": "by-trust",
        }  # fmt: skip
        assert job["spec"]["wall_time"] == "1h30m"
        assert job["submitted_at"].endswith("Z")

        waits = JobPending(job_id=job_id, code=PendingCode.GPUS_BUSY, message="needs 2", counts={"free": 1})
        job = read_after(ann, job_id, cell.fact(job_id, waits)).json()
        assert job["reason"] == {"code": "GPUS_BUSY", "message": "needs 2", "counts": {"free": 1}}

        bound = GangBound(
            job_id=job_id,
            attempt=1,
            placements=(place(0), place(1)),
            master_address="127.0.0.1",
            master_port=29500,
            waited_ms=5,
        )
        cell.fact(job_id, bound)
        job = read_after(ann, job_id, cell.fact(job_id, JobStarted(job_id=job_id, attempt=1))).json()
        assert (job["state"], job["reason"], job["attempt"]) == ("RUNNING", None, 1)
        assert job["placements"][1] == {
            "rank": 1,
            "node_id": "node-1",
            "gpu_indices": [0, 1],
            "gpu_milli": 1000,
            "sharing": "EXCLUSIVE",
            "mig_profile": None,
            "mig_start": None,
        }

        ended = AttemptEnded(
            job_id=job_id,
            attempt=1,
            outcome=AttemptOutcome.FAILED,
            exit_code=7,
            rank=1,
            message="boom",
            ran_ms=9,
        )
        cell.fact(job_id, ended)
        failed = JobFailed(job_id=job_id, attempt=1, reason="rank 1: exit code 7", exit_code=7)
        job = read_after(ann, job_id, cell.fact(job_id, failed)).json()
        assert (job["state"], job["exit_code"], job["message"]) == ("FAILED", 7, "rank 1: exit code 7")
        (attempt,) = job["attempts"]
        assert (attempt["outcome"], attempt["failed_rank"], attempt["exit_code"]) == ("FAILED", 1, 7)


def test_an_etag_changes_with_every_event(cell: SubmitCell, tenant: str) -> None:
    job_id, position = cell.queued(tenant)
    with cell.client(tenant) as ann:
        tag = read_after(ann, job_id, position).headers["etag"]
        unchanged = ann.get(f"/v1/jobs/{job_id}", headers={"If-None-Match": tag})
        assert (unchanged.status_code, unchanged.content, unchanged.headers["etag"]) == (304, b"", tag)
        position = cell.fact(job_id, JobStarted(job_id=job_id, attempt=1))
        changed = ann.get(
            f"/v1/jobs/{job_id}", params={"after": str(position)}, headers={"If-None-Match": tag}
        )
        assert changed.status_code == 200
        assert changed.headers["etag"] != tag


def test_a_write_can_be_read_back_by_its_command(cell: SubmitCell, tenant: str) -> None:
    command_id = f"cmd-{uuid.uuid4().hex[:20]}"
    job_id, _ = cell.queued(tenant, causation_id=command_id)
    with cell.client(tenant) as ann:
        assert ann.get(f"/v1/jobs/{job_id}", params={"after": command_id}).is_success
        assert ann.get(f"/v1/commands/{command_id}").json()["outcome"] == "accepted"


@pytest.mark.parametrize(
    "after",
    [
        "",
        "x",
        "job-commands/0/1",
        "log-events/0/1",
        "job-events/0/-1",
        "job-events/0",
        "job-events/99/1",
        f"job-events/0/{2**63}",
    ],
)
def test_an_invalid_position_to_wait_for_is_rejected(cell: SubmitCell, tenant: str, after: str) -> None:
    with cell.client(tenant) as ann:
        response = ann.get("/v1/jobs", params={"after": after})
    assert response.status_code == 422
    assert response.json()["violations"][0]["field"] == "after"


def test_another_tenants_job_does_not_exist(cell: SubmitCell, tenant: str) -> None:
    """OWASP API1, for every route that takes an id."""
    command_id = f"cmd-{uuid.uuid4().hex[:20]}"
    job_id, position = cell.queued(tenant, causation_id=command_id)
    with cell.client(tenant) as ann:
        read_after(ann, job_id, position)
    with cell.client(f"x{tenant}", "viewer", "submitter", "operator", subject="mallory") as mallory:
        for path in (f"/v1/jobs/{job_id}", f"/v1/jobs/{job_id}/events", f"/v1/jobs/{job_id}/logs"):
            hidden = mallory.get(path)
            unknown = mallory.get(path.replace(job_id, "job-unknown"))
            assert (hidden.status_code, unknown.status_code) == (404, 404)
            assert hidden.json()["detail"] == unknown.json()["detail"].replace("job-unknown", job_id)
        for verb in ("cancel", "suspend", "resume"):
            assert mallory.post(f"/v1/jobs/{job_id}:{verb}").status_code == 404
        assert mallory.get(f"/v1/commands/{command_id}").status_code == 404
        assert mallory.get("/v1/jobs").json()["items"] == []
        assert mallory.get("/v1/jobs", params={"q": job_id}).json()["items"] == []


def pages(client: httpx.Client, **params: Any) -> Iterator[list[dict[str, Any]]]:
    token: str | None = None
    while True:
        query = params | ({"page_token": token} if token else {})
        answer = client.get("/v1/jobs", params=query).raise_for_status().json()
        yield answer["items"]
        token = answer["next_page_token"]
        if token is None:
            return


def test_lists_are_newest_first_and_complete(cell: SubmitCell, tenant: str) -> None:
    made = [cell.queued(tenant, name=f"n{i}") for i in range(7)]
    with cell.client(tenant) as ann:
        for job_id, position in made:
            read_after(ann, job_id, position)
        sizes = [len(page) for page in pages(ann, limit=3)]
        listed = [job for page in pages(ann, limit=3) for job in page]
    assert sizes == [3, 3, 1]
    assert {job["job_id"] for job in listed} == {job_id for job_id, _ in made}
    times = [job["submitted_at"] for job in listed]
    assert times == sorted(times, reverse=True)


def test_lists_can_be_filtered(cell: SubmitCell, tenant: str) -> None:
    wanted = cell.queued(tenant, name="wanted", team="vision", labels={"a": "1", "b": "x=y"})
    others = [cell.queued(tenant, labels={"a": "2"}), cell.queued(tenant, queue="nightly")]
    with cell.client(tenant) as ann:
        for job_id, position in (wanted, *others):
            read_after(ann, job_id, position)

        def names(**params: Any) -> list[str]:
            return [
                job["name"] for job in ann.get("/v1/jobs", params=params).raise_for_status().json()["items"]
            ]

        assert names(team="vision") == ["wanted"]
        assert names(label=["a=1", "b=x=y"]) == ["wanted"]
        assert names(label=["a=1", "b=z"]) == []
        assert names(state=["RUNNING"]) == []
        assert len(names(state=["RUNNING", "QUEUED"])) == 3
        assert names(user="bob") == []
        assert len(names(queue="nightly")) == 1
        assert names(since="2999-01-01T00:00:00Z") == []
        assert len(names(until="2999-01-01T00:00:00Z")) == 3


def test_a_prefix_of_an_id_finds_the_oldest_job_among_many(cell: SubmitCell, tenant: str) -> None:
    oldest, _ = cell.queued(tenant, name="oldest")
    newer = [cell.queued(tenant) for _ in range(20)]
    with cell.client(tenant) as ann:
        read_after(ann, *newer[-1])

        def ids(prefix: str) -> list[str]:
            params = {"id_prefix": prefix, "limit": 1}
            return [job["job_id"] for page in pages(ann, **params) for job in page]

        assert ids(oldest[:14]) == [oldest]
        assert ids(oldest) == [oldest]
        assert set(ids("job-")) == {oldest, *(job_id for job_id, _ in newer)}
        assert ids("job-z") == [job_id for job_id in reversed(ids("job-")) if job_id.startswith("job-z")]
        assert ids(f"{oldest}x") == []
    with cell.client(f"{tenant}-other") as stranger:
        answer = stranger.get("/v1/jobs", params={"id_prefix": oldest[:14]})
        assert answer.raise_for_status().json()["items"] == []


def test_search_finds_words(cell: SubmitCell, tenant: str) -> None:
    word = f"w{uuid.uuid4().hex[:10]}"
    job_id, position = cell.queued(tenant, name="found", labels={"note": word})
    with cell.client(tenant) as ann:
        read_after(ann, job_id, position)
        found: list[str] = []
        for _ in range(100):  # Elasticsearch's projection may lag behind Postgres'
            found = [
                j["job_id"]
                for j in ann.get("/v1/jobs", params={"q": word}).raise_for_status().json()["items"]
            ]
            if found:
                break
            read_after(ann, job_id, cell.fact(job_id, JobStarted(job_id=job_id, attempt=1)))
        assert found == [job_id]
        for strange in ('"', "(", "a OR", "*" * 50, "\\", "{}", "a:b"):
            assert ann.get("/v1/jobs", params={"q": strange}).status_code == 200


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"state": "queued"}, "state"),
        ({"limit": 1_001}, "limit"),
        ({"limit": 0}, "limit"),
        ({"page_token": "x"}, "page_token"),
        ({"label": "novalue"}, "label"),
        ({"since": "yesterday"}, "since"),
        ({"until": "2999-01-01T00:00:00"}, "until"),
        ({"since": "2026-11-21T00:00:00Z", "until": "2026-11-21T01:00:00+02:00"}, "since"),
        ({"team": "x" * 200}, "team"),
        ({"id_prefix": "job%"}, "id_prefix"),
        ({"id_prefix": ""}, "id_prefix"),
        ({"starts_after": "train"}, "starts_after"),
        ({"q": "x" * 300}, "q"),
    ],
)
def test_invalid_filters_are_named(cell: SubmitCell, tenant: str, params: dict[str, Any], field: str) -> None:
    with cell.client(tenant) as ann:
        response = ann.get("/v1/jobs", params=params)
    assert response.status_code == 422, response.text
    assert response.json()["violations"][0]["field"].startswith(field)


def test_events_can_be_listed_or_followed(cell: SubmitCell, tenant: str) -> None:
    job_id, first = cell.queued(tenant)
    second = cell.fact(job_id, JobStarted(job_id=job_id, attempt=1))
    path = f"/v1/jobs/{job_id}/events"
    with cell.client(tenant) as ann:
        read_after(ann, job_id, second)
        items = ann.get(path).json()["items"]
        assert [i["position"] for i in items] == [str(first), str(second)]
        assert [i["event"]["payload"]["type"] for i in items] == ["JobQueued", "JobStarted"]
        assert ann.get(path, params={"after": str(first)}).json()["items"] == items[1:]

        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(first)}
        with ann.stream("GET", path, headers=headers) as stream:
            ids = (line.removeprefix("id: ") for line in stream.iter_lines() if line.startswith("id: "))
            assert next(ids) == str(second)
            third = cell.fact(job_id, JobFailed(job_id=job_id, attempt=1, reason="x"))
            assert next(ids) == str(third)
        assert ann.get(path, headers={"Last-Event-ID": "x"}).status_code == 422


def test_nodes_are_listed_with_their_capacity(cell: SubmitCell, tenant: str) -> None:
    node_id = f"test-{uuid.uuid4().hex[:8]}"
    joined = NodeJoined(
        node_id=node_id,
        boot_id="b",
        address="127.0.0.1",
        port_first=1,
        port_count=1,
        cpu_milli=8000,
        memory_mib=1024,
        gpu_model="T4",
        gpu_count=2,
        executor=Executor.SIMULATED,
        lease_ms=20_000,
        interval_ms=5000,
    )
    position = cell.fact(node_id, joined)
    with cell.client(tenant, "viewer", "submitter") as ann:
        listed: dict[str, Any] = {}
        params: dict[str, Any] = {"after": str(position), "limit": 500}
        while True:
            answer = ann.get("/v1/nodes", params=params).raise_for_status().json()
            listed |= {n["node_id"]: n for n in answer["items"]}
            if not answer["next_page_token"]:
                break
            params["page_token"] = answer["next_page_token"]
        assert (listed[node_id]["state"], listed[node_id]["gpu_count"]) == ("ready", 2)

        impossible = {"name": "x", "run": "y", "resources": {"gpus": 64, "memory": "64TiB"}}
        violations = ann.post("/v1/jobs", json=impossible).json()["violations"]
        assert [v["field"] for v in violations] == ["resources.gpus", "resources.memory"]
        assert "what the largest node has" in violations[0]["allowed"]
