"""Idle GPUs: reported once all of a job are idle, and ended if the policy says so and it is proven."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.events.job_events import AttemptEnded, JobFailed, JobWarned, Watchdog, WatchdogAction
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import Suspicion, TaskOutcome
from muster.failures.shipped import shipped_text
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.job import Idle
from muster.scheduler.core.state.state import DEFAULT_POLICY, NEW_CELL_POLICY
from muster.testkit.cores.build import exited, job_spec, node, started, submit, suspected, suspend, task_heard
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
IDLE, SEEM = Suspicion.GPUS_IDLE, Suspicion.GPUS_SEEM_IDLE
RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
ORDERS: list[StartTask] = []
"""Start orders of the last started gang."""


def gang(*, ends_after_ms: int = 0, gpus: int = 1) -> Scenario:
    """Start a gang of two ranks on two nodes, whose agents watch their GPUs."""
    policy = replace(
        QUIET_POLICY,
        gpu_idle_max_ms={"STANDARD_TRAINING": 5 * MINUTE_MS},
        gpu_idle_ends_after_ms=ends_after_ms,
    )
    spec = job_spec(ranks=2, gpus=gpus, attempts=3, checkpoint=True)
    activated = ActivatePolicy(policy=policy, requested_by="op")
    scenario = given(node("n1", gpus=1), node("n2", gpus=1), activated, RULES, submit("job-a", spec))
    ORDERS[:] = [each for each in scenario.decided if isinstance(each, StartTask)]
    return scenario.when(started("n1", "job-a"), started("n2", "job-a", ranks=(1,)))


def idles(scenario: Scenario, how: Suspicion = IDLE, *node_ids: str) -> Scenario:
    """Report idle GPUs of the tasks on these nodes, by default on both."""
    return scenario.when(*[suspected(each, "job-a", suspicion=how) for each in node_ids or ("n1", "n2")])


def after(scenario: Scenario, ms: int) -> Scenario:
    """Let time pass without any input."""
    return scenario.when(ClockTicked(), after_ms=ms)


def warnings(scenario: Scenario) -> list[tuple[Watchdog, WatchdogAction]]:
    return [(each.watchdog, each.action) for each in scenario.decided if isinstance(each, JobWarned)]


TOLD = (Watchdog.IDLE_GPUS, WatchdogAction.TOLD)
ENDED = (Watchdog.IDLE_GPUS, WatchdogAction.ENDED)


@pytest.mark.parametrize("how", [IDLE, SEEM])
def test_idle_gpus_are_reported_once_when_those_of_all_tasks_are_idle(how: Suspicion) -> None:
    scenario = gang()
    assert warnings(idles(scenario, how, "n1")) == []
    assert warnings(idles(scenario, how, "n2")) == [TOLD]
    scenario.when(task_heard("n1", "job-a", suspicion=how))
    assert warnings(idles(scenario, how, "n1")) == [], "only once an attempt"
    after(scenario, 1_000 * MINUTE_MS)
    assert warnings(scenario) == [], "no job is ended unless the policy says so"


def test_a_job_that_stays_idle_is_asked_for_a_checkpoint_and_ended_by_policy() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS))
    assert warnings(after(scenario, 10 * MINUTE_MS - 1)) == []
    after(scenario, 1).then(
        "JobWarned job-a/1 ENDED", "JobStopping job-a/1", "StopTask n1 job-a/1", "StopTask n2 job-a/1"
    )
    assert scenario.decided[-1].checkpoint_grace_ms > 0
    for node_id in ("n1", "n2"):
        scenario.when(exited(node_id, "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    ended, failed = scenario.decided
    assert isinstance(failed, JobFailed), "and it is not retried"
    assert failed.reason.startswith("its GPUs have been idle for 10m since the warning")
    assert isinstance(ended, AttemptEnded)
    assert ended.verdict is not None
    assert ended.verdict.rule == "limit.idle-gpus"


def test_figures_of_the_driver_alone_never_end_a_job() -> None:
    scenario = idles(gang(ends_after_ms=MINUTE_MS), SEEM)
    assert warnings(scenario) == [TOLD]
    assert warnings(after(scenario, 100 * MINUTE_MS)) == []
    assert warnings(after(idles(scenario, IDLE, "n1"), 100 * MINUTE_MS)) == [], "not proven for both tasks"
    assert warnings(idles(scenario, IDLE, "n2")) == []
    assert warnings(after(scenario, MINUTE_MS - 1)) == []
    assert warnings(after(scenario, 1)) == [ENDED], "the time counts from the proof"


def test_a_job_that_works_again_gets_the_whole_time_again() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS))
    after(scenario, 9 * MINUTE_MS).when(task_heard("n2", "job-a", suspicion=IDLE))
    assert warnings(after(scenario, 60 * MINUTE_MS)) == []
    idles(scenario, IDLE, "n2")
    assert warnings(after(scenario, 10 * MINUTE_MS - 1)) == []
    assert warnings(after(scenario, 1)) == [ENDED]


def test_a_policy_without_the_limit_no_longer_ends_jobs() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS))
    scenario.when(ActivatePolicy(policy=QUIET_POLICY, requested_by="op"))
    assert warnings(after(scenario, 60 * MINUTE_MS)) == []


def test_idle_gpus_and_missing_output_are_independent_suspicions() -> None:
    scenario = idles(gang())
    scenario.when(suspected("n1", "job-a"))
    scenario.when(task_heard("n1", "job-a"))
    attempt = scenario.state.jobs["job-a"].attempt
    assert attempt is not None
    assert attempt.tasks["n1"].silent is None
    assert attempt.tasks["n1"].idle is not None


def test_a_stopping_job_is_not_watched_for_idle_gpus() -> None:
    scenario = idles(gang(ends_after_ms=MINUTE_MS))
    scenario.when(suspend("job-a"))
    assert warnings(after(scenario, 10 * MINUTE_MS)) == []


def test_agents_watch_gpus_only_of_jobs_with_gpus_and_by_policy() -> None:
    gang()
    assert ORDERS[0].gpu_idle_max_ms == 5 * MINUTE_MS
    gang(gpus=0)
    assert ORDERS[0].gpu_idle_max_ms is None
    assert not DEFAULT_POLICY.gpu_idle_max_ms
    assert NEW_CELL_POLICY.gpu_idle_max_ms["STANDARD_TRAINING"] == 30 * MINUTE_MS
    assert not NEW_CELL_POLICY.gpu_idle_ends_after_ms, "told only"


def test_the_start_of_idleness_survives_a_snapshot() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS), IDLE, "n1")
    copy = forked(scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)
    attempt = copy.jobs["job-a"].attempt
    assert attempt is not None
    assert attempt.tasks["n1"].idle == Idle(scenario.state.now_ms, proven=True)
    assert attempt.tasks["n2"].idle is None
