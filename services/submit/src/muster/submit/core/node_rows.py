"""What facts about a node say about the tables `nodes` and `gpus`. Pure."""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

from muster.events import job_events as fact
from muster.submit.core.states import NodeState
from muster.views.rows import Upsert

NodeFact: TypeAlias = (
    fact.NodeJoined
    | fact.NodeSuspected
    | fact.NodeRecovered
    | fact.NodeLost
    | fact.NodeCordoned
    | fact.NodeUncordoned
    | fact.NodeRelocated
    | fact.GpuUnhealthy
    | fact.GpuRecovered
)


def node_rows(payload: NodeFact, at_ms: int) -> list[Upsert]:
    """The rows of one fact."""
    node_id = payload.node_id
    match payload:
        case fact.NodeJoined():
            return [_node(node_id, state=NodeState.READY, changed_at_ms=at_ms, **_hardware(payload))]
        case fact.NodeSuspected():
            return [_node(node_id, state=NodeState.SUSPECTED, changed_at_ms=at_ms)]
        case fact.NodeRecovered():
            return [_node(node_id, state=NodeState.READY, changed_at_ms=at_ms)]
        case fact.NodeLost():
            return [_node(node_id, state=NodeState.LOST, changed_at_ms=at_ms)]
        case fact.NodeCordoned():
            return [
                _node(node_id, cordoned=True, cordoned_by=payload.requested_by, cordon_reason=payload.reason)
            ]
        case fact.NodeUncordoned():
            return [_node(node_id, cordoned=False, cordoned_by=None, cordon_reason=None)]
        case fact.NodeRelocated():
            return [_node(node_id, location=payload.location.to_datum())]
        case fact.GpuUnhealthy():
            return [
                _gpu(node_id, payload.gpu_index, healthy=False, reason=payload.reason, changed_at_ms=at_ms)
            ]
        case fact.GpuRecovered():
            return [_gpu(node_id, payload.gpu_index, healthy=True, reason=None, changed_at_ms=at_ms)]
        case _:
            assert_never(payload)


def _hardware(joined: fact.NodeJoined) -> dict[str, Any]:
    return {
        "boot_id": joined.boot_id,
        "address": joined.address,
        "executor": joined.executor.value.lower(),
        "gpu_model": joined.gpu_model,
        "gpu_count": joined.gpu_count,
        "cpu_milli": joined.cpu_milli,
        "memory_mib": joined.memory_mib,
        "lease_ms": joined.lease_ms,
        "labels": dict(joined.labels),
        "taints": list(joined.taints),
        "location": joined.location.to_datum(),
    }


def _node(node_id: str, **columns: Any) -> Upsert:
    return Upsert("nodes", {"node_id": node_id}, columns)


def _gpu(node_id: str, gpu_index: int, **columns: Any) -> Upsert:
    return Upsert("gpus", {"node_id": node_id, "gpu_index": gpu_index}, columns)
