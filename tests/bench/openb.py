"""The load that benchmarks share: openb's nodes, repeated; jobs drawn from its pods; a curve's picture."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from math import log10
from pathlib import Path
from random import Random

from muster.cluster import NodeCapacity, Shape
from muster.events.job_commands import Resources
from muster.lab.loads.traces import read_nodes, read_pods
from muster.terminal.svg import FAINT, GRID, Scale, Svg

OPENB = Path(__file__).parents[2] / "data" / "openb"
COPIES = 16
"""19,408 nodes with 99,392 GPUs."""

SEED = 42
JOBS = (1_000, 3_000, 10_000, 30_000, 100_000)
"""How many, for curves."""

Curve = list[tuple[int, float]]
"""Jobs, and microseconds per event."""


@cache
def pod_shapes() -> tuple[Shape, ...]:
    """Return the shapes of the pods of the default list, in its order."""
    return tuple(pod.shape for pod in read_pods(OPENB / "openb_pod_list_default.csv"))


def resources(shape: Shape) -> Resources:
    """Return the resources of a job of this shape."""
    return Resources(
        gpu_count=shape.gpu_count,
        gpu_milli=shape.gpu_milli,
        gpu_models=shape.gpu_models,
        cpu_milli=shape.cpu_milli,
        memory_mib=shape.memory_mib,
    )


def repeated_nodes(copies: int = COPIES) -> Iterator[NodeCapacity]:
    """The openb nodes, again and again under other names."""
    nodes = read_nodes(OPENB / "openb_node_list_gpu_node.csv")
    return (replace(node, node_id=f"{node.node_id}-{copy:02}") for copy in range(copies) for node in nodes)


def drawn() -> Iterator[Shape]:
    """Pods of the default list, drawn with replacement, for ever."""
    shapes = pod_shapes()
    return (shapes[pod] for pod in drawn_pods())


def drawn_pods() -> Iterator[int]:
    """The same, each by its place in the list."""
    generator, pods = Random(SEED), range(len(pod_shapes()))
    while True:
        yield generator.choice(pods)


def up_to(gpu_milli: int, shapes: Iterable[Shape]) -> list[Shape]:
    """Return the first of these shapes that together request this many GPUs."""
    taken: list[Shape] = []
    for shape in shapes:
        taken.append(shape)
        gpu_milli -= shape.gpu_milli_total
        if gpu_milli <= 0:
            break
    return taken


def picture(title: str, counted: str, curves: dict[str, Curve]) -> str:
    """Cost per event over the number of jobs, which is drawn by its logarithm.

    Args:
        title: Name of the cost.
        counted: Jobs that are counted.
        curves: By name.
    """
    svg = Svg(640, 330)
    highest = max(cost for points in curves.values() for _, cost in points)
    step = next(step for step in (5, 20, 50, 100, 200) if highest < 10 * step)
    x = Scale(log10(JOBS[0]), log10(JOBS[-1]), 70, 600)
    y = Scale(0, 2 * step * (highest // (2 * step) + 1), 270, 60)
    svg.text((20, 24), title, size=14, bold=True)
    for tick in range(0, int(y.high) + 1, step):
        svg.line([(70, y(tick)), (600, y(tick))], GRID)
        svg.text((62, y(tick) + 4), str(tick), anchor="end", size=11, colour=FAINT)
    for jobs in JOBS:
        svg.text((x(log10(jobs)), 288), f"{jobs:,}", anchor="middle", size=11, colour=FAINT)
    svg.text((335, 310), counted, anchor="middle", size=11, colour=FAINT)
    for row, ((name, points), colour) in enumerate(zip(curves.items(), ("#0072b2", "#e69f00"), strict=True)):
        svg.line([(x(log10(jobs)), y(cost)) for jobs, cost in points], colour, width=2)
        for jobs, cost in points:
            svg.dot((x(log10(jobs)), y(cost)), 3, colour)
        svg.rect((80, 38 + 16 * row), 10, 10, colour)
        svg.text((96, 47 + 16 * row), name, size=11)
    return svg.render()
