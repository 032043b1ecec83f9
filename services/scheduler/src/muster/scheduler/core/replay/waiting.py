"""Groups of waiting jobs, and what is known of each, as plain data."""

from __future__ import annotations

from typing import Any

from muster.events.job_events import PendingCode
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.replay.shapes import dump_kind, load_kind
from muster.scheduler.core.state.job import (
    LineKey,
)
from muster.scheduler.core.state.pending import Line, Reason, Token
from muster.scheduler.core.state.state import State


def dump_line(line: Line, *, untried: bool) -> Plain:
    """One group, without its jobs: those know where they wait."""
    reason = line.reason
    return {
        "key": _dump_line_key(line.key),
        "blocked": line.blocked,
        "wakes_on": [list(token) if isinstance(token, tuple) else token for token in line.wakes_on],
        "reason": [reason.code, reason.message, reason.counts, reason.found_at_ms] if reason else None,
        "reason_stale": line.reason_stale,
        "told_upto": line.told_upto,
        "counts_told": line.counts_told,
        "counts_told_at_ms": line.counts_told_at_ms,
        "wished_at_ms": line.wished_at_ms,
        "wishes": line.wishes,
        "untried_ahead": untried,
    }


def load_line(state: State, line: Line, data: Plain) -> None:
    """Let a group that its jobs have formed know what was known of it."""
    reason = data["reason"]
    if data["blocked"]:
        state.pending.block(line, tuple(map(_load_token, data["wakes_on"])))
    if not data["untried_ahead"]:
        state.pending.tried_ahead(line)
    line.reason = Reason(PendingCode(reason[0]), reason[1], dict(reason[2]), reason[3]) if reason else None
    line.reason_stale = data["reason_stale"]
    line.told_upto = data["told_upto"]
    line.counts_told = dict(data["counts_told"])
    line.counts_told_at_ms = data["counts_told_at_ms"]
    line.wished_at_ms = data["wished_at_ms"]
    line.wishes = data["wishes"]


def line_key(data: Plain) -> LineKey:
    """The key of a dumped group."""
    tier_rank, (tenant, name), group, urgency, kind = data["key"]
    return LineKey(tier_rank, (tenant, name), group, urgency, load_kind(kind))


def _dump_line_key(key: LineKey) -> list[Any]:
    return [key.tier_rank, list(key.queue), key.group, key.urgency, dump_kind(key.kind)]


def _load_token(data: str | list[str]) -> Token:
    return data if isinstance(data, str) else (data[0], data[1])
