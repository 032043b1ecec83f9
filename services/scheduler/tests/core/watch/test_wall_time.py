"""Wall time limit of a tier: a warning at 90 %, then a checkpoint request and the end of the job (ADR 77)."""

from dataclasses import replace

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import AttemptEnded, JobFailed, JobWarned, Watchdog, WatchdogAction
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.task_events import TaskOutcome
from muster.failures.shipped import shipped_text
from muster.scheduler.core.decide import next_deadline_ms
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import DEFAULT_POLICY, NEW_CELL_POLICY
from muster.testkit.cores.build import exited, job_spec, node, started, submit, suspend
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

HOUR_MS = 3_600_000


def activate(hours: int, tier: Tier = Tier.STANDARD_TRAINING) -> ActivatePolicy:
    policy = replace(QUIET_POLICY, wall_time_max_ms={tier.value: hours * HOUR_MS})
    return ActivatePolicy(policy=policy, requested_by="op")


def running(hours: int = 10, *, wall_time_max_ms: int | None = None, checkpoint: bool = False) -> Scenario:
    spec = job_spec(checkpoint=checkpoint, wall_time_max_ms=wall_time_max_ms)
    return given(node("n1", gpus=1), activate(hours), submit("job-a", spec)).when(started("n1", "job-a"))


def warning(scenario: Scenario) -> JobWarned:
    [found] = [each for each in scenario.decided if isinstance(each, JobWarned)]
    return found


def test_the_owner_is_warned_at_ninety_percent_and_the_job_is_ended_at_the_limit() -> None:
    scenario = running(checkpoint=True)
    bound_at_ms = scenario.now_ms - 1
    scenario.when_time_comes().then("JobWarned job-a/1 TOLD")
    assert scenario.now_ms == bound_at_ms + 9 * HOUR_MS
    assert warning(scenario).action is WatchdogAction.TOLD
    assert warning(scenario).message == (
        "90 % of the 10h that tier standard-training allows has passed; at the limit it is asked for a "
        "checkpoint and ended"
    )
    scenario.when_time_comes().then("JobWarned job-a/1 ENDED", "JobStopping job-a/1", "StopTask n1 job-a/1")
    assert scenario.now_ms == bound_at_ms + 10 * HOUR_MS
    assert (warning(scenario).watchdog, warning(scenario).action) == (
        Watchdog.WALL_TIME,
        WatchdogAction.ENDED,
    )
    stop = scenario.decided[-1]
    assert (stop.checkpoint_grace_ms, stop.grace_ms) == (60_000, 5_000)


@pytest.mark.parametrize("rules", [(), (ActivateFailureRules(rules=shipped_text(), requested_by="op"),)])
def test_a_job_beyond_its_limit_fails_with_the_reason_and_is_not_retried(
    rules: tuple[ActivateFailureRules, ...],
) -> None:
    scenario = given(node("n1", gpus=1), activate(10), *rules, submit("job-a", job_spec(attempts=5)))
    scenario.when(started("n1", "job-a")).when_time_comes().when_time_comes()
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    scenario.then("AttemptEnded job-a/1 TIMED_OUT", "JobFailed job-a/1")
    ended, failed = scenario.decided
    assert isinstance(ended, AttemptEnded)
    assert (ended.verdict.rule if ended.verdict else "") == ("limit.tier-time" if rules else "")
    assert isinstance(failed, JobFailed)
    assert failed.reason == "it has held its nodes for 10h, the most that tier standard-training allows"


def test_a_job_without_checkpoints_gets_no_checkpoint_request() -> None:
    scenario = running().when_time_comes()
    assert warning(scenario).message.endswith("has passed; at the limit it is ended")
    assert scenario.when_time_comes().decided[-1].checkpoint_grace_ms == 0


def test_a_jobs_own_limit_is_announced_as_well_and_enforced_by_its_agents() -> None:
    scenario = running(wall_time_max_ms=HOUR_MS)
    bound_at_ms = scenario.now_ms - 1
    scenario.when_time_comes().then("JobWarned job-a/1 TOLD")
    assert scenario.now_ms == bound_at_ms + HOUR_MS * 9 // 10
    assert warning(scenario).message == "90 % of its wall_time of 1h has passed; at the limit it is ended"
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.TIMED_OUT, exit_code=143), after_ms=HOUR_MS)
    assert scenario.decided[-1].reason == "Exceeded wall-time limit (1h)"
    assert scenario.state.watches.next_ms is None


def test_other_tiers_have_no_limit_and_no_deadline() -> None:
    scenario = given(node("n1", gpus=1), activate(1, Tier.BATCH_INFERENCE), submit("job-a"))
    assert scenario.state.watches.next_ms is None


def test_a_stopping_job_is_neither_warned_nor_ended() -> None:
    scenario = running().when(suspend("job-a"))
    scenario.when_time_comes().then("NodeSuspected n1")
    assert scenario.state.watches.next_ms is None


def test_each_attempt_has_its_own_time() -> None:
    scenario = given(node("n1", gpus=1), activate(10), submit("job-a", job_spec(attempts=2)))
    scenario.when(started("n1", "job-a")).when_time_comes().then("JobWarned job-a/1 TOLD")
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=1))
    bound_again = scenario.when_time_comes()
    assert bound_again.state.watches.next_ms == bound_again.now_ms + 9 * HOUR_MS


def test_a_stricter_policy_ends_no_job_that_was_not_warned() -> None:
    scenario = running(hours=100).when(activate(10), after_ms=50 * HOUR_MS)
    assert warning(scenario).action is WatchdogAction.TOLD
    told_at_ms = scenario.now_ms
    while scenario.now_ms < told_at_ms + HOUR_MS:
        scenario.when_time_comes()
    assert warning(scenario).action is WatchdogAction.ENDED
    assert scenario.now_ms == told_at_ms + HOUR_MS


def test_a_policy_without_limits_watches_no_job() -> None:
    scenario = running().when(ActivatePolicy(policy=QUIET_POLICY, requested_by="op"))
    assert scenario.state.watches.next_ms is None


@pytest.mark.parametrize("times", range(2))
def test_warnings_survive_a_snapshot(times: int) -> None:
    scenario = running()
    for _ in range(times):
        scenario.when_time_comes()
    copy = forked(scenario.state)
    assert next_deadline_ms(copy) == next_deadline_ms(scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)


def test_a_new_cell_limits_training_and_batch_work_and_the_default_policy_none() -> None:
    hours = {tier: ms // HOUR_MS for tier, ms in NEW_CELL_POLICY.wall_time_max_ms.items()}
    assert hours == {"PREMIUM_TRAINING": 24, "STANDARD_TRAINING": 24, "BATCH_INFERENCE": 2}
    assert DEFAULT_POLICY.wall_time_max_ms == {}
