"""GET /v1/use: heartbeats on the log are shown at once, each tenant's jobs to that tenant only."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
from muster.events.node_heartbeats import NodeUsage, TaskUsage
from muster.events.topics import NODE_HEARTBEATS
from muster.testkit.api.submit_cell import SubmitCell
from muster.testkit.cores import build
from muster.testkit.patience import until

pytestmark = [pytest.mark.stack]


def _task(job_id: str, gpu: int) -> TaskUsage:
    return TaskUsage(
        job_id=job_id,
        attempt=1,
        gpu_indices=(gpu,),
        gpu_milli=1_000,
        cpu_busy_milli=1_500,
        memory_mib=1_024,
        memory_used_mib=512,
    )


def test_measured_use_is_shown_by_node_with_the_jobs_of_the_callers_tenant(cell: SubmitCell) -> None:
    name = uuid.uuid4().hex[:8]
    ours, theirs = f"acme-{name}", f"rival-{name}"
    job_id, _ = cell.queued(ours, name="train")
    other, position = cell.queued(theirs, name="secret")
    usage = NodeUsage(
        cpu_busy_milli=3_200,
        memory_used_mib=2_048,
        gpu_busy_percent=(90, 10),
        gpu_memory_used_mib=(600, 20),
        tasks=(_task(job_id, 0), _task(other, 1)),
    )
    node = build.node(f"node-{name}", gpus=2)

    def beat(number: int, cpu_busy_milli: int) -> None:
        sent = replace(build.beat(node, number), usage=replace(usage, cpu_busy_milli=cpu_busy_milli))
        cell.say(NODE_HEARTBEATS, node.node_id, sent)

    with cell.client(ours, "viewer") as ann:
        ann.get("/v1/jobs", params={"after": str(position)}).raise_for_status()

        def use_of_node(**query: Any) -> dict[str, Any] | None:
            items = ann.get("/v1/use", params=query).raise_for_status().json()["items"]
            return next((each for each in items if each["node_id"] == node.node_id), None)

        beat(1, 3_200)
        found = until(use_of_node, "the node's use")
        assert [gpu["busy_percent"] for gpu in found["gpus"]] == [90, 10]
        [task] = found["tasks"]
        assert (task["job_id"], task["name"], task["memory_used_mib"]) == (job_id, "train", 512)
        beat(2, 5_000)
        until(lambda: (use_of_node() or {})["cpu_busy_milli"] == 5_000, "the next heartbeat")
        assert use_of_node(job_id=job_id) is not None
        assert use_of_node(job_id=other) is None, "a job of another tenant"
