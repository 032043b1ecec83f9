"""A long history on the published nodes, every answer of it: the kernel may get faster, not different."""

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from muster.cluster import Cluster, Placement
from muster.lab.loads.traces import read_nodes, read_pods

OPENB = Path(__file__).parents[4] / "data" / "openb"
STEPS = 3_000
GOLDEN_SHA256 = "05c0f0a1b1e3a9f44ea56ade5aea26b66f719048187a69d0456a975e7f8bc3bc"
"""Placements as recorded when gangs began to lie in the network (ADR 17), with compiled rankings (ADR 12) or
without; sentences of shortfalls as of version 7 of the scheduler's decisions.

A change of policy changes it: say so in a news fragment (changelog.d)."""


def answers_of_a_history() -> str:
    """Arrivals, departures, gangs, closed nodes, sick cards and a workload learned on the way."""
    generator, digest = Random(7), sha256()
    shapes = [pod.shape for pod in read_pods(OPENB / "openb_pod_list_gpuspec10.csv")]
    nodes = read_nodes(OPENB / "openb_node_list_gpu_node.csv")
    cluster = Cluster("ours")
    for node in nodes:
        cluster.add(node)
    held: list[tuple[Placement, ...]] = []
    for step in range(STEPS):
        shape, node = generator.choice(shapes), generator.choice(nodes)
        ranks = generator.choice((1, 1, 1, 2, 8, 33))
        cluster.observe(shape, ranks)
        gang = cluster.find_gang(shape, ranks)
        for place in gang or ():
            cluster.take(place)
        if gang:
            held.append(gang)
        if held and generator.random() < (0.6 if step > STEPS // 2 else 0.1):
            for place in held.pop(generator.randrange(len(held))):
                cluster.give_back(place)
        if generator.random() < 0.02:
            cluster.set_schedulable(node.node_id, generator.random() < 0.7)
        if node.gpu_count and generator.random() < 0.02:
            cluster.mark_gpu(node.node_id, generator.randrange(node.gpu_count), generator.random() < 0.7)
        if generator.random() < 0.02:
            shortfall, there = cluster.shortfall(shape, ranks), cluster.find_on(node.node_id, shape)
            digest.update(shortfall.sentence.encode() if shortfall else b"fits")
            digest.update(repr(there and there.gpu_indices).encode())
        digest.update(repr([(place.node_id, place.gpu_indices) for place in gang or ()]).encode())
    digest.update(repr((cluster.totals().gpu.free_milli, cluster.fragmentation_milli())).encode())
    return digest.hexdigest()


@pytest.mark.slow
def test_a_history_is_answered_as_it_always_was() -> None:
    assert answers_of_a_history() == GOLDEN_SHA256
