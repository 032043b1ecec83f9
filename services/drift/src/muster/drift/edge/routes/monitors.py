"""Monitors of models."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from muster.api import Caller, Submitter, invalid_request, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.drift.core.documents import Monitor, Sampling, canonical, monitor_schema, parse_monitor
from muster.drift.core.simulations import (
    RULES_TOKENS,
    VERDICT_TOKENS,
    VERDICTS_MAX,
    VERDICTS_MIN,
    Expense,
    JudgePrice,
    expenses,
    simulated,
)
from muster.events.drift_commands import RemoveMonitor, SetMonitor
from muster.events.shared.command_answers import Violation
from muster.jobs import InvalidDocument
from typing_extensions import TypedDict

_PART: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$"
Namespace = Annotated[str, Path(pattern=_PART, description="Namespace of the model.", examples=["acme"])]
Name = Annotated[str, Path(pattern=_PART, description="Name of the model.", examples=["answers"])]

router = APIRouter(tags=["monitors"])


class ModelAnswer(TypedDict):
    """A model that is watched."""

    repository: Annotated[str, "NAMESPACE/NAME"]
    series: Annotated[int, "Series with samples in their last subgroup."]
    samples: Annotated[int, "Samples of the last subgroup of each."]
    measured_until: Annotated[Time | None, "End of the last subgroup; null: none is over."]
    alarms: Annotated[int, "Open alarms."]
    requested_by: str
    at: Time


class MonitorAnswer(TypedDict):
    """How a model is watched."""

    repository: str
    monitor: Annotated[dict[str, Any], "The monitor as it is in force."]
    digest: str
    requested_by: str
    at: Time


class MonitorRow(TypedDict):
    """The monitor in force, as the tables have it."""

    repository: str
    document: str
    digest: str
    requested_by: str
    at: int


class DelayAnswer(TypedDict):
    """Time until a change is known."""

    shift: Annotated[float, "The change in standard deviations of one sample."]
    mean_s: Annotated[int | None, "Mean seconds from its begin to the alarm; null: practically never."]
    slow_s: Annotated[int | None, "Seconds within which nine of ten are known; null: likewise."]


class ExpenseAnswer(TypedDict):
    """Answers that are judged."""

    what: Annotated[
        Literal["samples", "anchors", "baseline"],
        "samples: of all series, in a day. anchors: of a version, in a day. baseline: once for a version.",
    ]
    answers: int
    low_usd: Annotated[float | None, "If the first verdicts agree on all; null: no price is given."]
    high_usd: Annotated[float | None, "If they agree on none."]


class JudgingAnswer(TypedDict):
    """Cost of judging, as far as it can be known before."""

    verdicts_min: Annotated[int, "Verdicts on an answer on which they agree."]
    verdicts_max: Annotated[int, "On any other."]
    rules_tokens: Annotated[int, "Tokens of a verdict's prompt besides the sample, assumed."]
    verdict_tokens: Annotated[int, "Tokens of a verdict, assumed."]
    series: Annotated[int, "Series that are taken to have as many samples each."]
    daily_usd: Annotated[float, "Limit of a day: beyond it samples are not judged."]
    costs: list[ExpenseAnswer]


class SimulationAnswer(TypedDict):
    """Properties of a monitor's charts."""

    samples: Annotated[int, "Samples of a subgroup."]
    samples_min: Annotated[int, "Minimum number of samples for a subgroup to be compared."]
    learning_s: Annotated[int, "Seconds until a chart has limits."]
    run_length: Annotated[float, "Wanted subgroups between two false alarms of one chart."]
    limit: Annotated[float, "Limits in standard deviations of the statistic, if both sides are feared alike."]
    false_alarm_every_s: Annotated[int, "Wanted seconds between two false alarms of all charts."]
    delays: list[DelayAnswer]
    judging: Annotated[JudgingAnswer | None, "Null: the monitor has no judge."]


@router.get(
    "/v1/drift-models",
    summary="List models that are watched",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[ModelAnswer]}, 503),
)
async def list_models(caller: Caller, gateway: Gateway, paging: Paging) -> ListAnswer[ModelAnswer]:
    """List those of the organisation, by name."""
    return await paging.read(gateway.tables, ModelAnswer, _MODELS, {"tenant": caller.tenant}, _BY_NAME)


@router.get(
    "/v1/drift-monitor-schema", summary="Read the JSON Schema of a monitor", responses=answers({200: Any})
)
async def read_schema(caller: Caller) -> dict[str, Any]:
    """For editors: name it in a comment `# yaml-language-server: $schema=FILE`."""
    del caller
    return monitor_schema()


@router.get(
    "/v1/drift-models/{namespace}/{name}",
    summary="Read how a model is watched",
    dependencies=[NOT_OLDER],
    responses=answers({200: MonitorAnswer}, 404, 503),
)
async def read_monitor(namespace: Namespace, name: Name, caller: Caller, gateway: Gateway) -> MonitorAnswer:
    """Read the monitor in force."""
    row = await monitor_of(gateway, caller.tenant, f"{namespace}/{name}")
    return {
        "repository": row["repository"],
        "monitor": json.loads(row["document"]),
        "digest": row["digest"],
        "requested_by": row["requested_by"],
        "at": row["at"],
    }


@router.put(
    "/v1/drift-models/{namespace}/{name}",
    status_code=202,
    summary="Watch a model",
    openapi_extra=described(monitor_schema()),
    responses=asked(Decided, Receipt, 422),
)
async def set_monitor(
    namespace: Namespace,
    name: Name,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    *,
    wait_s: WaitS = 0,
) -> Response:
    """Put a monitor in force; one that differs begins with new charts."""
    try:
        document = canonical(parse_monitor(await read_body(request)))
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    command = SetMonitor(
        repository=f"{namespace}/{name}",
        document=document,
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.send(caller, command, command.repository, wait_s)


@router.delete(
    "/v1/drift-models/{namespace}/{name}",
    status_code=202,
    summary="Stop watching a model",
    responses=asked(Decided, Receipt, 404),
)
async def remove_monitor(
    namespace: Namespace, name: Name, caller: Submitter, gateway: Gateway, *, wait_s: WaitS = 0
) -> Response:
    """Remove the monitor; open alarms end."""
    command = RemoveMonitor(
        repository=f"{namespace}/{name}", tenant=caller.tenant, requested_by=caller.subject
    )
    return await gateway.send(caller, command, command.repository, wait_s)


@router.post(
    "/v1/drift-simulations",
    summary="Simulate a monitor before there is traffic",
    openapi_extra=described(monitor_schema()),
    responses=answers({200: SimulationAnswer}, 422),
)
async def simulate(
    request: Request,
    caller: Caller,
    *,
    samples_per_minute: Annotated[
        float, Query(gt=0, le=100_000, description="Samples of one series in a minute.")
    ],
    input_usd: Annotated[
        float | None, Query(ge=0, le=100_000, description="Price of 10^6 prompt tokens of the judge.")
    ] = None,
    output_usd: Annotated[
        float | None, Query(ge=0, le=100_000, description="Price of 10^6 generated tokens; with `input_usd`.")
    ] = None,
    sample_tokens: Annotated[
        int, Query(ge=1, le=1_000_000, description="Mean tokens of a sample: conversation, sources, answer.")
    ] = 1_000,
) -> SimulationAnswer:
    """Compute how soon a change would be known, and what judging would cost. Nothing is set."""
    del caller
    try:
        monitor = parse_monitor(await read_body(request))
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    if (input_usd is None) != (output_usd is None):
        missing = "input_usd" if input_usd is None else "output_usd"
        raise invalid_request(
            [Violation(field=missing, value="missing", allowed="given, or neither of both")]
        )
    price = None
    if input_usd is not None and output_usd is not None:
        price = JudgePrice(input_usd=input_usd, output_usd=output_usd)
    found = await asyncio.to_thread(simulated, monitor, samples_per_minute)
    return {
        "samples": found.samples,
        "samples_min": monitor.samples_min,
        "learning_s": found.learning_ms // 1_000,
        "run_length": found.run_length,
        "limit": found.limit,
        "false_alarm_every_s": monitor.false_alarm_every // 1_000,
        "delays": [
            {
                "shift": each.shift,
                "mean_s": None if each.mean_ms is None else each.mean_ms // 1_000,
                "slow_s": None if each.slow_ms is None else each.slow_ms // 1_000,
            }
            for each in found.delays
        ],
        "judging": _judging(monitor, expenses(monitor, found.samples, price, sample_tokens)),
    }


def _judging(monitor: Monitor, costs: Sequence[Expense]) -> JudgingAnswer | None:
    if monitor.judge is None:
        return None
    return {
        "verdicts_min": VERDICTS_MIN,
        "verdicts_max": VERDICTS_MAX,
        "rules_tokens": RULES_TOKENS,
        "verdict_tokens": VERDICT_TOKENS,
        "series": monitor.series_max,
        "daily_usd": float(monitor.judge.daily_usd),
        "costs": [
            {
                "what": each.what,
                "answers": each.answers,
                "low_usd": each.low_usd,
                "high_usd": each.high_usd,
            }
            for each in costs
        ],
    }


@router.get(
    "/v1/drift-sampling/{namespace}/{name}",
    summary="Read how servers are to sample a model",
    dependencies=[NOT_OLDER],
    responses=answers({200: Any}, 404, 503),
)
async def read_sampling(namespace: Namespace, name: Name, caller: Caller, gateway: Gateway) -> dict[str, Any]:
    """For the middleware that samples."""
    row = await monitor_of(gateway, caller.tenant, f"{namespace}/{name}")
    return Sampling.model_validate(json.loads(row["document"])["sampling"]).model_dump()


async def monitor_of(gateway: Gateway, tenant: str, repository: str) -> MonitorRow:
    """Return the monitor of a model of the organisation.

    Raises:
        Problem: 404 there is none.
    """
    found = await gateway.tables.rows(MonitorRow, _MONITOR, {"tenant": tenant, "repository": repository})
    if not found:
        raise not_found("monitored model", repository)
    return found[0]


_MONITOR: Final = """
SELECT repository, document, digest, requested_by, at_ms AS at
FROM monitors WHERE tenant = %(tenant)s AND lower(repository) = lower(%(repository)s) AND NOT removed
"""

_MODELS: Final = """
SELECT m.repository, m.requested_by, m.at_ms AS at,
       coalesce(s.series, 0) AS series, coalesce(s.samples, 0) AS samples, s.measured_until,
       (SELECT count(*) FROM alarms a
        WHERE a.tenant = m.tenant AND a.repository = m.repository AND a.ended_at_ms IS NULL) AS alarms
FROM monitors m LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE samples > 0) AS series, sum(samples)::bigint AS samples,
           max(end_ms) AS measured_until
    FROM (
        SELECT DISTINCT ON (commit, task, segment) samples, end_ms FROM subgroups u
        WHERE u.tenant = m.tenant AND u.repository = m.repository
        ORDER BY commit, task, segment, start_ms DESC
    ) newest
) s ON true
WHERE m.tenant = %(tenant)s AND NOT m.removed
"""
_BY_NAME: Final = Order({"repository": str})
