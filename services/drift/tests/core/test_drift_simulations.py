"""Charts before there is traffic."""

from __future__ import annotations

import pytest
from muster.drift.core.documents import Monitor, parse_monitor
from muster.drift.core.simulations import (
    VERDICTS_MAX,
    VERDICTS_MIN,
    JudgePrice,
    expenses,
    simulated,
)
from muster.scoring.judging.judgements import needed
from muster.scoring.judging.judges import SAMPLES
from muster.scoring.judging.replies import Reading, Verdict

MONITOR: Monitor = parse_monitor({"subgroup": "10m", "measures": ["errors", "refusals"], "series_max": 2})


def test_larger_changes_are_known_sooner_and_most_later_than_the_mean() -> None:
    found = simulated(MONITOR, 4.0)
    means = [each.mean_ms for each in found.delays if each.mean_ms is not None]
    assert means == sorted(means, reverse=True)
    assert len(means) >= 3
    for each in found.delays:
        assert each.mean_ms is None or (each.slow_ms or 0) > 0.99 * each.mean_ms


def test_no_change_is_known_if_subgroups_are_too_small_to_compare() -> None:
    found = simulated(MONITOR, 0.5)
    assert found.samples == 5
    assert all(each.mean_ms is None for each in found.delays)


@pytest.mark.parametrize(("learning", "narrower"), [(20, False), (200, True)])
def test_more_subgroups_to_learn_from_narrow_the_limits(learning: int, narrower: bool) -> None:
    other = MONITOR.model_copy(update={"learning_subgroups": learning})
    assert (simulated(other, 4.0, ()).limit < simulated(MONITOR, 4.0, ()).limit) is narrower


def judging(**changed: object) -> Monitor:
    """The same with a judge."""
    setting = {"config": "release", "samples": 20, **changed}
    return parse_monitor({"subgroup": "10m", "series_max": 2, "sampling": {"bodies": True}, "judge": setting})


def test_judging_costs_between_two_and_three_verdicts_on_each_answer() -> None:
    price = JudgePrice(input_usd=0.5, output_usd=1.0)
    samples, anchors, baseline = expenses(judging(anchors=50, baseline=100), 40, price, 700)
    assert [each.what for each in (samples, anchors, baseline)] == ["samples", "anchors", "baseline"]
    assert samples.answers == 20 * 144 * 2, "of 40 samples 20 are judged"
    verdict_usd = (1_000 * 0.5 + 100 * 1.0) / 1_000_000
    for each, count in ((samples, 5_760), (anchors, 50), (baseline, 100)):
        assert each.answers == count
        assert each.low_usd == pytest.approx(2 * count * verdict_usd)
        assert each.high_usd == pytest.approx(3 * count * verdict_usd)


def test_the_assumed_verdicts_are_those_that_a_judge_asks_for() -> None:
    agreeing, differing = [Verdict(4, "")] * 3, [Verdict(4, ""), Verdict(2, ""), Verdict(3, "")]
    for verdicts, expected in ((agreeing, VERDICTS_MIN), (differing, VERDICTS_MAX)):
        readings: list[list[Reading]] = [[] for _ in range(SAMPLES)]
        while places := needed(readings):
            for place in places:
                readings[place].append(verdicts[place])
        assert sum(map(len, readings)) == expected


def test_small_subgroups_are_judged_whole_and_without_a_price_the_cost_is_unknown() -> None:
    [samples, *_] = expenses(judging(), 7)
    assert (samples.answers, samples.low_usd, samples.high_usd) == (7 * 144 * 2, None, None)
    assert expenses(MONITOR, 7) == ()
