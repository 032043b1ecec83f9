"""Failures of a live attempt, with their evidence, as plain data."""

from __future__ import annotations

from typing import Any

from muster.events.job_events import AttemptOutcome
from muster.failures.evidence import Evidence, Finding
from muster.failures.rules import Condition, Source
from muster.scheduler.core.state.job import Failure


def dump_failure(failure: Failure) -> list[Any]:
    """Dump one node's failure."""
    return [
        failure.outcome,
        failure.node_id,
        failure.rank,
        failure.exit_code,
        failure.signal,
        failure.message,
        [_dump_evidence(evidence) for evidence in failure.evidence],
        failure.unscanned,
    ]


def load_failure(data: list[Any]) -> Failure:
    """Load a failure that was dumped."""
    outcome, node_id, rank, exit_code, signal, message, evidence, unscanned = data
    return Failure(
        AttemptOutcome(outcome),
        node_id,
        rank,
        exit_code,
        signal,
        message,
        tuple([_load_evidence(node_id, each) for each in evidence]),
        unscanned,
    )


def _dump_evidence(evidence: Evidence) -> list[Any]:
    """Without the node, which is the failure's; events of nodes are added when it is judged."""
    return [
        evidence.rank,
        evidence.at_ms,
        evidence.exit_code,
        evidence.signal,
        evidence.conditions,
        [
            [each.rule_id, each.source, each.number, each.at_ms, each.count, each.stream, each.first_byte]
            for each in evidence.findings
        ],
    ]


def _load_evidence(node_id: str, data: list[Any]) -> Evidence:
    rank, at_ms, exit_code, signal, conditions, findings = data
    return Evidence(
        rank=rank,
        node_id=node_id,
        at_ms=at_ms,
        exit_code=exit_code,
        signal=signal,
        conditions=tuple([Condition(each) for each in conditions]),
        findings=tuple([_load_finding(each) for each in findings]),
    )


def _load_finding(data: list[Any]) -> Finding:
    rule_id, source, number, seen_ms, count, stream, first_byte = data
    return Finding(
        rule_id=rule_id,
        source=Source(source),
        line="",
        number=number,
        at_ms=seen_ms,
        count=count,
        stream=stream,
        first_byte=first_byte,
    )
