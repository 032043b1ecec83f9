"""Whatever costs are summed by, the sums add up to the same total of each period and currency."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.metering.core.costs.sums import add_up
from muster.testkit.laws import examples

CENT: Final = 36


class Hour(NamedTuple):
    """Cost of one job on one node in an hour, exactly."""

    hour: int
    currency: str
    job: int
    node: int
    exact: int


DIMENSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "": (),
    "job": ("job",),
    "node": ("node",),
    "job,node": ("job", "node"),
}


def summed(hours: list[Hour], by: tuple[str, ...]) -> dict[tuple[Hashable, ...], tuple[int, int]]:
    """Exact and whole amounts by period, currency and dimensions."""
    exact: dict[tuple[Hashable, ...], int] = defaultdict(int)
    for each in hours:
        exact[each.hour, each.currency, *(getattr(each, name) for name in by)] += each.exact
    whole = add_up([key[:2] for key in exact], list(exact.values()), CENT)
    return {key: (exact[key], amount) for key, amount in zip(exact, whole, strict=True)}


def totals(hours: list[Hour], by: tuple[str, ...]) -> dict[tuple[Hashable, ...], int]:
    found: dict[tuple[Hashable, ...], int] = defaultdict(int)
    for key, (_, whole) in summed(hours, by).items():
        found[key[:2]] += whole
    return dict(found)


HOURS = st.lists(
    st.builds(
        Hour,
        hour=st.integers(0, 2),
        currency=st.sampled_from(("USD", "EUR")),
        job=st.integers(0, 9),
        node=st.integers(0, 3),
        exact=st.integers(-200, 1_000),
    ),
    max_size=40,
)


@examples(200)
@given(HOURS)
def test_every_dimension_comes_to_the_same_total(hours: list[Hour]) -> None:
    whole = totals(hours, ())
    for name, by in DIMENSIONS.items():
        assert totals(hours, by) == whole, name


@examples(200)
@given(HOURS)
def test_each_sum_is_next_to_what_is_exact_and_whole_amounts_stay(hours: list[Hour]) -> None:
    for exact, whole in summed(hours, ("job", "node")).values():
        assert abs(whole * CENT - exact) < CENT
        assert exact % CENT or whole * CENT == exact


@pytest.mark.parametrize(("parts", "whole"), [([12] * 3, [1, 0, 0]), ([20, 20], [1, 0]), ([17, 36], [0, 1])])
def test_the_total_is_rounded_once(parts: list[int], whole: list[int]) -> None:
    assert add_up(["one hour"] * len(parts), parts, CENT) == whole
