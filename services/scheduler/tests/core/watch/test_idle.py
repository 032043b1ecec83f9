"""What follows from GPUs that idle: told once all do, ended where the policy says so and it is proven."""

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
from muster.testkit.cores.build import exited, heard, job_spec, node, started, submit, suspected, suspend
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
IDLE, SEEM = Suspicion.GPUS_IDLE, Suspicion.GPUS_SEEM_IDLE
RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
ORDERS: list[StartTask] = []
"""Of the gang that was started last."""


def gang(*, ends_after_ms: int = 0, gpus: int = 1) -> Scenario:
    """Two ranks on two nodes, whose agents are told to look at GPUs."""
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
    """The GPUs of these nodes' tasks idle; of both where none is named."""
    return scenario.when(*[suspected(each, "job-a", suspicion=how) for each in node_ids or ("n1", "n2")])


def after(scenario: Scenario, ms: int) -> Scenario:
    """Nothing but time passes."""
    return scenario.when(ClockTicked(), after_ms=ms)


def warnings(scenario: Scenario) -> list[tuple[Watchdog, WatchdogAction]]:
    return [(each.watchdog, each.action) for each in scenario.decided if isinstance(each, JobWarned)]


TOLD = (Watchdog.IDLE_GPUS, WatchdogAction.TOLD)
ENDED = (Watchdog.IDLE_GPUS, WatchdogAction.ENDED)


@pytest.mark.parametrize("how", [IDLE, SEEM])
def test_it_is_told_once_when_the_gpus_of_all_tasks_idle(how: Suspicion) -> None:
    scenario = gang()
    assert warnings(idles(scenario, how, "n1")) == []
    assert warnings(idles(scenario, how, "n2")) == [TOLD]
    scenario.when(heard("n1", "job-a", suspicion=how))
    assert warnings(idles(scenario, how, "n1")) == [], "once an attempt"
    after(scenario, 1_000 * MINUTE_MS)
    assert warnings(scenario) == [], "nothing is ended unless the policy says so"


def test_by_policy_a_job_that_goes_on_idling_is_asked_for_a_checkpoint_and_ended() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS))
    assert warnings(after(scenario, 10 * MINUTE_MS - 1)) == []
    after(scenario, 1).then(
        "JobWarned job-a/1 ENDED", "JobStopping job-a/1", "StopTask n1 job-a/1", "StopTask n2 job-a/1"
    )
    assert scenario.decided[-1].checkpoint_grace_ms > 0
    for node_id in ("n1", "n2"):
        scenario.when(exited(node_id, "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    ended, failed = scenario.decided
    assert isinstance(failed, JobFailed), "and is not retried"
    assert failed.reason.startswith("its GPUs have idled for 10m since that was told")
    assert isinstance(ended, AttemptEnded)
    assert ended.verdict is not None
    assert ended.verdict.rule == "limit.idle-gpus"


def test_what_the_driver_says_ends_nothing() -> None:
    scenario = idles(gang(ends_after_ms=MINUTE_MS), SEEM)
    assert warnings(scenario) == [TOLD]
    assert warnings(after(scenario, 100 * MINUTE_MS)) == []
    assert warnings(after(idles(scenario, IDLE, "n1"), 100 * MINUTE_MS)) == [], "not proven of both"
    assert warnings(idles(scenario, IDLE, "n2")) == []
    assert warnings(after(scenario, MINUTE_MS - 1)) == []
    assert warnings(after(scenario, 1)) == [ENDED], "from when it was proven"


def test_a_job_that_works_again_has_the_whole_time_once_more() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS))
    after(scenario, 9 * MINUTE_MS).when(heard("n2", "job-a", suspicion=IDLE))
    assert warnings(after(scenario, 60 * MINUTE_MS)) == []
    idles(scenario, IDLE, "n2")
    assert warnings(after(scenario, 10 * MINUTE_MS - 1)) == []
    assert warnings(after(scenario, 1)) == [ENDED]


def test_a_policy_without_it_ends_nobody_any_more() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS))
    scenario.when(ActivatePolicy(policy=QUIET_POLICY, requested_by="op"))
    assert warnings(after(scenario, 60 * MINUTE_MS)) == []


def test_gpus_that_idle_say_nothing_of_output_and_the_other_way_round() -> None:
    scenario = idles(gang())
    scenario.when(suspected("n1", "job-a"))
    scenario.when(heard("n1", "job-a"))
    attempt = scenario.state.jobs["job-a"].attempt
    assert attempt is not None
    assert attempt.tasks["n1"].silent is None
    assert attempt.tasks["n1"].idle is not None


def test_what_stops_is_not_looked_at() -> None:
    scenario = idles(gang(ends_after_ms=MINUTE_MS))
    scenario.when(suspend("job-a"))
    assert warnings(after(scenario, 10 * MINUTE_MS)) == []


def test_agents_look_at_gpus_where_there_are_some_and_the_policy_says_so() -> None:
    gang()
    assert ORDERS[0].gpu_idle_max_ms == 5 * MINUTE_MS
    gang(gpus=0)
    assert ORDERS[0].gpu_idle_max_ms is None
    assert not DEFAULT_POLICY.gpu_idle_max_ms
    assert NEW_CELL_POLICY.gpu_idle_max_ms["STANDARD_TRAINING"] == 30 * MINUTE_MS
    assert not NEW_CELL_POLICY.gpu_idle_ends_after_ms, "told only"


def test_since_when_gpus_idle_survives_a_snapshot() -> None:
    scenario = idles(gang(ends_after_ms=10 * MINUTE_MS), IDLE, "n1")
    copy = forked(scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)
    attempt = copy.jobs["job-a"].attempt
    assert attempt is not None
    assert attempt.tasks["n1"].idle == Idle(scenario.state.now_ms, proven=True)
    assert attempt.tasks["n2"].idle is None
