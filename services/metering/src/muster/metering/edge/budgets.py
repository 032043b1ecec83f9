"""Routes of budgets: setting, removal, and spending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from muster.api import Biller, Caller, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.events.metering_commands import BudgetTerms
from muster.events.topics import METERING_COMMANDS
from muster.jobs import BudgetRequest, budget_data
from muster.jobs.values.quantities import format_time
from muster.jobs.values.rules import written
from muster.metering.core import requests
from muster.metering.core.budgets.thresholds import ALL_PERCENT
from muster.metering.core.forecast import LEVEL_PERCENT
from muster.metering.edge.answers import Time, cents, gpu_hours
from muster.metering.edge.costs import Sight
from muster.metering.edge.forecasts import month_of
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

BudgetName = Annotated[str, Path(max_length=63, description="Name of the budget.", examples=["vision-month"])]

_MICROS_PER_CENT: Final = 10_000
_US_PER_MICRO_HOUR: Final = 3_600

router = APIRouter(tags=["budgets"])


class ThresholdAnswer(TypedDict):
    """A threshold that was reached, or eased."""

    percent: int
    reached: Annotated[bool, "False: what is spent is well below it again."]
    spent: str
    at: Annotated[Time, "Hours that ended until then were counted."]


class BudgetAnswer(TypedDict):
    """A budget, and how far it is spent."""

    name: str
    scope: str
    of: str
    unit: str
    amount: str
    spent: str
    percent: int
    warn_percent: int
    rolling_days: int | None
    policy: Annotated[str, "What happens when all of it is spent: notify, block or approval."]
    tiers: Annotated[list[str], "Jobs of these then do not start from its queue."]
    starts_at: Time | None
    ends_at: Time | None
    measured_until: Time | None
    reached: Annotated[list[int], "Thresholds that what is spent has reached, percent."]
    requested_by: str


class BudgetsAnswer(TypedDict):
    """Budgets by name."""

    budgets: list[BudgetAnswer]


class ForecastAnswer(TypedDict):
    """What the month will come to."""

    low: str
    high: str
    level_percent: Annotated[int, "So often it lies between them."]


class BudgetDetailAnswer(BudgetAnswer):
    """A budget, with the thresholds that were reached and eased, the newest first."""

    thresholds: list[ThresholdAnswer]
    forecast: Annotated[
        ForecastAnswer | None, "Null: the history is too short to say, or it is not of a month."
    ]


@dataclass(frozen=True, slots=True)
class BudgetRow:
    """Row of a budget in the tables."""

    budget: str
    terms: dict[str, Any]
    requested_by: str
    starts_at_ms: int | None
    ends_at_ms: int | None
    spent_micros: int | None
    measured_until_ms: int | None


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """Row of a reached or eased threshold in the tables."""

    threshold_percent: int
    reached: bool
    spent_micros: int
    measured_until_ms: int


@router.get(
    "/v1/budgets",
    summary="Read the budgets, and how far they are spent",
    dependencies=[NOT_OLDER],
    responses=answers({200: BudgetsAnswer}, 503),
)
async def read_budgets(caller: Caller, gateway: Gateway) -> BudgetsAnswer:
    """Budgets of the caller's teams; with the role billing or operator, all of its tenant."""
    return {"budgets": await budgets_of(gateway.tables, Sight.of(caller))}


async def budgets_of(tables: Tables, sight: Sight) -> list[BudgetAnswer]:
    """Return the budgets visible to a caller."""
    return [_json(row) for row in await _rows(tables, sight)]


@router.get(
    "/v1/budgets/{name}",
    summary="Read one budget, with the thresholds that it reached",
    dependencies=[NOT_OLDER],
    responses=answers({200: BudgetDetailAnswer}, 404, 503),
)
async def read_budget(name: BudgetName, caller: Caller, gateway: Gateway) -> BudgetDetailAnswer:
    """Its terms, what is spent, the last 100 thresholds it reached or eased, what its month will come to."""
    rows = await _rows(gateway.tables, Sight.of(caller), name)
    if not rows:
        raise not_found("budget", name)
    which = {"tenant": caller.tenant, "budget": name}
    crossed = await gateway.tables.rows(ThresholdRow, _THRESHOLDS, which)
    found: list[ThresholdAnswer] = [
        {
            "percent": each.threshold_percent,
            "reached": each.reached,
            "spent": _amount(rows[0].terms, each.spent_micros),
            "at": format_time(each.measured_until_ms),
        }
        for each in crossed
    ]
    forecast = await _forecast(gateway.tables, caller.tenant, rows[0])
    return {**_json(rows[0]), "thresholds": found, "forecast": forecast}


@router.post(
    "/v1/budgets",
    status_code=202,
    summary="Set a budget",
    openapi_extra=described(BudgetRequest),
    responses=asked(Decided, Receipt, 422),
)
async def set_budget(*, request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """One of the same name is replaced; what is spent in its period already counts."""
    form = read_form(BudgetRequest, await read_body(request))
    command = requests.set_budget(asker(caller), form, gateway.log.stamp())
    return await gateway.ask(caller, METERING_COMMANDS, command, wait_s)


@router.delete(
    "/v1/budgets/{name}",
    status_code=202,
    summary="Remove a budget",
    responses=asked(Decided, Receipt),
)
async def remove_budget(name: BudgetName, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Nothing is told of it any longer."""
    command = requests.remove_budget(asker(caller), name, gateway.log.stamp())
    return await gateway.ask(caller, METERING_COMMANDS, command, wait_s)


async def _rows(tables: Tables, sight: Sight, name: str | None = None) -> Sequence[BudgetRow]:
    parameters = {
        "tenant": sight.tenant,
        "whole": sight.whole,
        "teams": list(sight.teams),
        "budget": name,
    }
    return await tables.rows(BudgetRow, _BUDGETS, parameters)


async def _forecast(tables: Tables, tenant: str, row: BudgetRow) -> ForecastAnswer | None:
    terms = BudgetTerms.from_datum(row.terms)
    if terms.rolling_days or not row.starts_at_ms or not row.ends_at_ms or not row.measured_until_ms:
        return None
    period = (row.starts_at_ms, row.ends_at_ms)
    found = await month_of(tables, tenant, terms, period, row.measured_until_ms)
    if found is None:
        return None
    low, high = (_amount(row.terms, each) for each in found)
    return {"low": low, "high": high, "level_percent": LEVEL_PERCENT}


def _json(row: BudgetRow) -> BudgetAnswer:
    terms = BudgetTerms.from_datum(row.terms)
    spent = row.spent_micros or 0
    said = budget_data(row.budget, terms)
    return {
        "name": row.budget,
        "scope": terms.scope.value.lower(),
        "of": terms.of,
        "unit": terms.currency or "GPU-hours",
        "amount": said.get("amount") or said["gpu_hours"],
        "spent": _amount(row.terms, spent),
        "percent": spent * 100 // terms.amount_micros,
        "warn_percent": terms.warn_percent,
        "rolling_days": terms.rolling_days,
        "policy": written(terms.policy),
        "tiers": [written(tier) for tier in terms.tiers],
        "starts_at": _time(row.starts_at_ms),
        "ends_at": _time(row.ends_at_ms),
        "measured_until": _time(row.measured_until_ms),
        "reached": [
            each for each in (terms.warn_percent, ALL_PERCENT) if spent * 100 >= terms.amount_micros * each
        ],
        "requested_by": row.requested_by,
    }


def _amount(terms: Mapping[str, Any], micros: int) -> str:
    """Format money with two decimals, GPU hours with three."""
    if not terms["currency"]:
        return gpu_hours(micros * _US_PER_MICRO_HOUR)
    return cents((2 * micros + _MICROS_PER_CENT) // (2 * _MICROS_PER_CENT))


def _time(at_ms: int | None) -> str | None:
    return None if at_ms is None else format_time(at_ms)


_BUDGETS: Final = """
SELECT budget, terms, requested_by, starts_at_ms, ends_at_ms, spent_micros, measured_until_ms
FROM budgets
WHERE tenant = %(tenant)s AND NOT removed AND (%(budget)s::text IS NULL OR budget = %(budget)s)
  AND (%(whole)s OR terms ->> 'scope' = 'TEAM' AND terms ->> 'of' = ANY(%(teams)s))
ORDER BY budget
"""

_THRESHOLDS: Final = """
SELECT threshold_percent, reached, spent_micros, measured_until_ms
FROM budget_thresholds WHERE tenant = %(tenant)s AND budget = %(budget)s
ORDER BY "offset" DESC LIMIT 100
"""
