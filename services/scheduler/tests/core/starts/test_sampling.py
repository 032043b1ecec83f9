"""Predicted starts are facts, from which the cell learns when the jobs start."""

from __future__ import annotations

from typing import Any

from muster.events.job_events import StartPredicted
from muster.events.operator_commands import CordonNode
from muster.scheduler.core import limits
from muster.scheduler.core.durations.waits import CHECKED_MIN, CONFIDENCE_PERCENT
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.replay import snapshot
from muster.scheduler.core.replay.hashing import StateHash
from muster.testkit.cores.build import cancel, exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

INTERVAL_MS = limits.PREDICTION_INTERVAL_MS


def limited(**rest: Any) -> Any:
    return job_spec(wall_time_max_ms=10 * INTERVAL_MS, **rest)


def predicted(scenario: Scenario) -> list[StartPredicted]:
    return [fact for fact in scenario.decided if isinstance(fact, StartPredicted)]


def waiting(count: int = 4) -> Scenario:
    """Start one job, for which the others wait."""
    scenario = given(node("n1", gpus=1)).when(submit("job-runs", limited()))
    return scenario.when(*(submit(f"job-{number}", limited()) for number in range(count)))


def churned(rounds: int) -> Scenario:
    """End the running job and submit two more in each interval, so that waits grow."""
    scenario = waiting()
    for number in range(rounds):
        (runs,) = (job for job in scenario.state.jobs.values() if job.attempt is not None)
        coming = [submit(f"job-x{number}-{each}", limited()) for each in range(2)]
        scenario.when(exited("n1", runs.job_id), *coming, after_ms=INTERVAL_MS)
    return scenario


def test_a_start_is_predicted_only_after_a_wait_of_an_interval() -> None:
    scenario = waiting()
    assert not predicted(scenario)
    scenario.when(after_ms=INTERVAL_MS)
    (fact,) = predicted(scenario)
    assert fact.job_id in scenario.state.jobs
    assert fact.wait_low_ms is None, "no wait has been learned yet"
    scenario.when(after_ms=INTERVAL_MS)
    assert not predicted(scenario), "no job has arrived since"


def test_the_wait_is_learned_when_the_job_starts() -> None:
    scenario = waiting(count=3).when(after_ms=INTERVAL_MS)
    (fact,) = predicted(scenario)
    while fact.job_id in scenario.state.waits.numbers:
        assert scenario.state.waits.learned == 0
        (runs,) = (job for job in scenario.state.jobs.values() if job.attempt is not None)
        scenario.when(exited("n1", runs.job_id), after_ms=INTERVAL_MS)
    assert scenario.state.waits.learned == 1


def test_a_cancelled_job_leaves_no_prediction() -> None:
    scenario = waiting().when(after_ms=INTERVAL_MS)
    (fact,) = predicted(scenario)
    scenario.when(cancel(fact.job_id))
    assert not scenario.state.waits.open
    assert scenario.state.waits.learned == 0


def test_waits_that_do_not_depend_on_other_jobs_ends_are_not_predicted() -> None:
    scenario = given(node("n1", gpus=1)).when(CordonNode(node_id="n1", requested_by="op", reason="cables"))
    scenario.when(*(submit(f"job-{number}", limited()) for number in range(6)))
    scenario.when(after_ms=INTERVAL_MS).when(after_ms=INTERVAL_MS)
    assert not scenario.state.waits.made


def test_learned_waits_are_explained_with_their_record_and_survive_a_snapshot() -> None:
    scenario = churned(5 * CHECKED_MIN)
    state = scenario.state
    assert state.waits.learned >= CHECKED_MIN
    job_id = max(job.job_id for job in state.jobs.values() if job.attempt is None)
    found = explain(state, job_id)
    assert found is not None
    assert found.start is not None
    assert found.start.confidence_percent == CONFIDENCE_PERCENT
    said = dict(wording.parts(found))["Starts"]
    assert said[0].endswith(f"learned from {state.waits.learned} waits in this cluster")
    digest = StateHash()
    digest.refresh_all(state)
    loaded = snapshot.load(digest.entities, state.specs.by_digest())
    assert explain(loaded, job_id) == found
