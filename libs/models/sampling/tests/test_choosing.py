"""Rates are kept, and samples stand for the traffic without bias."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.sampling.choosing import SERIES_MAX, Choice, Chooser
from muster.sampling.policies import SamplingPolicy

SERIES = ("summary", "de")


def _choices(chooser: Chooser, times_ms: list[int], series: tuple[str, str] = SERIES) -> list[Choice]:
    return [chooser.choose(f"{series}-{at}-{place}", series, at) for place, at in enumerate(times_ms)]


def _steady(a_minute: int, minutes: int) -> list[int]:
    return [60_000 * place // a_minute for place in range(a_minute * minutes)]


@pytest.mark.parametrize("one_in", [1, 3, 50])
def test_one_in_n_is_sampled_and_recorded(one_in: int) -> None:
    policy = SamplingPolicy(one_in=one_in, per_window_min=0, per_second_max=1e9)
    choices = _choices(Chooser(policy), list(range(20_000)))
    sampled = sum(each.sampled for each in choices)
    assert {each.one_in for each in choices} == {one_in}
    assert abs(sampled - 20_000 / one_in) < 5 * (20_000 / one_in) ** 0.5


@given(a_minute=st.integers(1, 3_000), least=st.integers(1, 30))
def test_low_traffic_reaches_the_minimum_every_minute(a_minute: int, least: int) -> None:
    times = _steady(a_minute, 3)
    choices = _choices(Chooser(SamplingPolicy(per_window_min=least)), times)
    minutes = Counter(at // 60_000 for at, each in zip(times, choices, strict=True) if each.sampled)
    assert all(minutes[minute] >= min(least, a_minute) - 1 for minute in range(3))


@pytest.mark.slow
def test_samples_weighted_by_their_rate_add_up_to_the_traffic() -> None:
    """An estimate without bias: the mean over many runs is the traffic, although the rates vary."""
    times = [
        *_steady(300, 1),
        *(60_000 + at for at in _steady(3_000, 1)),
        *(120_000 + at for at in _steady(50, 1)),
    ]
    estimates: list[int] = []
    for run in range(30):
        chooser = Chooser(SamplingPolicy(one_in=100))
        choices = [chooser.choose(f"{run}-{place}", SERIES, at) for place, at in enumerate(times)]
        estimates.append(sum(each.one_in for each in choices if each.sampled))
    assert sum(estimates) / 30 == pytest.approx(len(times), rel=0.08)


@given(
    gaps=st.lists(st.integers(0, 400), min_size=1, max_size=150),
    rate=st.sampled_from([0.25, 1.0, 2.5, 20.0]),
)
def test_no_second_has_more_samples_than_the_limit(gaps: list[int], rate: float) -> None:
    chooser = Chooser(SamplingPolicy(one_in=1, per_second_max=rate))
    times = [sum(gaps[: place + 1]) // 4 for place in range(len(gaps))]
    choices = _choices(chooser, times)
    period_ms = max(1_000, round(1_000 / rate))
    periods = Counter(at // period_ms for at, each in zip(times, choices, strict=True) if each.sampled)
    assert all(count <= max(1, int(rate)) for count in periods.values())
    assert not any(each.sampled and each.over_limit for each in choices)


def test_overload_raises_the_rate_so_that_little_exceeds_the_limit() -> None:
    chooser = Chooser(SamplingPolicy(one_in=1, per_window_min=0, per_second_max=20))
    first = _choices(chooser, list(range(1_000)))
    later = _choices(chooser, list(range(1_000, 11_000)))
    assert sum(each.over_limit for each in first) == 980
    assert {each.one_in for each in later} == {50}
    assert sum(each.over_limit for each in later) < 40


def test_series_beyond_the_limit_share_their_counts() -> None:
    chooser = Chooser(SamplingPolicy(per_second_max=1e9))
    for number in range(SERIES_MAX):
        chooser.choose(f"a{number}", ("task", str(number)), 0)
    rates = [chooser.choose(f"b{number}", ("task", f"new-{number}"), 0).one_in for number in range(60)]
    assert rates[-1] > 1


def test_changed_policy_applies_to_the_next_request_and_keeps_the_counts() -> None:
    chooser = Chooser(SamplingPolicy(one_in=1_000, per_window_min=0))
    before = [chooser.choose(f"a{number}", SERIES, 0).one_in for number in range(3)]
    chooser.set_policy(SamplingPolicy(one_in=10, per_window_min=1))
    after = [chooser.choose(f"b{number}", SERIES, 0).one_in for number in range(3)]
    assert (before, after) == ([1_000] * 3, [3, 4, 5])


def test_decision_is_the_same_wherever_it_is_made() -> None:
    policy = SamplingPolicy(one_in=7)
    assert _choices(Chooser(policy), _steady(500, 2)) == _choices(Chooser(policy), _steady(500, 2))


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        ({"one_in": 0}, "one_in is 0; must be from 1 to 2147483647"),
        ({"per_window_min": -1}, "per_window_min is -1; must be 0 or more"),
        ({"per_second_max": 0.0}, "per_second_max is 0.0; must be more than 0 and finite"),
        ({"per_second_max": float("nan")}, "per_second_max is nan; must be more than 0 and finite"),
    ],
)
def test_impossible_rate_is_refused(rates: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="must be") as refused:
        SamplingPolicy(**rates)
    assert str(refused.value) == message
