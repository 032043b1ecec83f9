"""Facts about an attempt as evidence: reports of its nodes, statements of agent and scheduler."""

from __future__ import annotations

from collections.abc import Sequence

from muster.events.job_events import AttemptOutcome, Watchdog
from muster.events.task_events import (
    FindingSource,
    RankExit,
    RefusalReason,
    RuleFinding,
    StopStepKind,
    TaskExited,
    TaskOutcome,
)
from muster.failures.evidence import Evidence, Finding
from muster.failures.rules import Condition, Source

_OUTCOMES = {
    AttemptOutcome.STOPPED: Condition.STOPPED,
    AttemptOutcome.TIMED_OUT: Condition.TIMED_OUT,
    AttemptOutcome.LOST: Condition.LOST,
    AttemptOutcome.REFUSED: Condition.REFUSED,
}
_WATCHDOGS = {
    Watchdog.WALL_TIME: Condition.TIER_TIME,
    Watchdog.HANG: Condition.HANG,
    Watchdog.START_UP: Condition.START_UP,
    Watchdog.LOSS: Condition.BAD_LOSS,
    Watchdog.IDLE_GPUS: Condition.IDLE_GPUS,
    Watchdog.STRAGGLER: Condition.STRAGGLER,
}
_REFUSALS = {
    RefusalReason.FILES_INVALID: Condition.FILES_INVALID,
    RefusalReason.FILES_UNAVAILABLE: Condition.FILES_UNAVAILABLE,
    RefusalReason.CANNOT_START: Condition.CANNOT_START,
}
_SOURCES = {FindingSource.OUTPUT: Source.OUTPUT, FindingSource.KERNEL: Source.KERNEL}


def found_by(watchdog: Watchdog) -> Condition:
    """Return the condition that a watchdog states about an attempt."""
    return _WATCHDOGS[watchdog]


def first_failed(report: TaskExited) -> RankExit | None:
    """Return the rank of a task that failed first, as far as its node can see; None: none failed."""
    return min((end for end in report.exits if end.exit_code != 0), key=_ended, default=None)


def evidence_of(report: TaskExited) -> tuple[Evidence, ...]:
    """Return the evidence of each failed rank in a node's report.

    The end of a rank that was ordered to stop is no failure; only its output counts as evidence.
    """
    if report.outcome is TaskOutcome.SUCCEEDED:
        return ()
    conditions = conditions_of(AttemptOutcome(report.outcome), report.message)
    if report.outcome in (TaskOutcome.TIMED_OUT, TaskOutcome.LOST):
        return (Evidence(node_id=report.node_id, conditions=conditions),)
    failed = {end.rank: end for end in _failed_by_themselves(report)}
    findings = _by_rank(report.findings)
    return tuple(
        [
            _evidence(report.node_id, rank, failed.get(rank), conditions, findings.get(rank, ()))
            for rank in sorted(failed.keys() | findings.keys())
        ]
    )


def _failed_by_themselves(report: TaskExited) -> Sequence[RankExit]:
    """Return the ranks that failed before the others were ordered to stop; the first if times are unknown."""
    first = first_failed(report)
    if first is None or report.outcome is TaskOutcome.STOPPED:
        return ()
    told_ms = min((step.at_ms for step in report.steps if step.kind in _TOLD), default=None)
    if told_ms is None:
        return [end for end in report.exits if end.exit_code != 0]
    before = [e for e in report.exits if e.exit_code != 0 and e.at_ms is not None and e.at_ms <= told_ms]
    return before or [first]


_TOLD = (StopStepKind.TERMINATED, StopStepKind.KILLED)


def _ended(end: RankExit) -> tuple[bool, int, int]:
    """Return the sort key: time, then rank."""
    return end.at_ms is None, end.at_ms or 0, end.rank


def _by_rank(reported: Sequence[RuleFinding]) -> dict[int, list[Finding]]:
    found: dict[int, list[Finding]] = {}
    for each in reported:
        finding = Finding(
            rule_id=each.rule,
            source=_SOURCES[each.source],
            line="",
            number=each.line,
            at_ms=each.at_ms,
            count=each.count,
            stream=each.stream,
            first_byte=each.first_byte,
        )
        found.setdefault(each.rank, []).append(finding)
    return found


def _evidence(
    node_id: str,
    rank: int,
    end: RankExit | None,
    conditions: tuple[Condition, ...],
    findings: Sequence[Finding],
) -> Evidence:
    return Evidence(
        rank=rank,
        node_id=node_id,
        at_ms=end.at_ms if end else None,
        exit_code=end.exit_code if end else None,
        signal=end.signal if end else None,
        conditions=conditions if end else (),
        findings=tuple(findings),
    )


def conditions_of(outcome: AttemptOutcome, message: str) -> tuple[Condition, ...]:
    """Return the conditions that an `AttemptEnded` states, the most specific first.

    Args:
        outcome: Outcome of the attempt.
        message: Message of the fact. A refusal's begins with its reason, an agent's with its observation.
    """
    found: list[Condition] = []
    reason = message.partition(" on ")[0]
    if reason in RefusalReason.__members__:
        if refusal := _REFUSALS.get(RefusalReason(reason)):
            found += [*_start_faults(refusal, message), refusal]
    elif message.startswith("out of memory: "):
        found.append(Condition.OUT_OF_MEMORY)
    if outcome in _OUTCOMES:
        found.append(_OUTCOMES[outcome])
    return tuple(found)


def _start_faults(refusal: Condition, message: str) -> list[Condition]:
    """Why a program did not start: the system's own words for the error stand at the message's end."""
    if refusal is not Condition.CANNOT_START:
        return []
    ends = {
        "No such file or directory": Condition.COMMAND_NOT_FOUND,
        "No space left on device": Condition.DISK_FULL,
    }
    return [condition for end, condition in ends.items() if message.endswith(end)]
