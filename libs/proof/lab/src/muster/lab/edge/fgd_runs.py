"""One run per seed, timed, in a few processes side by side."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from random import Random
from time import perf_counter

from muster.lab.fgd.protocol import Experiment, Place, arrivals, replay
from muster.lab.fgd.random_placement import RandomPlace
from muster.lab.fgd.results import Run

RANDOM = "random"

FGD = "fgd"
"""FGD as it was published: equal points go to the first node by name."""

PACKED = "fgd-packed"
"""FGD with the kernel's ties: equal points pack."""


def run_all(experiment: Experiment, policy: str, seeds: Sequence[int], processes: int) -> Iterator[Run]:
    """Yield every seed's run, in order, each as soon as it is done."""
    if processes == 1 or len(seeds) == 1:
        yield from (run_seed(experiment, policy, seed) for seed in seeds)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(run_seed, repeat(experiment), repeat(policy), seeds)


def run_seed(experiment: Experiment, policy: str, seed: int) -> Run:
    """Run one seed. Only placement is timed, not the drawing of arrivals."""
    generator = Random(seed)  # noqa: S311 - a protocol's seed, not a secret
    order = arrivals(experiment, generator)
    cluster = experiment.cluster({RANDOM: "bestfit", PACKED: FGD}.get(policy, policy))
    node_ids = sorted(node.node_id for node in experiment.nodes)
    place: Place = cluster.find
    if policy == RANDOM:
        place = RandomPlace(cluster, node_ids, generator)
    elif policy == FGD:
        place = partial(cluster.find, near=node_ids)
    start = perf_counter()
    result = replay(cluster, place, order, experiment.learn)
    return Run(seed, result, perf_counter() - start)
