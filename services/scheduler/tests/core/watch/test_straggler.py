"""Stragglers: ranks with much longer steps than the others are reported, or by policy retried elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.events.job_events import AttemptEnded, JobWarned, Watchdog, WatchdogAction
from muster.events.node_commands import StartTask, StopTask
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome, TaskPaced
from muster.failures.shipped import shipped_text
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import NEW_CELL_POLICY
from muster.testkit.cores.build import exited, job_spec, node, paced, started, submit, suspend
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")


def gang(*, ends: bool = False) -> Scenario:
    """Start a gang of three ranks on three of four nodes."""
    after = {"STANDARD_TRAINING": 10 * MINUTE_MS}
    policy = replace(QUIET_POLICY, straggler_after_ms=after, straggler_ends=ends)
    nodes = [node(f"n{number}", gpus=1) for number in range(1, 5)]
    spec = job_spec(ranks=3, attempts=1, checkpoint=True, backoff_ms=1_000)
    scenario = given(*nodes, ActivatePolicy(policy=policy, requested_by="op"), RULES, submit("job-a", spec))
    assert {each.straggler_after_ms for each in scenario.decided if isinstance(each, StartTask)} == {600_000}
    return scenario.when(*[started(f"n{rank + 1}", "job-a", ranks=(rank,)) for rank in range(3)])


def pace(number: int, step_ms: int, step: int = 100) -> TaskPaced:
    return paced(f"n{number}", "job-a", step_ms, rank=number - 1, step=step)


def warnings(scenario: Scenario) -> list[JobWarned]:
    return [each for each in scenario.decided if isinstance(each, JobWarned)]


def test_a_lagging_rank_is_reported_with_its_delay_and_node() -> None:
    scenario = gang().when(pace(1, 12_000, 240), pace(3, 12_400, 236))
    assert warnings(scenario) == [], "one node has not reported yet"
    scenario.when(pace(2, 40_000, 80))
    (told,) = warnings(scenario)
    assert (told.watchdog, told.action) == (Watchdog.STRAGGLER, WatchdogAction.TOLD)
    assert (told.rank, told.node_id) == (1, "n2")
    assert told.message == (
        "rank 1 takes 40 s for a step, the others 12 s, for 10m now; it is at step 80, others at up to 240"
    )
    scenario.when(pace(2, 90_000))
    assert warnings(scenario) == [], "only once an attempt"


@pytest.mark.parametrize(("slowest_ms", "lags"), [(14_999, False), (15_000, True)])
def test_a_rank_lags_if_its_steps_take_half_as_long_again(slowest_ms: int, lags: bool) -> None:
    scenario = gang().when(pace(1, 10_000), pace(2, slowest_ms), pace(3, 10_000))
    assert bool(warnings(scenario)) is lags


def test_a_gang_that_slows_down_together_has_no_straggler() -> None:
    scenario = gang().when(*[pace(number, 10_000) for number in (1, 2, 3)])
    for number in (1, 2, 3):
        scenario.when(pace(number, 14_000))
        assert warnings(scenario) == []


def test_ranks_of_one_node_are_compared_with_each_other() -> None:
    policy = replace(QUIET_POLICY, straggler_after_ms={"STANDARD_TRAINING": MINUTE_MS})
    scenario = given(node("n1", gpus=4), ActivatePolicy(policy=policy, requested_by="op"))
    scenario.when(submit("job-a", job_spec(ranks=4))).when(started("n1", "job-a", ranks=(0, 1, 2, 3)))
    scenario.when(paced("n1", "job-a", 30_000))
    assert warnings(scenario) == [], "only one rank has reported"
    scenario.when(paced("n1", "job-a", 30_000, 10_000, rank=2))
    assert [each.rank for each in warnings(scenario)] == [2]


def test_a_lagging_attempt_saves_and_moves_elsewhere_by_policy_without_using_a_retry() -> None:
    scenario = gang(ends=True).when(pace(1, 12_000), pace(3, 12_000), pace(2, 40_000))
    assert [each.action for each in warnings(scenario)] == [WatchdogAction.RETRIED]
    stops = [each for each in scenario.decided if isinstance(each, StopTask)]
    assert [bool(each.checkpoint_grace_ms) for each in stops] == [True] * 3
    for rank, node_id in enumerate(("n1", "n2", "n3")):
        scenario.when(exited(node_id, "job-a", outcome=TaskOutcome.STOPPED, exit_code=143, rank=rank))
    (ended,) = [each for each in scenario.decided if isinstance(each, AttemptEnded)]
    assert ended.verdict is not None
    assert (ended.verdict.rule, ended.verdict.spared, ended.node_id) == ("hang.straggler", True, "n2")
    scenario.when(ClockTicked(), after_ms=10_000)
    attempt = scenario.state.jobs["job-a"].attempt
    assert attempt is not None and sorted(attempt.tasks) == ["n1", "n3", "n4"]


def test_ended_and_stopping_attempts_have_no_stragglers() -> None:
    scenario = gang().when(pace(1, 12_000), pace(3, 12_000), suspend("job-a")).when(pace(2, 40_000))
    assert warnings(scenario) == []
    scenario.when(replace(pace(2, 40_000), attempt=2))
    assert warnings(scenario) == []


def test_ranks_without_peers_or_without_a_policy_are_not_measured() -> None:
    scenario = given(node("n1", gpus=4), ActivatePolicy(policy=NEW_CELL_POLICY, requested_by="op"))
    scenario.when(submit("job-alone", job_spec()))
    (order,) = [each for each in scenario.decided if isinstance(each, StartTask)]
    assert order.straggler_after_ms is None
    assert not NEW_CELL_POLICY.straggler_ends
    assert set(NEW_CELL_POLICY.straggler_after_ms) == set(NEW_CELL_POLICY.hang_after_ms)


def test_step_times_survive_a_snapshot() -> None:
    scenario = gang().when(pace(1, 12_000), pace(3, 12_000))
    loaded = forked(scenario.state)
    attempt = loaded.jobs["job-a"].attempt
    assert attempt is not None
    assert [task.pace and task.pace.step_ms for task in attempt.tasks.values()] == [12_000, None, 12_000]
    assert StateHash().refresh_all(loaded) == StateHash().refresh_all(scenario.state)
