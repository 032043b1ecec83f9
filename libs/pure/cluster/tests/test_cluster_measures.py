"""The losses the scores are made of, against their definitions worked out the long way."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import GPU_MILLI, MIG_MODELS, NodeCapacity, NodeState, Shape, TypicalShape, Workload
from muster.cluster.measures.capacity import Capacities
from muster.cluster.measures.fragmentation import Fragmentation
from muster.cluster.measures.scarcity import scarcity_prices
from muster.cluster.measures.stranding import Stranding
from muster.cluster.model.workload import COUNT_TOTAL_MAX, SHAPES_MAX, Mix
from muster.cluster.score.balanced import STEP_MILLI, BalancedScore
from muster.cluster.score.fgd import FgdScore
from muster.cluster.score.score import Outlook

typical_lists = st.lists(
    st.builds(
        TypicalShape,
        st.one_of(
            st.builds(Shape, st.just(0), st.just(0), st.just(()), st.integers(0, 9), st.just(0)),
            st.builds(
                Shape,
                st.just(1),
                st.integers(1, 1000),
                st.sampled_from([(), ("T4",)]),
                st.integers(0, 9),
                st.just(0),
            ),
            st.builds(Shape, st.integers(2, 4), st.just(1000), st.just(()), st.integers(0, 9), st.just(0)),
        ),
        st.integers(1, 50),
    ),
    max_size=8,
    unique_by=lambda entry: entry.shape,
)
card_lists = st.lists(st.integers(0, 1000), max_size=4).map(lambda cards: tuple(sorted(cards)))


def fragmentation_by_definition(
    typical: list[TypicalShape], model: str, cards: tuple[int, ...], cpu: int
) -> int:
    amount = 0
    for shape, times in typical:
        holds = sum(card >= shape.gpu_milli for card in cards) >= shape.gpu_count > 0
        if holds and cpu >= shape.cpu_milli and shape.accepts(model):
            amount += times * sum(card for card in cards if card < shape.gpu_milli)
        else:
            amount += times * sum(cards)
    return amount


@given(typical_lists, st.sampled_from(["T4", "A100"]), card_lists, st.integers(0, 12))
def test_fragmentation_is_its_definition(
    typical: list[TypicalShape], model: str, cards: tuple[int, ...], cpu: int
) -> None:
    if typical:
        assert Fragmentation(typical).of(model, cards, cpu) == fragmentation_by_definition(
            typical, model, cards, cpu
        )


@given(typical_lists, card_lists, st.integers(0, 12), st.integers(0, 50), st.integers(0, 9))
def test_the_cost_is_the_sum_of_the_three_losses(
    typical: list[TypicalShape], cards: tuple[int, ...], cpu: int, memory: int, price: int
) -> None:
    if not typical or not cards or cards[-1] < 300 or cpu < 2 or memory < 3:
        return
    mix, prices = Mix(5000, 17, 23), {"kind": price * 10}
    shape = Shape(1, 300, (), 2, 3)
    weight = sum(entry.times for entry in typical)

    def loss(gpus: tuple[int, ...], cpu_free: int, memory_free: int) -> Fraction:
        fed = min(cpu_free * mix.gpu_milli // mix.cpu_milli, memory_free * mix.gpu_milli // mix.memory_mib)
        fragments = Fraction(fragmentation_by_definition(typical, "T4", gpus, cpu_free), weight)
        return fragments + max(0, sum(gpus) - fed)

    def after(card: int) -> tuple[int, ...]:
        left = list(cards)
        left[left.index(card)] -= 300
        return tuple(sorted(left))

    price_paid = 300 * prices["kind"] // 1000
    expected = min(
        ((loss(after(card), cpu - 2, memory - 3) - loss(cards, cpu, memory) + price_paid) // STEP_MILLI, card)
        for card in set(cards)
        if card >= 300
    )
    score = BalancedScore(Outlook(Fragmentation(typical), Stranding(mix), prices))
    assert score.rater(shape)(NodeState(sum(cards), cpu, memory, "T4", cards, "kind")) == expected


def test_stranding_is_what_cpu_or_memory_cannot_feed() -> None:
    stranding = Stranding(Mix(gpu_milli=10_000, cpu_milli=80_000, memory_mib=320))
    assert stranding.of(4_000, 32_000, 128) == 0
    assert stranding.of(4_000, 8_000, 128) == 3_000
    assert stranding.of(4_000, 32_000, 64) == 2_000
    assert stranding.of(4_000, 0, 0) == 4_000
    assert Stranding(Mix(0, 0, 0)).of(4_000, 0, 0) == 0


def test_scarcity_grows_with_the_demand_that_fits_little_else() -> None:
    """Twelve GPUs, four of them T4, and of these two on a large node."""
    nodes = {
        "a100": (NodeCapacity("a", 64_000, 4096, "A100", 8), 1),
        "t4": (NodeCapacity("t", 16_000, 4096, "T4", 1), 2),
        "big": (NodeCapacity("b", 128_000, 4096, "T4", 2), 1),
    }
    kinds = {node.empty_state(): number for node, number in nodes.values()}

    def prices(*counts: tuple[Shape, int]) -> dict[str, int]:
        by_kind = scarcity_prices(counts, kinds)
        return {name: by_kind[node.kind] for name, (node, _) in nodes.items()}

    anywhere = Shape(1, GPU_MILLI, (), 1000, 1024)
    t4, large = replace(anywhere, gpu_models=("T4",)), replace(anywhere, cpu_milli=120_000)
    nowhere = replace(anywhere, gpu_models=("H100",))
    assert prices() == {"a100": 0, "t4": 0, "big": 0}
    assert prices((anywhere, 8), (nowhere, 8), (Shape(0, 0, (), 1, 1), 9)) == {"a100": 0, "t4": 0, "big": 0}
    assert prices((anywhere, 3), (t4, 1)) == {"a100": 0, "t4": 500, "big": 500}
    assert prices((anywhere, 9), (large, 1)) == {"a100": 0, "t4": 0, "big": 500}


def test_prices_look_at_rough_numbers_of_nodes() -> None:
    capacities, node = Capacities(MIG_MODELS), NodeCapacity("n", 1000, 1024, "T4", 1)
    changed = [number for number in range(1, 101) if capacities.change(node, +1)]
    assert changed == [*range(1, 17), *range(18, 33, 2), *range(36, 65, 4), *range(72, 101, 8)]
    assert capacities.rounded() == {node.empty_state(): 96}
    assert not capacities.change(node, -4)
    assert capacities.change(node, -1)


def test_fgd_scores_like_the_source() -> None:
    """Fifty points for no change; the sigmoid of one whole GPU lost is 26 of 100, of one won 73."""
    usable = TypicalShape(Shape(1, GPU_MILLI, (), 0, 0), 1)
    score = FgdScore(Outlook(Fragmentation([usable]), Stranding(Mix(0, 0, 0)), {}))
    whole = Shape(1, GPU_MILLI, (), 0, 0)
    assert score.rater(whole)(NodeState(1000, 0, 0, "T4", (1000,), "")) == (50, 1000)
    half = Shape(1, 500, (), 0, 0)
    assert score.rater(half)(NodeState(1000, 0, 0, "T4", (1000,), "")) == (100 - 37, 1000)
    assert score.rater(half)(NodeState(500, 0, 0, "T4", (500,), "")) == (100 - 62, 500)


def test_typical_shapes_cover_95_per_cent_and_forget_memory() -> None:
    common, rare = Shape(1, GPU_MILLI, (), 4000, 1024), Shape(2, GPU_MILLI, (), 4000, 1024)
    workload = Workload([(common, 50), (replace(common, memory_mib=2048), 45), (rare, 5)])
    assert workload.typical() == (TypicalShape(replace(common, memory_mib=0), 95),)
    assert workload.mix() == Mix(105_000, 400_000, 50 * 1024 + 45 * 2048 + 5 * 1024)


def test_the_picture_changes_only_now_and_then() -> None:
    workload, shape = Workload(), Shape(1, GPU_MILLI, (), 4000, 1024)
    renewals = [index for index in range(1, 400) if workload.observe(shape)]
    assert renewals[:5] == [64, 128, 192, 256, 341]
    assert workload.picture == ((shape, 341),)
    assert workload.counts() == ((shape, 399),)


def test_counts_are_bounded_and_fade() -> None:
    workload = Workload()
    old, new = Shape(1, 100, (), 0, 0), Shape(1, 200, (), 0, 0)
    workload.observe(old, COUNT_TOTAL_MAX)
    workload.observe(new, COUNT_TOTAL_MAX)
    assert workload.counts() == ((old, COUNT_TOTAL_MAX // 2), (new, COUNT_TOTAL_MAX // 2))
    many = Workload()
    for cpu in range(SHAPES_MAX + 10):
        many.observe(Shape(0, 0, (), cpu, 0), 1 if cpu else 3)
    assert len(many.counts()) <= SHAPES_MAX
    assert many.counts()[0] == (Shape(0, 0, (), 0, 0), 1)
