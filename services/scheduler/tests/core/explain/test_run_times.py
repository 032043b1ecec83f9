"""Expected run time of a job on each GPU model that it accepts, from ended attempts."""

from __future__ import annotations

from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import ATTEMPTS_MIN, Basis, features_of
from muster.scheduler.core.explain.run_times import RunTime, RunTimes, run_times
from muster.testkit.cores import build
from muster.testkit.cores.scenario import Scenario, given

HOUR_MS = 3_600_000


def cell() -> Scenario:
    return given(build.node("n1", gpus=4, model="A100"), build.node("n2", gpus=4, model="H100"))


def taught(scenario: Scenario) -> Scenario:
    for number in range(90):
        features = features_of(build.TENANT, build.job_spec(gpus=1))
        estimator.learn(scenario.state.durations, features, HOUR_MS + number * HOUR_MS // 90, whole=True)
    return scenario


def test_the_range_is_that_of_similar_attempts_within_the_limit() -> None:
    state = taught(cell()).state
    found = run_times(state, build.TENANT, build.job_spec(gpus=1))
    assert (found.basis, found.samples) == (Basis.EXACT, 90)
    assert [each.gpu_model for each in found.models] == ["A100", "H100"]
    each = found.models[0]
    assert HOUR_MS <= (each.shortest_ms or 0) < (each.middle_ms or 0) < (each.longest_ms or 0) < 2.2 * HOUR_MS
    limited = run_times(state, build.TENANT, build.job_spec(gpus=1, wall_time_max_ms=HOUR_MS))
    assert limited.models[0].longest_ms == HOUR_MS


def test_a_model_that_is_half_as_fast_takes_twice_as_long() -> None:
    spec = build.job_spec(gpus=1, speeds={"A100": 1_000, "H100": 2_000})
    slow, fast = run_times(taught(cell()).state, build.TENANT, spec).models
    assert slow.middle_ms == 2 * (fast.middle_ms or 0)


def test_only_the_owners_estimate_counts_before_attempts_have_ended() -> None:
    state = cell().state
    assert state.durations.attempts("all") < ATTEMPTS_MIN
    spec = build.job_spec(models=("H100",), duration_expected_ms=HOUR_MS, wall_time_max_ms=2 * HOUR_MS)
    expected = RunTime("H100", None, HOUR_MS, 2 * HOUR_MS)
    assert run_times(state, build.TENANT, spec) == RunTimes(Basis.NOTHING, 0, (expected,))


def test_a_model_that_no_node_has_is_left_out() -> None:
    assert run_times(cell().state, build.TENANT, build.job_spec(gpus=1, models=("B200",))).models == ()
