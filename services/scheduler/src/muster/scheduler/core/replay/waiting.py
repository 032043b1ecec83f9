"""Scheduling groups as plain data."""

from __future__ import annotations

from typing import Any

from muster.events.job_events import PendingCode
from muster.scheduler.core.canonical import canonical, digest_of
from muster.scheduler.core.replay.plain import Plain
from muster.scheduler.core.replay.shapes import dump_placement_class, load_placement_class
from muster.scheduler.core.state.job import (
    SchedulingKey,
)
from muster.scheduler.core.state.pending import Reason, SchedulingGroup, Token
from muster.scheduler.core.state.state import State


def group_entity(group: SchedulingGroup) -> str:
    """The key of a group's entity: a digest of the group's key."""
    return f"group/{digest_of(canonical(_dump_key(group.key))).hex()}"


def dump_group(group: SchedulingGroup, *, untried: bool) -> Plain:
    """One group without its jobs: a job's group is derived from the job."""
    reason = group.reason
    return {
        "key": _dump_key(group.key),
        "blocked": group.blocked,
        "wakes_on": group.wakes_on,
        "reason": [reason.code, reason.message, reason.counts, reason.found_at_ms] if reason else None,
        "reason_stale": group.reason_stale,
        "reported_upto": group.reported_upto,
        "counts_reported": group.counts_reported,
        "counts_reported_at_ms": group.counts_reported_at_ms,
        "requested_at_ms": group.requested_at_ms,
        "requests": group.requests,
        "untried_ahead": untried,
    }


def load_group(state: State, group: SchedulingGroup, data: Plain) -> None:
    """Restore the dumped state of a group that has been formed from its jobs."""
    reason = data["reason"]
    if data["blocked"]:
        state.pending.block(group, tuple(map(_load_token, data["wakes_on"])))
    if not data["untried_ahead"]:
        state.pending.tried_ahead(group)
    group.reason = Reason(PendingCode(reason[0]), reason[1], dict(reason[2]), reason[3]) if reason else None
    group.reason_stale = data["reason_stale"]
    group.reported_upto = data["reported_upto"]
    group.counts_reported = dict(data["counts_reported"])
    group.counts_reported_at_ms = data["counts_reported_at_ms"]
    group.requested_at_ms = data["requested_at_ms"]
    group.requests = data["requests"]


def dump_freed(state: State) -> Plain:
    """Dump the resources freed that have not woken any group yet: GPU models, then queues, each sorted.

    If the pass was deferred, also whether the last one was cut; otherwise it was.
    """
    pending = state.pending
    models = sorted(token for token in pending.freed if isinstance(token, str))
    freed = [*models, *sorted(token for token in pending.freed if isinstance(token, tuple))]
    return {"freed": freed, **({"round_cut": pending.round_cut} if state.inputs_deferred else {})}


def load_freed(state: State, head: Plain) -> None:
    """Load the dump of `dump_freed`; its fields are absent if the last pass was neither cut nor deferred."""
    state.pending.freed = dict.fromkeys(map(_load_token, head.get("freed", ())))
    state.pending.round_cut = head.get("round_cut", "freed" in head)


def scheduling_key(data: Plain) -> SchedulingKey:
    """The key of a dumped group."""
    tier_rank, (tenant, name), sharer, urgency, needs = data["key"]
    return SchedulingKey(tier_rank, (tenant, name), sharer, urgency, load_placement_class(needs))


def _dump_key(key: SchedulingKey) -> list[Any]:
    return [
        key.tier_rank,
        key.queue,
        key.sharer,
        key.urgency,
        dump_placement_class(key.placement_class),
    ]


def _load_token(data: str | list[str]) -> Token:
    return data if isinstance(data, str) else (data[0], data[1])
