"""How fast the kernel decides, and the step around it: `make bench-core [JSON=FILE] [PICTURE=FILE]`.

Prints figures by CPU time, the median of RUNS, and each as a ratio to a fixed reference loop on the same
machine, so that figures of different machines can be set side by side. Nothing is asserted.

The openb nodes are repeated 16 times (19,408 nodes, 99,392 GPUs) for the large cases, in a made-up network of
16 nodes a leaf and 8 leaves a spine; the pods are drawn from the default list with replacement. A placement
is one `find` and one `take`; pods that did not fit cost time.

Then the curve: what an event (a departure, or an arrival and its placement) costs with more and more jobs
running, on those nodes and on as many nodes as the jobs fill to nine tenths.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from bench_explain import explain_10k_s
from bench_leader import beats_core_percent
from bench_scheduler import FIGURES as WHOLE_STEP
from bench_scheduler import rss_mb
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
from openb import JOBS, SEED, Curve, drawn, picture, pod_shapes, repeated_nodes, up_to

REFERENCE_STEPS = 300_000
RUNS = 3

JOBS_PER_NODE = 6
"""Jobs on an openb node on average when demand is nine tenths of all GPUs."""


def main() -> None:
    """Measure each case between two reference loops; print a table; write figures and picture where asked."""
    parser = argparse.ArgumentParser(description="Placements per second of the kernel, one process.")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--picture", type=Path, help="draw the curve to this file (.svg)")
    options = parser.parse_args()
    print(f"{'case, median of ' + str(RUNS):28}{'figure':>14}{'x reference loop':>20}")
    figures = {name: measured(name, case) for name, case in CASES.items()}
    figures["rss_mb"] = rss_mb()
    print(f"{'rss_mb':28}{figures['rss_mb']:>14,.0f}")
    figures["explain_10k_s"] = measured(
        "explain_10k_s", explain_10k_s
    )  # not in rss_mb: it holds a whole State
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    curves = {"the same 19,408 nodes": curve(same_nodes), "nodes as the jobs need them": curve(grown_nodes)}
    print(f"\n{'running jobs':28}" + "".join(f"{jobs:>10,}" for jobs in JOBS))
    for name, points in curves.items():
        print(f"{'us an event, ' + name:41}"[:41] + "".join(f"{cost:>10.1f}" for _, cost in points))
    if options.picture:
        options.picture.write_text(
            picture("What one event costs the placement kernel, CPU microseconds", "running jobs", curves)
        )


def measured(name: str, case: Callable[[], float]) -> float:
    """The median figure of a case, printed with its ratio to the reference loop."""
    runs: list[tuple[float, float]] = []
    for _ in range(RUNS):
        before = reference_steps_per_s()
        figure = case()
        reference = (before + reference_steps_per_s()) / 2
        ratio = figure / reference if name.endswith("_per_s") else figure * reference / 1e6
        runs.append((figure, ratio * (1 if name.endswith("_ms") else 1e3)))
    figure, ratio = (median(values) for values in zip(*runs, strict=True))
    print(f"{name:28}{figure:>14,.{0 if figure >= 10 else 3}f}{ratio:>20.3f}", flush=True)
    return round(figure, 1 if figure >= 10 else 3)


def reference_steps_per_s() -> float:
    """The fixed loop: dictionary and tuple work like the kernel's. Ratios are per thousand of its steps."""
    table: dict[tuple[int, int], int] = {}
    start = process_time()
    for step in range(REFERENCE_STEPS):
        key = (step % 97, step % 89)
        table[key] = table.get(key, 0) + step
    return REFERENCE_STEPS / (process_time() - start)


def typical() -> Workload:
    """The default list's shapes."""
    return Workload(sorted(Counter(pod_shapes()).items()))


def openb() -> Cluster:
    """The openb nodes, repeated, empty; the default list's shapes are typical."""
    cluster = Cluster("ours", typical())
    for index, node in enumerate(repeated_nodes()):
        cluster.add(node)
        cluster.relocate(node.node_id, made_up_location(index))
    return cluster


def arrive(cluster: Cluster, shape: Shape, placed: list[Placement]) -> None:
    """One job is offered, and placed where it fits."""
    place = cluster.find(shape)
    if place is not None:
        cluster.take(place)
        placed.append(place)


def depart(cluster: Cluster, generator: Random, placed: list[Placement]) -> None:
    """One of the placed jobs ends."""
    index = generator.randrange(len(placed))
    placed[index], placed[-1] = placed[-1], placed[index]
    cluster.give_back(placed.pop())


def fill(cluster: Cluster, order: list[Shape]) -> tuple[float, list[Placement]]:
    """Place all that fits: placements per second, and the placements."""
    placed: list[Placement] = []
    start = process_time()
    for shape in order:
        arrive(cluster, shape, placed)
    return len(placed) / (process_time() - start), placed


def fill_openb16() -> float:
    """Placements per second from empty to 90 % asked."""
    cluster = openb()
    return fill(cluster, up_to(cluster.totals().gpu.total_milli * 9 // 10, drawn()))[0]


def churn90_openb16(changes: int = 20_000) -> float:
    """At 90 % asked: one departs, another is offered; placements per second."""
    cluster = openb()
    order = up_to(cluster.totals().gpu.total_milli * 9 // 10, drawn())
    _, placed = fill(cluster, order)
    generator = Random(SEED + 1)
    kept = len(placed) - changes
    start = process_time()
    for _ in range(changes):
        depart(cluster, generator, placed)
        arrive(cluster, generator.choice(order), placed)
    return (len(placed) - kept) / (process_time() - start)


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
    """A gang of 1,024 ranks, as in `gang_ms`."""
    return gang_ms(1_024)


def gang4096_ms() -> float:
    """A gang of 4,096 ranks, as in `gang_ms`."""
    return gang_ms(4_096)


def gang_ms(ranks: int) -> float:
    """A gang of whole-GPU ranks, by eight in an NVLink domain, preferably in one spine; not taken.

    On the 16-fold openb, empty, whose topology nobody has looked at yet: the dearest query there is.
    """
    cluster = openb()
    shape = Shape(1, GPU_MILLI, (), 8_000, 32_768)
    start = process_time()
    found = cluster.find_gang(shape, ranks, Layout(Level.SPINE, Strictness.PREFERRED, 8))
    if found is None:
        raise AssertionError(f"an empty cluster has no room for {ranks} ranks")
    return (process_time() - start) * 1e3


def same_nodes(jobs: int) -> Cluster:
    """The 16-fold openb, however many jobs run."""
    del jobs
    return openb()


def grown_nodes(jobs: int) -> Cluster:
    """Return a cluster of openb nodes that the jobs fill to nine tenths; uses compiled code at any size."""
    cluster = Cluster("ours", typical(), compiled_from_nodes=1)
    for index, node in zip(range(jobs // JOBS_PER_NODE), repeated_nodes(), strict=False):
        cluster.add(replace(node, node_id=f"{index:05}-{node.node_id}"))
    return cluster


def curve(nodes_for: Callable[[int], Cluster]) -> Curve:
    """Return the cost of an event at each number of running jobs."""
    return [(jobs, cost_us(nodes_for(jobs), jobs)) for jobs in JOBS]


def cost_us(cluster: Cluster, jobs: int, changes: int = 15_000) -> float:
    """Return the CPU time per event, after a warm-up, while jobs are replaced one by one."""
    generator, order = Random(SEED), up_to(cluster.totals().gpu.total_milli, drawn())
    placed: list[Placement] = []
    for shape in order:
        arrive(cluster, shape, placed)
        if len(placed) == jobs:
            break
    events, start = 0, 0.0
    for change in range(changes + changes // 3):
        if change == changes // 3:
            events, start = 0, process_time()
        depart(cluster, generator, placed)
        events += 2
        arrive(cluster, generator.choice(order), placed)
    return 1e6 * (process_time() - start) / events


CASES: dict[str, Callable[[], float]] = {
    "fill_openb16_per_s": fill_openb16,
    "churn90_openb16_per_s": churn90_openb16,
    "identical_32k_on_1k_per_s": identical_32k_on_1k,
    "one_each_10k_on_10k_per_s": one_each_10k_on_10k,
    "gang1024_ms": gang1024_ms,
    "gang4096_ms": gang4096_ms,
    "beats_core_percent": beats_core_percent,
    **WHOLE_STEP,
}


if __name__ == "__main__":
    main()
