"""Nodes as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from muster.submit.core.read_model import NodeRow
from muster.submit.core.states import NodeState
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict


class Maintenance(TypedDict):
    """A window in which a node is closed."""

    starts_at: Time | None
    ends_at: Time | None
    requested_by: str
    reason: str


class Reclaim(TypedDict):
    """Announcement that a node's provider will reclaim it."""

    source: Annotated[str, Field(description="Who announced it: aws, gcp, azure, file, http, operator.")]
    gone_at: Annotated[
        Time | None, Field(description="Time of the reclaim; null: the node is at risk, no time is set.")
    ]
    requested_by: str
    reason: str


class Node(TypedDict):
    """A node of the cluster."""

    node_id: str
    state: NodeState
    silence: Annotated[
        str | None,
        Field(
            description="Why it is suspected or lost: silent (no heartbeats), stop_unanswered, "
            "order_not_stored; null: it is not."
        ),
    ]
    refused: Annotated[str | None, Field(description="Why recent reports in its name were rejected.")]
    cordoned: bool
    cordoned_by: str | None
    cordon_reason: str | None
    draining: bool
    drained_by: str | None
    drain_reason: str | None
    in_maintenance: bool
    maintenance: Annotated[
        Maintenance | None, Field(description="The upcoming or current maintenance window.")
    ]
    reclaim: Annotated[Reclaim | None, Field(description="The announced reclaim; null: none.")]
    note: Annotated[str | None, Field(description="Problem reported by the node itself.")]
    executor: str | None
    sandbox: Annotated[str | None, Field(description="How jobs are isolated: none, namespaces, bubblewrap.")]
    enforces: Annotated[list[str], Field(description="Limits enforced on jobs: memory, cpu, processes, ...")]
    gpu_model: str
    gpu_count: int | None
    cpu_milli: int | None
    memory_mib: int | None
    labels: dict[str, str]
    taints: list[str]
    location: Annotated[
        dict[str, str], Field(description="nvlink_domain, leaf, spine and cell; empty: unknown.")
    ]
    ranks: Annotated[int, Field(description="Ranks placed there.")]
    gpu_milli_used: Annotated[int, Field(description="Thousandths of GPUs held by these ranks.")]
    cpu_milli_used: int
    memory_mib_used: int
    gpus_unhealthy: Annotated[list[int], Field(description="Indices of GPUs that take no new work.")]
    enrolled_until: Annotated[
        Time | None, Field(description="When its enrolment expires; agents renew it long before.")
    ]
    changed_at: Time | None


def node_json(node: NodeRow, enrolled_until_ms: int | None = None) -> Node:
    """Convert a node; `enrolled_until_ms` None: the end of its enrolment is unknown."""
    return {
        "node_id": node.node_id,
        "state": NodeState(node.state or NodeState.REFUSED),
        "silence": node.silence,
        "refused": node.refused,
        "cordoned": bool(node.cordoned),
        "cordoned_by": node.cordoned_by,
        "cordon_reason": node.cordon_reason,
        "draining": bool(node.draining),
        "drained_by": node.drained_by,
        "drain_reason": node.drain_reason,
        "in_maintenance": bool(node.in_maintenance),
        "maintenance": maintenance_json(node.maintenance),
        "reclaim": reclaim_json(node.reclaim),
        "note": node.note,
        "executor": node.executor,
        "sandbox": node.sandbox,
        "enforces": list(node.enforces or ()),
        "gpu_model": node.gpu_model or "",
        "gpu_count": node.gpu_count,
        "cpu_milli": node.cpu_milli,
        "memory_mib": node.memory_mib,
        "labels": {**(node.labels or {}), **(node.labels_set or {})},
        "taints": sorted({*(node.taints or ()), *(node.taints_set or ())}),
        "location": dict(node.location or {}),
        "ranks": node.ranks,
        "gpu_milli_used": node.gpu_milli_used,
        "cpu_milli_used": node.cpu_milli_used,
        "memory_mib_used": node.memory_mib_used,
        "gpus_unhealthy": list(node.gpus_unhealthy),
        "enrolled_until": iso(enrolled_until_ms),
        "changed_at": iso(node.changed_at_ms),
    }


def maintenance_json(window: Mapping[str, Any] | None) -> Maintenance | None:
    """Convert a maintenance window."""
    if window is None:
        return None
    return {
        "starts_at": iso(window["starts_at_ms"]),
        "ends_at": iso(window["ends_at_ms"]),
        "requested_by": window["requested_by"],
        "reason": window["reason"],
    }


def reclaim_json(reclaim: Mapping[str, Any] | None) -> Reclaim | None:
    """Convert an announced reclaim of a node."""
    if reclaim is None:
        return None
    return {
        "source": reclaim["source"],
        "gone_at": iso(reclaim["deadline_ms"]),
        "requested_by": reclaim["requested_by"],
        "reason": reclaim["reason"],
    }
