"""Spending of a run: no interleaving of reservations, settlements and deaths overshoots its cap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.eval_commands import TokenPrice
from muster.scoring.calling.costs import Allowance, cost, micros, tokens_bound, worst_cost
from muster.testkit.laws import examples

PRICE = TokenPrice(input_micros=150_000, output_micros=600_000, cached_micros=75_000)

Step = tuple[str, int, int]
steps = st.lists(
    st.tuples(
        st.sampled_from(["reserve", "settle", "die"]), st.integers(0, 3), st.integers(0, 2_000_000_000)
    ),
    max_size=60,
)


@given(cap=st.integers(0, 20_000_000_000), taken=steps)
@examples(400)
def test_no_interleaving_of_workers_overshoots_a_cap(cap: int, taken: list[Step]) -> None:
    """Four workers reserve, settle in any order, and die; what the endpoint charges is at most the worst."""
    allowance = Allowance(cap)
    under_way: dict[int, list[int]] = {worker: [] for worker in range(4)}
    charged = 0
    for step, worker, amount in taken:
        sent = under_way[worker]
        if step == "reserve":
            granted = allowance.affordable([amount, amount // 2])
            for worst in (amount, amount // 2)[:granted]:
                allowance = allowance.reserved(worst)
                sent.append(worst)
        elif step == "settle" and sent:
            worst = sent.pop(amount % len(sent))
            used = amount % (worst + 1)
            allowance = allowance.settled(worst, used)
            charged += used
        elif step == "die":
            charged += sum(sent)  # it was charged for all of it, and nobody settles it
            sent.clear()
        assert charged + sum(map(sum, under_way.values())) <= allowance.used + allowance.held <= cap


def test_no_request_is_passed_over_for_a_cheaper_one() -> None:
    assert Allowance(10).affordable([4, 7, 1]) == 1
    assert Allowance(10, held=3, used=3).affordable([4, 1]) == 1
    assert Allowance(0).affordable([0, 0]) == 2


def test_more_than_is_left_is_never_reserved() -> None:
    with pytest.raises(ValueError, match="amount is 11; must be 0 to 10, which remains"):
        Allowance(10).reserved(11)
    with pytest.raises(ValueError, match="amount is 5; must be 0 to 4, which is reserved"):
        Allowance(10).reserved(4).settled(5, 0)


def test_an_endpoint_that_counts_more_than_it_may_leaves_less_for_the_rest() -> None:
    after = Allowance(10).reserved(4).settled(4, 12)
    assert (after.used, after.remaining, after.affordable([0])) == (12, -2, 0)


def test_a_cost_is_exact_and_rounded_up_once() -> None:
    assert cost(PRICE, 1_000_000, 1_000_000) == 750_000 * 1_000_000
    assert cost(PRICE, 3, 1) == 3 * 150_000 + 600_000
    assert cost(PRICE, 3, 1, tokens_in_cached=2) == 150_000 + 2 * 75_000 + 600_000
    assert cost(TokenPrice(input_micros=100, output_micros=0), 3, 9, tokens_in_cached=3) == 300
    assert (micros(1_000_000), micros(1_000_001), micros(0)) == (1, 2, 0)


@given(texts=st.lists(st.text(), max_size=3), more=st.integers(0, 40))
@examples(100)
def test_the_worst_case_is_never_below_what_byte_tokens_cost(texts: list[str], more: int) -> None:
    tokens_in = sum(len(text.encode()) for text in texts)
    assert worst_cost(PRICE, texts, 8) >= cost(PRICE, tokens_in + min(more, tokens_in), 8) - more * 150_000


def test_a_text_that_grows_when_it_is_normalised_is_bounded_by_its_normal_form() -> None:
    ligature = "\ufdfa" * 10  # eighteen letters each in the form NFKC
    assert tokens_bound([ligature]) - tokens_bound([""]) == 330
