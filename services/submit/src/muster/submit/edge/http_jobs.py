"""/v1/jobs: submit one or many, list, read, cancel, suspend, resume.

A submission is checked, put on the log, and answered when the log has it: 202. With `wait_s` the answer waits
for the scheduler's: 201 and the job, or why not. Whose job it is comes from the token and nowhere else.
"""

from __future__ import annotations

from contextlib import aclosing
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, cast

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from muster.api import Caller, Principal, invalid_request
from muster.api.cursors import PageSize, PageToken, decode, listed
from muster.api.etags import IfMatch, IfNoneMatch, matches, require_match
from muster.api.idempotency import IdempotencyKey
from muster.events.topics import JOB_COMMANDS
from muster.jobs.ids import text_violations
from muster.jobs.lifecycle import JobState
from muster.submit.core.read_model import JobFilter
from muster.submit.core.requests import change_job
from muster.submit.edge.bodies import described, read_body, read_texts
from muster.submit.edge.http_commands import After, WaitS, missing_job, settled, wait_until_after
from muster.submit.edge.intake import BATCH_MAX, Receipt, take, take_batch
from muster.submit.edge.resources import attempt_json, job_etag, job_json
from muster.submit.edge.service import Here, Service, Submitter, asker
from muster.views.view import Unavailable

router = APIRouter(tags=["jobs"])
JobId = Annotated[str, Path(max_length=80)]

UNKNOWN_MS: Final = 2000
"""How long a job that is to be changed is looked for."""

_JOB: Final = {"$ref": "/v1/schemas/job.json"}
_JOBS: Final = {
    "type": "object",
    "required": ["jobs"],
    "properties": {"jobs": {"type": "array", "minItems": 1, "maxItems": BATCH_MAX, "items": _JOB}},
}
_REASON: Final = {"type": "object", "properties": {"reason": {"type": "string", "maxLength": 1024}}}


@router.post("/v1/jobs", status_code=202, summary="Submit a job", openapi_extra=described(_JOB))
async def submit(
    request: Request,
    caller: Submitter,
    service: Here,
    idempotency_key: IdempotencyKey = None,
    wait_s: WaitS = 0,
) -> Response:
    """202 and where the command is; with wait_s 201 (or 200: it was there already) and the job."""
    receipt = await take(service, caller, await read_body(request), idempotency_key)
    outcome = await settled(service.queries, caller.tenant, receipt.command_id, wait_s)
    location = {"Location": f"/v1/jobs/{receipt.job_id}"}
    job = outcome and await service.queries.job(caller.tenant, receipt.job_id)
    if not outcome or not job:
        return JSONResponse(receipt.json(), 202, headers=location)
    status = 200 if outcome.outcome == "repeated" else 201
    headers = location | {"ETag": job_etag(job)}
    return JSONResponse(receipt.json() | job_json(job), status, headers=headers)


@router.post("/v1/jobs:batch", status_code=202, summary="Submit many jobs", openapi_extra=described(_JOBS))
async def submit_batch(
    request: Request, caller: Submitter, service: Here, idempotency_key: IdempotencyKey = None
) -> Response:
    """202 and, in order, a receipt or a problem for each job; a bad one does not hold up the others."""
    results = await take_batch(service, caller, await read_body(request), idempotency_key)
    content = [r.json() if isinstance(r, Receipt) else {"problem": r.body()} for r in results]
    return JSONResponse({"results": content}, 202)


Label = Annotated[str, Query(max_length=400, pattern=r"^[^=]+=.*$")]


async def job_filter(
    *,
    state: Annotated[tuple[JobState, ...], Query(description="Any of these.")] = (),
    team: Annotated[str | None, Query(max_length=128)] = None,
    user: Annotated[str | None, Query(max_length=128)] = None,
    queue: Annotated[str | None, Query(max_length=63)] = None,
    label: Annotated[tuple[Label, ...], Query(max_length=64, description="key=value; all of these.")] = (),
    since: Annotated[datetime | None, Query(description="Submitted at or after.")] = None,
    until: Annotated[datetime | None, Query(description="Submitted before.")] = None,
) -> JobFilter:
    """The query parameters as a filter."""
    return JobFilter(
        states=state,
        team=team,
        user=user,
        queue=queue,
        labels=dict(cast("tuple[str, str]", tuple(pair.split("=", 1))) for pair in label),
        since_ms=_ms(since),
        until_ms=_ms(until),
    )


def _ms(moment: datetime | None) -> int | None:
    """A time without a zone is UTC."""
    if moment is None:
        return None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


@router.get("/v1/jobs", summary="List jobs, newest first")
async def list_jobs(
    *,
    caller: Caller,
    service: Here,
    chosen: Annotated[JobFilter, Depends(job_filter)],
    q: Annotated[str | None, Query(max_length=256, description="Words to search for.")] = None,
    page_size: PageSize = 50,
    page_token: PageToken = None,
    after: After = None,
) -> dict[str, Any]:
    """The jobs of the caller's tenant that fit every filter."""
    await wait_until_after(service.queries, caller.tenant, after)
    behind = decode(page_token, int, str) if page_token is not None else None
    page = await service.queries.jobs(caller.tenant, chosen, text=q or None, size=page_size, behind=behind)
    return listed(page, job_json)


@router.get("/v1/jobs/{job_id}", summary="Read a job")
async def read_job(
    job_id: JobId, caller: Caller, service: Here, after: After = None, if_none_match: IfNoneMatch = None
) -> Response:
    """The job with its attempts; its ETag changes with every event about it."""
    await wait_until_after(service.queries, caller.tenant, after)
    job = await service.queries.job(caller.tenant, job_id)
    if job is None:
        raise missing_job(job_id)
    tag = job_etag(job)
    if if_none_match is not None and matches(if_none_match, tag, weak=True):
        return Response(status_code=304, headers={"ETag": tag})
    attempts = await service.queries.attempts(caller.tenant, job_id)
    content = job_json(job) | {"attempts": [attempt_json(row) for row in attempts]}
    return JSONResponse(content, headers={"ETag": tag})


Verb = Literal["cancel", "suspend", "resume"]


@router.post(
    "/v1/jobs/{job_id}:{verb}",
    status_code=202,
    summary="Cancel, suspend or resume a job",
    openapi_extra=described(_REASON, required=False),
)
async def change(
    *,
    job_id: JobId,
    verb: Verb,
    request: Request,
    caller: Submitter,
    service: Here,
    wait_s: WaitS = 0,
    if_match: IfMatch = None,
) -> Response:
    """202 and where the command is; with wait_s 200 and the job, or why not.

    If-Match is compared with the newest version known here; what happens in between, the scheduler judges.
    """
    reason = read_texts(await read_body(request), reason="")["reason"]
    if wrong := text_violations(reason=reason):
        raise invalid_request(wrong)
    await _require_job(service, caller, job_id, if_match)
    stamp = service.log.stamp()
    command = change_job(asker(caller), verb, job_id, reason, stamp)
    position = await service.log.append(JOB_COMMANDS, command)
    receipt = Receipt(job_id, stamp.command_id, position)
    if not await settled(service.queries, caller.tenant, stamp.command_id, wait_s):
        return JSONResponse(receipt.json(), 202)
    job = await service.queries.job(caller.tenant, job_id)
    return JSONResponse(receipt.json() | (job_json(job) if job else {}))


async def _require_job(service: Service, caller: Principal, job_id: str, if_match: str | None) -> None:
    """Refuse early what cannot be meant; while the projection is away the scheduler alone judges.

    A job that was submitted a moment ago may not be known yet, so a missing one is looked for a while.

    Raises:
        Problem: 404 there is no such job in the caller's tenant; 412 it is not as If-Match says.
    """
    deadline_ms = service.log.clock.monotonic_ms() + UNKNOWN_MS
    async with aclosing(service.queries.tables.changes()) as changes:
        async for _ in changes:
            try:
                job = await service.queries.job(caller.tenant, job_id)
            except Unavailable:
                return
            if job is not None:
                require_match(if_match, job_etag(job))
                return
            if service.log.clock.monotonic_ms() >= deadline_ms:
                raise missing_job(job_id)
