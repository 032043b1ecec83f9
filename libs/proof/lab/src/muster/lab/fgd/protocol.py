"""The published experiment of FGD (ATC'23) on openb, step by step.

Source: hkust-adsl/kubernetes-scheduler-simulator (8f3d641), pkg/simulator/{core,simulator}.go and
experiments/run_scripts/generate_run_scripts.py:
1. sort the pods by name, shuffle them with the seed;
2. append pods drawn with replacement until the GPU asked for reaches 130 % of the cluster's;
3. offer them one by one; no pod departs, a pod that does not fit is dropped, none is refused or reordered;
4. read the share of GPU allocated, and fragmented, when 90, 95, 100 and 130 % of the cluster's is asked for.
The typical workload (the most frequent shapes that make up 95 % of the list) is given, or learned pod by pod.

Python's generator shuffles differently from Go's, so a seed here does not reproduce the source's run of that
seed; means over seeds are comparable, single runs are not. (Go's generator from the same seed does not
reproduce them either: the source also draws from it elsewhere.)
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from muster.cluster import Cluster, NodeCapacity, Placement, Shape, Workload
from muster.lab.fgd.results import CHECKPOINTS, Reading, Replay
from muster.lab.loads.generator import Generator
from muster.lab.loads.traces import Pod, TraceError

ASKED_PERCENT = 130


class Shuffler(Generator, Protocol):
    """A seeded generator as the protocol needs it; the standard library's Random is one."""

    def shuffle(self, x: list[Shape], /) -> None:
        """Shuffle in place."""
        ...


Place = Callable[[Shape], Placement | None]


@dataclass(frozen=True, slots=True)
class Experiment:
    """The setup shared by all seeds.

    Attributes:
        nodes: The cluster.
        pods: The list to draw from.
        learn: Learn the typical workload from arrivals, instead of being given the list's.
    """

    nodes: tuple[NodeCapacity, ...]
    pods: tuple[Pod, ...]
    learn: bool

    def cluster(self, policy: str) -> Cluster:
        """The empty cluster."""
        given = Counter(pod.shape for pod in self.pods)
        workload = Workload() if self.learn else Workload(sorted(given.items()))
        cluster = Cluster(policy, workload)
        for node in self.nodes:
            cluster.add(node)
        return cluster


def arrivals(experiment: Experiment, generator: Shuffler) -> list[Shape]:
    """The pods in the order they are offered: steps 1 and 2.

    Raises:
        TraceError: The nodes have no GPU, or no pod asks for one, so 130 % can never be reached.
    """
    capacity = sum(node.gpu_count for node in experiment.nodes) * 1000
    shapes = [pod.shape for pod in sorted(experiment.pods, key=lambda pod: pod.name)]
    asked = sum(shape.gpu_milli_total for shape in shapes)
    if not capacity or not asked:
        raise TraceError("no GPU in the nodes or in the pods; allowed: at least one in each")
    order = list(shapes)
    generator.shuffle(order)
    while asked * 100 < ASKED_PERCENT * capacity:
        drawn = shapes[generator.randrange(len(shapes))]
        order.append(drawn)
        asked += drawn.gpu_milli_total
    return order


def replay(cluster: Cluster, place: Place, order: Sequence[Shape], learn: bool) -> Replay:
    """Offer every arrival once: steps 3 and 4."""
    total = cluster.totals().gpu.total_milli
    asked = placed = 0
    curve: list[tuple[float, float]] = []
    readings: list[Reading] = []
    digest = sha256()
    for shape in order:
        asked += shape.gpu_milli_total
        if learn:
            cluster.observe(shape)
        placement = place(shape)
        if placement is not None:
            cluster.take(placement)
            placed += 1
        digest.update(repr(placement and (placement.node_id, placement.gpu_indices)).encode())
        if asked * 100 >= (len(curve) + 1) * total:
            curve.append((100 * asked / total, _percent(cluster.totals().gpu.allocated_milli, total)))
        while len(readings) < len(CHECKPOINTS) and asked * 100 >= CHECKPOINTS[len(readings)] * total:
            readings.append(
                Reading(
                    _percent(cluster.totals().gpu.allocated_milli, total),
                    _percent(cluster.fragmentation_milli(), total),
                )
            )
    return Replay(tuple(readings), tuple(curve), len(order), placed, digest.hexdigest())


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole
