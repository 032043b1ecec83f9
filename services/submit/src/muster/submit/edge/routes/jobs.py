"""/v1/jobs: submit one or many, list, read, cancel, suspend, resume.

A submission is checked, put on the log, and answered with 202 when the log has it. With `wait_s` the answer
waits for the scheduler's decision: 201 and the job, or a problem. The owner of a job is always the token's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, cast

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Problem, Submitter, invalid_request, not_found
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, WaitS
from muster.api.cursors import ListAnswer, Paging, converted, listed
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described, named, schema_ref
from muster.api.etags import IfMatch, IfNoneMatch, matches, require_match
from muster.api.idempotency import IdempotencyKey
from muster.api.periods import Moment, span_ms
from muster.api.prefixes import location
from muster.events.topics import JOB_COMMANDS
from muster.identity import Principal
from muster.jobs import JobRequest
from muster.jobs.documents.refusal import invalid
from muster.jobs.lifecycle import JobState
from muster.jobs.schema import JOB_EXAMPLES
from muster.jobs.values.ids import text_violations
from muster.jobs.values.rules import JOB_ID_PATTERN
from muster.submit.core.read_model import JobFilter
from muster.submit.core.requests import change_job as changed
from muster.submit.edge.answers.checkpoints import JobCheckpoints, checkpoint_json
from muster.submit.edge.answers.jobs import (
    BatchReceipt,
    DecidedJob,
    Job,
    JobReceipt,
    JobWithAttempts,
    attempt_json,
    job_etag,
    job_json,
)
from muster.submit.edge.answers.progress import JobProgress, progress_json
from muster.submit.edge.intake import BATCH_MAX, take, take_batch
from muster.submit.edge.service import Here, JobId, Service
from muster.views.commands import CommandOutcome
from muster.views.view import Unavailable

router = APIRouter(tags=["jobs"])

JOB_BATCH: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "JobBatch",
    "required": ["jobs"],
    "additionalProperties": False,
    "properties": {
        "jobs": {"type": "array", "minItems": 1, "maxItems": BATCH_MAX, "items": schema_ref(JobRequest)}
    },
}


@router.post(
    "/v1/jobs",
    status_code=202,
    summary="Submit a job",
    openapi_extra=described(JobRequest, examples={job["name"]: job for job in JOB_EXAMPLES}),
    responses=asked(DecidedJob, JobReceipt) | answers({201: DecidedJob}, etag=True),
)
async def submit_job(
    request: Request,
    caller: Submitter,
    service: Here,
    idempotency_key: IdempotencyKey = None,
    wait_s: WaitS = 0,
) -> Response:
    """202 and the command's position; with wait_s 201 and the job (200 if it already existed)."""
    receipt = await take(service, caller, await read_body(request), idempotency_key)
    row = await service.gateway.settled(asker(caller), receipt["command_id"], wait_s)
    headers = location(request, f"/v1/jobs/{receipt['job_id']}")
    job = row and await service.queries.job(caller.tenant, receipt["job_id"])
    if not row or not job:
        return JSONResponse(receipt, 202, headers=headers)
    status = 200 if row.outcome == CommandOutcome.REPEATED else 201
    decided: DecidedJob = {**receipt, **job_json(job)}
    return JSONResponse(decided, status, headers={**headers, "ETag": job_etag(job)})


@router.post(
    "/v1/jobs:batch",
    status_code=202,
    summary="Submit many jobs",
    openapi_extra=described(named("JobBatch"), examples={"two jobs": {"jobs": list(JOB_EXAMPLES)}}),
    responses=answers({202: BatchReceipt}, 403, 429),
)
async def submit_jobs(
    request: Request, caller: Submitter, service: Here, idempotency_key: IdempotencyKey = None
) -> Response:
    """202 and, in order, a receipt or a problem for each job; an invalid job does not affect the others.

    If no job is accepted: 422 with the violations by `jobs[N].FIELD`, or 503 if the log does not answer.
    """
    results = await take_batch(service, caller, await read_body(request), idempotency_key)
    content: BatchReceipt = {
        "results": [{"problem": r.body()} if isinstance(r, Problem) else r for r in results]
    }
    return JSONResponse(content, 202)


Label = Annotated[str, Query(max_length=400, pattern=r"^[^=]+=.*$")]


async def job_filter(
    *,
    state: Annotated[tuple[JobState, ...], Query(description="Repeatable: any of these.")] = (),
    team: Annotated[str | None, Query(max_length=128)] = None,
    user: Annotated[str | None, Query(max_length=128)] = None,
    queue: Annotated[str | None, Query(max_length=63)] = None,
    label: Annotated[tuple[Label, ...], Query(max_length=64, description="key=value. Repeatable: all.")] = (),
    since: Annotated[Moment | None, Query(description="Submitted at or after; with a time zone.")] = None,
    until: Annotated[Moment | None, Query(description="Submitted before; with a time zone.")] = None,
    id_prefix: Annotated[
        str | None, Query(pattern=r"^[a-z0-9-]{1,64}$", description="Prefix of the job's id.")
    ] = None,
    starts_after: Annotated[
        str | None, Query(pattern=JOB_ID_PATTERN, description="Jobs that start after the job with this id.")
    ] = None,
) -> JobFilter:
    """Return the query parameters as a filter.

    Raises:
        Problem: 422, `since` is not before `until`, or a label is given twice.
    """
    since_ms, until_ms = span_ms(since, until)
    labels = dict(cast("tuple[str, str]", tuple(pair.split("=", 1))) for pair in label)
    if len(labels) < len(label):
        raise invalid_request([invalid("label", ", ".join(label), "each key once")])
    return JobFilter(
        states=state,
        team=team,
        user=user,
        queue=queue,
        labels=labels,
        since_ms=since_ms,
        until_ms=until_ms,
        id_prefix=id_prefix,
        starts_after=starts_after,
    )


@router.get(
    "/v1/jobs",
    summary="List jobs, newest first",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[Job]}),
)
async def list_jobs(
    *,
    caller: Caller,
    service: Here,
    chosen: Annotated[JobFilter, Depends(job_filter)],
    q: Annotated[str | None, Query(max_length=256, description="Words to search for.")] = None,
    paging: Paging,
) -> JSONResponse:
    """Return the jobs of the caller's tenant that match every filter."""
    behind = paging.behind((int, str))
    page = await service.queries.jobs(caller.tenant, chosen, text=q or None, size=paging.limit, behind=behind)
    return JSONResponse(listed([job_json(row) for row in page.rows], page.next_key))


@router.get(
    "/v1/jobs/{job_id}",
    summary="Read a job",
    dependencies=[NOT_OLDER],
    responses=answers({200: JobWithAttempts}, 404, etag=True)
    | {304: {"description": "The caller already has this version"}},
)
async def read_job(
    job_id: JobId, caller: Caller, service: Here, if_none_match: IfNoneMatch = None
) -> Response:
    """Return the job with its attempts; its ETag changes with every event about it."""
    job = await service.queries.job(caller.tenant, job_id)
    if job is None:
        raise not_found("job", job_id)
    tag = job_etag(job)
    if if_none_match is not None and matches(if_none_match, tag, weak=True):
        return Response(status_code=304, headers={"ETag": tag})
    attempts = await service.queries.attempts(caller.tenant, job_id)
    content: JobWithAttempts = {**job_json(job), "attempts": [attempt_json(row) for row in attempts]}
    return JSONResponse(content, headers={"ETag": tag})


@router.get(
    "/v1/jobs/{job_id}/progress",
    summary="Read a job's progress",
    dependencies=[NOT_OLDER],
    responses=answers({200: JobProgress}, 404),
)
async def read_job_progress(job_id: JobId, caller: Caller, service: Here, paging: Paging) -> JSONResponse:
    """Return the last progress reported by each rank of the newest attempt; a sample, some seconds old."""
    job = await service.queries.job(caller.tenant, job_id)
    if job is None:
        raise not_found("job", job_id)
    page = await service.queries.progress(caller.tenant, job_id, paging)
    content: JobProgress = {
        "job_id": job_id,
        "attempt": job.attempt or 0,
        **converted(page, progress_json),
    }
    return JSONResponse(content)


@router.get(
    "/v1/jobs/{job_id}/checkpoints",
    summary="List a job's checkpoints",
    dependencies=[NOT_OLDER],
    responses=answers({200: JobCheckpoints}, 404),
)
async def list_job_checkpoints(job_id: JobId, caller: Caller, service: Here, paging: Paging) -> JSONResponse:
    """Return the checkpoints, oldest first: stored, resumed from, damaged, expired or removed."""
    if await service.queries.job(caller.tenant, job_id) is None:
        raise not_found("job", job_id)
    page = await service.queries.checkpoints(caller.tenant, job_id, paging)
    content: JobCheckpoints = {"job_id": job_id, **converted(page, checkpoint_json)}
    return JSONResponse(content)


Verb = Literal["cancel", "suspend", "resume"]


@router.post(
    "/v1/jobs/{job_id}:{verb}",
    status_code=202,
    summary="Cancel, suspend or resume a job",
    openapi_extra=described(named("ReasonRequest"), required=False),
    responses=asked(DecidedJob, JobReceipt, 412),
)
async def change_job(
    *,
    job_id: JobId,
    verb: Verb,
    request: Request,
    caller: Submitter,
    service: Here,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """202 and the command's position; with wait_s 200 and the job.

    If-Match is compared with the newest version known here; the scheduler rejects conflicting later changes.
    """
    reason = read_texts(await read_body(request), reason="")["reason"]
    if wrong := text_violations(reason=reason):
        raise invalid_request(wrong)
    await _require_job(service, caller, job_id, if_match)
    command = changed(asker(caller), verb, job_id, reason, service.gateway.log.stamp())
    receipt: JobReceipt = {"job_id": job_id, **await service.gateway.append(caller, JOB_COMMANDS, command)}
    row = await service.gateway.settled(asker(caller), command.event_id, wait_s)
    job = row and await service.queries.job(caller.tenant, job_id)
    if not job:
        return JSONResponse(receipt, 202)
    decided: DecidedJob = {**receipt, **job_json(job)}
    return JSONResponse(decided, headers={"ETag": job_etag(job)})


async def _require_job(service: Service, caller: Principal, job_id: str, if_match: str | None) -> None:
    """Reject changes of a missing or changed job early; skipped while the projection is down.

    A job submitted a moment ago may not be known yet, so the lookup of a missing one is retried for a while.

    Raises:
        Problem: 404 the caller's tenant has no such job; 412 its ETag differs from If-Match.
    """
    try:
        job = await service.gateway.find_soon(lambda: service.queries.job(caller.tenant, job_id))
    except Unavailable:
        return
    if job is None:
        raise not_found("job", job_id)
    require_match(if_match, job_etag(job))
