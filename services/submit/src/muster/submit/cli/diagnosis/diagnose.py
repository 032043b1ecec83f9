"""Diagnose an attempt or a log file: which rank failed first, why, and which ranks only followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from muster.client.resources import Job, JobEvent
from muster.events.job_events import AttemptOutcome, Watchdog
from muster.failures.evidence import Evidence, Finding, Verdict
from muster.failures.facts import conditions_of, found_by
from muster.failures.gangs import GangFailure, Part, RankFailure, first_failing
from muster.failures.judging import judge
from muster.failures.lag import lagging
from muster.failures.rules import (
    Action,
    Category,
    NodeAction,
    NodeEvent,
    Persistence,
    Rule,
    RuleSet,
    Signs,
    Source,
)
from muster.submit.cli.diagnosis.ranks import Lines
from muster.submit.cli.diagnosis.whereabouts import Whereabouts, where_ranks_were

Attempt = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Cause of an attempt's failure.

    Attributes:
        failure: The ranks' failures, earliest first.
        lagging: Ranks the others waited for in a collective, if no rank shows a cause of its own.
        where: Location of each rank when it was suspected of hanging, as far as its agent could tell.
        last_lines: The last lines of the rank that failed first.
        reported: Message about the attempt's end in the scheduler's facts; empty for a log file.
        decided: Whether the verdict is the scheduler's; if false, it was reached here.
        spared: Whether the attempt is not counted against the job's attempts.
        unscanned: Reason why agents did not scan some or all of the output.
    """

    failure: GangFailure
    lagging: tuple[int, ...]
    last_lines: tuple[str, ...]
    reported: str = ""
    decided: bool = False
    spared: bool = False
    unscanned: str = ""
    where: Mapping[int, Whereabouts] = field(default_factory=dict[int, Whereabouts])


def failed_attempts(job: Job) -> list[Attempt]:
    """Return the attempts that ended without success, oldest first."""
    return [a for a in job.attempts if a.get("outcome") not in (None, AttemptOutcome.SUCCEEDED)]


def of_attempt(rules: RuleSet, attempt: Attempt, events: Iterable[JobEvent], lines: Lines) -> Diagnosis:
    """Diagnose why an attempt of a job failed.

    Args:
        rules: Rules in effect.
        attempt: An ended attempt, as returned by the API.
        events: The job's facts.
        lines: The attempt's output.
    """
    rules = rules.of_attempts()
    nodes = {placement["rank"]: placement["node_id"] for placement in attempt["placements"]}
    named = _named(attempt, events, lines)
    failures = [RankFailure(judge(rules, named), named=named.rank is not None)]
    others = (rank for rank in lines.ranks if rank != named.rank)
    failures += _by_output(rules, lines, others, nodes)
    return _diagnosis(failures, lines, sorted(nodes), str(attempt.get("message") or ""))


def as_decided(rules: RuleSet, attempt: Attempt, lines: Lines) -> Diagnosis:
    """Present the scheduler's verdict on an attempt, with output lines it did not see.

    Args:
        rules: Rules in effect; of a rule not among them, only the verdict's own fields are known.
        attempt: An attempt with a verdict, as returned by the API.
        lines: The attempt's output.
    """
    told = attempt["verdict"]
    rule = _rule(rules, told)
    finding = _found(rule, told, attempt.get("failed_rank"), lines)
    first = Verdict(
        rules_version=int(told["rules_version"]),
        rule=rule,
        sign=told["sign"],
        finding=finding,
        rank=attempt.get("failed_rank"),
        node_id=attempt.get("failed_node_id"),
        at_ms=moment_ms(told["at"]) or moment_ms(attempt.get("ended_at")),
    )
    parts = [(RankFailure(first, named=True), Part.FIRST)]
    for other in told["others"]:
        verdict = Verdict(
            rules_version=first.rules_version,
            rule=_rule(rules, {**told, "rule": other["rule"]}),
            sign="",
            rank=other["rank"],
            node_id=other["node_id"],
        )
        parts.append((RankFailure(verdict), Part.PEER_EXITED if other["followed"] else Part.ALSO))
    failure = GangFailure(parts[0][0], tuple(parts), bool(told["cause_seen"]))
    ranks = sorted(placement["rank"] for placement in attempt["placements"])
    written = lines.by_rank.get(next(iter(lines.ranks), None) if first.rank is None else first.rank)
    return Diagnosis(
        failure=failure,
        lagging=() if failure.cause_seen else lagging(lines.progress, ranks),
        last_lines=written.last if written else (),
        reported=str(attempt.get("message") or ""),
        decided=True,
        spared=bool(told["spared"]),
        unscanned=str(told["unscanned"]),
        where=_where(failure, lines),
    )


def of_warning(rules: RuleSet, warned: Mapping[str, Any], at_ms: int | None, lines: Lines) -> Diagnosis:
    """Diagnose a running attempt from a watchdog's warning.

    Args:
        rules: Rules in effect.
        warned: The fact `JobWarned`.
        at_ms: Time of the warning, milliseconds since 1970 UTC.
        lines: The attempt's output so far.
    """
    evidence = Evidence(
        rank=warned.get("rank"),
        node_id=warned.get("node_id"),
        at_ms=at_ms,
        conditions=(found_by(Watchdog(warned["watchdog"])),),
    )
    failure = first_failing([RankFailure(judge(rules, evidence), named=True)])
    rank = evidence.rank if evidence.rank is not None else next(iter(lines.ranks), None)
    written = lines.by_rank.get(rank)
    return Diagnosis(
        failure=failure,
        lagging=(),
        last_lines=written.last if written else (),
        reported=str(warned["message"]),
        where=_where(failure, lines),
    )


def _where(failure: GangFailure, lines: Lines) -> dict[int, Whereabouts]:
    """Locate the ranks, if no rank shows a cause of its own."""
    return {} if failure.cause_seen else where_ranks_were(lines.evidence)


def _rule(rules: RuleSet, told: Mapping[str, Any]) -> Rule:
    """Find the rule that a verdict names; rebuild it from the verdict if it is no longer in effect."""
    known = next((rule for rule in rules if rule.id == told["rule"]), None)
    if known is not None and rules.version == told["rules_version"]:
        return known
    return Rule(
        id=told["rule"],
        category=Category(told["category"]),
        subcategory=told["subcategory"],
        persistence=Persistence(told["persistence"]),
        signs=Signs(),
        means=told["means"],
        hint=told["hint"],
        action=Action(told["action"]),
        node_action=NodeAction(told["node_action"]),
    )


def _found(rule: Rule, told: Mapping[str, Any], rank: int | None, lines: Lines) -> Finding | None:
    """Return the line that matched, with its text if available."""
    if told["line"] is None:
        return None
    written = lines.by_rank.get(rank)
    here = written.findings.found() if written else ()
    text = next((each.line for each in here if each.rule_id == rule.id), "")
    return Finding(
        rule_id=rule.id,
        source=Source.OUTPUT,
        line=text,
        number=int(told["line"]),
        count=int(told["count"]),
        stream=told["stream"],
    )


def of_file(rules: RuleSet, lines: Lines) -> Diagnosis:
    """Diagnose why a program failed, from its output alone."""
    ranks = [rank for rank in (None, *lines.ranks) if rank in lines.by_rank]
    failures = _by_output(rules, lines, ranks, {})
    return _diagnosis(failures or [RankFailure(judge(rules, Evidence()))], lines, lines.ranks)


def _named(attempt: Attempt, events: Iterable[JobEvent], lines: Lines) -> Evidence:
    """Collect the evidence about the rank that the facts name, or about the attempt if they name none."""
    rank = attempt.get("failed_rank")
    if rank is None and len(attempt["placements"]) == 1 and attempt.get("exit_code") is not None:
        rank = attempt["placements"][0]["rank"]
    written = lines.by_rank.get(rank)
    return Evidence(
        rank=rank,
        node_id=attempt.get("failed_node_id"),
        at_ms=moment_ms(attempt.get("ended_at")),
        exit_code=attempt.get("exit_code"),
        signal=attempt.get("signal"),
        conditions=conditions_of(AttemptOutcome(attempt["outcome"]), str(attempt.get("message") or "")),
        node_events=_node_events(int(attempt["attempt"]), events),
        findings=written.findings.found() if written else (),
    )


def _node_events(attempt: int, events: Iterable[JobEvent]) -> tuple[NodeEvent, ...]:
    """Return DRAINING for an attempt that was stopped in order to be queued again."""
    payloads = (event.event["payload"] for event in events if event.type == "JobStopping")
    emptied = any(said["attempt"] == attempt and said.get("requeues") for said in payloads)
    return (NodeEvent.DRAINING,) if emptied else ()


def _by_output(
    rules: RuleSet, lines: Lines, ranks: Iterable[int | None], nodes: Mapping[int, str]
) -> list[RankFailure]:
    """Judge the ranks whose failure shows only in their output."""
    failures: list[RankFailure] = []
    for rank in ranks:
        if findings := lines.by_rank[rank].findings.found():
            node_id = None if rank is None else nodes.get(rank)
            failures.append(
                RankFailure(judge(rules, Evidence(rank=rank, node_id=node_id, findings=findings)))
            )
    return failures


def _diagnosis(
    failures: Sequence[RankFailure], lines: Lines, ranks: Sequence[int], reported: str = ""
) -> Diagnosis:
    failure = first_failing(failures)
    written = lines.by_rank.get(failure.first.verdict.rank)
    return Diagnosis(
        failure=failure,
        lagging=() if failure.cause_seen else lagging(lines.progress, ranks),
        last_lines=written.last if written else (),
        reported=reported,
    )


def moment_ms(text: str | None) -> int | None:
    """Convert a time from the API to milliseconds since 1970 UTC; None: unknown."""
    return round(datetime.fromisoformat(text).timestamp() * 1000) if text else None
