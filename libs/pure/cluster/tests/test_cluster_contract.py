"""The kernel's promises to its callers, one small example each."""

import json
from dataclasses import replace

import pytest
from muster.cluster import (
    GPU_MILLI,
    RANKS_MAX,
    CapacityError,
    Cluster,
    ClusterError,
    NodeCapacity,
    Placement,
    Shape,
    ShortfallCode,
    Workload,
)

A100_NODE = NodeCapacity("a", 64_000, 262_144, "A100", 8)
ONE_GPU = Shape(1, GPU_MILLI, (), 4_000, 8_192)
HALF = Shape(1, 500, (), 1_000, 1_024)


def cluster_of(*nodes: NodeCapacity) -> Cluster:
    cluster = Cluster()
    for node in nodes:
        cluster.add(node)
    return cluster


def take_all(cluster: Cluster, shape: Shape, ranks: int) -> tuple[Placement, ...]:
    gang = cluster.find_gang(shape, ranks)
    assert gang is not None
    for place in gang:
        cluster.take(place)
    return gang


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((65, 1000, (), 0, 0), "gpu_count is 65; allowed: 0..64"),
        ((-1, 1000, (), 0, 0), "gpu_count is -1; allowed: 0..64"),
        ((1, 0, (), 0, 0), "gpu_milli is 0; allowed: 1..1000"),
        ((1, 1001, (), 0, 0), "gpu_milli is 1001; allowed: 1..1000"),
        ((2, 500, (), 0, 0), "gpu_milli is 500 with gpu_count 2; allowed: "),
        ((0, 500, (), 0, 0), "gpu_milli is 500 with gpu_count 0; allowed: 0 without GPUs"),
        ((0, 0, ("A100",), 0, 0), r"gpu_models is \('A100',\) with gpu_count 0; allowed: \(\)"),
        ((1, 1000, ("T4", "A100"), 0, 0), "gpu_models is .* allowed: sorted names without duplicates"),
        ((1, 1000, ("",), 0, 0), "gpu_models is .* allowed: sorted names without duplicates"),
        ((1, 1000, (), -5, 0), "cpu_milli is -5; allowed: 0.."),
        ((1, 1000, (), 0, -1), "memory_mib is -1; allowed: 0.."),
    ],
)
def test_an_impossible_shape_is_refused(
    fields: tuple[int, int, tuple[str, ...], int, int], message: str
) -> None:
    with pytest.raises(CapacityError, match=message):
        Shape(*fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("", 1, 1, "A100", 1), "node_id is ''; allowed"),
        (("n", -1, 1, "A100", 1), "cpu_milli is -1; allowed"),
        (("n", 1, -1, "A100", 1), "memory_mib is -1; allowed"),
        (("n", 1, 1, "A100", 65), "gpu_count is 65; allowed: 0..64"),
        (("n", 1, 1, "A100", 0), "gpu_model is 'A100' with gpu_count 0; allowed: both or neither"),
        (("n", 1, 1, "", 2), "gpu_model is '' with gpu_count 2; allowed: both or neither"),
    ],
)
def test_an_impossible_node_is_refused(fields: tuple[str, int, int, str, int], message: str) -> None:
    with pytest.raises(CapacityError, match=message):
        NodeCapacity(*fields)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(CapacityError, match="policy is 'best'; allowed: ours, fgd, bestfit"):
        Cluster("best")


def test_equal_places_go_to_the_lowest_id_and_the_lowest_gpu() -> None:
    cluster = cluster_of(replace(A100_NODE, node_id="b"), A100_NODE)
    assert cluster.find(ONE_GPU) == Placement("a", (0,), ONE_GPU)


def test_ties_pack() -> None:
    cluster = cluster_of(A100_NODE, replace(A100_NODE, node_id="b"))
    cluster.take(Placement("b", (3,), ONE_GPU))
    assert cluster.find(ONE_GPU) == Placement("b", (0,), ONE_GPU)


def test_fractions_share_a_card_up_to_all_of_it_and_no_further() -> None:
    cluster = cluster_of(replace(A100_NODE, gpu_count=2))
    places = take_all(cluster, HALF, 4)
    assert sorted(place.gpu_indices for place in places) == [(0,), (0,), (1,), (1,)]
    assert cluster.find(HALF) is None


def test_taking_what_is_taken_is_refused_and_changes_nothing() -> None:
    cluster = cluster_of(A100_NODE)
    place = Placement("a", (0,), ONE_GPU)
    cluster.take(place)
    before = cluster.canonical()
    with pytest.raises(ClusterError, match="GPU 0 has only 0 free"):
        cluster.take(place)
    with pytest.raises(ClusterError, match="only 60000 are free"):
        cluster.take(Placement("a", (1,), replace(ONE_GPU, cpu_milli=60_001)))
    with pytest.raises(ClusterError, match="memory_mib: only 253952 are free"):
        cluster.take(Placement("a", (1,), replace(ONE_GPU, memory_mib=253_953)))
    assert cluster.canonical() == before


def test_giving_back_twice_is_refused() -> None:
    cluster = cluster_of(A100_NODE)
    place = Placement("a", (0,), HALF)
    cluster.take(place)
    cluster.take(place)
    cluster.give_back(place)
    cluster.give_back(place)
    with pytest.raises(ClusterError, match="give_back of a placement that is not held"):
        cluster.give_back(place)


@pytest.mark.parametrize(
    ("indices", "shape", "message"),
    [
        ((), ONE_GPU, "gpu_indices must be 1"),
        ((0, 0), replace(ONE_GPU, gpu_count=2), "distinct, ascending"),
        ((1, 0), replace(ONE_GPU, gpu_count=2), "distinct, ascending"),
        ((8,), ONE_GPU, "gpu_indices must be below 8"),
        ((-1,), ONE_GPU, "gpu_indices must be below 8"),
        ((0,), replace(ONE_GPU, gpu_models=("T4",)), "GPU model 'A100' is not accepted"),
    ],
)
def test_a_malformed_placement_is_refused(indices: tuple[int, ...], shape: Shape, message: str) -> None:
    with pytest.raises(ClusterError, match=message):
        cluster_of(A100_NODE).take(Placement("a", indices, shape))


def test_nodes_are_known_once_and_forgotten_only_empty() -> None:
    cluster = cluster_of(A100_NODE)
    with pytest.raises(ClusterError, match="node a is known already"):
        cluster.add(A100_NODE)
    cluster.take(Placement("a", (0,), ONE_GPU))
    with pytest.raises(ClusterError, match="node a holds 1 placements"):
        cluster.remove("a")
    cluster.give_back(Placement("a", (0,), ONE_GPU))
    cluster.remove("a")
    assert cluster.canonical() == Cluster().canonical()
    for step in (
        lambda: cluster.remove("a"),
        lambda: cluster.set_schedulable("a", True),
        lambda: cluster.mark_gpu("a", 0, False),
        lambda: cluster.find_on("a", ONE_GPU),
        lambda: cluster.take(Placement("a", (0,), ONE_GPU)),
        lambda: cluster.node_canonical("a"),
    ):
        with pytest.raises(ClusterError, match="node 'a' is unknown"):
            step()


def test_a_closed_node_takes_nothing_new_and_keeps_what_it_has() -> None:
    cluster = cluster_of(A100_NODE)
    place = Placement("a", (0,), ONE_GPU)
    cluster.take(place)
    cluster.set_schedulable("a", False)
    assert cluster.find(ONE_GPU) is None
    assert cluster.find_on("a", ONE_GPU) is None
    assert cluster.totals().gpu.unavailable_milli == 7_000
    cluster.give_back(place)
    cluster.set_schedulable("a", True)
    assert cluster.find(ONE_GPU) == place


def test_an_unhealthy_gpu_is_not_given_but_may_be_held() -> None:
    cluster = cluster_of(replace(A100_NODE, gpu_count=2))
    cluster.mark_gpu("a", 0, healthy=False)
    assert cluster.find(ONE_GPU) == Placement("a", (1,), ONE_GPU)
    assert cluster.find(replace(ONE_GPU, gpu_count=2)) is None
    cluster.take(Placement("a", (0,), ONE_GPU))
    with pytest.raises(ClusterError, match=r"GPU 2 of a: allowed 0\.\.1"):
        cluster.mark_gpu("a", 2, healthy=True)


def test_a_gang_is_all_or_nothing() -> None:
    cluster = cluster_of(A100_NODE, replace(A100_NODE, node_id="b"))
    gang = cluster.find_gang(ONE_GPU, 16)
    assert gang is not None
    assert len({(place.node_id, place.gpu_indices) for place in gang}) == 16
    assert cluster.find_gang(ONE_GPU, 17) is None
    assert cluster.totals().placements == 0
    for ranks in (0, RANKS_MAX + 1):
        with pytest.raises(CapacityError, match=f"ranks is {ranks}; allowed: 1..{RANKS_MAX}"):
            cluster.find_gang(ONE_GPU, ranks)


def test_scarce_models_are_left_to_jobs_that_name_them() -> None:
    """Five ask for a T4, five for anything: who takes anything leaves the T4 alone."""
    nodes = [NodeCapacity("t", 64_000, 262_144, "T4", 4), NodeCapacity("u", 64_000, 262_144, "V100", 4)]
    anything = Shape(1, GPU_MILLI, (), 4_000, 8_192)
    cluster = Cluster("ours", Workload([(anything, 5), (replace(anything, gpu_models=("T4",)), 5)]))
    for node in nodes:
        cluster.add(node)
    place = cluster.find(anything)
    assert place is not None
    assert place.node_id == "u"


def test_cpu_and_memory_are_kept_for_the_gpus_they_must_feed() -> None:
    """On a node with eight GPUs left and CPU for one, a job without GPUs would strand seven."""
    tight = NodeCapacity("tight", 8_000, 65_536, "A100", 8)
    ample = NodeCapacity("zample", 80_000, 262_144, "A100", 2)
    cluster = Cluster("ours", Workload([(ONE_GPU, 10)]))
    for node in (tight, ample):
        cluster.add(node)
    place = cluster.find(Shape(0, 0, (), 4_000, 1_024))
    assert place is not None
    assert place.node_id == "zample"


@pytest.mark.parametrize(
    ("nodes", "taken", "shape", "ranks", "code", "sentence"),
    [
        (
            [],
            0,
            ONE_GPU,
            1,
            "NO_NODES",
            "needs 1 free GPU on one node (4 cores, 8 GiB); the cluster has no nodes",
        ),
        (
            [A100_NODE],
            0,
            replace(ONE_GPU, gpu_models=("H100", "T4")),
            1,
            "MODEL_ABSENT",
            "needs 1 free H100 or T4 GPU on one node (4 cores, 8 GiB); the cluster has A100",
        ),
        (
            [NodeCapacity("c", 8_000, 1_024, "", 0)],
            0,
            HALF,
            1,
            "MODEL_ABSENT",
            "needs 0.5 of one GPU (1 core, 1 GiB); the cluster has no GPUs",
        ),
        (
            [A100_NODE],
            0,
            replace(ONE_GPU, gpu_count=16),
            1,
            "TOO_LARGE",
            "needs 16 free GPUs on one node (4 cores, 8 GiB); "
            "the most that one of 1 node has is 8 GPUs, 64 cores, 256 GiB",
        ),
        (
            [A100_NODE],
            0,
            replace(ONE_GPU, gpu_count=4),
            3,
            "CLUSTER_TOO_SMALL",
            "needs 3 ranks x 4 GPUs (4 cores, 8 GiB each); the empty cluster would hold 2",
        ),
        (
            [A100_NODE],
            3,
            ONE_GPU,
            8,
            "GANG_SHORT",
            "needs 8 ranks x 1 GPU (4 cores, 8 GiB each); 5 of 8 fit now",
        ),
        (
            [A100_NODE],
            2,
            replace(ONE_GPU, gpu_count=8, gpu_models=("A100",)),
            1,
            "GPUS_BUSY",
            "needs 8 free A100 GPUs on one node (4 cores, 8 GiB); 6 are free, at most 6 on one node",
        ),
        (
            [A100_NODE, replace(A100_NODE, node_id="b")],
            10,
            replace(ONE_GPU, gpu_count=8, gpu_models=("A100",), cpu_milli=0, memory_mib=0),
            1,
            "GPUS_BUSY",
            "needs 8 free A100 GPUs on one node (0 cores, 0 GiB); 6 are free, at most 6 on one node",
        ),
        (
            [replace(A100_NODE, gpu_count=2), replace(A100_NODE, node_id="b", gpu_count=2)],
            0,
            replace(ONE_GPU, gpu_count=2, cpu_milli=70_000),
            1,
            "TOO_LARGE",
            "needs 2 free GPUs on one node (70 cores, 8 GiB); "
            "the most that one of 2 nodes has is 2 GPUs, 64 cores, 256 GiB",
        ),
        (
            [A100_NODE],
            4,
            replace(ONE_GPU, cpu_milli=50_000),
            1,
            "CPU_SHORT",
            "needs 1 free GPU on one node (50 cores, 8 GiB); nodes with such GPUs have at most 48 cores free",
        ),
        (
            [A100_NODE],
            4,
            replace(ONE_GPU, memory_mib=245_760),
            1,
            "MEMORY_SHORT",
            "needs 1 free GPU on one node (4 cores, 240 GiB); "
            "nodes with such GPUs and CPU have at most 224 GiB of memory free",
        ),
    ],
)
def test_a_shortfall_names_one_reason_and_its_counts(  # noqa: PLR0917 - one column each
    nodes: list[NodeCapacity], taken: int, shape: Shape, ranks: int, code: str, sentence: str
) -> None:
    cluster = cluster_of(*nodes)
    if taken:
        take_all(cluster, ONE_GPU, taken)
    shortfall = cluster.shortfall(shape, ranks)
    assert shortfall is not None
    assert (shortfall.code, shortfall.sentence) == (ShortfallCode(code), sentence)
    assert shortfall.ranks_wanted == ranks
    assert shortfall.ranks_fit < ranks


def test_a_shortfall_of_whole_cards_between_nodes() -> None:
    cluster = cluster_of(A100_NODE, replace(A100_NODE, node_id="b"), replace(A100_NODE, node_id="c"))
    for node_id in "ab":
        for index in range(2):
            cluster.take(Placement(node_id, (index,), ONE_GPU))
    cluster.set_schedulable("c", False)
    cluster.take(Placement("c", (0,), ONE_GPU))
    shortfall = cluster.shortfall(replace(ONE_GPU, gpu_count=8, gpu_models=("A100",)))
    assert shortfall is not None
    assert shortfall.code == ShortfallCode.GPUS_FRAGMENTED
    assert (shortfall.gpu_block_max, shortfall.gpu_milli_free, shortfall.nodes_unschedulable) == (
        6,
        12_000,
        1,
    )
    assert shortfall.sentence == (
        "needs 8 free A100 GPUs on one node (4 cores, 8 GiB); "
        "12 are free, at most 6 on one node; 1 node is closed to new work"
    )


def test_a_shortfall_of_remnants() -> None:
    cluster = cluster_of(A100_NODE)
    take_all(cluster, Shape(1, 810, (), 1_000, 1_024), 8)
    shortfall = cluster.shortfall(HALF)
    assert shortfall is not None
    assert shortfall.code == ShortfallCode.FRACTION_FRAGMENTED
    assert shortfall.sentence == (
        "needs 0.5 of one GPU (1 core, 1 GiB); 1.52 are free, at most 0.19 on one GPU"
    )


def test_a_shortfall_that_opening_a_node_would_cure() -> None:
    cluster = cluster_of(A100_NODE, replace(A100_NODE, node_id="b"))
    take_all(cluster, ONE_GPU, 8)
    cluster.set_schedulable("b", False)
    shortfall = cluster.shortfall(ONE_GPU)
    assert shortfall is not None
    assert shortfall.code == ShortfallCode.NODES_UNSCHEDULABLE
    cluster.set_schedulable("b", True)
    assert cluster.shortfall(ONE_GPU) is None


def test_fits_ever_looks_at_what_is_there_not_at_what_is_free() -> None:
    cluster = cluster_of(A100_NODE, NodeCapacity("c", 128_000, 1_024, "", 0))
    take_all(cluster, ONE_GPU, 8)
    cluster.set_schedulable("a", False)
    fit = cluster.fits_ever(ONE_GPU, 8)
    assert (fit.fits, fit.ranks_max, fit.nodes_matching, fit.gpu_count_max) == (True, 8, 1, 8)
    assert not cluster.fits_ever(ONE_GPU, 9).fits
    assert cluster.fits_ever(Shape(0, 0, (), 100_000, 512)).fits


def test_a_snapshot_is_plain_json_and_refuses_another_format() -> None:
    cluster = cluster_of(A100_NODE)
    take_all(cluster, HALF, 3)
    cluster.observe(HALF, 70)
    data = json.loads(json.dumps(cluster.dump()))
    assert Cluster.load(data).canonical() == cluster.canonical()
    assert Cluster.load(data).find(ONE_GPU) == cluster.find(ONE_GPU)
    data["format"] = 5
    with pytest.raises(CapacityError, match="format is 5; allowed: 4"):
        Cluster.load(data)


def test_a_snapshot_that_gives_twice_is_refused() -> None:
    cluster = cluster_of(A100_NODE)
    take_all(cluster, ONE_GPU, 1)
    data = json.loads(json.dumps(cluster.dump()))
    data["nodes"][0]["held"][0][3] = 2
    with pytest.raises(ClusterError, match="GPU 0 has only 0 free"):
        Cluster.load(data)


def test_canonical_of_a_node_follows_only_that_node() -> None:
    cluster = cluster_of(A100_NODE, replace(A100_NODE, node_id="b"))
    before = cluster.node_canonical("b")
    cluster.take(Placement("a", (0,), ONE_GPU))
    assert cluster.node_canonical("b") == before
    cluster.take(Placement("b", (0,), ONE_GPU))
    assert cluster.node_canonical("b") != before
