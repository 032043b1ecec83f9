"""Conversion of facts about nodes to rows of `nodes` and `gpus`. Pure."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, assert_never

from muster.events import job_events as fact
from muster.submit.core.states import NodeState
from muster.views.rows import Upsert

Observed: TypeAlias = (
    fact.NodeJoined
    | fact.NodeSuspected
    | fact.NodeRecovered
    | fact.NodeLost
    | fact.NodeRefused
    | fact.NodeRelocated
    | fact.NodeNoted
    | fact.NodeFaulted
    | fact.NodeTesting
)
Ordered: TypeAlias = (
    fact.NodeCordoned
    | fact.NodeUncordoned
    | fact.NodeDraining
    | fact.NodeUndrained
    | fact.NodeTagged
    | fact.MaintenanceScheduled
    | fact.MaintenanceStarted
    | fact.MaintenanceEnded
    | fact.NodeReclaiming
    | fact.NodeSpared
)


_FORGOTTEN: Final[dict[str, Any]] = {
    "state": None,
    "silence": None,
    "refusal": None,
    "note": None,
    "cordoned": False,
    "cordoned_by": None,
    "cordon_reason": None,
    "draining": False,
    "drained_by": None,
    "drain_reason": None,
    "labels_set": {},
    "taints_set": [],
    "maintenance": None,
    "in_maintenance": False,
    "reclaim": None,
}
"""Columns of a node that will be new if it joins again; its hardware stays until it does."""


def node_rows(payload: fact.NodePayload, at_ms: int) -> list[Upsert]:
    """Return the rows of one fact."""
    match payload:
        case fact.GpuUnhealthy():
            return [_gpu(payload.node_id, payload.gpu_index, payload.reason, at_ms)]
        case fact.GpuRecovered():
            return [_gpu(payload.node_id, payload.gpu_index, None, at_ms)]
        case fact.GpuGeometryChanged():
            return []  # recorded in `job_events` only
        case fact.NodeForgotten():
            gpus = [_gpu(payload.node_id, index, None, at_ms) for index in payload.gpus_unhealthy]
            return [_node(payload.node_id, _FORGOTTEN | {"changed_at_ms": at_ms}), *gpus]
        case _:
            columns = _observed(payload, at_ms) if isinstance(payload, Observed) else _ordered(payload)
            return [_node(payload.node_id, columns)]


def _observed(payload: Observed, at_ms: int) -> dict[str, Any]:
    """Return the columns changed by the failure detector, or by the node's own announcements."""
    match payload:
        case fact.NodeJoined():
            return _arrival(at_ms) | _hardware(payload)
        case fact.NodeSuspected():
            return _silent(NodeState.SUSPECTED, payload.cause, at_ms)
        case fact.NodeRecovered():
            return _arrival(at_ms)
        case fact.NodeLost():
            return _silent(NodeState.LOST, payload.cause, at_ms)
        case fact.NodeRefused():
            return {"refusal": payload.message, "refused_at_ms": at_ms}
        case fact.NodeRelocated():
            return {"location": payload.location.to_datum()}
        case fact.NodeNoted():
            return {"note": payload.note or None}
        case fact.NodeFaulted():
            return {"note": payload.message}
        case fact.NodeTesting():
            return {"note": f"is being tested: {payload.reason}" if payload.reason else "is being tested"}
        case _:
            assert_never(payload)


def _arrival(at_ms: int) -> dict[str, Any]:
    return {"state": NodeState.READY, "changed_at_ms": at_ms, "silence": None, "refusal": None}


def _silent(state: NodeState, cause: fact.SilenceCause, at_ms: int) -> dict[str, Any]:
    return {"state": state, "changed_at_ms": at_ms, "silence": cause.value.lower()}


def _ordered(payload: Ordered) -> dict[str, Any]:
    """Return the columns changed by operators, or by the node's provider."""
    match payload:
        case fact.NodeCordoned():
            return {"cordoned": True, "cordoned_by": payload.requested_by, "cordon_reason": payload.reason}
        case fact.NodeUncordoned():
            return {"cordoned": False, "cordoned_by": None, "cordon_reason": None}
        case fact.NodeDraining():
            return {"draining": True, "drained_by": payload.requested_by, "drain_reason": payload.reason}
        case fact.NodeUndrained():
            return {"draining": False, "drained_by": None, "drain_reason": None}
        case fact.NodeTagged():
            return {"labels_set": dict(payload.labels), "taints_set": list(payload.taints)}
        case fact.MaintenanceScheduled():
            fields = ("starts_at_ms", "ends_at_ms", "requested_by", "reason")
            window = {field: getattr(payload, field) for field in fields}
            return {"maintenance": window, "in_maintenance": False}
        case fact.MaintenanceStarted():
            return {"in_maintenance": True}
        case fact.MaintenanceEnded():
            return {"maintenance": None, "in_maintenance": False}
        case fact.NodeReclaiming():
            told = {"source": payload.source.value.lower(), "deadline_ms": payload.deadline_ms}
            return {"reclaim": {**told, "requested_by": payload.requested_by, "reason": payload.reason}}
        case fact.NodeSpared():
            return {"reclaim": None}
        case _:
            assert_never(payload)


def _node(node_id: str, columns: dict[str, Any]) -> Upsert:
    return Upsert("nodes", {"node_id": node_id}, columns)


def _gpu(node_id: str, gpu_index: int, unhealthy_because: str | None, at_ms: int) -> Upsert:
    health = {"healthy": unhealthy_because is None, "reason": unhealthy_because, "changed_at_ms": at_ms}
    return Upsert("gpus", {"node_id": node_id, "gpu_index": gpu_index}, health)


def _hardware(joined: fact.NodeJoined) -> dict[str, Any]:
    return {
        "boot_id": joined.boot_id,
        "address": joined.address,
        "executor": joined.executor.value.lower(),
        "sandbox": joined.sandbox.value.lower(),
        "enforces": [each.value.lower().replace("_", "-") for each in joined.enforces],
        "gpu_model": joined.gpu_model,
        "gpu_count": joined.gpu_count,
        "cpu_milli": joined.cpu_milli,
        "memory_mib": joined.memory_mib,
        "lease_ms": joined.lease_ms,
        "labels": dict(joined.labels),
        "taints": list(joined.taints),
        "location": joined.location.to_datum(),
    }
