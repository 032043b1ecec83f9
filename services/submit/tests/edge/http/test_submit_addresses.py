"""Presigned addresses: a node gets only those of its own attempts' objects."""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
import pytest
from muster.events.job_events import GangBound, RankPlacement
from muster.identity.devkeys import ensure_node_keys
from muster.identity.nodes import NodeIssuer
from muster.jobs.values.file_index import index_of
from muster.store.keys import checkpoint_key, files_key, log_key, node_test_key
from muster.testkit.api.submit_cell import SubmitCell, an_archive

pytestmark = [pytest.mark.stack]
SHA = "a" * 64


def bind_job(cell: SubmitCell, tenant: str, *nodes: str, files_sha256: str = SHA) -> str:
    """Bind a job with working files, one rank on each node; return its id."""
    job_id, _ = cell.queued(tenant, files_sha256=files_sha256, ranks=len(nodes))
    placements = tuple(
        RankPlacement(rank=rank, node_id=node, gpu_indices=(), gpu_milli=0) for rank, node in enumerate(nodes)
    )
    fact = GangBound(
        job_id=job_id,
        tenant=tenant,
        attempt=1,
        placements=placements,
        master_address="127.0.0.1",
        master_port=1,
        waited_ms=0,
        reason="",
    )
    position = cell.fact(job_id, fact)
    with cell.client(tenant) as owner:
        owner.get(f"/v1/jobs/{job_id}", params={"after": str(position)}).raise_for_status()
    return job_id


def request_addresses(
    cell: SubmitCell, node: str, job_id: str, use: tuple[str, str], *, attempt: int = 1
) -> httpx.Response:
    shown = NodeIssuer(ensure_node_keys(cell.home).private_key_file, "default").enrol("n", [node])
    body: dict[str, Any] = {
        "job_id": job_id,
        "attempt": attempt,
        "uses": [{"operation": use[0], "key": use[1]}],
    }
    headers = {"Authorization": f"Bearer {shown}"}
    return httpx.post(
        f"{cell.url}/v1/node-addresses", json=body, headers=headers, trust_env=False, timeout=30
    )


def test_a_node_can_write_and_read_the_objects_of_its_own_ranks(cell: SubmitCell, tenant: str) -> None:
    job_id = bind_job(cell, tenant, "gpu-1", "gpu-2")
    key = log_key(job_id, 1, 1, "stdout", 0)
    answer = request_addresses(cell, "gpu-2", job_id, ("put", key))
    assert answer.status_code == 200, answer.text
    [address] = answer.json()["addresses"]
    assert address["uri"] == cell.store.uri(key)
    assert answer.headers["cache-control"] == "no-store"
    assert httpx.put(address["url"], content=b"hello", trust_env=False).is_success
    assert cell.store.get(key) == b"hello"
    assert request_addresses(cell, "gpu-1", job_id, ("get", files_key(SHA))).status_code == 200


def test_a_node_gets_no_address_of_another_nodes_objects(cell: SubmitCell, tenant: str) -> None:
    job_id = bind_job(cell, tenant, "gpu-1", "gpu-2")
    other = bind_job(cell, f"{tenant}-b", "gpu-9")
    for node, job, operation, key in (
        ("gpu-1", job_id, "put", log_key(job_id, 1, 1, "stdout", 0)),  # the rank is on gpu-2
        ("gpu-1", job_id, "put", log_key(other, 1, 0, "stdout", 0)),
        ("gpu-1", job_id, "get", checkpoint_key(other, 1, 0, SHA, "w")),
        ("gpu-1", job_id, "get", files_key("b" * 64)),
        ("gpu-1", other, "get", files_key(SHA)),  # that job has no rank there
        ("gpu-1", job_id, "get", "snapshots/default/1"),
    ):
        refused = request_addresses(cell, node, job, (operation, key))
        assert refused.status_code == 403, (node, job, key, refused.text)


def test_users_and_unknown_attempts_get_no_addresses(cell: SubmitCell, tenant: str) -> None:
    job_id = bind_job(cell, tenant, "gpu-1")
    body = {"job_id": job_id, "attempt": 1, "uses": [{"operation": "get", "key": files_key(SHA)}]}
    with cell.client(tenant, "operator") as operator:
        assert operator.post("/v1/node-addresses", json=body).status_code == 401
    assert request_addresses(cell, "gpu-1", job_id, ("get", files_key(SHA)), attempt=2).status_code == 404


def test_a_node_under_test_gets_addresses_of_its_own_object_only(cell: SubmitCell) -> None:
    shown = NodeIssuer(ensure_node_keys(cell.home).private_key_file, "default").enrol("n", ["gpu-1"])
    where, headers = f"{cell.url}/v1/node-test-addresses", {"Authorization": f"Bearer {shown}"}
    answer = httpx.post(where, json={"node_id": "gpu-1"}, headers=headers, trust_env=False, timeout=30)
    put, get = answer.raise_for_status().json()["addresses"]
    assert put["uri"] == get["uri"] == cell.store.uri(node_test_key("gpu-1"))
    assert httpx.put(put["url"], content=b"tried", trust_env=False).is_success
    assert httpx.get(get["url"], trust_env=False).content == b"tried"
    refused = httpx.post(where, json={"node_id": "gpu-2"}, headers=headers, trust_env=False, timeout=30)
    assert refused.status_code == 403, refused.text
    assert "gpu-2" in refused.json()["detail"]


def test_a_node_reads_the_index_of_its_job_and_the_archives_in_it_and_no_others(
    cell: SubmitCell, tenant: str
) -> None:
    (first, one), (other, two) = an_archive("a.py"), an_archive("b.py")
    index = index_of([first])
    sha256 = hashlib.sha256(index).hexdigest()
    for content in (one, two, index):
        cell.store.put(files_key(hashlib.sha256(content).hexdigest()), content)
    job_id = bind_job(cell, tenant, "gpu-1", files_sha256=sha256)
    for each, content in ((sha256, index), (first, one)):
        answer = request_addresses(cell, "gpu-1", job_id, ("get", files_key(each)))
        assert answer.status_code == 200, answer.text
        assert httpx.get(answer.json()["addresses"][0]["url"], trust_env=False).content == content
    assert request_addresses(cell, "gpu-1", job_id, ("get", files_key(other))).status_code == 403
    assert request_addresses(cell, "gpu-1", job_id, ("put", files_key(first))).status_code == 403
