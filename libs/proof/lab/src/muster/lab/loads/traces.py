"""Traces: node and pod lists in the format of openb (Alibaba cluster-trace-gpu-v2023), read and checked.

Nodes: `sn,cpu_milli,memory_mib,gpu,model`. Pods:
`name,cpu_milli,memory_mib,num_gpu,gpu_milli[,gpu_spec,...]`, where gpu_spec is `|`-separated GPU models and
empty means any. Further columns are ignored.
"""

import csv
import gzip
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from muster.cluster import CapacityError, NodeCapacity, Shape

NODE_COLUMNS = ("sn", "cpu_milli", "memory_mib", "gpu", "model")
POD_COLUMNS = ("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli")


class TraceError(ValueError):
    """A trace is invalid. The message names file, line, field, value and the valid values."""


@dataclass(frozen=True, slots=True)
class Pod:
    """One pod of a trace: a job of one rank."""

    name: str
    shape: Shape


def read_nodes(path: Path) -> tuple[NodeCapacity, ...]:
    """The nodes of a list, in its order.

    Raises:
        TraceError: The file is missing or empty, lacks a column, repeats a node or has an invalid value.
    """
    nodes: dict[str, NodeCapacity] = {}
    for where, row in rows(path, NODE_COLUMNS):
        gpu_count = number(where, row, "gpu")
        with _Located(where):
            node = NodeCapacity(
                node_id=row["sn"],
                cpu_milli=number(where, row, "cpu_milli"),
                memory_mib=number(where, row, "memory_mib"),
                gpu_model=row["model"] if gpu_count else "",
                gpu_count=gpu_count,
            )
        if node.node_id in nodes:
            raise TraceError(f"{where}: sn {node.node_id!r} appears twice; allowed: each node once")
        nodes[node.node_id] = node
    return tuple(nodes.values())


def read_pods(path: Path) -> tuple[Pod, ...]:
    """The pods of a list, in its order.

    Raises:
        TraceError: The file is missing or empty, lacks a column or has an invalid value.
    """
    return tuple(read_pod(where, row) for where, row in rows(path, POD_COLUMNS))


def read_pod(where: str, row: Mapping[str, str]) -> Pod:
    """The pod of a row. Raises TraceError, with file and line, when a value is invalid."""
    gpu_count = number(where, row, "num_gpu")
    models = {model for model in row.get("gpu_spec", "").split("|") if model} if gpu_count else set[str]()
    with _Located(where):
        shape = Shape(
            gpu_count=gpu_count,
            gpu_milli=number(where, row, "gpu_milli") if gpu_count else 0,
            gpu_models=tuple(sorted(models)),
            cpu_milli=number(where, row, "cpu_milli"),
            memory_mib=number(where, row, "memory_mib"),
        )
    return Pod(row["name"], shape)


class _Located:
    """Adds file and line to errors of shapes and nodes."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        """Do nothing: there is nothing to set up."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, CapacityError):
            raise TraceError(f"{self._where}: {error}") from error


def rows(path: Path, columns: Iterable[str]) -> Iterable[tuple[str, Mapping[str, str]]]:
    """Yield each row with its location, `file:line`.

    Raises:
        TraceError: The file is missing, empty or lacks a column.
    """
    reader = csv.DictReader(lines_of(path))
    missing = [column for column in columns if column not in (reader.fieldnames or ())]
    if missing:
        raise TraceError(
            f"{path}: column {missing[0]!r} is missing; allowed: a header with {', '.join(columns)}"
        )
    empty = True
    for row in reader:
        empty = False
        yield f"{path}:{reader.line_num}", {key: value or "" for key, value in row.items() if key}
    if empty:
        raise TraceError(f"{path}: holds no rows; allowed: at least one")


def lines_of(path: Path) -> list[str]:
    """The lines of a text file, compressed (.gz) or not.

    Raises:
        TraceError: The file cannot be read.
    """
    try:
        raw = path.read_bytes()
        return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode().splitlines()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise TraceError(f"{path}: cannot be read: {error}") from error


def number(where: str, row: Mapping[str, str], field: str) -> int:
    """A field as an integer. Raises TraceError when it is not one."""
    try:
        return int(row[field])
    except ValueError as error:
        raise TraceError(f"{where}: {field} is {row[field]!r}; allowed: an integer") from error
