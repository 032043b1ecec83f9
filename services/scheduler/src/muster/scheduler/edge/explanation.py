"""An explanation as the API's JSON. The fields are defined here; the text comes from the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias, cast

from muster.api.document.answers import Rfc3339
from muster.events.job_commands import JobSpec
from muster.jobs import document_of, settings_data
from muster.jobs.values.quantities import format_time
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.changes import QuotaChange, RequestChange
from muster.scheduler.core.explain.explain import Explanation
from muster.scheduler.core.explain.placement import Option, PlacementExplanation
from muster.scheduler.core.explain.standing import Standing
from muster.scheduler.core.explain.start import Start
from muster.scheduler.core.state.pending import Reason
from pydantic import Field
from typing_extensions import TypedDict

Json: TypeAlias = dict[str, Any]


class AsOf(TypedDict):
    """How far the scheduler that answers has read."""

    seq: int
    epoch: int
    time: Rfc3339 | None


class AnsweredBy(TypedDict):
    """The scheduler that answers: the leader or a standby."""

    scheduler_id: str
    leading: bool


class TextPart(TypedDict):
    """The answer in words, part by part."""

    title: str
    lines: list[str]


class Explained(TypedDict):
    """Why a job waits or runs where it does; what does not apply is null or empty."""

    job_id: str
    state: str
    summary: str
    reason: Annotated[Json | None, Field(description="The one reason: code, message, counts.")]
    queued_at: Rfc3339 | None
    standing: Annotated[Json | None, Field(description="Its order in queue and cell, and who is ahead.")]
    start: Annotated[
        Json | None,
        Field(description="When it is expected to start, and how well such ranges held."),
    ]
    would_start_now: Annotated[Json, Field(description="What would start it now, each tried.")]
    placement: Annotated[Json | None, Field(description="Why it was placed there, and the next best.")]
    as_of: AsOf
    text: list[TextPart]


class ExplanationAnswer(Explained):
    """An explanation, and who gives it."""

    answered_by: AnsweredBy


def explanation_json(found: Explanation) -> Explained:
    """An explanation, with its words; what does not apply is null or empty."""
    return {
        "job_id": found.job_id,
        "state": found.state.value,
        "summary": wording.summary(found),
        "reason": found.reason and _reason(found.reason),
        "queued_at": _iso(found.queued_at_ms),
        "standing": found.standing and _standing(found.standing),
        "start": found.start and _start(found.start),
        "would_start_now": _would_start_now(found),
        "placement": found.placement and _placement(found.placement),
        "as_of": {"seq": found.as_of_seq, "epoch": found.epoch, "time": _iso(found.as_of_ms)},
        "text": [{"title": part.title, "lines": list(part.lines)} for part in wording.parts(found)],
    }


def _reason(reason: Reason) -> Json:
    return {"code": reason.code.value, "message": reason.message, "counts": dict(reason.counts)}


def _standing(standing: Standing) -> Json:
    return {
        "in_queue": standing.in_queue,
        "waiting_in_queue": standing.waiting_in_queue,
        "in_cell": standing.in_cell,
        "waiting_in_cell": standing.waiting_in_cell,
        "ahead": {cause.value: count for cause, count in standing.ahead.items()},
        "ahead_of_yours": [
            {"job_id": other.job_id, "cause": other.cause.value, "because": other.because}
            for other in standing.named
        ],
    }


def _start(start: Start) -> Json:
    return {
        "earliest": _iso(start.earliest_ms),
        "latest": _iso(start.latest_ms),
        "expected": _iso(start.expected_ms),
        "confidence_percent": start.confidence_percent,
        "because": start.because,
        "record": start.record
        and {
            "checked": start.record.checked,
            "held_percent": start.record.held_percent,
            "useful_ms": start.useful_ms,
        },
    }


def _would_start_now(found: Explanation) -> Json:
    """Changes that would start the job now, each tried; a changed request as the fields that differ."""
    spec = found.spec
    requests = [_request(spec, change) for change in found.requests] if spec else []
    return {"requests": requests, "quota": found.quota and _quota(found.quota)}


def _request(spec: JobSpec, change: RequestChange) -> Json:
    return {
        "change": _differs(document_of(spec), document_of(change.applied(spec))),
        "words": wording.change_of(spec, change),
    }


def _quota(change: QuotaChange) -> Json:
    return {
        "queue": change.queue,
        "settings": settings_data(change.settings),
        "others_first": change.others,
        "words": wording.quota_of(change),
    }


def _placement(placement: PlacementExplanation) -> Json:
    left = placement.left
    return {
        "attempt": placement.attempt,
        "bound_at": _iso(placement.bound_at_ms),
        "chosen": _option(placement.chosen),
        "unit": placement.unit,
        "next_best": placement.runner_up and _option(placement.runner_up),
        "next_best_looked_for": placement.looked,
        "left_ms": {"p50": left.p50_ms, "p90": left.p90_ms, "basis": left.group.value},
    }


def _option(option: Option) -> Json:
    terms = option.terms and option.terms._asdict()
    return {"node_ids": list(option.node_ids), "terms": terms}


def _differs(old: Mapping[str, Any], new: Mapping[str, Any]) -> Json:
    """The fields of `new` that differ from those of `old`, level by level."""
    found: Json = {}
    for name, value in new.items():
        was = old.get(name)
        if isinstance(value, dict) and isinstance(was, dict):
            if deeper := _differs(cast("Json", was), cast("Json", value)):
                found[name] = deeper
        elif value != was:
            found[name] = value
    return found


def _iso(time_ms: int | None) -> str | None:
    """Milliseconds since 1970 as ISO 8601 in UTC: 2026-11-21T02:29:21.123Z."""
    return None if time_ms is None else format_time(time_ms)
