"""Route of a team's weekly report."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query, Response
from muster.api import Caller, invalid_request
from muster.api.commands.routes import NOT_OLDER, Gateway
from muster.api.cursors import PageRequest
from muster.api.document.answers import answers
from muster.jobs.documents.refusal import invalid
from muster.metering.edge.budgets import budgets_of
from muster.metering.edge.costs import CostAnswer, Question, Sight, Step, costs
from muster.metering.edge.efficiency import efficiency, idle_jobs
from muster.metering.edge.weekly.markdown import markdown
from muster.metering.edge.weekly.page import page
from muster.metering.edge.weekly.week import DAYS, IDLE_MOST, WEEKS_BEFORE, Answers, week_of
from muster.views.reading.tables import Tables

router = APIRouter(tags=["costs"])


class ReportFormat(StrEnum):
    """Format of the report."""

    MARKDOWN = "markdown"
    HTML = "html"


_MEDIA_TYPES = {ReportFormat.MARKDOWN: "text/markdown", ReportFormat.HTML: "text/html"}


@router.get(
    "/v1/costs/report",
    summary="Read a team's week",
    dependencies=[NOT_OLDER],
    response_class=Response,
    responses={
        **answers({}, 422, 503),
        200: {"content": {kind: {"schema": {"type": "string"}} for kind in _MEDIA_TYPES.values()}},
    },
)
async def read_report(
    *,
    caller: Caller,
    gateway: Gateway,
    team: Annotated[str, Query(max_length=128, description="Team of the report.", examples=["vision"])],
    week: Annotated[
        str, Query(max_length=16, description="ISO week; default: last complete week.", examples=["2026-W47"])
    ] = "",
    format: Annotated[ReportFormat, Query(description="Markdown, or one HTML file.")] = ReportFormat.MARKDOWN,
) -> Response:
    """Report a team's spending, losses, idle GPUs, budgets and outlook, as far as the caller sees them."""
    first = _monday(week, gateway.log.clock.now_ms())
    replies = await _answers_of(gateway.tables, Sight.of(caller), team, first)
    found = week_of(team, first, replies)
    text = page(found) if format is ReportFormat.HTML else markdown(found)
    return Response(text, media_type=_MEDIA_TYPES[format])


async def _answers_of(tables: Tables, sight: Sight, team: str, first: date) -> Answers:
    since_ms, only = _ms(first), {"team": team}
    until_ms = _ms(first + timedelta(days=DAYS))

    async def by(dimension: str, step: Step = Step.TOTAL, since_ms: int = since_ms) -> list[CostAnswer]:
        question = Question(since_ms=since_ms, until_ms=until_ms, step=step, by=(dimension,), only=only)
        return await costs(tables, sight, question)

    whole = Question(since_ms=since_ms, until_ms=until_ms, by=("team",), only=only)
    jobs = Question(since_ms=since_ms, until_ms=until_ms, only=only)
    idle = await idle_jobs(tables, sight, jobs, PageRequest(IDLE_MOST))
    return Answers(
        projects=await by("project", Step.DAY, _ms(first - timedelta(days=DAYS * WEEKS_BEFORE))),
        models=await by("model"),
        users=await by("user"),
        losses=await by("loss"),
        efficiency=await efficiency(tables, sight, whole),
        idle_jobs=idle["items"],
        budgets=await budgets_of(tables, sight),
    )


def _monday(week: str, now_ms: int) -> date:
    """Return the Monday of a week; default: the last complete week."""
    if not week:
        today = datetime.fromtimestamp(now_ms / 1000, UTC).date()
        return today - timedelta(days=today.weekday() + DAYS)
    try:
        return datetime.strptime(f"{week}-1", "%G-W%V-%u").replace(tzinfo=UTC).date()
    except ValueError:
        raise invalid_request(
            [invalid("week", week, "a week as ISO 8601 writes it, like 2026-W47")]
        ) from None


def _ms(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
