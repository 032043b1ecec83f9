"""Routes of budgets: setting, removal, and spending."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from muster.api import Biller, Caller, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging, converted
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.events.metering_commands import BudgetTerms
from muster.events.topics import METERING_COMMANDS
from muster.jobs import BudgetRequest, budget_data
from muster.jobs.values.rules import written
from muster.metering.core import requests
from muster.metering.core.budgets.thresholds import ALL_PERCENT
from muster.metering.core.costs.forecast import LEVEL_PERCENT
from muster.metering.edge.amounts import cents, gpu_hours
from muster.metering.edge.costs import Sight
from muster.metering.edge.forecasts import month_of
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

BudgetName = Annotated[str, Path(max_length=63, description="Name of the budget.", examples=["vision-month"])]

_MICROS_PER_CENT: Final = 10_000
_US_PER_MICRO_HOUR: Final = 3_600

_BY_NAME: Final = Order({"name": str})

router = APIRouter(tags=["budgets"])


class ThresholdAnswer(TypedDict):
    """A threshold that was reached or eased."""

    percent: int
    reached: Annotated[bool, "False: spending is well below it again."]
    spent: str
    at: Annotated[Time, "Hours that ended by then were counted."]


class BudgetAnswer(TypedDict):
    """A budget and its spending."""

    name: str
    scope: str
    of: str
    unit: str
    amount: str
    spent: str
    percent: int
    warn_percent: int
    rolling_days: int | None
    policy: Annotated[str, "Action when all of it is spent: notify, block or approval."]
    tiers: Annotated[list[str], "Tiers whose jobs then do not start from its queue."]
    starts_at: Time | None
    ends_at: Time | None
    measured_until: Time | None
    reached: Annotated[list[int], "Thresholds that spending has reached, percent."]
    requested_by: str


class ForecastAnswer(TypedDict):
    """Forecast of the month's spending, as a range."""

    low: str
    high: str
    level_percent: Annotated[int, "Percentage of cases in which spending lies in the range."]


class BudgetDetailAnswer(BudgetAnswer):
    """A budget with its reached and eased thresholds, newest first."""

    thresholds: list[ThresholdAnswer]
    forecast: Annotated[
        ForecastAnswer | None, "Null: the history is too short, or the budget is not monthly."
    ]


class BudgetRow(TypedDict):
    """Row of a budget in the tables."""

    name: str
    terms: Any
    requested_by: str
    starts_at: int | None
    ends_at: int | None
    spent_micros: int
    measured_until: int | None


class ThresholdRow(TypedDict):
    """Row of a reached or eased threshold in the tables; `spent` is in micros."""

    percent: int
    reached: bool
    spent: int
    at: int


@router.get(
    "/v1/budgets",
    summary="Read budgets and their spending",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[BudgetAnswer]}, 503),
)
async def read_budgets(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[BudgetAnswer]:
    """Return the budgets of the caller's teams; with the role billing or operator, all of its tenant."""
    page = await paging.read(gateway.tables, BudgetRow, _BUDGETS, _parameters_of(Sight.of(caller)), _BY_NAME)
    return converted(page, _budget)


async def budgets_of(tables: Tables, sight: Sight) -> list[BudgetAnswer]:
    """Return the budgets visible to a caller, by name."""
    rows = await tables.rows(BudgetRow, _BUDGETS + "ORDER BY name", _parameters_of(sight))
    return [_budget(row) for row in rows]


@router.get(
    "/v1/budgets/{name}",
    summary="Read a budget and the thresholds that it reached",
    dependencies=[NOT_OLDER],
    responses=answers({200: BudgetDetailAnswer}, 404, 503),
)
async def read_budget(name: BudgetName, caller: Caller, gateway: Gateway) -> BudgetDetailAnswer:
    """Return its terms, spending, last 100 reached or eased thresholds, and forecast of the month."""
    row = await gateway.tables.row(BudgetRow, _BUDGETS, _parameters_of(Sight.of(caller), name))
    if row is None:
        raise not_found("budget", name)
    which = {"tenant": caller.tenant, "budget": name}
    crossed = await gateway.tables.rows(ThresholdRow, _THRESHOLDS, which)
    return {
        **_budget(row),
        "thresholds": [{**each, "spent": _amount(row["terms"], each["spent"])} for each in crossed],
        "forecast": await _forecast(gateway.tables, caller.tenant, row),
    }


@router.post(
    "/v1/budgets",
    status_code=202,
    summary="Set a budget",
    openapi_extra=described(BudgetRequest),
    responses=asked(Decided, Receipt, 422),
)
async def set_budget(*, request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Set a budget or replace the one of this name; spending in its period so far counts."""
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
    """Remove a budget; its thresholds are no longer reported."""
    command = requests.remove_budget(asker(caller), name, gateway.log.stamp())
    return await gateway.ask(caller, METERING_COMMANDS, command, wait_s)


def _parameters_of(sight: Sight, name: str | None = None) -> Mapping[str, Any]:
    """Return the parameters of _BUDGETS: one budget, or all that a caller sees."""
    return {"tenant": sight.tenant, "whole": sight.whole, "teams": list(sight.teams), "budget": name}


async def _forecast(tables: Tables, tenant: str, row: BudgetRow) -> ForecastAnswer | None:
    terms = BudgetTerms.from_datum(row["terms"])
    if terms.rolling_days or not row["starts_at"] or not row["ends_at"] or not row["measured_until"]:
        return None
    period = (row["starts_at"], row["ends_at"])
    found = await month_of(tables, tenant, terms, period, row["measured_until"])
    if found is None:
        return None
    low, high = (_amount(row["terms"], each) for each in found)
    return {"low": low, "high": high, "level_percent": LEVEL_PERCENT}


def _budget(row: BudgetRow) -> BudgetAnswer:
    terms = BudgetTerms.from_datum(row["terms"])
    spent = row["spent_micros"] or 0
    said = budget_data(row["name"], terms)
    return {
        "name": row["name"],
        "scope": terms.scope.value.lower(),
        "of": terms.of,
        "unit": terms.currency or "GPU-hours",
        "amount": said.get("amount") or said["gpu_hours"],
        "spent": _amount(row["terms"], spent),
        "percent": spent * 100 // terms.amount_micros,
        "warn_percent": terms.warn_percent,
        "rolling_days": terms.rolling_days,
        "policy": written(terms.policy),
        "tiers": [written(tier) for tier in terms.tiers],
        "starts_at": row["starts_at"],
        "ends_at": row["ends_at"],
        "measured_until": row["measured_until"],
        "reached": [
            each for each in (terms.warn_percent, ALL_PERCENT) if spent * 100 >= terms.amount_micros * each
        ],
        "requested_by": row["requested_by"],
    }


def _amount(terms: Mapping[str, Any], micros: int) -> str:
    """Format money with two decimals, GPU hours with three."""
    if not terms["currency"]:
        return gpu_hours(micros * _US_PER_MICRO_HOUR)
    return cents((2 * micros + _MICROS_PER_CENT) // (2 * _MICROS_PER_CENT))


_BUDGETS: Final = """
SELECT budget AS name, terms, requested_by, starts_at_ms AS starts_at, ends_at_ms AS ends_at, spent_micros,
       measured_until_ms AS measured_until
FROM budgets
WHERE tenant = %(tenant)s AND NOT removed AND (%(budget)s::text IS NULL OR budget = %(budget)s)
  AND (%(whole)s OR terms ->> 'scope' = 'TEAM' AND terms ->> 'of' = ANY(%(teams)s))
"""

_THRESHOLDS: Final = """
SELECT threshold_percent AS percent, reached, spent_micros AS spent, measured_until_ms AS at
FROM budget_thresholds WHERE tenant = %(tenant)s AND budget = %(budget)s
ORDER BY "offset" DESC LIMIT 100
"""
