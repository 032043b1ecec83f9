"""Costs of shared replicas, split by consumer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Final, LiteralString

from fastapi import APIRouter, Query, Request, Response
from muster.api import Biller, Caller, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.document.answers import answers, asked
from muster.api.document.bodies import described
from muster.events.topics import METERING_COMMANDS
from muster.jobs import TokenWorkRequest
from muster.metering.core.costs.token_work import RATIO_UNITS, Hour, Part, split_by_work
from muster.metering.core.requests import record_token_work
from muster.metering.edge.amounts import Money
from muster.metering.edge.costs import SEEN, CostAnswer, Question, Sight, costs
from typing_extensions import TypedDict

JobId = Annotated[str, Query(max_length=64, description="Id of the replica's job.")]

router = APIRouter(tags=["costs"])


class PartAnswer(TypedDict):
    """One consumer's part."""

    consumer: Annotated[str | None, "null: hours without reported tokens."]
    prompt_tokens: int
    output_tokens: int
    ratio: Annotated[str, "Share of the cost; the ratios add up to 1."]
    cost: Money
    charged: Money


class SplitAnswer(TypedDict):
    """Cost of a replica in one currency, the largest part first."""

    currency: str
    cost: Money
    charged: Annotated[Money, "Charge; the parts add up to it."]
    parts: list[PartAnswer]


class SplitsAnswer(TypedDict):
    """Cost of a replica, split by consumer."""

    job: str
    splits: list[SplitAnswer]


@dataclass(frozen=True, slots=True)
class HourRow:
    """Cost of a replica in an hour.

    Attributes:
        gpu_us: GPU microseconds held.
        cost: GPU microseconds times the price of a GPU hour in millionths of the currency; used as a weight.
    """

    currency: str
    hour_ms: int
    gpu_us: int
    cost: Decimal


@dataclass(frozen=True, slots=True)
class WorkRow:
    """Tokens of a consumer in an hour."""

    hour_ms: int
    consumer: str
    prompt_tokens: int
    output_tokens: int
    work: Decimal


@router.post(
    "/v1/token-work",
    status_code=202,
    summary="Report the tokens of a shared replica by consumer",
    openapi_extra=described(TokenWorkRequest),
    responses=asked(Decided, Receipt, 422),
)
async def report_token_work(
    *, request: Request, caller: Biller, gateway: Gateway, wait_s: WaitS = 0
) -> Response:
    """Report tokens by consumer for one hour of a replica; a later report of a consumer replaces it."""
    form = read_form(TokenWorkRequest, await read_body(request))
    command = record_token_work(asker(caller), form, gateway.log.stamp())
    return await gateway.ask(caller, METERING_COMMANDS, command, wait_s)


@router.get(
    "/v1/costs/split",
    summary="Read the cost of a shared replica, split by consumer",
    dependencies=[NOT_OLDER],
    responses=answers({200: SplitsAnswer}, 404, 503),
)
async def read_split(job: JobId, caller: Caller, gateway: Gateway) -> SplitsAnswer:
    """Split each hour's cost of the whole run in proportion to its consumers' weighted tokens, to the cent.

    Hours without reported tokens form a part of their own.
    """
    tables, sight = gateway.tables, Sight.of(caller)
    question = Question(since_ms=0, until_ms=_EVER_MS, only={"job": job, "kind": "job"})
    sums = await costs(tables, sight, question)
    if not sums:
        raise not_found("cost of job", job)
    which = {**sight.parameters(), "job_id": job}
    hours = await tables.rows(HourRow, _HOURS, which)
    work = await tables.rows(WorkRow, _WORK, which)
    return {"job": job, "splits": [_split(each, hours, work) for each in sums]}


def _split(whole: CostAnswer, all_hours: Sequence[HourRow], work: Sequence[WorkRow]) -> SplitAnswer:
    hours = [hour for hour in all_hours if hour.currency == whole["currency"]]
    reported: dict[int, dict[str, int]] = defaultdict(dict)
    prompt: dict[str, int] = defaultdict(int)
    output: dict[str, int] = defaultdict(int)
    mine = {hour.hour_ms for hour in hours}
    for row in work:
        if row.hour_ms in mine:
            reported[row.hour_ms][row.consumer] = int(row.work)
            prompt[row.consumer] += row.prompt_tokens
            output[row.consumer] += row.output_tokens
    is_priced = any(hour.cost for hour in hours)
    each_hour = [
        Hour(max(0, int(hour.cost) if is_priced else hour.gpu_us), reported[hour.hour_ms]) for hour in hours
    ]
    charged = {part.consumer: part.cents for part in split_by_work(whole["charged"], each_hour)}
    parts = sorted(split_by_work(whole["cost"], each_hour), key=lambda part: (-part.ratio, part.consumer))

    def answer(part: Part) -> PartAnswer:
        return {
            "consumer": part.consumer or None,
            "prompt_tokens": prompt[part.consumer],
            "output_tokens": output[part.consumer],
            "ratio": f"{Decimal(part.ratio) / RATIO_UNITS:.6f}",
            "cost": part.cents,
            "charged": charged[part.consumer],
        }

    return {
        "currency": whole["currency"],
        "cost": whole["cost"],
        "charged": whole["charged"],
        "parts": [answer(part) for part in parts],
    }


_EVER_MS: Final = 1 << 62

_HOURS: Final[LiteralString] = (
    "SELECT currency, hour_ms, sum(gpu_us)::bigint AS gpu_us,"  # noqa: S608  (of constants)
    " sum(gpu_us::numeric * gpu_hour_micros) AS cost FROM usage r WHERE job_id = %(job_id)s AND kind = 'JOB'"
    " AND " + SEEN + " GROUP BY 1, 2 ORDER BY 1, 2"
)

_WORK: Final[LiteralString] = """
SELECT hour_ms, consumer, prompt_tokens, output_tokens, work FROM token_work
WHERE tenant = %(tenant)s AND job_id = %(job_id)s ORDER BY hour_ms, consumer
"""
