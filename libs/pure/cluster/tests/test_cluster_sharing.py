"""Cards set apart: for which key, until when, and how others see them."""

from dataclasses import replace

import pytest
from muster.cluster import (
    GPU_MILLI,
    MIG,
    CapacityError,
    Cluster,
    ClusterError,
    MigInstance,
    NodeCapacity,
    Placement,
    Shape,
)

NODE = NodeCapacity("a", 64_000, 262_144, "A100-40GB", 3)
ONE_GPU = Shape(1, GPU_MILLI, (), 1_000, 1_024)
RED = Shape(1, 500, (), 1_000, 1_024, "mps:acme/red")
BLUE = replace(RED, sharing="mps:acme/blue")
SLICE = replace(RED, gpu_milli=125, sharing=MIG)


def cluster_of(*nodes: NodeCapacity) -> Cluster:
    cluster = Cluster()
    for node in nodes:
        cluster.add(node)
    return cluster


def take(cluster: Cluster, shape: Shape) -> Placement:
    place = cluster.find(shape)
    assert place is not None
    cluster.take(place)
    return place


def test_a_card_belongs_to_its_key_until_the_last_has_left() -> None:
    cluster = cluster_of(NODE)
    first, second = take(cluster, RED), take(cluster, RED)
    assert (first.gpu_indices, second.gpu_indices) == ((0,), (0,))
    assert take(cluster, BLUE).gpu_indices == (1,)
    assert take(cluster, ONE_GPU).gpu_indices == (2,)
    assert cluster.find(RED) is None
    cluster.give_back(first)
    assert cluster.find(BLUE) == Placement("a", (1,), BLUE)
    assert cluster.find(RED) == Placement("a", (0,), RED)
    assert cluster.find(ONE_GPU) is None
    cluster.give_back(second)
    assert cluster.find(ONE_GPU) == Placement("a", (0,), ONE_GPU)


def test_whole_cards_stay_whole_while_fractions_fit_elsewhere() -> None:
    """Even on a node that the score likes less."""
    cluster = cluster_of(NODE, replace(NODE, node_id="b", gpu_count=1))
    cluster.take(Placement("a", (1,), RED))
    assert take(cluster, RED) == Placement("a", (1,), RED)
    assert take(cluster, RED).node_id == "b", "none fits on a card set apart; the smaller node is fuller"


def test_the_fullest_card_that_fits_comes_first() -> None:
    cluster = cluster_of(NODE)
    cluster.take(Placement("a", (1,), replace(RED, gpu_milli=300)))
    cluster.take(Placement("a", (2,), replace(RED, gpu_milli=450)))
    assert cluster.find(RED) == Placement("a", (2,), RED)
    assert cluster.find(replace(RED, gpu_milli=600)) == Placement("a", (1,), replace(RED, gpu_milli=600))


def test_a_cut_card_takes_instances_and_nothing_else() -> None:
    cluster = cluster_of(NODE)
    assert cluster.find(SLICE) is None, "no card is cut"
    cluster.cut("a", 1, cut=True)
    assert take(cluster, SLICE) == Placement("a", (1,), SLICE, MigInstance(6, "1g.5gb"))
    assert cluster.find(replace(SLICE, gpu_milli=500)) == Placement(
        "a", (1,), replace(SLICE, gpu_milli=500), MigInstance(0, "3g.20gb")
    )
    assert [take(cluster, ONE_GPU).gpu_indices for _ in range(2)] == [(0,), (2,)]
    assert cluster.find(ONE_GPU) is None
    assert cluster.find(RED) is None


def test_a_slice_goes_where_it_costs_the_least_room() -> None:
    """The right half of card 1 holds no 3g any more: one more 1g there costs none."""
    cluster = cluster_of(NODE)
    for index in (0, 1):
        cluster.cut("a", index, cut=True)
    cluster.take(Placement("a", (1,), SLICE, MigInstance(4, "1g.5gb")))
    assert cluster.find(SLICE) == Placement("a", (1,), SLICE, MigInstance(5, "1g.5gb"))


def test_free_parts_count_only_for_their_sharing_key() -> None:
    cluster = cluster_of(NODE)
    cluster.cut("a", 1, cut=True)
    for shape in (RED, SLICE):
        take(cluster, shape)
    totals = cluster.totals().gpu
    assert (totals.allocated_milli, totals.free_milli) == (625, 1000 + 500 + 875)
    cluster.set_schedulable("a", False)
    assert cluster.totals().gpu.free_milli == 0
    assert cluster.find(RED) is None
    cluster.set_schedulable("a", True)
    assert cluster.find(RED) == Placement("a", (0,), RED)
    cluster.mark_gpu("a", 0, healthy=False)
    assert cluster.find(RED) == Placement("a", (2,), RED), "its shared card is unhealthy"


def test_a_gang_of_fractions_is_counted_over_shared_and_whole_cards() -> None:
    cluster = cluster_of(NODE)
    take(cluster, RED)
    take(cluster, BLUE)
    assert [place.gpu_indices for place in cluster.find_gang(RED, 3) or ()] == [(0,), (2,), (2,)]
    assert cluster.find_gang(RED, 4) is None
    shortfall = cluster.shortfall(RED, 4)
    assert shortfall is not None
    assert (shortfall.code, shortfall.ranks_fit) == ("GANG_SHORT", 3)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (Placement("a", (0,), BLUE), r"sharing: the key of GPU 0 is 'mps:acme/red': "),
        (Placement("a", (0,), replace(BLUE, sharing="")), r"sharing: the key of GPU 0 is 'mps:acme/red': "),
        (Placement("a", (1,), RED), r"sharing: the key of GPU 1 is 'mig': "),
        (Placement("a", (1,), ONE_GPU), r"sharing: the key of GPU 1 is 'mig': "),
        (Placement("a", (1,), SLICE), r"instance: one, and only with sharing 'mig': "),
        (Placement("a", (2,), SLICE, MigInstance(0, "1g.5gb")), r"sharing: the key of GPU 2 is '': "),
        (
            Placement("a", (1,), replace(SLICE, gpu_milli=250), MigInstance(0, "1g.10gb")),
            r"instance: too small for 250: ",
        ),
    ],
)
def test_a_card_set_apart_is_not_taken_by_others(place: Placement, message: str) -> None:
    cluster = cluster_of(NODE)
    cluster.cut("a", 1, cut=True)
    cluster.take(Placement("a", (0,), RED))
    before = cluster.canonical()
    with pytest.raises(ClusterError, match=message):
        cluster.take(place)
    assert cluster.canonical() == before


def test_a_card_that_cannot_be_cut_is_not() -> None:
    cluster = cluster_of(NODE, NodeCapacity("t", 8_000, 8_192, "T4", 1))
    cluster.take(Placement("a", (0,), RED))
    with pytest.raises(ClusterError, match="GPU 0 of t is a T4, which has no MIG"):
        cluster.cut("t", 0, cut=True)
    with pytest.raises(ClusterError, match="GPU 0 of a is in use"):
        cluster.cut("a", 0, cut=True)
    with pytest.raises(ClusterError, match="GPU 1 of a is whole already"):
        cluster.cut("a", 1, cut=False)
    with pytest.raises(ClusterError, match=r"GPU 3 of a: allowed 0\.\.2"):
        cluster.cut("a", 3, cut=True)


def test_a_fixed_geometry_is_the_only_one_from_then_on() -> None:
    cluster = cluster_of(NODE)
    cluster.cut("a", 0, cut=True)
    kept = take(cluster, SLICE)
    cluster.fix_geometries({"A100-40GB": (MigInstance(0, "3g.20gb"), MigInstance(4, "2g.10gb"))})
    assert take(cluster, SLICE).instance == MigInstance(4, "2g.10gb"), "the smallest there may be"
    assert take(cluster, SLICE).instance == MigInstance(0, "3g.20gb")
    assert cluster.find(SLICE) is None
    cluster.give_back(kept)
    cluster.fix_geometries({})
    assert take(cluster, SLICE).instance == MigInstance(6, "1g.5gb")
    with pytest.raises(CapacityError, match="gpu_model is 'T4'; allowed: A100-40GB, "):
        cluster.fix_geometries({"T4": (MigInstance(0, "1g.5gb"),)})


def test_why_a_fraction_does_not_fit_says_how_it_shares() -> None:
    cluster = cluster_of(replace(NODE, gpu_count=1))
    take(cluster, RED)
    blue, slice_ = cluster.shortfall(BLUE), cluster.shortfall(SLICE)
    assert blue is not None
    assert slice_ is not None
    assert blue.sentence == ("needs 0.5 of one GPU, shared only within its team (1 core, 1 GiB); 0 are free")
    assert slice_.sentence == ("needs 0.125 of one GPU as a MIG instance (1 core, 1 GiB); 0 are free")
    assert [cluster.fits_ever(replace(SLICE, gpu_milli=milli), 9).ranks_max for milli in (500, 250, 166)] == [
        2,
        3,
        4,
    ]


def test_sharing_is_for_fractions() -> None:
    with pytest.raises(CapacityError, match="sharing is 'mig' with gpu_milli 1000; allowed: '' unless"):
        replace(ONE_GPU, sharing=MIG)
