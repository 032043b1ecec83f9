"""Jobs, their attempts and their facts as JSON."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, cast

from muster.api.commands.answers import Receipt
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
    counts: Annotated[dict[str, int], Field(description="What the message counts.")]


class Placement(TypedDict):
    """Where one rank is."""

    rank: int
    node_id: str
    gpu_indices: list[int]
    gpu_milli: Annotated[int, Field(description="Thousandths of each of these GPUs.")]


class Job(TypedDict):
    """A job, as lists show it."""

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
    attempt: Annotated[int, Field(description="The newest attempt; 0: it was never placed.")]
    ranks: int
    resources: Annotated[dict[str, Any], Field(description="What each rank has, as in the request.")]
    labels: dict[str, str]
    submitted_at: Time | None
    queued_at: Time | None
    bound_at: Time | None
    started_at: Time | None
    ended_at: Time | None
    exit_code: int | None
    message: str
    placements: Annotated[list[Placement], Field(description="Of the newest attempt.")]
    spec: Annotated[
        dict[str, Any],
        Field(description="The request as it was accepted, every default written out; see JobRequest."),
    ]


class OtherRank(TypedDict):
    """Another rank that failed."""

    rank: int | None
    node_id: str
    rule: str
    followed: Annotated[bool, Field(description="It failed because another rank had gone, or waited for it.")]


class AttemptVerdict(TypedDict):
    """Why an attempt failed, by the rules in effect; rank and node are the attempt's."""

    rule: str
    rules_version: int
    category: str
    subcategory: str
    persistence: Annotated[str, Field(description="transient, permanent or unknown.")]
    action: Annotated[str, Field(description="What the rule demands for the job.")]
    node_action: Annotated[str, Field(description="What it advises for the node.")]
    sign: Annotated[str, Field(description="By what it was recognised.")]
    means: Annotated[str, Field(description="What happened.")]
    hint: Annotated[str, Field(description="What to change.")]
    line: Annotated[int | None, Field(description="Number of the line in its stream, from 1.")]
    stream: str
    count: Annotated[int, Field(description="Lines with such a sign.")]
    at_ms: int | None
    spared: Annotated[bool, Field(description="It does not count among the attempts that the job grants.")]
    cause_seen: Annotated[bool, Field(description="False: no rank shows a cause of its own.")]
    others: list[OtherRank]
    others_more: int
    unscanned: Annotated[str, Field(description="Why output was not scanned, or not all; empty: it was.")]


class Attempt(TypedDict):
    """One try at running a job."""

    attempt: int
    placements: list[Placement]
    reason: Annotated[str, Field(description="Why it was placed there.")]
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
        Field(description="Why it failed; null: nothing did, or no rules of failures were in effect."),
    ]


class JobWithAttempts(Job):
    """A job with all its attempts, oldest first."""

    attempts: list[Attempt]


class JobPage(TypedDict):
    """Part of a list of jobs, newest first."""

    items: list[Job]
    next_page_token: Annotated[str | None, Field(description="Pass it as `page_token`; null: the last page.")]


class JobReceipt(Receipt):
    """The log has the command about this job."""

    job_id: str


class DecidedJob(JobReceipt, Job):
    """The command was carried out: the receipt, and the job as it is now."""


class RefusedJob(TypedDict):
    """One job of a batch that was not taken."""

    problem: ProblemDetails


class BatchReceipt(TypedDict):
    """For each job of a batch, in order, a receipt or a problem."""

    results: list[JobReceipt | RefusedJob]


class JobEvent(TypedDict):
    """A fact about a job."""

    position: Annotated[str, Field(description="Where it is on the log.", examples=["job-events/2/417"])]
    event: Annotated[dict[str, Any], Field(description="The envelope and its payload, see docs/topics.md.")]


class JobEvents(TypedDict):
    """Facts about a job, oldest first."""

    items: list[JobEvent]


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
        "verdict": cast("AttemptVerdict | None", attempt.verdict),
    }
