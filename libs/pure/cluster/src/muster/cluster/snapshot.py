"""Snapshot: a cluster's whole state as plain data, and as canonical bytes.

A node's row has its capacity, its placements, and what is closed or unhealthy. What is free is not stored:
`Cluster.load` lets the ledger compute and check it again.
"""

import json
from dataclasses import dataclass
from typing import TypedDict

from muster.cluster.ledger import NodeLedger
from muster.cluster.model.errors import CapacityError
from muster.cluster.model.mig_table import MigInstance
from muster.cluster.model.node import NodeCapacity, Placement
from muster.cluster.model.shape import Shape
from muster.cluster.model.where import Tags
from muster.cluster.model.workload import ShapeCounts, Workload
from muster.events.node_heartbeats import Location

FORMAT = 4
"""Version of the data; other versions are refused."""

ShapeRow = tuple[int, int, list[str], int, int, str]
"""gpu_count, gpu_milli, gpu_models, cpu_milli, memory_mib, sharing."""

InstanceRow = tuple[int, str]
"""start, profile."""


class NodeRow(TypedDict):
    """One node. `held` has a row [gpu_indices, shape, instance, times] per distinct placement, sorted."""

    node_id: str
    cpu_milli: int
    memory_mib: int
    gpu_model: str
    gpu_count: int
    location: dict[str, str]
    labels: dict[str, str]
    taints: list[str]
    closes_at_ms: int | None
    gpu_memory_mib: int
    schedulable: bool
    unhealthy: list[int]
    cut: list[int]
    held: list[tuple[list[int], ShapeRow, InstanceRow | None, int]]


class WorkloadData(TypedDict):
    """The typical workload: [shape, count] rows, sorted."""

    counts: list[tuple[ShapeRow, int]]
    picture: list[tuple[ShapeRow, int]]
    unseen: int


class ClusterData(TypedDict):
    """A whole cluster, nodes by id."""

    format: int
    policy: str
    workload: WorkloadData
    nodes: list[NodeRow]


@dataclass(frozen=True, slots=True)
class RestoredNode:
    """A node read back from its row; placements are repeated as often as held."""

    capacity: NodeCapacity
    location: Location
    tags: Tags
    schedulable: bool
    unhealthy: tuple[int, ...]
    cut: tuple[int, ...]
    placements: tuple[Placement, ...]


def encode(data: object) -> bytes:
    """Plain data as bytes: equal data, equal bytes."""
    return json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii")


def cluster_data(policy: str, workload: Workload, nodes: list[NodeRow]) -> ClusterData:
    """The whole state as plain data."""
    return ClusterData(
        format=FORMAT,
        policy=policy,
        workload=WorkloadData(
            counts=_count_rows(workload.counts()),
            picture=_count_rows(workload.picture),
            unseen=workload.unseen,
        ),
        nodes=nodes,
    )


def node_row(ledger: NodeLedger, location: Location, tags: Tags) -> NodeRow:
    """Return one node as plain data."""
    capacity = ledger.capacity
    return NodeRow(
        node_id=capacity.node_id,
        cpu_milli=capacity.cpu_milli,
        memory_mib=capacity.memory_mib,
        gpu_model=capacity.gpu_model,
        gpu_count=capacity.gpu_count,
        location=location.to_datum(),
        labels=dict(sorted(tags.labels.items())),
        taints=list(tags.taints),
        closes_at_ms=tags.closes_at_ms,
        gpu_memory_mib=tags.gpu_memory_mib,
        schedulable=ledger.schedulable,
        unhealthy=[index for index, ok in enumerate(ledger.healthy) if not ok],
        cut=sorted(ledger.geometries),
        held=[
            (list(indices), _shape_row(shape), instance and (instance.start, instance.profile), times)
            for (indices, shape, instance), times in sorted(ledger.held.items())
        ],
    )


def node_of(row: NodeRow) -> RestoredNode:
    """The node of a row."""
    node_id = row["node_id"]
    return RestoredNode(
        NodeCapacity(node_id, row["cpu_milli"], row["memory_mib"], row["gpu_model"], row["gpu_count"]),
        Location.from_datum(row["location"]),
        Tags(row["labels"], tuple(row["taints"]), row["closes_at_ms"], row["gpu_memory_mib"]),
        row["schedulable"],
        tuple(row["unhealthy"]),
        tuple(row["cut"]),
        tuple(
            Placement(node_id, tuple(indices), _shape(shape), instance and MigInstance(*instance))
            for indices, shape, instance, times in row["held"]
            for _ in range(times)
        ),
    )


def workload_of(data: ClusterData) -> Workload:
    """The typical workload of a snapshot.

    Raises:
        CapacityError: The snapshot has another format.
    """
    if data["format"] != FORMAT:
        raise CapacityError(f"format is {data['format']}; allowed: {FORMAT}")
    workload = data["workload"]
    return Workload.restore(_counts(workload["counts"]), _counts(workload["picture"]), workload["unseen"])


def _shape_row(shape: Shape) -> ShapeRow:
    return (
        shape.gpu_count,
        shape.gpu_milli,
        list(shape.gpu_models),
        shape.cpu_milli,
        shape.memory_mib,
        shape.sharing,
    )


def _shape(row: ShapeRow) -> Shape:
    gpu_count, gpu_milli, gpu_models, cpu_milli, memory_mib, sharing = row
    return Shape(gpu_count, gpu_milli, tuple(gpu_models), cpu_milli, memory_mib, sharing)


def _count_rows(counts: ShapeCounts) -> list[tuple[ShapeRow, int]]:
    return [(_shape_row(shape), count) for shape, count in counts]


def _counts(rows: list[tuple[ShapeRow, int]]) -> ShapeCounts:
    return tuple((_shape(row), count) for row, count in rows)
