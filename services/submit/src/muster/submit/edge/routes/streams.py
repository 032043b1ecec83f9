"""/v1/jobs/{id}/events and /logs: live events and output of a job.

Both are streams of server-sent events that can be resumed from the last id alone: a position in the log.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import JSONResponse, Response
from muster.api import Caller, invalid_request, not_found
from muster.api.commands.routes import NOT_OLDER
from muster.api.cursors import LIMIT, Limit, PageToken
from muster.api.document.answers import answers
from muster.api.sse import MEDIA_TYPE, EventStream, ServerEvent
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import invalid
from muster.journal import Position
from muster.submit.core.output import OutputPlace
from muster.submit.core.read_model import EventRow
from muster.submit.edge.answers.jobs import JobEvents
from muster.submit.edge.output.reader import LogReader
from muster.submit.edge.output.source import LogRequest
from muster.submit.edge.reads.queries import Queries
from muster.submit.edge.service import Here, JobId

router = APIRouter(tags=["jobs"])
After = Annotated[str | None, Query(max_length=128, description="A position: only events after it.")]
LastEventId = Annotated[str | None, Header(max_length=128, description="Resume after this event.")]


_STREAM: Final = {MEDIA_TYPE: {"schema": {"type": "string"}}}
_EVENTS: Final = answers({200: JobEvents}, 404)
_EVENTS[200]["content"] = _STREAM


@router.get("/v1/jobs/{job_id}/events", summary="Read the events of a job", responses=_EVENTS)
async def read_job_events(
    *,
    job_id: JobId,
    request: Request,
    caller: Caller,
    service: Here,
    after: After = None,
    limit: Limit = LIMIT,
    page_token: PageToken = None,
    last_event_id: LastEventId = None,
) -> Response:
    """Return the facts about a job, oldest first; with Accept: text/event-stream, follow it without end."""
    behind = _position("page_token", page_token) or _position("after", last_event_id or after)
    if await service.queries.job(caller.tenant, job_id) is None:
        raise not_found("job", job_id)
    if MEDIA_TYPE in request.headers.get("accept", ""):
        return EventStream(_follow_events(service.queries, caller.tenant, job_id, behind))
    found = await service.queries.events(caller.tenant, job_id, behind, limit + 1)
    shown = found[:limit]
    content: JobEvents = {
        "items": [{"position": str(_offset_of(row)), "event": dict(row.event)} for row in shown],
        "next_page_token": str(_offset_of(shown[-1])) if len(found) > limit else None,
    }
    return JSONResponse(content)


def _offset_of(row: EventRow) -> Position:
    return Position("job-events", row.partition, row.offset)


def _position(field: str, text: str | None) -> Position | None:
    if not text:
        return None
    try:
        position = Position.parse(text)
    except ValueError:
        position = None
    if position is None or position.topic != "job-events":
        allowed = "a position on job-events such as job-events/2/417"
        raise invalid_request([Violation(field=field, value=text[:80], allowed=allowed)])
    return position


async def _follow_events(
    queries: Queries, tenant: str, job_id: str, behind: Position | None
) -> AsyncGenerator[ServerEvent, None]:
    async with aclosing(queries.tables.looks()) as signs:
        async for _ in signs:
            while found := await queries.events(tenant, job_id, behind):
                for row in found:
                    behind = _offset_of(row)
                    yield ServerEvent(row.event, id=str(behind))


@router.get(
    "/v1/jobs/{job_id}/logs",
    summary="Read the output of a job",
    dependencies=[NOT_OLDER],
    status_code=200,
    response_class=EventStream,
    responses=answers({}, 404) | {200: {"description": "Server-sent events", "content": _STREAM}},
)
async def read_job_logs(
    *,
    job_id: JobId,
    caller: Caller,
    service: Here,
    follow: bool = False,
    rank: Annotated[int | None, Query(ge=0, le=4095, description="Only this rank.")] = None,
    attempt: Annotated[int | None, Query(ge=1, le=1_000_000, description="Only this attempt.")] = None,
    previous: Annotated[
        bool, Query(description="Only the attempt before the newest; not with `attempt`.")
    ] = False,
    tail: Annotated[int | None, Query(ge=0, le=10_000, description="Only the last N lines.")] = None,
    since_s: Annotated[
        float | None,
        Query(ge=0, le=1e9, allow_inf_nan=False, description="Only from the last N seconds."),
    ] = None,
    last_event_id: LastEventId = None,
) -> Response:
    """Send lines as `line` events in the order they were stored, then one `end` event with the job's state.

    Its `bytes_lost` counts the bytes of output that were dropped: beyond a stream's limit, on a full disk,
    or while S3 was unavailable.

    With `follow` the stream waits for a job that is not placed yet, continues through every attempt, and ends
    when the job has ended and its output is complete. Without it, the stream ends after the existing output.
    """
    if previous and attempt is not None:
        raise invalid_request([invalid("attempt", attempt, "absent with previous")])
    job = await service.queries.job(caller.tenant, job_id)
    if job is None:
        raise not_found("job", job_id)
    if previous:
        attempt = (job.attempt or 0) - 1
        if attempt < 1:
            raise not_found("attempt before the newest of job", job_id)
    wanted = LogRequest(
        job_id=job_id,
        tenant=caller.tenant,
        follow=follow,
        rank=rank,
        attempt=attempt,
        tail=tail,
        since_ms=None if since_s is None else service.gateway.log.clock.now_ms() - int(since_s * 1000),
        behind=_place(last_event_id),
    )
    return EventStream(LogReader(service, wanted).events())


def _place(text: str | None) -> OutputPlace | None:
    if not text:
        return None
    try:
        return OutputPlace.parse(text)
    except ValueError:
        allowed = "the id of an event of this stream"
        raise invalid_request([Violation(field="Last-Event-ID", value=text[:80], allowed=allowed)]) from None
