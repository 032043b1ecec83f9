"""Hanging jobs, as suspected by agents: reported, or ended and retried (ADR 77)."""

from dataclasses import replace

import pytest
from muster.events.job_events import AttemptEnded, JobFailed, JobWarned, Watchdog, WatchdogAction
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.task_events import Suspicion, TaskOutcome
from muster.failures.shipped import shipped_text
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import NEW_CELL_POLICY
from muster.testkit.cores.build import exited, job_spec, node, started, submit, suspected, suspend, task_heard
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

MINUTE_MS = 60_000
ORDERS: list[StartTask] = []
"""Start orders of the last started gang."""


RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
OLDER = ActivateFailureRules(
    rules=shipped_text().replace("conditions: [hang]", "exit_codes: [99]"), requested_by="op"
)


def gang(
    *rules: ActivateFailureRules,
    hang_after_ms: int | None = None,
    attempts: int = 1,
    ends: bool = False,
) -> Scenario:
    """Start a gang of two ranks on two nodes."""
    policy = replace(QUIET_POLICY, hang_after_ms={"STANDARD_TRAINING": 5 * MINUTE_MS}, hang_ends=ends)
    spec = replace(job_spec(ranks=2, attempts=attempts, checkpoint=True), hang_after_ms=hang_after_ms)
    activated = ActivatePolicy(policy=policy, requested_by="op")
    scenario = given(node("n1", gpus=1), node("n2", gpus=1), activated, *rules, submit("job-a", spec))
    ORDERS[:] = [each for each in scenario.decided if isinstance(each, StartTask)]
    return scenario.when(started("n1", "job-a"), started("n2", "job-a", ranks=(1,)))


def warning(scenario: Scenario) -> JobWarned:
    [found] = [each for each in scenario.decided if isinstance(each, JobWarned)]
    return found


def test_a_gang_hangs_when_all_its_tasks_are_silent() -> None:
    scenario = gang().when(suspected("n2", "job-a")).then()
    scenario.when(suspected("n1", "job-a", rank=0)).then("JobWarned n1 job-a/1 TOLD")
    assert (warning(scenario).watchdog, warning(scenario).rank) == (Watchdog.HANG, 0)
    assert warning(scenario).message == "no output and no step of its ranks for 1m"


def test_a_task_with_new_output_no_longer_hangs() -> None:
    gang().when(suspected("n2", "job-a"), task_heard("n2", "job-a")).when(suspected("n1", "job-a")).then()


def test_a_hang_is_reported_once_an_attempt() -> None:
    scenario = gang().when(suspected("n1", "job-a"), suspected("n2", "job-a"))
    assert warning(scenario).action is WatchdogAction.TOLD
    scenario.when(task_heard("n1", "job-a"), suspected("n1", "job-a")).then()


@pytest.mark.parametrize(("own_ms", "ends"), [(MINUTE_MS, False), (None, True)])
def test_a_hanging_attempt_is_ended_without_a_checkpoint_and_retried(own_ms: int | None, ends: bool) -> None:
    scenario = gang(hang_after_ms=own_ms, attempts=2, ends=ends)
    scenario.when(suspected("n1", "job-a"), suspected("n2", "job-a", rank=1)).then(
        "JobWarned n2 job-a/1 RETRIED", "JobStopping job-a/1", "StopTask n1 job-a/1", "StopTask n2 job-a/1"
    )
    assert scenario.decided[-1].checkpoint_grace_ms == 0
    for node_id in ("n1", "n2"):
        scenario.when(exited(node_id, "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    scenario.then("AttemptEnded job-a/1 FAILED", "JobRequeued job-a/2", "JobPending job-a RETRY_BACKOFF")
    assert (scenario.decided[0].rank, scenario.decided[0].node_id) == (1, "n2")


def test_a_hanging_job_without_attempts_left_fails_with_the_observation() -> None:
    scenario = gang(hang_after_ms=MINUTE_MS).when(suspected("n1", "job-a"), suspected("n2", "job-a"))
    for node_id in ("n1", "n2"):
        scenario.when(exited(node_id, "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    failed = scenario.decided[-1]
    assert isinstance(failed, JobFailed)
    assert failed.reason == "no output and no step of its ranks for 1m (no retries allowed)"


def hung(*rules: ActivateFailureRules) -> AttemptEnded:
    """Return the end of a hanging attempt; a rank writes an error when it is ordered to end."""
    scenario = gang(*rules, hang_after_ms=MINUTE_MS, attempts=2)
    scenario.when(suspected("n1", "job-a"), suspected("n2", "job-a", rank=1))
    for node_id in ("n1", "n2"):
        scenario.when(exited(node_id, "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    ended = scenario.decided[0]
    assert isinstance(ended, AttemptEnded)
    return ended


def test_the_finding_of_the_watchdog_is_the_verdict() -> None:
    ended = hung(RULES)
    assert ended.verdict is not None
    assert (ended.verdict.rule, ended.verdict.sign) == ("hang.silent", "stated by the platform: hang")
    assert (ended.rank, ended.node_id, ended.verdict.cause_seen) == (1, "n2", False)
    assert not ended.verdict.spared


@pytest.mark.parametrize("rules", [(), (OLDER,)])
def test_rules_without_one_for_hangs_give_no_verdict(rules: tuple[ActivateFailureRules, ...]) -> None:
    assert hung(*rules).verdict is None


def test_a_gang_without_any_output_hangs_at_its_start() -> None:
    never = Suspicion.NEVER_SPOKE
    scenario = gang().when(
        suspected("n1", "job-a", suspicion=never), suspected("n2", "job-a", suspicion=never)
    )
    assert warning(scenario).watchdog is Watchdog.START_UP


@pytest.mark.parametrize("loss", [Suspicion.LOSS_NOT_A_NUMBER, Suspicion.LOSS_DIVERGES])
def test_a_bad_loss_is_reported_whatever_the_other_ranks_report(loss: Suspicion) -> None:
    scenario = gang(ends=True).when(suspected("n1", "job-a", suspicion=loss, rank=0))
    scenario.then("JobWarned n1 job-a/1 TOLD")
    assert warning(scenario).watchdog is Watchdog.LOSS
    scenario.when(suspected("n2", "job-a")).then()  # n1 is not silent


def test_ended_and_stopping_attempts_are_not_suspected() -> None:
    scenario = gang().when(suspected("n1", "job-a", 7), suspected("n9", "job-a"), suspected("n1", "job-b"))
    scenario.then()
    scenario.when(suspend("job-a")).when(suspected("n1", "job-a"), suspected("n2", "job-a")).then()


def test_start_orders_carry_the_allowed_time_of_silence() -> None:
    gang()
    first = ORDERS[0]
    assert (first.hang_after_ms, first.start_up_max_ms) == (5 * MINUTE_MS, None)
    gang(hang_after_ms=MINUTE_MS)
    first = ORDERS[0]
    assert first.hang_after_ms == MINUTE_MS


def test_silent_tasks_survive_a_snapshot() -> None:
    scenario = gang().when(suspected("n1", "job-a"))
    copy = forked(scenario.state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state)
    assert copy.jobs["job-a"].attempt is not None
    assert copy.jobs["job-a"].attempt.tasks["n1"].silent is Watchdog.HANG


def test_a_new_cell_reports_hanging_training_and_batch_work() -> None:
    tiers = {"PREMIUM_TRAINING", "STANDARD_TRAINING", "BATCH_INFERENCE"}
    assert set(NEW_CELL_POLICY.hang_after_ms) == set(NEW_CELL_POLICY.start_up_max_ms) == tiers
    assert not NEW_CELL_POLICY.hang_ends
