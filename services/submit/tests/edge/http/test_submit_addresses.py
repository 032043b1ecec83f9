"""Presigned addresses: a node gets those of its own attempts' objects, and no other's."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from muster.events.job_events import GangBound, RankPlacement
from muster.identity.devkeys import ensure_node_keys
from muster.identity.nodes import NodeIssuer
from muster.store.keys import checkpoint_key, files_key, log_key, node_test_key
from muster.testkit.api.submit_cell import SubmitCell

pytestmark = [pytest.mark.stack]
SHA = "a" * 64


def bound(cell: SubmitCell, tenant: str, *nodes: str) -> str:
    """A job with working files, a rank on each node."""
    job_id, _ = cell.queued(tenant, files_sha256=SHA, ranks=len(nodes))
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


def asked(
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


def test_a_node_writes_and_reads_at_addresses_of_its_own_ranks(cell: SubmitCell, tenant: str) -> None:
    job_id = bound(cell, tenant, "gpu-1", "gpu-2")
    key = log_key(job_id, 1, 1, "stdout", 0)
    answer = asked(cell, "gpu-2", job_id, ("put", key))
    assert answer.status_code == 200, answer.text
    [address] = answer.json()["addresses"]
    assert address["uri"] == cell.store.uri(key)
    assert answer.headers["cache-control"] == "no-store"
    assert httpx.put(address["url"], content=b"hello", trust_env=False).is_success
    assert cell.store.get(key) == b"hello"
    assert asked(cell, "gpu-1", job_id, ("get", files_key(SHA))).status_code == 200


def test_a_node_gets_no_address_of_what_is_another_s(cell: SubmitCell, tenant: str) -> None:
    job_id = bound(cell, tenant, "gpu-1", "gpu-2")
    other = bound(cell, f"{tenant}-b", "gpu-9")
    for node, job, operation, key in (
        ("gpu-1", job_id, "put", log_key(job_id, 1, 1, "stdout", 0)),  # the rank is on gpu-2
        ("gpu-1", job_id, "put", log_key(other, 1, 0, "stdout", 0)),
        ("gpu-1", job_id, "get", checkpoint_key(other, 1, 0, SHA, "w")),
        ("gpu-1", job_id, "get", files_key("b" * 64)),
        ("gpu-1", other, "get", files_key(SHA)),  # nothing of that job is there
        ("gpu-1", job_id, "get", "snapshots/default/1"),
    ):
        refused = asked(cell, node, job, (operation, key))
        assert refused.status_code == 403, (node, job, key, refused.text)


def test_people_and_unknown_attempts_get_none(cell: SubmitCell, tenant: str) -> None:
    job_id = bound(cell, tenant, "gpu-1")
    body = {"job_id": job_id, "attempt": 1, "uses": [{"operation": "get", "key": files_key(SHA)}]}
    with cell.client(tenant, "operator") as operator:
        assert operator.post("/v1/node-addresses", json=body).status_code == 401
    assert asked(cell, "gpu-1", job_id, ("get", files_key(SHA)), attempt=2).status_code == 404


def test_a_node_that_is_tested_gets_addresses_of_its_own_object_only(cell: SubmitCell) -> None:
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
