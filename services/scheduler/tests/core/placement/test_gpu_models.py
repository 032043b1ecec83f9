"""GPU models by throughput over scarcity, and run times that follow the model (ADR 25)."""

import pytest
from hypothesis import given as given_any
from hypothesis import strategies as st
from muster.events.queue_commands import Quota
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.history import DurationHistory
from muster.scheduler.core.placement import gpu_models
from muster.scheduler.core.state.job import PlacementClass, Speed, placement_class_of
from muster.scheduler.core.state.state import DEFAULT_POLICY
from muster.testkit.cores.build import TENANT, exited, job_spec, node, queue, submit
from muster.testkit.cores.scenario import Scenario, given

BOTH = {"H100": 2_500, "A100": 1_000}
CLOSE = {"A100": 1_000, "H100": 1_500}
MINUTE_MS = 60_000


def two_models() -> Scenario:
    """Create an H100 node and an A100 node with four GPUs each."""
    return given(node("a1", gpus=4, model="A100"), node("h1", gpus=4, model="H100"))


def node_of(scenario: Scenario, job_id: str) -> str:
    attempt = scenario.state.jobs[job_id].attempt
    return attempt.master_node_id if attempt else ""


def test_the_fastest_model_goes_first_but_is_not_waited_for() -> None:
    scenario = two_models()
    scenario.when(*(submit(f"job-{n}", job_spec(gpus=2, speeds=BOTH)) for n in range(5)))
    assert [node_of(scenario, f"job-{n}") for n in range(5)] == ["h1", "h1", "a1", "a1", ""]
    assert scenario.state.jobs["job-4"].code_reported == "GPUS_BUSY"


def test_an_idle_model_goes_before_a_scarce_one_that_is_not_twice_as_fast() -> None:
    scenario = two_models().when(submit("job-full", job_spec(gpus=3, models=("H100",))))
    scenario.when(submit("job-close", job_spec(speeds=CLOSE)), submit("job-far", job_spec(speeds=BOTH)))
    assert node_of(scenario, "job-close") == "a1"
    assert node_of(scenario, "job-far") == "h1"


def test_a_gang_never_mixes_models() -> None:
    scenario = two_models().when(submit("job-gang", job_spec(gpus=1, ranks=6, speeds=BOTH)))
    scenario.then("JobQueued job-gang", "JobPending job-gang CLUSTER_TOO_SMALL")
    scenario.when(submit("job-mixed", job_spec(gpus=1, ranks=6, models=("A100", "H100"))))
    assert node_of(scenario, "job-mixed")


def test_a_quota_by_model_does_not_affect_other_models() -> None:
    scenario = two_models().when(queue("open", maximum=Quota(gpu_milli_by_model={"H100": 0})))
    scenario.when(submit("job-a", job_spec(speeds=BOTH, queue="open")))
    assert node_of(scenario, "job-a") == "a1"


@given_any(st.integers(0, 8), st.integers(0, 8), st.integers(1, 5_000), st.integers(1, 5_000), st.booleans())
def test_no_job_gets_half_the_speed_while_a_faster_model_has_room(
    a100_used: int, h100_used: int, a100_speed: int, h100_speed: int, a100_first: bool
) -> None:
    scenario = given(node("a1", gpus=8, model="A100"), node("h1", gpus=8, model="H100"))
    fill = [("A100", a100_used), ("H100", h100_used)]
    scenario.when(*(submit(f"job-{m}", job_spec(gpus=n, models=(m,))) for m, n in fill if n))
    speeds = (Speed("A100", a100_speed), Speed("H100", h100_speed))
    asked = placement_class_of(TENANT, job_spec(models=("A100", "H100")), DEFAULT_POLICY)
    kind = asked._replace(speeds=speeds if a100_first else speeds[::-1])
    first, second = (shape.gpu_models[0] for shape in gpu_models.in_order(scenario.state, kind))
    speed, free = dict(speeds), {"A100": 8 - a100_used, "H100": 8 - h100_used}
    assert 2 * speed[first] >= speed[second] * 999 // 1_000
    if speed[first] < speed[second]:
        assert free[first] > free[second], "a slower model goes first only if it is less scarce"


def test_stated_run_times_follow_the_model() -> None:
    history = DurationHistory()
    spec = job_spec(speeds=BOTH)
    for _ in range(40):
        slow = estimator.features_of("acme", spec, pace_milli=400)
        estimator.learn(history, slow, 25 * MINUTE_MS, whole=True)
    fast, slow = (
        estimator.predict(history, estimator.features_of("acme", spec, pace)) for pace in (1_000, 400)
    )
    assert fast.p90_ms == pytest.approx(10 * MINUTE_MS, rel=0.15)
    assert slow.p90_ms == pytest.approx(25 * MINUTE_MS, rel=0.15)
    on_fast, on_slow = (
        estimator.predict(history, estimator.features_of("acme", spec, pace), elapsed_ms).p90_ms
        for pace, elapsed_ms in ((1_000, 8 * MINUTE_MS), (400, 20 * MINUTE_MS))
    )
    assert on_fast is not None
    assert on_slow == pytest.approx(on_fast * 2.5, abs=3)


def test_runs_on_a_slower_model_count_as_on_the_fastest() -> None:
    scenario = two_models().when(submit("job-full", job_spec(gpus=4, models=("H100",))))
    for n in range(20):
        scenario.when(submit(f"job-{n}", job_spec(speeds=BOTH)))
        scenario.when(exited("a1", f"job-{n}"), after_ms=25 * MINUTE_MS)
    scenario.when(submit("job-next", job_spec(speeds=BOTH)))
    job = scenario.state.jobs["job-next"]
    assert job.p90_ms == pytest.approx(10 * MINUTE_MS, rel=0.15)
    assert job.attempt is not None
    assert job.attempt.pace_milli == 400
    assert job.ends_by_ms - job.attempt.bound_at_ms == pytest.approx(25 * MINUTE_MS, rel=0.15)


def test_paces_follow_the_models_speeds() -> None:
    kind: PlacementClass = placement_class_of(TENANT, job_spec(speeds=BOTH), DEFAULT_POLICY)
    assert [kind.pace_milli(model) for model in ("H100", "A100", "V100")] == [1_000, 400, 1_000]
    assert kind.pace_least_milli == 400
