"""Charts before there is traffic."""

from __future__ import annotations

import pytest
from muster.drift.core.documents import Monitor, parse_monitor
from muster.drift.core.simulations import simulated

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
