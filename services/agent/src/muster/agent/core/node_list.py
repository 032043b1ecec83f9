"""The nodes of a simulated cluster, from a CSV in openb's format: sn,cpu_milli,memory_mib,gpu,model."""

from __future__ import annotations

import csv
from dataclasses import dataclass

COLUMNS = ("sn", "cpu_milli", "memory_mib", "gpu", "model")


@dataclass(frozen=True, slots=True)
class ListedNode:
    """One line: the node's id and what it has; gpu_model is empty without GPUs."""

    node_id: str
    cpu_milli: int
    memory_mib: int
    gpu_count: int
    gpu_model: str


def parse_nodes(text: str) -> tuple[ListedNode, ...]:
    """Every node of the list, in its order.

    Raises:
        ValueError: names line, column, value and what is allowed; also for a node listed twice.
    """
    lines = csv.reader(text.splitlines())
    header = tuple(next(lines, ()))
    if header != COLUMNS:
        raise ValueError(f"line 1: columns are {','.join(header)!r}; must be {','.join(COLUMNS)}")
    nodes: dict[str, ListedNode] = {}
    for number, values in enumerate(lines, start=2):
        node = _parse_line(number, values)
        if node.node_id in nodes:
            raise ValueError(f"line {number}: sn {node.node_id!r} is listed twice; must be unique")
        nodes[node.node_id] = node
    return tuple(nodes.values())


def _parse_line(number: int, values: list[str]) -> ListedNode:
    if len(values) != len(COLUMNS) or not values[0]:
        raise ValueError(f"line {number}: {','.join(values)!r} must have {len(COLUMNS)} columns with an sn")
    node_id, cpu, memory, gpu, model = values
    gpu_count = _whole(number, "gpu", gpu)
    return ListedNode(
        node_id=node_id,
        cpu_milli=_whole(number, "cpu_milli", cpu),
        memory_mib=_whole(number, "memory_mib", memory),
        gpu_count=gpu_count,
        gpu_model=model if gpu_count else "",
    )


def _whole(number: int, column: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"line {number}: {column} is {text!r}; must be a whole number from 0")
    return int(text)
