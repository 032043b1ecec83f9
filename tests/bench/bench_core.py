"""How fast the placement kernel decides: `python tests/bench/bench_core.py [--json FILE] [--small]`.

Prints figures of one process, by its CPU time, and each as a ratio to a fixed reference loop on the same
machine, so that figures of different machines can be set side by side. Nothing is asserted.

The openb nodes are repeated 16 times (19,408 nodes, 99,392 GPUs) for the large cases, in a made-up network of
16 nodes a leaf and 8 leaves a spine; the pods are drawn from
the default list with replacement. A placement is one `find` and one `take`; pods that did not fit cost time.
"""

import argparse
import json
import resource
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

from muster.agent.core.made_up_network import made_up_location
from muster.cluster import (
    GPU_MILLI,
    Cluster,
    Layout,
    Level,
    NodeCapacity,
    Placement,
    Shape,
    Strictness,
    Workload,
)
from muster.scheduler.lab.traces import read_nodes, read_pods

OPENB = Path(__file__).parents[2] / "data" / "openb"
REFERENCE_STEPS = 300_000
SEED = 42


def main() -> None:
    """Measure each case between two reference loops; print a table; write the figures where asked."""
    parser = argparse.ArgumentParser(description="Placements per second of the kernel, one process.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--small", action="store_true", help="only openb itself, not the 16-fold cluster")
    options = parser.parse_args()
    figures: dict[str, float] = {}
    print(f"{'case':28}{'figure':>14}{'x reference loop':>20}")
    for name, case in CASES.items():
        if options.small and name in LARGE:
            continue
        before = reference_steps_per_s()
        figure = case()
        reference = (before + reference_steps_per_s()) / 2
        ratio = figure * reference / 1e6 if name.endswith("_ms") else figure / reference * 1e3
        figures[name] = round(figure, 1)
        figures[f"{name}_ratio"] = round(ratio, 3)
        print(f"{name:28}{figure:>14,.0f}{ratio:>20.3f}")
    figures["rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{'rss_mb':28}{figures['rss_mb']:>14,.0f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


def reference_steps_per_s() -> float:
    """The fixed loop: dictionary and tuple work like the kernel's. Ratios are per thousand of its steps."""
    table: dict[tuple[int, int], int] = {}
    start = process_time()
    for step in range(REFERENCE_STEPS):
        key = (step % 97, step % 89)
        table[key] = table.get(key, 0) + step
    return REFERENCE_STEPS / (process_time() - start)


def openb(times: int) -> Cluster:
    """The openb nodes, repeated, empty; the default list's shapes are typical."""
    shapes = [pod.shape for pod in read_pods(OPENB / "openb_pod_list_default.csv")]
    cluster = Cluster("ours", Workload(sorted(Counter(shapes).items())))
    nodes = read_nodes(OPENB / "openb_node_list_gpu_node.csv")
    for index in range(times * len(nodes)):
        copy, number = divmod(index, len(nodes))
        node_id = f"{nodes[number].node_id}-{copy:02}"
        cluster.add(replace(nodes[number], node_id=node_id))
        cluster.relocate(node_id, made_up_location(index))
    return cluster


def drawn(gpu_milli: int) -> list[Shape]:
    """Pods of the default list drawn with replacement until they ask for this much GPU."""
    generator = Random(SEED)
    shapes = [pod.shape for pod in read_pods(OPENB / "openb_pod_list_default.csv")]
    order: list[Shape] = []
    while gpu_milli > 0:
        order.append(generator.choice(shapes))
        gpu_milli -= order[-1].gpu_milli_total
    return order


def fill(cluster: Cluster, order: list[Shape]) -> tuple[float, list[Placement]]:
    """Place all that fits: placements per second, and the placements."""
    placed: list[Placement] = []
    start = process_time()
    for shape in order:
        place = cluster.find(shape)
        if place is not None:
            cluster.take(place)
            placed.append(place)
    return len(placed) / (process_time() - start), placed


def fill_openb(times: int) -> float:
    """Placements per second from empty to 90 % asked."""
    cluster = openb(times)
    return fill(cluster, drawn(cluster.totals().gpu.total_milli * 9 // 10))[0]


def churn_openb(times: int, changes: int = 20_000) -> float:
    """At 90 % full: one departs, as many are offered as fit, per second of placements."""
    cluster = openb(times)
    order = drawn(cluster.totals().gpu.total_milli * 9 // 10)
    _, placed = fill(cluster, order)
    generator = Random(SEED + 1)
    placements = 0
    start = process_time()
    for _ in range(changes):
        last = len(placed) - 1
        index = generator.randrange(len(placed))
        placed[index], placed[last] = placed[last], placed[index]
        cluster.give_back(placed.pop())
        place = cluster.find(generator.choice(order))
        if place is not None:
            cluster.take(place)
            placed.append(place)
            placements += 1
    return placements / (process_time() - start)


def uniform(nodes: int, cpu_milli: int, gpus: int = 0) -> Cluster:
    """Equal nodes."""
    cluster = Cluster("ours")
    for index in range(nodes):
        cluster.add(NodeCapacity(f"n{index:05}", cpu_milli, 262_144, "A100" if gpus else "", gpus))
    return cluster


def identical_32k_on_1k() -> float:
    """Armada's case: 32,000 one-CPU jobs on 1,000 nodes of 32 CPUs."""
    return fill(uniform(1_000, 32_000), [Shape(0, 0, (), 1_000, 1_024)] * 32_000)[0]


def one_each_10k_on_10k() -> float:
    """Armada's other case: 10,000 one-CPU jobs on 10,000 nodes with one CPU each."""
    return fill(uniform(10_000, 1_000), [Shape(0, 0, (), 1_000, 1_024)] * 10_000)[0]


def gang1024_ms() -> float:
    """A gang of 1,024 whole-GPU ranks, by eight in an NVLink domain, preferably in one spine; not taken.

    On the 16-fold openb, empty, whose topology nobody has looked at yet: the dearest query there is.
    """
    cluster = openb(16)
    shape = Shape(1, GPU_MILLI, (), 8_000, 32_768)
    start = process_time()
    cluster.find_gang(shape, 1_024, Layout(Level.SPINE, Strictness.PREFERRED, 8))
    return (process_time() - start) * 1e3


CASES: dict[str, Callable[[], float]] = {
    "fill_openb_per_s": lambda: fill_openb(1),
    "churn90_openb_per_s": lambda: churn_openb(1),
    "fill_openb16_per_s": lambda: fill_openb(16),
    "churn90_openb16_per_s": lambda: churn_openb(16),
    "identical_32k_on_1k_per_s": identical_32k_on_1k,
    "one_each_10k_on_10k_per_s": one_each_10k_on_10k,
    "gang1024_ms": gang1024_ms,
}
LARGE = {"fill_openb16_per_s", "churn90_openb16_per_s", "gang1024_ms"}


if __name__ == "__main__":
    main()
