"""Verdicts on failed attempts: the first rank, the rule, and the consequence for the job."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import pytest
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    FailureVerdict,
    JobFailed,
    JobRequeued,
    NodeLost,
    RankVerdict,
)
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivateFailureRules
from muster.events.task_events import (
    FindingSource,
    RankExit,
    RefusalReason,
    RuleFinding,
    StopStep,
    StopStepKind,
    TaskExited,
    TaskOutcome,
    TaskRefused,
)
from muster.failures.shipped import shipped_rules, shipped_text
from muster.scheduler.core.inputs.retry import JITTER_PERCENT
from muster.scheduler.core.replay import snapshot
from muster.testkit.cores.build import cancel, exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
BACKOFF_MS = 10_000

F = TypeVar("F")


def finding(rule: str, rank: int = 0) -> RuleFinding:
    return RuleFinding(
        rule=rule,
        rank=rank,
        source=FindingSource.OUTPUT,
        stream="stderr",
        line=7,
        first_byte=300,
        count=2,
        at_ms=5,
    )


def failed(
    node_id: str,
    job_id: str = "job-a",
    attempt: int = 1,
    *findings: RuleFinding,
    exits: tuple[RankExit, ...] = (RankExit(rank=0, exit_code=1),),
    **more: Any,
) -> TaskExited:
    report = TaskExited(
        node_id=node_id,
        job_id=job_id,
        attempt=attempt,
        outcome=TaskOutcome.FAILED,
        exits=exits,
        findings=findings,
        rules_version=1,
    )
    return replace(report, **more)


def one(kind: type[F], scenario: Scenario) -> F:
    [found] = [fact for fact in scenario.decided if isinstance(fact, kind)]
    return found


def verdict(scenario: Scenario) -> FailureVerdict:
    found = one(AttemptEnded, scenario).verdict
    assert found is not None
    return found


def alone(attempts: int = 3) -> Scenario:
    """Create a job of one rank that runs on n1."""
    spec = job_spec(gpus=1, attempts=attempts, backoff_ms=BACKOFF_MS)
    return given(RULES, node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", spec))


def gang(attempts: int = 1) -> Scenario:
    """Create a job of two ranks, rank 0 on n1 and rank 1 on n2."""
    spec = job_spec(gpus=1, ranks=2, attempts=attempts)
    return given(RULES, node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", spec))


def test_an_order_names_the_rules_in_effect() -> None:
    scenario = alone()
    assert scenario.state.failure_rules is not None
    start = one(StartTask, scenario)
    assert start.failure_rules_sha256 == scenario.state.failure_rules.sha256
    assert start.failure_rules_version == shipped_rules().version
    old = given(node("n1")).when(submit("job-a"))
    assert one(StartTask, old).failure_rules_sha256 is None


def test_a_permanent_failure_ends_the_job_at_once_with_advice() -> None:
    scenario = alone().when(failed("n1", "job-a", 1, finding("memory.gpu")))
    found = verdict(scenario)
    assert (found.rule, found.persistence, found.line, found.count) == ("memory.gpu", "permanent", 7, 2)
    assert (found.sign, found.stream, found.at_ms) == ("a line of the output", "stderr", 5)
    reason = one(JobFailed, scenario).reason
    assert "permanent [memory.gpu]: A GPU had no memory left for the program." in reason
    assert "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True" in reason


def test_an_unknown_failure_is_retried_by_the_jobs_settings_with_jitter() -> None:
    scenario = alone().when(failed("n1", "job-a", 1, finding("python.error")))
    requeued = one(JobRequeued, scenario)
    pause_ms = requeued.not_before_ms - scenario.now_ms
    assert BACKOFF_MS <= pause_ms <= BACKOFF_MS * (100 + JITTER_PERCENT) // 100
    assert requeued.reason.endswith("(retry 1 of 2)")


def test_jobs_that_fail_together_pause_for_different_times() -> None:
    spec = job_spec(gpus=1, attempts=3, backoff_ms=60_000)
    scenario = given(RULES, node("n1", gpus=8))
    jobs = [f"job-{number}" for number in range(8)]
    scenario.when(*[submit(job_id, spec) for job_id in jobs])
    scenario.when(*[failed("n1", job_id) for job_id in jobs])
    times = {fact.not_before_ms for fact in scenario.decided if isinstance(fact, JobRequeued)}
    assert len(times) > 4


def test_a_rule_that_caps_retries_ends_them_before_the_job_does() -> None:
    scenario = alone(attempts=9).when(failed("n1", "job-a", 1, finding("cuda.illegal-access")))
    assert one(JobRequeued, scenario)
    scenario.when_time_comes()
    assert one(StartTask, scenario).node_id == "n2"
    scenario.when(failed("n2", "job-a", 2, finding("cuda.illegal-access")))
    assert (
        "failed 2 times by [cuda.illegal-access], at most 1 of them are retried"
        in one(JobFailed, scenario).reason
    )


def test_a_fault_of_the_platform_does_not_count_against_the_retries() -> None:
    refused = TaskRefused(
        node_id="n1",
        job_id="job-a",
        attempt=1,
        epoch=1,
        order_seq=1,
        reason=RefusalReason.CANNOT_START,
        message="rank 0: /tmp/x: No space left on device",
    )
    scenario = alone(attempts=1).when(refused)
    assert (verdict(scenario).rule, verdict(scenario).spared) == ("start.disk", True)
    job = scenario.state.jobs["job-a"]
    assert (job.attempts_failed, job.attempts_lost) == (0, 1)
    assert one(JobRequeued, scenario).reason.endswith("(loss 1 of at most 10)")
    scenario.when_time_comes()
    assert one(StartTask, scenario).node_id == "n2"


@pytest.mark.parametrize(
    "rule",
    [rule.id for rule in shipped_rules().of_attempts() if not rule.signs.output and rule.spares_budget],
)
def test_a_job_cannot_forge_a_fault_of_the_platform(rule: str) -> None:
    """A finding in output does not count for a rule that has no sign in output."""
    scenario = alone(attempts=1).when(failed("n1", "job-a", 1, finding(rule)))
    assert (verdict(scenario).rule, verdict(scenario).spared) == ("unknown", False)
    assert one(JobFailed, scenario)


def test_exit_codes_and_signals_never_spare_retries_whatever_the_rule() -> None:
    text = shipped_text().replace("id: process.crashed\n", "id: process.crashed\n    spares_budget: true\n")
    scenario = given(ActivateFailureRules(rules=text, requested_by="op"), node("n1", gpus=1))
    scenario.when(submit("job-a", job_spec(gpus=1)))
    scenario.when(failed("n1", exits=(RankExit(rank=0, exit_code=139),)))
    assert (verdict(scenario).rule, verdict(scenario).spared) == ("process.crashed", False)


def test_scheduler_messages_in_the_output_of_a_running_job_are_ignored() -> None:
    scenario = alone().when(failed("n1", "job-a", 1, finding("pending.constraint")))
    assert verdict(scenario).rule == "unknown"


def test_the_fact_names_the_same_rank_as_the_verdict() -> None:
    """Rank 0 only saw the closed connection, but was reported first."""
    scenario = gang().when(failed("n1", "job-a", 1, finding("nccl.peer-exited")))
    scenario.when(failed("n2", exits=(RankExit(rank=1, signal=9),)))
    ended = one(AttemptEnded, scenario)
    assert (ended.rank, ended.node_id, ended.exit_code, ended.signal) == (1, "n2", None, 9)
    assert ended.verdict is not None
    assert (ended.verdict.rule, ended.verdict.cause_seen) == ("memory.killed", True)
    followed = RankVerdict(rank=0, node_id="n1", rule="nccl.peer-exited", followed=True)
    assert ended.verdict.others == (followed,)


def test_the_earliest_failing_rank_of_a_node_is_named_rather_than_a_stopped_one() -> None:
    exits = (
        RankExit(rank=0, exit_code=1, at_ms=2_000),
        RankExit(rank=1, signal=9, at_ms=1_000),
        RankExit(rank=2, signal=9, at_ms=7_000),
    )
    steps = (StopStep(kind=StopStepKind.TERMINATED, at_ms=2_001),)
    spec = job_spec(gpus=1, ranks=3)
    for rules in ((RULES,), ()):
        scenario = given(*rules, node("n1", gpus=3)).when(submit("job-a", spec))
        message = "rank 1 was ended by SIGKILL"
        scenario.when(failed("n1", exits=exits, steps=steps, message=message))
        ended = one(AttemptEnded, scenario)
        assert (ended.rank, ended.signal, ended.exit_code, ended.message) == (1, 9, None, message)
    assert ended.verdict is None
    with_rules = given(RULES, node("n1", gpus=3)).when(submit("job-a", spec))
    with_rules.when(failed("n1", exits=exits, steps=steps))
    assert [each.rank for each in verdict(with_rules).others] == [0]


def test_a_stopped_rank_comes_first_if_its_output_shows_a_cause() -> None:
    scenario = gang().when(failed("n1", "job-a", 1, finding("nccl.peer-exited")))
    stopped = failed(
        "n2",
        "job-a",
        1,
        finding("memory.gpu", rank=1),
        exits=(RankExit(rank=1, signal=15),),
        outcome=TaskOutcome.STOPPED,
        message="stopped on order",
    )
    scenario.when(stopped)
    ended = one(AttemptEnded, scenario)
    assert (ended.outcome, ended.rank, ended.node_id) == (AttemptOutcome.FAILED, 1, "n2")
    assert ended.verdict is not None
    assert ended.verdict.rule == "memory.gpu"


def test_a_lost_node_is_the_cause_of_its_peers_earlier_failures() -> None:
    scenario = gang(attempts=1).when(failed("n1", "job-a", 1, finding("nccl.peer-exited")))
    scenario.when(NodeLost(node_id="n2", silent_ms=30_000), after_ms=30_000)
    ended = one(AttemptEnded, scenario)
    assert (ended.outcome, ended.node_id, ended.rank) == (AttemptOutcome.LOST, "n2", None)
    assert verdict(scenario).rule == "node.lost"
    assert one(JobRequeued, scenario).not_before_ms == scenario.now_ms
    assert scenario.state.jobs["job-a"].attempts_failed == 0


def test_a_stopped_job_has_no_verdict() -> None:
    scenario = alone().when(cancel("job-a"))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=143))
    assert one(AttemptEnded, scenario).verdict is None


def test_evidence_survives_a_snapshot_during_the_end_of_a_gang() -> None:
    scenario = gang().when(failed("n1", "job-a", 1, finding("nccl.peer-exited"), unscanned="x"))
    scenario.when(failed("n2", "job-b"))
    copy = snapshot.forked(scenario.state)
    before, after = scenario.state.jobs["job-a"].attempt, copy.jobs["job-a"].attempt
    assert before is not None
    assert after is not None
    assert before.failures == after.failures != []
    assert snapshot.dump_entity(copy, "job/job-a") == snapshot.dump_entity(scenario.state, "job/job-a")


def test_the_verdict_reports_why_output_was_not_scanned() -> None:
    scenario = alone(attempts=1).when(failed("n1", unscanned="no rules"))
    assert verdict(scenario).unscanned == "no rules"
    assert (verdict(scenario).rule, verdict(scenario).sign) == ("unknown", "no sign that a rule knows")


def test_a_cell_without_rules_has_no_verdicts() -> None:
    scenario = given(node("n1")).when(submit("job-a")).when(failed("n1", "job-a", 1, finding("memory.gpu")))
    assert one(AttemptEnded, scenario).verdict is None
    assert one(JobFailed, scenario).reason == "rank 0 on n1 ended with exit code 1 (no retries allowed)"
