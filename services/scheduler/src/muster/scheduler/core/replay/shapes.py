"""Shapes, placement classes and the workload as plain data."""

from __future__ import annotations

from typing import Any

from muster.cluster import Layout, Level, Shape, Strictness, Where, Workload
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.state.job import (
    PlacementClass,
    Speed,
)


def _dump_shape(shape: Shape) -> list[Any]:
    gpus = [shape.gpu_count, shape.gpu_milli, list(shape.gpu_models)]
    return [*gpus, shape.cpu_milli, shape.memory_mib, shape.sharing]


def _load_shape(data: list[Any]) -> Shape:
    gpu_count, gpu_milli, gpu_models, cpu_milli, memory_mib, sharing = data
    return Shape(gpu_count, gpu_milli, tuple(gpu_models), cpu_milli, memory_mib, sharing)


def dump_placement_class(needs: PlacementClass) -> list[Any]:
    """A placement class."""
    pairs, (labels, tolerated, open_until_ms) = list(map(list, needs.preferred)), needs.where
    where = [list(map(list, labels)), list(tolerated), open_until_ms]
    speeds = list(map(list, needs.speeds))
    return [
        _dump_shape(needs.shape), needs.ranks, list(needs.layout), where, pairs, speeds, list(needs.avoids)
    ]  # fmt: skip


def load_placement_class(data: list[Any]) -> PlacementClass:
    """Load a placement class that was dumped."""
    shape, ranks, layout, (labels, tolerated, open_until_ms), preferred, speeds, avoids = data
    within, strictness, group_ranks, spread = layout
    return PlacementClass(
        shape=_load_shape(shape),
        ranks=ranks,
        layout=Layout(Level(within), Strictness(strictness), group_ranks, Level(spread)),
        where=Where(_load_pairs(labels), tuple(tolerated), open_until_ms),
        preferred=_load_pairs(preferred),
        speeds=tuple(Speed(*each) for each in speeds),
        avoids=tuple(avoids),
    )


def _load_pairs(data: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in data)


def dump_workload(workload: Workload) -> Plain:
    """The typical workload."""
    return {
        "counts": [[_dump_shape(shape), count] for shape, count in workload.counts()],
        "picture": [[_dump_shape(shape), count] for shape, count in workload.picture],
        "unseen": workload.unseen,
    }


def load_workload(data: Plain) -> Workload:
    """Load a workload that was dumped."""
    counts, picture = (
        tuple((_load_shape(shape), count) for shape, count in data[name]) for name in ("counts", "picture")
    )
    return Workload.restore(counts, picture, data["unseen"])
