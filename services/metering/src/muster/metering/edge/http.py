"""Routes of the service: prices, costs of GPUs, and reconciliation; those of budgets are in budgets.py."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from muster.api import Biller, Caller, Description, Operator, invalid_request
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.gateway import CommandGateway
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging, converted
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.deciding import LocalStore
from muster.events.metering_commands import RateCard, RecordTokenWork, RemoveBudget, SetBudget
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.topics import METERING_COMMANDS, USAGE_EVENTS
from muster.jobs import (
    BudgetRequest,
    RatesRequest,
    ReratingRequest,
    TokenWorkRequest,
    budget_violation_as_written,
    card_data,
    rates_violation_as_written,
    token_work_violation_as_written,
)
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.quantities import format_time
from muster.journal import Journal, SystemClock
from muster.metering.config import Settings
from muster.metering.core.requests import activate_rates, rerate_usage
from muster.metering.edge import budgets, splits
from muster.metering.edge.costs import (
    DIMENSIONS,
    LABEL,
    ROWS_MAX,
    CostsAnswer,
    Question,
    Sight,
    Step,
    costs,
)
from muster.metering.edge.efficiency import (
    EfficienciesAnswer,
    JobEfficienciesAnswer,
    efficiency,
    idle_jobs,
)
from muster.metering.edge.export.charges import charges
from muster.metering.edge.export.files import MEDIA_TYPES, FileFormat, file_of
from muster.metering.edge.periods import Since, Until, period_of
from muster.metering.edge.projections import TABLES
from muster.metering.edge.reconciling import ReconciliationAnswer, reconcile
from muster.metering.edge.running import DIMENSIONS as RUNNING_BY
from muster.metering.edge.running import Live, RunningAnswer
from muster.metering.edge.weekly import routes as weekly
from muster.service import Context, Work
from muster.service.starting.api import Api, answer
from pydantic import Field
from typing_extensions import TypedDict

BY_MAX: Final = 3
"""Maximum number of dimensions of one sum."""

DESCRIPTION: Final = Description(
    text="Prices and costs of GPU hours. Callers see the costs of their teams and their own; with the role "
    "billing, those of the whole tenant; with the role operator, also the platform's share. No tenant sees "
    "another's costs.",
    tags={
        "rates": "Rate cards and their periods.",
        "budgets": "Budgets and their spending.",
        "costs": "Costs of GPUs by period and dimensions, and a check that they add up.",
        "efficiency": "Used part of allocated GPU time, and savings of smaller requests.",
        "commands": "Outcomes of requests.",
    },
    forms=(RatesRequest, ReratingRequest, BudgetRequest, TokenWorkRequest),
)

router = APIRouter()


class RateAnswer(TypedDict):
    """Price of a GPU hour."""

    gpu_model: str
    commitment: str
    spot: bool
    gpu_hour: str


class OffPeakAnswer(TypedDict):
    """Hours of the week, UTC, in which jobs are charged less."""

    days: Annotated[list[str], Field(description="Empty: every day.", examples=[["saturday", "sunday"]])]
    from_hour: int
    until_hour: Annotated[int, Field(description="End, exclusive.")]
    percent: Annotated[int, Field(description="Percentage of the tier's charge that is then charged.")]


class CardTerms(TypedDict):
    """Prices of a rate card, as a request has them."""

    name: str
    currency: str
    default_gpu_hour: str
    rates: list[RateAnswer]
    tier_percent: dict[str, int]
    idle: Annotated[str, Field(description="Payer of idle GPUs.", examples=["platform"])]
    storage_gb_month: Annotated[
        str | None, Field(description="Price of 10^9 bytes in the store for 30 days; null: free.")
    ]
    prompt_token_weight: Annotated[int, Field(description="Weight of a prompt token of a shared replica.")]
    output_token_weight: int
    off_peak: list[OffPeakAnswer]


class CardPeriod(TypedDict):
    """Period of a rate card, and its decision."""

    starts_at: Time
    ends_at: Annotated[Time | None, Field(description="null: no other card follows yet.")]
    rerated: Annotated[bool, Field(description="Whether it is a re-rating of past days.")]
    requested_by: str
    decided_at: Time


class CardAnswer(CardTerms, CardPeriod):
    """A rate card and its period."""


class CardRow(CardPeriod):
    """Row of a rate card in the tables, with its record."""

    at_offset: int
    card: Any


@router.get(
    "/v1/rates",
    tags=["rates"],
    summary="Read the prices of GPU hours",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[CardAnswer]}, 503),
)
async def read_rates(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[CardAnswer]:
    """List rate cards, newest first; includes re-ratings, omits cards replaced before they took effect."""
    del caller
    return converted(await paging.read(gateway.tables, CardRow, _CARDS, {}, NEWEST_CARDS), card_answer)


@router.post(
    "/v1/rates",
    tags=["rates"],
    status_code=202,
    summary="Set prices from a given time",
    openapi_extra=described(RatesRequest),
    responses=asked(Decided, Receipt, 422),
)
async def set_rates(*, request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Set a complete card; unlisted prices have their defaults. Recorded usage keeps its price."""
    form = read_form(RatesRequest, await read_body(request))
    command = activate_rates(asker(caller), form, gateway.log.stamp())
    return await gateway.ask(caller, METERING_COMMANDS, command, wait_s)


@router.post(
    "/v1/reratings",
    tags=["rates"],
    status_code=202,
    summary="Re-rate past days",
    openapi_extra=described(ReratingRequest),
    responses=asked(Decided, Receipt, 422),
)
async def rerate(*, request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Re-rate whole days of the last 35. Each charge that changes is corrected by a row of its own."""
    form = read_form(ReratingRequest, await read_body(request))
    command = rerate_usage(asker(caller), form, gateway.log.stamp())
    return await gateway.ask(caller, METERING_COMMANDS, command, wait_s)


@router.get(
    "/v1/costs",
    tags=["costs"],
    summary="Read what GPUs cost",
    dependencies=[NOT_OLDER],
    responses=answers({200: CostsAnswer}, 422, 503),
)
async def read_costs(
    *,
    caller: Caller,
    gateway: Gateway,
    by: Annotated[
        str,
        Query(
            max_length=256,
            description=f"At most {BY_MAX} dimensions, separated by commas, of {', '.join(DIMENSIONS)} "
            "and label:KEY.",
            examples=["team,model"],
        ),
    ] = "",
    step: Annotated[Step, Query(description="Length of the periods of the sums, UTC.")] = Step.TOTAL,
    since: Since = None,
    until: Until = None,
    only: Annotated[
        list[str] | None,
        Query(
            max_length=16,
            description="DIMENSION=VALUE, as often as needed: all must hold.",
            examples=[["team=vision"]],
        ),
    ] = None,
) -> CostsAnswer:
    """Sums over whole days (whole hours with step=hour) from `since` to `until`, the largest first.

    The total of each period and currency is rounded once: its sums add up to it by any dimensions.

    Charged days count as charged, other days by their recorded hours at the prices in force.
    """
    first_ms, last_ms = period_of(step, since, until, gateway.log.clock.now_ms())
    question = Question(
        since_ms=first_ms, until_ms=last_ms, step=step, by=_dimensions(by), only=_filters(only or [])
    )
    rows = await costs(gateway.tables, Sight.of(caller), question)
    if len(rows) > ROWS_MAX:
        allowed = f"a question with at most {ROWS_MAX} sums: fewer dimensions, longer steps or more filters"
        raise invalid_request([invalid("by", by, allowed)])
    return {"since": first_ms, "until": last_ms, "step": step.value, "by": [*question.by], "items": rows}


@router.get(
    "/v1/costs/export",
    tags=["costs"],
    summary="Export charges as FOCUS",
    dependencies=[NOT_OLDER],
    response_class=StreamingResponse,
    responses={
        **answers({}, 422, 503),
        200: {
            "content": {
                kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES.values()
            }
        },
    },
)
async def export_costs(
    *,
    caller: Caller,
    gateway: Gateway,
    format: Annotated[FileFormat, Query(description="CSV or Parquet.")] = FileFormat.CSV,
    since: Since = None,
    until: Until = None,
) -> StreamingResponse:
    """Charges of whole days and their corrections, in the columns of FOCUS 1.2, in the order of the days.

    A day is charged when it has ended; before, it has no rows.
    """
    first_ms, last_ms = period_of(Step.DAY, since, until, gateway.log.clock.now_ms())
    pages = charges(gateway.tables, Sight.of(caller), first_ms, last_ms)
    first = await anext(pages)  # an outage of Postgres is reported before the file begins
    name = f"muster-focus-{format_time(first_ms)[:10]}-{format_time(last_ms)[:10]}.{format.value}"
    return StreamingResponse(
        file_of(format, first, pages),
        media_type=MEDIA_TYPES[format],
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.get(
    "/v1/costs/running",
    tags=["costs"],
    summary="Read costs that are not charged yet",
    responses=answers({200: RunningAnswer}, 422, 503),
)
async def read_running_costs(
    caller: Caller,
    request: Request,
    gateway: Gateway,
    by: Annotated[
        str,
        Query(max_length=256, description=f"Dimensions, of {', '.join(RUNNING_BY)}.", examples=["queue"]),
    ] = "",
    only: Annotated[
        list[str] | None,
        Query(
            max_length=16,
            description="DIMENSION=VALUE, as often as needed: all must hold.",
            examples=[["job=job-3q6hxk5m2u7ygzbwc4ta"]],
        ),
    ] = None,
) -> RunningAnswer:
    """Costs as if uncharged days ended now, with the hour in progress, and the current cost of an hour.

    The answer has all of `usage-events` up to the request. Operators also see whether it adds up.
    """
    names = tuple(name.strip() for name in by.split(",") if name.strip())
    wrong = [name for name in names if name not in RUNNING_BY]
    if wrong or len(set(names)) < len(names):
        allowed = f"of {', '.join(RUNNING_BY)}, each once"
        raise invalid_request([invalid("by", wrong[0] if wrong else by, allowed)])
    filters = _filters(only or [], RUNNING_BY)
    at_ms = gateway.log.clock.now_ms()
    live, sight = cast("Live", request.app.state.live), Sight.of(caller)
    return await asyncio.to_thread(live.so_far, sight, names, at_ms, filters)


@router.get(
    "/v1/efficiency",
    tags=["efficiency"],
    summary="Read how much allocated GPU time was used",
    dependencies=[NOT_OLDER],
    responses=answers({200: EfficienciesAnswer}, 422, 503),
)
async def read_efficiency(
    *,
    caller: Caller,
    gateway: Gateway,
    by: Annotated[str, Query(max_length=256, description="As for costs.", examples=["team"])] = "team",
    since: Since = None,
    until: Until = None,
    only: Annotated[list[str] | None, Query(max_length=16, description="As for costs.")] = None,
) -> EfficienciesAnswer:
    """Allocated GPU time of recorded hours beside measured use, the most idle first.

    Busy time is that of multiprocessors; where only the driver reports it, the figure is a hint. Time that
    was not measured is not estimated.
    """
    question = _efficiency_of(gateway, since, until, by, only)
    rows = await efficiency(gateway.tables, Sight.of(caller), question)
    if len(rows) > ROWS_MAX:
        raise invalid_request([invalid("by", by, f"a question with at most {ROWS_MAX} sums")])
    since_ms, until_ms = question.since_ms, question.until_ms
    return {"since": since_ms, "until": until_ms, "by": [*question.by], "items": rows}


@router.get(
    "/v1/efficiency/jobs",
    tags=["efficiency"],
    summary="List the jobs that idle most",
    dependencies=[NOT_OLDER],
    responses=answers({200: JobEfficienciesAnswer}, 422, 503),
)
async def read_idle_jobs(
    *,
    caller: Caller,
    gateway: Gateway,
    since: Since = None,
    until: Until = None,
    only: Annotated[list[str] | None, Query(max_length=16, description="As for costs.")] = None,
    paging: Paging,
) -> JobEfficienciesAnswer:
    """Jobs with the savings of a smaller request where half of their time was measured."""
    question = _efficiency_of(gateway, since, until, "", only)
    page = await idle_jobs(gateway.tables, Sight.of(caller), question, paging)
    return {"since": question.since_ms, "until": question.until_ms, **page}


@router.get(
    "/v1/costs/reconciliation",
    tags=["costs"],
    summary="Check that charges are GPU time x rate",
    responses=answers({200: ReconciliationAnswer}, 403, 503),
)
async def read_reconciliation(caller: Operator, request: Request, gateway: Gateway) -> ReconciliationAnswer:
    """Recompute every node's days from all of `usage-events`, and compare them with the tables."""
    del caller
    return await reconcile(cast("Journal", request.app.state.journal), gateway.tables)


def as_written(command: str, code: RejectionCode, violation: Violation) -> Violation | None:
    """Convert a rejected card, budget or token-work to the fields of the request."""
    del code
    if command == RecordTokenWork.__name__:
        return token_work_violation_as_written(violation)
    if command in (SetBudget.__name__, RemoveBudget.__name__):
        return budget_violation_as_written(violation)
    return rates_violation_as_written(violation)


def card_answer(row: CardRow) -> CardAnswer:
    """Return a card as people write it, with its period."""
    terms = cast("CardTerms", card_data(RateCard.from_datum(row["card"])))
    return {
        **terms,
        "starts_at": row["starts_at"],
        "ends_at": row["ends_at"],
        "rerated": row["rerated"],
        "requested_by": row["requested_by"],
        "decided_at": row["decided_at"],
    }


def _efficiency_of(
    gateway: CommandGateway, since: datetime | None, until: datetime | None, by: str, only: list[str] | None
) -> Question:
    first_ms, last_ms = period_of(Step.HOUR, since, until, gateway.log.clock.now_ms())
    return Question(since_ms=first_ms, until_ms=last_ms, by=_dimensions(by), only=_filters(only or []))


def _dimensions(by: str) -> tuple[str, ...]:
    found = tuple(name.strip() for name in by.split(",") if name.strip())
    wrong = [name for name in found if not _is_dimension(name)]
    if wrong or len(found) > BY_MAX or len(set(found)) < len(found):
        allowed = f"at most {BY_MAX} of {', '.join(DIMENSIONS)} or label:KEY, each once"
        raise invalid_request([invalid("by", wrong[0] if wrong else by, allowed)])
    return found


def _filters(only: list[str], known: Collection[str] = ()) -> Mapping[str, str]:
    """Return the filters of a question by dimension: one of `known`, by default any of costs."""
    found: dict[str, str] = {}
    for each in only:
        name, equals, value = each.partition("=")
        is_dimension = name in known if known else _is_dimension(name)
        if not equals or not is_dimension or name in found:
            names = ", ".join(known) if known else f"{', '.join(DIMENSIONS)} or label:KEY"
            allowed = f"DIMENSION=VALUE with one of {names}, each once"
            raise invalid_request([invalid("only", each, allowed)])
        found[name] = value
    return found


def _is_dimension(name: str) -> bool:
    return name in DIMENSIONS or (name.startswith(LABEL) and len(name) > len(LABEL))


_CARDS: Final = """
SELECT starts_at_ms AS starts_at,
       coalesce(ends_at_ms, lead(starts_at_ms) OVER (PARTITION BY rerated ORDER BY starts_at_ms)) AS ends_at,
       rerated, requested_by, decided_at_ms AS decided_at, "offset" AS at_offset, card
FROM (
    SELECT DISTINCT ON (rerated, CASE WHEN rerated THEN "offset" ELSE starts_at_ms END) *
    FROM cards ORDER BY rerated, CASE WHEN rerated THEN "offset" ELSE starts_at_ms END, "offset" DESC
) AS newest
"""
NEWEST_CARDS: Final = Order({"decided_at": int, "starts_at": int, "at_offset": int}, descending=True)

API: Final = Api(
    tables=TABLES,
    routers=(router, budgets.router, splits.router, weekly.router),
    description=DESCRIPTION,
    as_written=as_written,
)


def start(context: Context[Settings]) -> Work:
    """Return the work of the role `http`, which also follows the costs of running jobs."""
    journal = context.journal(USAGE_EVENTS)
    settings = context.settings
    folder = settings.home.expanduser() / "state" / "metering-live" / settings.cell
    live = Live(journal, SystemClock(), context.stop, LocalStore.in_folder(folder))
    work = answer(context, API)
    assert work.app is not None  # noqa: S101  (it serves one)
    work.app.state.journal, work.app.state.live = journal, live
    return replace(work, run=live.run)
