"""Verdict on a failed attempt by the rules in effect: the first failing rank and the matching rule (ADR 76).

Only rule ids, codes and conditions are judged; the core sees no output. The fact names the rank of the
verdict, not necessarily the one reported first: a victim is often reaped before its cause.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from muster.events.job_events import (
    AttemptOutcome,
    FailureVerdict,
    RankVerdict,
    Watchdog,
    WatchdogAction,
)
from muster.failures.evidence import Evidence, Finding
from muster.failures.facts import found_by
from muster.failures.gangs import GangFailure, Part, RankFailure, first_failing
from muster.failures.judging import judge
from muster.failures.rules import NodeEvent, Rule, RuleSet, Source
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.state.job import Attempt, Failure, Job
from muster.scheduler.core.state.state import State

OTHERS_TOLD_MAX: Final = 8
"""Maximum number of further ranks that a verdict names; in a gang of thousands the rest are only counted."""


class Judged(NamedTuple):
    """The verdict on a failed attempt.

    Attributes:
        failure: Failure of the rank that failed first.
        rule: The matching rule; None: no rules are in effect, or the attempt was stopped.
        verdict: The verdict as a field of the fact; None as for `rule`.
    """

    failure: Failure
    rule: Rule | None = None
    verdict: FailureVerdict | None = None

    @property
    def spared(self) -> bool:
        """Whether the failure does not count against the job's attempts_max."""
        return self.verdict is not None and self.verdict.spared


def judged(state: State, job: Job, attempt: Attempt) -> Judged | None:
    """Judge an attempt that has ended; None: it did not fail."""
    failure = attempt.failure
    if failure is None:
        return None
    if state.failure_rules is None or failure.outcome is AttemptOutcome.STOPPED:
        return Judged(failure)
    rules = state.failure_rules.of_attempts
    if watchdog := attempt.ended_by(WatchdogAction.RETRIED, WatchdogAction.ENDED):
        return _by_watchdog(rules, attempt, failure, watchdog)
    events = _node_events(job)
    found: list[tuple[Failure, RankFailure]] = []
    for each in attempt.failures:
        for evidence in each.evidence:
            verdict = judge(rules, _with_node(evidence, events, _faults(state, attempt, each.node_id)))
            named = (each.node_id, evidence.rank) == (failure.node_id, failure.rank)
            found.append((each, RankFailure(verdict, named)))
    if not found:  # its reports predate the rules
        return Judged(failure)
    gang = first_failing([rank for _, rank in found])
    first = next(each for each, rank in found if rank is gang.first)
    return Judged(
        _of_rank(first, gang.first),
        gang.first.verdict.rule,
        _verdict_fact(rules, gang, [each.unscanned for each in attempt.failures]),
    )


def _with_node(evidence: Evidence, events: tuple[NodeEvent, ...], faults: tuple[Finding, ...]) -> Evidence:
    """Add to a rank's evidence what happened to its node; faults take precedence, as they explain a drain."""
    if faults:
        return replace(evidence, findings=(*faults, *evidence.findings))
    return replace(evidence, node_events=events) if events else evidence


def _faults(state: State, attempt: Attempt, node_id: str) -> tuple[Finding, ...]:
    """List the kernel faults with strikes that a node reported since the attempt was bound."""
    node = state.nodes.get(node_id)
    if node is None or not node.faults:
        return ()
    since = [each for each in node.faults if each.strike and each.at_ms >= attempt.bound_at_ms]
    return tuple(
        [
            Finding(rule_id=each.rule, source=Source.KERNEL, line="", number=0, at_ms=each.at_ms)
            for each in since
        ]
    )


def _by_watchdog(rules: RuleSet, attempt: Attempt, failure: Failure, watchdog: Watchdog) -> Judged:
    """Judge an attempt that a watchdog ended: its finding is the cause. Older rules may lack a match.

    The ranks ended on order, so their later output is not evidence.
    """
    evidence = Evidence(
        rank=failure.rank,
        node_id=failure.node_id,
        at_ms=attempt.warned[watchdog].at_ms,
        conditions=(found_by(watchdog),),
    )
    verdict = judge(rules, evidence)
    if verdict.rule is rules.rules[-1]:
        return Judged(failure)
    return Judged(
        failure, verdict.rule, _verdict_fact(rules, first_failing([RankFailure(verdict, named=True)]), [])
    )


def _node_events(job: Job) -> tuple[NodeEvent, ...]:
    """List events of the job's nodes: a job that is to be requeued had to leave draining nodes."""
    request = job.stop_request
    return (NodeEvent.DRAINING,) if request is not None and request.becomes is JobState.QUEUED else ()


def _of_rank(failure: Failure, rank_failure: RankFailure) -> Failure:
    """Return a node's failure as the failure of the rank that failed first.

    That may be a rank that was stopped because another had failed, if its output shows that it was the cause.
    """
    rank = rank_failure.verdict.rank
    stopped = failure.outcome is AttemptOutcome.STOPPED
    if rank == failure.rank and not stopped:
        return failure
    own = next(evidence for evidence in failure.evidence if evidence.rank == rank)
    outcome = AttemptOutcome.FAILED if stopped else failure.outcome
    return replace(
        failure, outcome=outcome, rank=rank, exit_code=own.exit_code, signal=own.signal, message=""
    )


def _verdict_fact(rules: RuleSet, gang: GangFailure, unscanned: list[str]) -> FailureVerdict:
    verdict = gang.first.verdict
    rule, finding = verdict.rule, verdict.finding
    others = [_other(failure, part) for failure, part in gang.parts if part is not Part.FIRST]
    return FailureVerdict(
        rule=rule.id,
        rules_version=rules.version,
        category=rule.category,
        subcategory=rule.subcategory,
        persistence=rule.persistence,
        action=rule.action,
        node_action=rule.node_action,
        sign=verdict.sign,
        means=rule.means,
        hint=rule.hint,
        line=finding.number if finding else None,
        stream=finding.stream if finding else "",
        count=finding.count if finding else 0,
        at_ms=verdict.at_ms,
        spared=rule.spares_budget and verdict.stated,
        cause_seen=gang.cause_seen,
        others=tuple(others[:OTHERS_TOLD_MAX]),
        others_more=max(0, len(others) - OTHERS_TOLD_MAX),
        unscanned=next((why for why in unscanned if why), ""),
    )


def _other(failure: RankFailure, part: Part) -> RankVerdict:
    verdict = failure.verdict
    return RankVerdict(
        rank=verdict.rank,
        node_id=verdict.node_id or "",
        rule=verdict.rule.id,
        followed=part is Part.PEER_EXITED,
    )
