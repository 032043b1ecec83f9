"""Shifts of inputs: drift, no drift, and columns that cannot be judged."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.statistics.distributions import chi_square_tail, normal_tail
from muster.statistics.population import (
    Column,
    Verdict,
    categories,
    compare,
    drifted_share,
    edges_of,
    histogram,
    two_proportions,
)
from muster.testkit.laws import examples

COUNTS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 500), min_size=1)


def test_psi_is_the_published_sum() -> None:
    """Shares of 0.2, 0.3, 0.5 against 0.3, 0.3, 0.4: 0.1 ln 1.5 + 0.1 ln 1.25."""
    found = compare(
        Column({"a": 200_000, "b": 300_000, "c": 500_000}), Column({"a": 300_000, "b": 300_000, "c": 400_000})
    )
    assert found.psi == pytest.approx(0.1 * math.log(1.5) + 0.1 * math.log(1.25), rel=1e-4)
    assert (found.verdict, found.p_value, found.alarms) == (Verdict.SMALL, 0, ())


@pytest.mark.parametrize(
    ("moved", "verdict"),
    [(0, Verdict.STABLE), (60, Verdict.SMALL), (160, Verdict.MODERATE), (250, Verdict.LARGE)],
)
def test_verdicts_take_size_and_significance(moved: int, verdict: Verdict) -> None:
    found = compare(Column({"a": 500, "b": 500}), Column({"a": 500 - moved, "b": 500 + moved}))
    assert found.verdict is verdict
    assert found.alarms == (("values",) if moved > 60 else ())


def test_a_tiny_shift_in_a_huge_window_is_reported_and_no_alarm() -> None:
    found = compare(Column({"a": 5_000_000, "b": 5_000_000}), Column({"a": 5_030_000, "b": 4_970_000}))
    assert found.p_value < 1e-9
    assert 0 < found.psi < 0.001
    assert (found.verdict, found.alarms) == (Verdict.SMALL, ())


def test_a_large_index_in_a_small_window_is_chance() -> None:
    reference = Column(dict.fromkeys("abcdefghij", 1_000))
    found = compare(reference, Column(dict(zip("abcdefghij", (6, 1, 5, 2, 4, 3, 1, 5, 2, 6), strict=True))))
    assert found.psi > 0.1
    assert found.psi_by_chance == pytest.approx(9 * (1 / 10_000 + 1 / 35))
    assert (found.verdict, found.alarms) == (Verdict.STABLE, ())


@pytest.mark.parametrize(
    ("reference", "current"),
    [
        (categories(["x"] * 50), categories(["x"] * 50)),
        (histogram([1.0] * 50, edges_of([1.0] * 50)), histogram([1.0] * 50, edges_of([1.0] * 50))),
    ],
)
def test_constant_columns_are_stable_with_certainty(reference: Column, current: Column) -> None:
    found = compare(reference, current)
    assert (found.verdict, found.psi, found.p_value, found.alarms) == (Verdict.STABLE, 0, 1, ())


def test_few_rows_are_not_enough_data() -> None:
    for rows in (1, 10):
        found = compare(categories(["x"] * 50), categories(["y"] * rows))
        assert (found.verdict, found.p_value, found.new, found.alarms) == (
            Verdict.NOT_ENOUGH_DATA,
            1,
            (),
            (),
        )


def test_columns_of_nulls_are_not_testable_and_leave_others_unharmed() -> None:
    nulls = compare(categories([None] * 50), categories([None] * 50))
    assert (nulls.verdict, nulls.null_shares, nulls.null_p_value) == (Verdict.NOT_TESTABLE, (1, 1), 1)
    drifted = compare(categories(["a"] * 50), categories(["a"] * 10 + ["b"] * 40))
    assert drifted_share([nulls, drifted]) == 1
    assert drifted_share([nulls]) == 0


def test_a_growing_share_of_nulls_is_drift_by_itself() -> None:
    before, after = ["a", "b"] * 50, ["a", "b"] * 20 + [None] * 60
    found = compare(categories(before), categories(after))
    assert (found.verdict, found.null_shares, found.alarms) == (Verdict.STABLE, (0, 0.6), ("nulls",))
    assert found.null_p_value < 1e-9
    gone = compare(categories(before), categories([None] * 100))
    assert (gone.verdict, gone.alarms) == (Verdict.NOT_ENOUGH_DATA, ("nulls",))


def test_a_rounding_error_is_no_new_category_of_a_number() -> None:
    """nannyml#397: reference 0.5 and 1.0, current the same plus 1e-9."""
    reference = [0.5, 1.0] * 50
    edges = edges_of(reference)
    assert edges == (0.75,)
    found = compare(histogram(reference, edges), histogram([each + 1e-9 for each in reference], edges))
    assert (found.verdict, found.psi, found.new) == (Verdict.STABLE, 0, ())


def test_new_and_vanished_categories_are_named() -> None:
    found = compare(Column({"a": 500, "b": 490, "c": 10}), Column({"a": 500, "b": 450, "d": 45, "e": 5}))
    assert [each.name for each in found.new] == ["d", "e"]
    assert found.new[0].share == 0.045
    assert (found.vanished, found.alarms) == (("c",), ("values", "new-category"))
    rare = compare(Column({"a": 500_000}), Column({"a": 499_900, "z": 100}))
    assert ([each.name for each in rare.new], rare.verdict, rare.alarms) == (["z"], Verdict.SMALL, ())


def test_bins_hold_about_equal_numbers_of_rows_and_every_value() -> None:
    drawn = np.random.default_rng(3).normal(size=1_000)
    edges = edges_of(drawn)
    assert len(edges) == 9
    column = histogram([*drawn.tolist(), -math.inf, math.inf, math.nan, None], edges)
    assert all(99 <= count <= 102 for count in column.counts.values())
    assert (column.valued, column.nulls) == (1_002, 2)
    assert edges_of([1, 1, 1, 1, 2, 3], bins=2) == (1.5,)


def test_tests_of_shares_and_tails_are_those_of_the_textbooks() -> None:
    assert chi_square_tail(3.841458820694124, 1) == pytest.approx(0.05, rel=1e-12)
    assert chi_square_tail(9.21034037197618, 2) == pytest.approx(0.01, rel=1e-12)
    assert chi_square_tail(0, 3) == 1
    z = (0.3 - 0.2) / math.sqrt(0.25 * 0.75 * 2 / 100)
    assert two_proportions(20, 100, 30, 100) == pytest.approx(2 * normal_tail(z), rel=1e-12)


@given(COUNTS, COUNTS)
@examples(60)
def test_comparisons_are_symmetrical_but_for_new_and_vanished(
    first: dict[str, int], second: dict[str, int]
) -> None:
    forth, back = compare(Column(first), Column(second)), compare(Column(second), Column(first))
    assert forth.psi == pytest.approx(back.psi, abs=1e-12)
    assert forth.p_value == pytest.approx(back.p_value, abs=1e-9)
    assert forth.verdict is back.verdict
    assert forth.psi >= 0
    assert {each.name for each in forth.new} == set(back.vanished)


@given(COUNTS)
@examples(40)
def test_a_column_does_not_differ_from_itself(counts: dict[str, int]) -> None:
    found = compare(Column(counts, 7), Column(counts, 7))
    assert (found.psi, found.p_value, found.null_p_value, found.alarms) == (0, pytest.approx(1), 1, ())


def test_alarms_are_rare_where_nothing_has_changed() -> None:
    drawn = np.random.default_rng(4)
    shares = [0.5, 0.25, 0.15, 0.07, 0.02, 0.01]
    alarms = 0
    for _ in range(400):
        first, second = (
            Column(dict(zip("abcdef", drawn.multinomial(rows, shares).tolist(), strict=True)))
            for rows in (1_000, 60)
        )
        alarms += bool(compare(first, second).alarms)
    assert alarms <= 400 * 0.015 + 4 * math.sqrt(400 * 0.01)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="count of a is -1; must be 0 or more"):
        Column({"a": -1})
    with pytest.raises(ValueError, match=r"edges is \[1.0, 1.0\]; must rise"):
        histogram([1.0], [1, 1])
    with pytest.raises(ValueError, match="bins is 1; must be 2 or more"):
        edges_of([1.0], bins=1)
    with pytest.raises(ValueError, match="alpha is 0; must be above 0 and below 1"):
        compare(Column({}), Column({}), alpha=0)
