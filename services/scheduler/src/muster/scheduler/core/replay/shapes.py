"""Shapes, placement classes and the workload as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from muster.cluster import Layout, Level, Shape, Strictness, Where, Workload
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.state.job import (
    PlacementClass,
    Speed,
)

SHAPES_REMEMBERED: Final = 8_192
"""Shapes kept in their written form. It affects speed only."""


@lru_cache(maxsize=SHAPES_REMEMBERED)
def _dump_shape(shape: Shape) -> tuple[Any, ...]:
    gpus = shape.gpu_count, shape.gpu_milli, shape.gpu_models
    return (*gpus, shape.cpu_milli, shape.memory_mib, shape.sharing)


def _load_shape(data: list[Any]) -> Shape:
    gpu_count, gpu_milli, gpu_models, cpu_milli, memory_mib, sharing = data
    return Shape(gpu_count, gpu_milli, tuple(gpu_models), cpu_milli, memory_mib, sharing)


def dump_placement_class(needs: PlacementClass) -> list[Any]:
    """A placement class."""
    return [
        _dump_shape(needs.shape), needs.ranks, needs.layout, _dump_where(needs.where), needs.preferred,
        needs.speeds, needs.avoids,
    ]  # fmt: skip


def load_placement_class(data: list[Any]) -> PlacementClass:
    """Load a placement class that was dumped."""
    shape, ranks, layout, (labels, *where), preferred, speeds, avoids = data
    tolerated, open_until_ms, gpu_memory_mib_min, *off_spot = where
    within, strictness, group_ranks, spread = layout
    return PlacementClass(
        shape=_load_shape(shape),
        ranks=ranks,
        layout=Layout(Level(within), Strictness(strictness), group_ranks, Level(spread)),
        where=Where(_load_pairs(labels), tuple(tolerated), open_until_ms, gpu_memory_mib_min, bool(off_spot)),
        preferred=_load_pairs(preferred),
        speeds=tuple(Speed(*each) for each in speeds),
        avoids=tuple(avoids),
    )


def _dump_where(where: Where) -> tuple[Any, ...]:
    """Eligible nodes; that spot nodes are not is absent unless it is so."""
    stated = where.labels, where.tolerated, where.open_until_ms, where.gpu_memory_mib_min
    return (*stated, True) if where.off_spot else stated


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
