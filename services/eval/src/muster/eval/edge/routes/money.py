"""Prices of models' tokens, and what automatic evaluations may cost in one day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from muster.api import Biller, Caller, invalid_request
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.eval.core.money.daily import DAY_MICROS
from muster.eval.core.requests import about
from muster.events.eval_commands import EvalCommand, ResumeEvals, SetEvalBudget, SetTokenPrice, TokenPrice
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.quantities import format_money, parse_money
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

_DOLLARS: Final = "US dollars for 10^6 tokens, such as 0.15"

PRICE: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "TokenPriceRequest",
    "required": ["model"],
    "properties": {
        "model": {"type": "string", "description": "Model, as configs name it."},
        "endpoint": {"type": "string", "description": "SCHEME://HOST:PORT; absent: any other."},
        "input": {"type": "string", "description": f"{_DOLLARS}; without it and `output`: no price."},
        "output": {"type": "string", "description": f"{_DOLLARS}."},
        "cached": {"type": "string", "description": "Of tokens the endpoint had cached; absent: as input."},
    },
    "additionalProperties": False,
}

BUDGET: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "EvalBudgetRequest",
    "required": ["per_day"],
    "properties": {
        "per_day": {"type": "string", "description": "US dollars, such as 20.00; 0: none starts."}
    },
    "additionalProperties": False,
}

RESUME: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "EvalResumption",
    "properties": {"reason": {"type": "string", "description": "Why; it stands in the record."}},
    "additionalProperties": False,
}

router = APIRouter(tags=["money"])


class PriceAnswer(TypedDict):
    """Price of a model's tokens."""

    model: str
    endpoint: Annotated[str, "Empty: wherever no other price holds."]
    input: Annotated[str, "US dollars for 10^6 tokens of prompts."]
    output: Annotated[str, "The same for generated tokens."]
    cached: Annotated[str | None, "The same for tokens that the endpoint had cached; null: as input."]
    requested_by: str
    at: Time


class EvalBudgetAnswer(TypedDict):
    """Limit of automatic evaluations of one day."""

    per_day: Annotated[str, "US dollars."]
    default: Annotated[bool, "Whether it is the default."]
    paused_on: Annotated[Time | None, "Start of the last day on which one was held back."]


class _Price(TypedDict):
    model: str
    endpoint: str
    price: Any
    requested_by: str
    at: Time


class _Budget(TypedDict):
    day_micros: int | None
    paused_on: Time | None


@router.get(
    "/v1/eval-prices",
    summary="List prices of models' tokens",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[PriceAnswer]}, 503),
)
async def list_prices(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[PriceAnswer]:
    """List those of the organisation, by model."""
    return paging.cut(await _prices(gateway.tables, caller.tenant), _BY_MODEL)


@router.put(
    "/v1/eval-prices",
    status_code=202,
    summary="Price a model's tokens",
    openapi_extra=described(PRICE),
    responses=asked(Decided, Receipt, 422),
)
async def set_price(request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """For evaluations that start from now on; one that runs keeps its price."""
    said = read_texts(await read_body(request), model="", endpoint="", input="", output="", cached="")
    price = None
    if said["input"] or said["output"]:
        price = TokenPrice(
            input_micros=dollars("input", said["input"]),
            output_micros=dollars("output", said["output"]),
            cached_micros=dollars("cached", said["cached"]) if said["cached"] else None,
        )
    command = SetTokenPrice(
        model=said["model"],
        endpoint=said["endpoint"],
        price=price,
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await _decide(command, caller, gateway, wait_s)


@router.get(
    "/v1/eval-budget",
    summary="Read what automatic evaluations may cost in one day",
    dependencies=[NOT_OLDER],
    responses=answers({200: EvalBudgetAnswer}, 503),
)
async def read_budget(caller: Caller, gateway: Gateway) -> EvalBudgetAnswer:
    """Read the limit of the organisation."""
    row = await gateway.tables.row(_Budget, _BUDGET, {"tenant": caller.tenant})
    limit = None if row is None else row["day_micros"]
    return {
        "per_day": format_money(DAY_MICROS if limit is None else limit),
        "default": limit is None,
        "paused_on": None if row is None else row["paused_on"],
    }


@router.put(
    "/v1/eval-budget",
    status_code=202,
    summary="Limit what automatic evaluations may cost in one day",
    openapi_extra=described(BUDGET),
    responses=asked(Decided, Receipt, 422),
)
async def set_budget(request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """A run counts with its cap until it ends, then with its cost, on the day (UTC) on which it starts."""
    said = read_texts(await read_body(request), per_day="")
    command = SetEvalBudget(
        day_micros=dollars("per_day", said["per_day"]),
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await _decide(command, caller, gateway, wait_s)


@router.post(
    "/v1/eval-budget/resumption",
    status_code=202,
    summary="Let automatic evaluations start again today",
    openapi_extra=described(RESUME),
    responses=asked(Decided, Receipt, 409, 422),
)
async def resume(request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """The day's count begins at zero; runs that have not ended keep their reservations."""
    said = read_texts(await read_body(request), reason="")
    command = ResumeEvals(reason=said["reason"], tenant=caller.tenant, requested_by=caller.subject)
    return await _decide(command, caller, gateway, wait_s)


async def _decide(command: EvalCommand, caller: Biller, gateway: Gateway, wait_s: float) -> Response:
    return await gateway.send(caller, command, about(command).key, wait_s)


async def _prices(tables: Tables, tenant: str) -> list[PriceAnswer]:
    return [
        {
            "model": row["model"],
            "endpoint": row["endpoint"],
            "input": format_money(price.input_micros),
            "output": format_money(price.output_micros),
            "cached": None if price.cached_micros is None else format_money(price.cached_micros),
            "requested_by": row["requested_by"],
            "at": row["at"],
        }
        for row in await tables.rows(_Price, _PRICES, {"tenant": tenant})
        for price in (TokenPrice(**row["price"]),)
    ]


def dollars(field: str, text: str) -> int:
    """Return an amount in millionths of a dollar.

    Raises:
        Problem: 422 it is none.
    """
    try:
        return parse_money(text)
    except ValueError:
        allowed = "US dollars with at most six decimals, such as 2.50"
        raise invalid_request([invalid(field, text[:40] or "missing", allowed)]) from None


_PRICES: Final = """
SELECT model, endpoint, price, requested_by, at_ms AS at FROM prices
WHERE tenant = %(tenant)s AND price IS NOT NULL
"""
_BY_MODEL: Final = Order({"model": str, "endpoint": str})

_BUDGET: Final = "SELECT day_micros, paused_day_ms AS paused_on FROM budgets WHERE tenant = %(tenant)s"
