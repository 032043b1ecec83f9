"""Conversion of records on `job-events` to fields of a job's document in Elasticsearch. Pure.

A document holds the searchable text of a job. All of it is copied to one field, so that the words of a query
may be spread over name, labels, node and reason. Words joined by _, /, = and the like are indexed both whole
and in parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, assert_never, cast

from muster.events import job_events as fact
from muster.events.job_commands import JobSpec
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.submit.core.job_changes import Changes, job_changes, rejected
from muster.views.rows import Merge

JOBS: Final = "jobs"

_COPIED: Final = frozenset(
    {
        "tenant",
        "name",
        "team",
        "project",
        "user_name",
        "queue",
        "tier",
        "state",
        "reason_code",
        "reason_message",
        "message",
        "submitted_at_ms",
        "ended_at_ms",
    }
)
"""Columns of `jobs` that are also fields of the document, under the same names."""

_TEXT_CHARS_MAX: Final = 8_192
"""Indexed length of a command or message: a bulk request of many jobs must stay below 100 MB."""

_NODES_MAX: Final = 512
"""Maximum number of a gang's nodes by which it can be found."""

_EXACT: Final = {"type": "keyword", "ignore_above": 1024, "doc_values": False}
_WORDS: Final = {"type": "text", "index": False, "copy_to": "everything"}
_BOTH: Final = {**_EXACT, "copy_to": "everything"}

MAPPING: Final[Mapping[str, Any]] = {
    "everything": {"type": "text", "norms": False},
    "tenant": _EXACT,
    "job_id": {**_BOTH, "doc_values": True},
    "name": _WORDS,
    "team": _BOTH,
    "project": _BOTH,
    "user_name": _BOTH,
    "queue": _BOTH,
    "tier": _WORDS,
    "state": _BOTH,
    "reason_code": _WORDS,
    "reason_message": _WORDS,
    "message": _WORDS,
    "labels": _BOTH,
    "starts_after": _EXACT,
    "command": _WORDS,
    "image": _WORDS,
    "model_name": _WORDS,
    "gpu_models": _WORDS,
    "nodes": _WORDS,
    "parts": _WORDS,
    "submitted_at_ms": {"type": "long"},
    "ended_at_ms": {"type": "long", "index": False, "doc_values": False},
}
"""How Elasticsearch indexes a job's document: by `everything` for words, and by the fields that filter a list
(see edge/reads/search.py). Only what orders a list, newest first, needs values by document, and nothing asks
for scores. A document is indexed several times in a job's life, so an index that nothing uses is dear.
"""


def job_documents(delivery: Delivery[Record]) -> list[Merge]:
    """Return the document fields changed by one record."""
    payload = cast("fact.Payload", delivery.envelope.payload)
    at_ms = delivery.envelope.occurred_at_ms
    match payload:
        case fact.JobQueued():
            fields = {**_searchable(job_changes(payload, at_ms)), **_asked_for(payload.spec)}
            return [_merge(payload.job_id, {**fields, "job_id": payload.job_id}, delivery, whole=True)]
        case CommandRejected():
            if payload.command != "SubmitJob":
                return []
            fields = {**_searchable(rejected(payload, at_ms)), "job_id": payload.subject}
            return [_merge(payload.subject, fields, delivery, only_if_absent=True)]
        case fact.GangBound():
            nodes = sorted({place.node_id for place in payload.placements})[:_NODES_MAX]
            return [
                _merge(
                    payload.job_id,
                    {**_searchable(job_changes(payload, at_ms)), "nodes": nodes},
                    delivery,
                )
            ]
        case (
            fact.JobPending()
            | fact.JobStarted()
            | fact.JobStopping()
            | fact.JobRequeued()
            | fact.JobSucceeded()
            | fact.JobFailed()
            | fact.JobCancelled()
            | fact.JobSuspended()
            | fact.JobResumed()
        ):
            return [_merge(payload.job_id, _searchable(job_changes(payload, at_ms)), delivery)]
        case fact.AttemptEnded():
            message = {"message": payload.message[:_TEXT_CHARS_MAX]}
            return [_merge(payload.job_id, message, delivery)] if payload.message else []
        case (
            CommandRepeated()
            | Watermark()
            | fact.PlanFact()
            | fact.JobResizing()
            | fact.JobMoving()
            | fact.JobWarned()
            | fact.CheckpointRecorded()
            | fact.CheckpointFact()
            | fact.OutputFact()
            | fact.SaveTooLarge()
            | fact.NodeFact()
            | fact.QueueFact()
            | fact.ReservationFact()
            | fact.PolicyFact()
        ):
            return []  # no search is by these
        case _:
            assert_never(payload)


def _asked_for(spec: JobSpec) -> dict[str, Any]:
    """Return the job spec's searchable text."""
    labels = [f"{name}={value}" for name, value in sorted(spec.labels.items())]
    command = " ".join(spec.command)[:_TEXT_CHARS_MAX]
    texts = [
        spec.name,
        spec.team,
        spec.project,
        spec.user,
        spec.queue,
        *labels,
        command,
        spec.model_name or "",
    ]
    return {
        "labels": labels,
        "starts_after": sorted(spec.after),
        "command": command,
        "image": spec.image,
        "model_name": spec.model_name,
        "gpu_models": list(spec.resources.gpu_models),
        "nodes": [],
        "parts": parts(texts),
    }


def parts(texts: Iterable[str]) -> str:
    """Return the pieces of joined words: "lr_0.1/resnet50" gives "lr 0 1 resnet50"; plain words give none."""
    joined = (word for text in texts for word in text.split() if re.search(r"[\W_]", word))
    return " ".join(piece for word in joined for piece in re.split(r"[\W_]+", word) if piece)


def _searchable(changes: Changes) -> dict[str, Any]:
    kept = {name: value for name, value in changes.items() if name in _COPIED}
    return {name: v[:_TEXT_CHARS_MAX] if isinstance(v, str) else v for name, v in kept.items()}


def _merge(
    job_id: str,
    fields: Mapping[str, Any],
    delivery: Delivery[Record],
    *,
    only_if_absent: bool = False,
    whole: bool = False,
) -> Merge:
    return Merge(JOBS, job_id, fields, delivery.position.offset + 1, only_if_absent, whole)
