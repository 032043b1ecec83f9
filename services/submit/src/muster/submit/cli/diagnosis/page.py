"""Format a diagnosis as one screen of text, or as data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from muster.client.resources import Node
from muster.failures.evidence import Verdict
from muster.failures.gangs import Part, RankFailure
from muster.failures.words import node_sentence, retry_sentence
from muster.jobs.values.quantities import format_time
from muster.submit.cli.diagnosis.diagnose import Diagnosis
from muster.submit.cli.diagnosis.whereabouts import Whereabouts, holding_up
from muster.terminal.words import counted

OTHERS_MAX: Final = 4


def parts(found: Diagnosis, node: Node | None = None) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of the page, each a title with lines: cause, first failure, evidence, others, change.

    Args:
        found: The diagnosis.
        node: Current state of the first failure's node, if it may be at fault.
    """
    verdict = found.failure.first.verdict
    rule = verdict.rule
    yield "Cause", [f"{rule.means} [{rule.id}: {rule.category}, {rule.persistence}]"]
    if not found.failure.cause_seen:
        yield "", ["No rank shows a cause of its own: the failure began in one that wrote nothing about it."]
    yield "First", [_where(verdict)] if _where(verdict) else []
    yield "Evidence", list(_evidence(verdict, found.reported))
    others = [(failure, part) for failure, part in found.failure.parts if part is not Part.FIRST]
    yield "Others", list(_others(others))
    yield "Where", list(_where_ranks(found.where))
    yield "Waited for", list(_waited_for(found))
    yield "Change", [rule.hint]
    yield "Retry", [retry_sentence(rule)]
    yield "Counted", ["no: it does not count against the job's attempts"] if found.spared else []
    yield "Unread", [f"not all output was scanned: {found.unscanned}"] if found.unscanned else []
    advice = node_sentence(rule)
    yield "Node", [f"{verdict.node_id or 'the node'}: {advice}"] if advice else []
    yield "Node now", [f"{node.node_id} is {'; '.join((node.state, *node.closed_because))}"] if node else []
    if found.last_lines:
        yield "Last lines", list(found.last_lines)


def data(found: Diagnosis, rules_version: int) -> dict[str, Any]:
    """Return a diagnosis as data."""
    return {
        "rules_version": rules_version,
        "decided": found.decided,
        "spared": found.spared,
        "unscanned": found.unscanned,
        "cause_seen": found.failure.cause_seen,
        "ranks": [_verdict_data(failure, part) for failure, part in found.failure.parts],
        "lagging_ranks": list(found.lagging or holding_up(found.where)),
        "where": [
            {"rank": rank, "place": at.place, "waits_for": at.waits_for} for rank, at in found.where.items()
        ],
        "reported": found.reported,
        "last_lines": list(found.last_lines),
    }


def _verdict_data(failure: RankFailure, part: Part) -> dict[str, Any]:
    verdict, rule, finding = failure.verdict, failure.verdict.rule, failure.verdict.finding
    return {
        "part": part,
        "rank": verdict.rank,
        "node_id": verdict.node_id,
        "at": None if verdict.at_ms is None else format_time(verdict.at_ms),
        "rule": rule.id,
        "category": rule.category,
        "subcategory": rule.subcategory,
        "persistence": rule.persistence,
        "sign": verdict.sign,
        "line": finding.line if finding else None,
        "line_number": finding.number if finding else None,
        "lines_alike": finding.count if finding else 0,
        "means": rule.means,
        "hint": rule.hint,
        "action": rule.action,
        "memory_percent": rule.memory_percent,
        "node_action": rule.node_action,
        "retry_helps": rule.retry_helps,
        "spares_budget": rule.spares_budget,
    }


def _where_ranks(where: Mapping[int, Whereabouts]) -> Iterator[str]:
    """Yield the first few places, each with the ranks at it."""
    places: dict[Whereabouts, list[int]] = {}
    for rank, at in where.items():
        places.setdefault(at, []).append(rank)
    for at, ranks in list(places.items())[:OTHERS_MAX]:
        yield f"{_ranks(ranks)}: {at.place}" + (f", waits for {at.waits_for}" if at.waits_for else "")
    if len(places) > OTHERS_MAX:
        yield f"and {counted(len(places) - OTHERS_MAX, 'place')} more"


def _waited_for(found: Diagnosis) -> Iterator[str]:
    if found.lagging:
        yield f"{_ranks(found.lagging)}: behind the others in its collectives"
    elif ranks := holding_up(found.where):
        yield f"{_ranks(ranks)}: not in the collective in which the others wait"


def _where(verdict: Verdict) -> str:
    """Describe where and when, as far as known: "rank 1 on node-b at 12:03:04"."""
    at = None if verdict.at_ms is None else datetime.fromtimestamp(verdict.at_ms / 1000).astimezone()
    said = (
        "" if verdict.rank is None else f"rank {verdict.rank}",
        f"on {verdict.node_id}" if verdict.node_id else "",
        f"at {at:%H:%M:%S}" if at else "",
    )
    return " ".join(filter(None, said))


def _evidence(verdict: Verdict, reported: str) -> Iterator[str]:
    finding = verdict.finding
    if finding is None:
        yield verdict.sign
    else:
        if finding.line:
            yield finding.line
        alike = f", {counted(finding.count, 'line')} like it" if finding.count > 1 else ""
        where = f"number {finding.number}" + (f" of {finding.stream}" if finding.stream else "")
        yield f"({verdict.sign}, {where}{alike})"
    if reported:
        yield f"reported: {reported}"


def _others(others: Sequence[tuple[RankFailure, Part]]) -> Iterator[str]:
    """Yield the first few other failures, then the number of the rest."""
    words = {Part.PEER_EXITED: "followed", Part.ALSO: "failed independently"}
    for failure, part in others[:OTHERS_MAX]:
        verdict = failure.verdict
        yield f"{_where(verdict) or 'lines without a rank'}: {words[part]} [{verdict.rule.id}]"
    if len(others) > OTHERS_MAX:
        yield f"and {counted(len(others) - OTHERS_MAX, 'rank')} more"


def _ranks(ranks: Sequence[int]) -> str:
    shown = ", ".join(map(str, ranks[:OTHERS_MAX]))
    more = f" and {len(ranks) - OTHERS_MAX} more" if len(ranks) > OTHERS_MAX else ""
    return f"{'rank' if len(ranks) == 1 else 'ranks'} {shown}{more}"
