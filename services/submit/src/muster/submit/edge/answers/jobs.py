"""Jobs, their attempts and their facts as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypeAlias, cast

from muster.api.commands.answers import Receipt
from muster.api.cursors import NextPageToken
from muster.api.etags import etag
from muster.api.problems import ProblemDetails
from muster.events.job_commands import JobSpec
from muster.jobs import document_of
from muster.jobs.lifecycle import JobState
from muster.submit.core.read_model import AttemptRow, JobRow
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict

Json: TypeAlias = dict[str, Any]


class Reason(TypedDict):
    """Why a job waits, or was rejected."""

    code: str
    message: str
    counts: Annotated[dict[str, int], Field(description="The numbers in the message, by name.")]


class Placement(TypedDict):
    """Node and GPUs of one rank."""

    rank: int
    node_id: str
    gpu_indices: list[int]
    gpu_milli: Annotated[int, Field(description="Share of each of these GPUs, in thousandths.")]
    sharing: NotRequired[
        Annotated[str, Field(description="EXCLUSIVE, MPS, TIME_SLICING or MIG: sharing with other ranks.")]
    ]
    mig_profile: NotRequired[Annotated[str | None, Field(description="Profile of its MIG instance.")]]
    mig_start: NotRequired[Annotated[int | None, Field(description="Start of its MIG instance on the GPU.")]]


class Job(TypedDict):
    """A job as shown in lists."""

    job_id: str
    name: str
    tenant: str
    team: str | None
    project: str | None
    user: str | None
    queue: str | None
    tier: Annotated[str | None, Field(examples=["standard-training"])]
    state: JobState
    reason: Reason | None
    attempt: Annotated[int, Field(description="The newest attempt; 0: the job was never placed.")]
    ranks: int
    resources: Annotated[dict[str, Any], Field(description="Resources of each rank, as in the request.")]
    labels: dict[str, str]
    submitted_at: Time | None
    queued_at: Time | None
    bound_at: Time | None
    started_at: Time | None
    ended_at: Time | None
    exit_code: int | None
    message: str
    placements: Annotated[list[Placement], Field(description="Placements of the newest attempt.")]
    spec: Annotated[
        dict[str, Any],
        Field(description="The accepted request with every default filled in; see JobRequest."),
    ]


class OtherRank(TypedDict):
    """Another rank that failed."""

    rank: int | None
    node_id: str
    rule: str
    followed: Annotated[
        bool, Field(description="It failed because another rank was gone, or waiting for one.")
    ]


class AttemptVerdict(TypedDict):
    """Why an attempt failed, by the rules in effect; rank and node are the attempt's."""

    rule: str
    rules_version: int
    category: str
    subcategory: str
    persistence: Annotated[str, Field(description="transient, permanent or unknown.")]
    action: Annotated[str, Field(description="What happens to the job, by the rule.")]
    node_action: Annotated[str, Field(description="The rule's advice for the node.")]
    sign: Annotated[str, Field(description="The sign by which the rule recognised the failure.")]
    means: Annotated[str, Field(description="What happened.")]
    hint: Annotated[str, Field(description="What to change.")]
    line: Annotated[int | None, Field(description="Number of the line in its stream, from 1.")]
    stream: str
    count: Annotated[int, Field(description="Number of lines with such a sign.")]
    at: Annotated[Time | None, Field(description="Time of that line.")]
    spared: Annotated[bool, Field(description="The attempt does not count against the job's retries.")]
    cause_seen: Annotated[bool, Field(description="False: no rank shows a cause of its own.")]
    others: list[OtherRank]
    others_more: int
    unscanned: Annotated[str, Field(description="Why some output was not scanned; empty: all of it was.")]


class Attempt(TypedDict):
    """One try at running a job."""

    attempt: int
    placements: list[Placement]
    reason: Annotated[str, Field(description="Why these nodes were chosen.")]
    waited_ms: int | None
    bound_at: Time | None
    started_at: Time | None
    ended_at: Time | None
    outcome: str | None
    exit_code: int | None
    signal: int | None
    failed_rank: int | None
    failed_node_id: str | None
    message: str
    verdict: Annotated[
        AttemptVerdict | None,
        Field(description="Why it failed; null: it did not, or no failure rules were in effect."),
    ]


class JobWithAttempts(Job):
    """A job with all its attempts, oldest first."""

    attempts: list[Attempt]


class JobReceipt(Receipt):
    """The log has the command about this job."""

    job_id: str


class DecidedJob(JobReceipt, Job):
    """The command was carried out: the receipt, and the job as it is now."""


class RefusedJob(TypedDict):
    """A rejected job of a batch."""

    problem: ProblemDetails


class BatchReceipt(TypedDict):
    """For each job of a batch, in order, a receipt or a problem."""

    results: list[JobReceipt | RefusedJob]


class JobEvent(TypedDict):
    """A fact about a job."""

    position: Annotated[str, Field(description="Position on the log.", examples=["job-events/2/417"])]
    event: Annotated[dict[str, Any], Field(description="The envelope and its payload, see docs/topics.md.")]


class JobEvents(TypedDict):
    """Facts about a job, oldest first."""

    items: list[JobEvent]
    next_page_token: NextPageToken


def job_json(job: JobRow) -> Job:
    """Convert a job, as shown in lists."""
    request = {} if job.spec is None else document_of(JobSpec.from_datum(job.spec))
    return {
        "job_id": job.job_id,
        "name": job.name or "",
        "tenant": job.tenant,
        "team": job.team,
        "project": job.project,
        "user": job.user_name,
        "queue": job.queue,
        "tier": job.tier,
        "state": JobState(job.state),
        "reason": _reason(job),
        "attempt": job.attempt or 0,
        "ranks": job.ranks or 0,
        "resources": request.get("resources", {}),
        "labels": dict(job.labels or {}),
        "submitted_at": iso(job.submitted_at_ms),
        "queued_at": iso(job.queued_at_ms),
        "bound_at": iso(job.bound_at_ms),
        "started_at": iso(job.started_at_ms),
        "ended_at": iso(job.ended_at_ms),
        "exit_code": job.exit_code,
        "message": job.message or "",
        "placements": cast("list[Placement]", list(job.placements or ())),
        "spec": request,
    }


def _reason(job: JobRow) -> Reason | None:
    if job.reason_code is None:
        return None
    return {
        "code": job.reason_code,
        "message": job.reason_message or "",
        "counts": dict(job.reason_counts or {}),
    }


def job_etag(job: JobRow) -> str:
    """Return the ETag of a job: the position of its newest event."""
    return etag(job.event_partition, job.event_offset)


def attempt_json(attempt: AttemptRow) -> Attempt:
    """Convert one attempt of a job."""
    return {
        "attempt": attempt.attempt,
        "placements": cast("list[Placement]", list(attempt.placements or ())),
        "reason": attempt.reason or "",
        "waited_ms": attempt.waited_ms,
        "bound_at": iso(attempt.bound_at_ms),
        "started_at": iso(attempt.started_at_ms),
        "ended_at": iso(attempt.ended_at_ms),
        "outcome": attempt.outcome,
        "exit_code": attempt.exit_code,
        "signal": attempt.signal,
        "failed_rank": attempt.failed_rank,
        "failed_node_id": attempt.failed_node_id,
        "message": attempt.message or "",
        "verdict": None if attempt.verdict is None else _verdict_json(attempt.verdict),
    }


def _verdict_json(verdict: Mapping[str, Any]) -> AttemptVerdict:
    fields = {name: value for name, value in verdict.items() if name != "at_ms"}
    return cast("AttemptVerdict", fields | {"at": iso(verdict["at_ms"])})
