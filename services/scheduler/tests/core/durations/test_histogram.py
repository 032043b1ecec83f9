"""Distributions in integers: the scale, the counts, and mixtures of them."""

from bisect import bisect_right

from hypothesis import given
from hypothesis import strategies as st
from muster.scheduler.core.durations import compiled
from muster.scheduler.core.durations.histogram import (
    LEAF_BITS,
    LEAVES,
    OCTAVE_BITS,
    POSITIONS,
    Histogram,
    Mixture,
    position_of,
    value_at,
)
from muster.scheduler.core.durations.table import HistogramTable

positions = st.integers(0, POSITIONS - 1)
histograms = st.lists(st.tuples(positions, st.integers(1, 40)), max_size=30)


def counted(points: list[tuple[int, int]]) -> Histogram:
    histogram = Histogram()
    for position, count in points:
        histogram.add(position, count)
    return histogram


@given(st.integers(0, 1 << 45), st.integers(0, 1 << 45))
def test_the_scale_keeps_order_and_loses_little(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert 0 <= position_of(low) <= position_of(high) < POSITIONS
    if 1 << 8 <= low < 1 << 40:
        back = value_at(position_of(low))
        assert back <= low <= back + (back >> 14) + 1


def test_an_octave_is_an_octave_everywhere() -> None:
    for bits in range(8, 39):
        assert position_of(1 << (bits + 1)) - position_of(1 << bits) == 1 << OCTAVE_BITS


@given(histograms)
def test_counts_are_stored_leaf_by_leaf(points: list[tuple[int, int]]) -> None:
    histogram = counted(points)
    assert histogram.total == sum(count for _, count in points)
    assert Histogram(histogram.counts()).sums == histogram.sums


@given(histograms)
def test_halving_halves_every_count(points: list[tuple[int, int]]) -> None:
    histogram = counted(points)
    before = dict(histogram.counts())
    histogram.halve()
    assert dict(histogram.counts()) == {leaf: count // 2 for leaf, count in before.items() if count > 1}
    assert histogram.total == sum(count // 2 for count in before.values())


@given(st.lists(histograms, max_size=5), st.integers(1, 100))
def test_a_mixture_is_a_distribution(chain: list[list[tuple[int, int]]], strength: int) -> None:
    mixture = Mixture(map(counted, chain), strength)
    edges = [mixture.mass_below(leaf << LEAF_BITS) for leaf in range(LEAVES)]
    assert edges[0] == 0
    assert edges == sorted(set(edges)), "every leaf has mass: every duration is possible"
    assert edges[-1] < mixture.mass


@given(st.lists(histograms, max_size=5), st.integers(0, 1000), st.integers(0, 1000))
def test_searching_is_the_inverse_of_summing(
    chain: list[list[tuple[int, int]]], one: int, other: int
) -> None:
    mixture = Mixture(map(counted, chain), 48)
    low, high = (mixture.mass * level // 1001 for level in sorted((one, other)))
    position = mixture.position_above(low)
    assert position <= mixture.position_above(high)
    edges = [mixture.mass_below(leaf << LEAF_BITS) for leaf in range(LEAVES)]
    assert position >> LEAF_BITS == bisect_right(edges, low) - 1


def test_a_fine_group_counts_for_more_the_more_runs_it_has() -> None:
    coarse = counted([(POSITIONS - 1, 1_000)])
    medians = [Mixture([counted([(0, count)]), coarse], 48) for count in (0, 16, 100, 10_000)]
    assert [mixture.position_above(mixture.mass // 2) >> LEAF_BITS for mixture in medians] == [
        LEAVES - 1,
        LEAVES - 1,
        0,
        0,
    ]


def test_the_compiled_code_has_the_same_axis() -> None:
    assert (compiled.LEAF_BITS, compiled.LEAVES) == (LEAF_BITS, LEAVES)
    assert 1 << compiled.POSITION_BITS == POSITIONS


@given(st.lists(histograms, max_size=5), st.integers(1, 2_000), st.data())
def test_the_compiled_code_mixes_alike(
    chain: list[list[tuple[int, int]]], strength: int, data: st.DataObject
) -> None:
    table, lists = HistogramTable(), [counted(points) for points in chain]
    held = [table.histogram(histogram.counts()) for histogram in lists]
    if held and data.draw(st.booleans(), label="halve"):
        lists[0].halve()
        held[0].halve()
    assert [each.counts() for each in held] == [each.counts() for each in lists]
    assert [each.total for each in held] == [each.total for each in lists]
    points = data.draw(st.lists(st.tuples(positions, st.integers(1, 40)), max_size=compiled.POINTS_MAX))
    table.add(held, points)
    for histogram in lists:
        for position, count in points:
            histogram.add(position, count)
    assert [each.counts() for each in held] == [each.counts() for each in lists]
    plain, fast = Mixture(lists, strength), table.mixture(held, strength)
    assert fast.mass == plain.mass
    for position in (0, POSITIONS - 1, *data.draw(st.lists(positions, max_size=10))):
        assert fast.mass_below(position) == plain.mass_below(position)
        assert fast.mass_around(position) == plain.mass_around(position)
    for part in (0, 1 << 20, *data.draw(st.lists(st.integers(0, 1 << 20), max_size=10))):
        for mass in (plain.mass * part >> 20, (plain.mass * part >> 20) + 1):
            assert fast.position_above(mass) == plain.position_above(mass)


def test_a_table_grows_and_reuses_free_rows() -> None:
    table = HistogramTable()
    held = [table.histogram([(number % LEAVES, number + 1)]) for number in range(1_000)]
    for number, histogram in enumerate(held):
        assert histogram.counts() == [(number % LEAVES, number + 1)]
    table.free(held[7])
    again = table.histogram()
    assert (again.row, again.total) == (held[7].row, 0)
