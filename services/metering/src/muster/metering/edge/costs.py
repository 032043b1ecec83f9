"""Costs of GPUs, summed over dimensions and periods from the tables.

Charged days count with their charges, to the cent; uncharged days with their recorded hours at the prices in
force. `Sight` determines the rows a caller sees.

Lost work is the part of an attempt after its last checkpoint, if the attempt did not succeed. Its cost is
reported beside the amounts, in proportion to time, and changes none of them.

Amounts of recorded hours are not whole cents. The total of a period and currency is rounded once, so its sums
add up to the same total by any dimensions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Final, LiteralString

from muster.api.document.answers import Time
from muster.events.usage_events import Payer
from muster.identity import Principal
from muster.identity.principal import BILLING_WRITE, CLUSTER_WRITE
from muster.metering.core.costs.sums import add_up
from muster.metering.edge.amounts import GpuHours, Money
from muster.views.reading.tables import Tables
from psycopg import sql
from pydantic import Field
from typing_extensions import TypedDict

EXACT: Final = 10**40
"""Factor of amounts returned by Postgres: smaller fractions of a cent or a microsecond are dropped."""

GPU_US_PER_MILLI_HOUR: Final = 3_600_000

ROWS_MAX: Final = 10_000
"""Maximum number of rows of an answer."""

LABEL: Final = "label:"
"""Prefix of label dimensions: `label:experiment` is the label `experiment`."""


class Step(StrEnum):
    """Periods of a sum."""

    HOUR = "hour"
    DAY = "day"
    MONTH = "month"
    TOTAL = "total"


DIMENSIONS: Final[Mapping[str, LiteralString]] = {
    "team": "team",
    "project": "project",
    "user": "user_name",
    "queue": "queue",
    "tier": "replace(lower(tier), '_', '-')",
    "model": "model_name",
    "gpu_model": "gpu_model",
    "kind": "lower(kind)",
    "reason": "lower(reason)",
    "job": "job_id",
    "attempt": "attempt::text",
    "outcome": "coalesce((SELECT replace(lower(a.outcome), '_', '-') FROM attempts a"
    " WHERE a.job_id = r.job_id AND a.attempt = r.attempt), '')",
    "loss": "coalesce((SELECT replace(lower(nullif(a.loss, 'NONE')), '_', '-') FROM attempts a"
    " WHERE a.job_id = r.job_id AND a.attempt = r.attempt), '')",
    "reservation": "reservation",
    "node": "node_id",
}
"""Dimensions of sums and filters, each with its expression over a row `r`; labels are handled separately."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Rows visible to a caller, never those of another tenant.

    Attributes:
        tenant: Tenant of the caller.
        whole: Whether all rows of the tenant are visible: role billing or operator.
        teams: Teams of the caller; without `whole`, their rows and the caller's own are visible.
        user: The caller.
        platform: Whether costs borne by the platform are also visible: role operator.
    """

    tenant: str
    whole: bool
    teams: tuple[str, ...]
    user: str
    platform: bool

    @staticmethod
    def of(caller: Principal) -> Sight:
        """Return the sight of a caller."""
        return Sight(
            tenant=caller.tenant,
            whole=caller.allows(BILLING_WRITE) or caller.allows(CLUSTER_WRITE),
            teams=tuple(caller.teams),
            user=caller.subject,
            platform=caller.allows(CLUSTER_WRITE),
        )

    def sees(self, payer: Payer) -> bool:
        """Whether costs of this payer are visible: the same rule as SEEN."""
        if not payer.tenant:
            return self.platform
        own = self.whole or payer.team in self.teams or payer.user == self.user
        return payer.tenant == self.tenant and own

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of SEEN."""
        return {
            "tenant": self.tenant,
            "whole": self.whole,
            "teams": list(self.teams),
            "user": self.user,
            "platform": self.platform,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Period, dimensions and filters of a sum.

    Attributes:
        since_ms: Start, milliseconds since 1970 UTC.
        until_ms: End, exclusive.
        step: Length of a period.
        by: Dimensions to sum by.
        only: Required values by dimension.
    """

    since_ms: int
    until_ms: int
    step: Step = Step.TOTAL
    by: Sequence[str] = ()
    only: Mapping[str, str] = field(default_factory=dict[str, str])


class CostAnswer(TypedDict):
    """Costs of one value of the dimensions in a period."""

    starts_at: Time
    key: Annotated[
        dict[str, str],
        Field(description="Values of the dimensions; empty: the job has none, or there is no job."),
    ]
    currency: Annotated[str, Field(description="ISO 4217; empty: no rate card was in force.")]
    gpu_hours: GpuHours
    cost: Annotated[Money, Field(description="Part of what the nodes cost.")]
    charged: Annotated[Money, Field(description="Cost x the percentage of its tier and hour.")]
    lost_gpu_hours: Annotated[
        GpuHours, Field(description="Part of the GPU hours that was spent on lost work.")
    ]
    lost: Annotated[
        Money,
        Field(description="Part of the charge for work that no checkpoint had when its attempt ended."),
    ]
    settled: Annotated[
        bool, Field(description="False: some of its days are not charged yet, so it may still grow.")
    ]


class CostsAnswer(TypedDict):
    """Sums by period and dimensions, the largest first."""

    since: Time
    until: Time
    step: str
    by: list[str]
    items: list[CostAnswer]


@dataclass(frozen=True, slots=True)
class ExactRow:
    """Sum before it is rounded: microseconds and cents, each times EXACT."""

    starts_at_ms: int
    key: list[str]
    currency: str
    gpu: Decimal
    cost: Decimal
    charged: Decimal
    lost_gpu: Decimal
    lost: Decimal
    settled: bool


async def costs(tables: Tables, sight: Sight, question: Question) -> list[CostAnswer]:
    """Return the sums by period and dimensions; ROWS_MAX + 1 of them: there are more."""
    statement, parameters = _statement(sight, question)
    return rounded(await tables.rows(ExactRow, statement, parameters), question.by)


def rounded(rows: Sequence[ExactRow], by: Sequence[str]) -> list[CostAnswer]:
    """Round sums to cents and thousandths of GPU hours; each period and currency keeps its total."""
    periods = [(row.starts_at_ms, row.currency) for row in rows]

    def whole(amounts: Iterable[Decimal], unit: int) -> list[int]:
        return add_up(periods, [int(amount) for amount in amounts], unit * EXACT)

    columns = zip(
        rows,
        whole((row.gpu for row in rows), GPU_US_PER_MILLI_HOUR),
        whole((row.cost for row in rows), 1),
        whole((row.charged for row in rows), 1),
        whole((row.lost_gpu for row in rows), GPU_US_PER_MILLI_HOUR),
        whole((row.lost for row in rows), 1),
        strict=True,
    )
    return [
        {
            "starts_at": row.starts_at_ms,
            "key": dict(zip(by, row.key, strict=True)),
            "currency": row.currency,
            "gpu_hours": gpu,
            "cost": cost,
            "charged": charged,
            "lost_gpu_hours": lost_gpu,
            "lost": lost,
            "settled": row.settled,
        }
        for row, gpu, cost, charged, lost_gpu, lost in columns
    ]


def expression(dimension: str, parameter: str) -> tuple[sql.Composable, dict[str, Any]]:
    """Return the expression of a dimension over a row, and its parameters."""
    if dimension.startswith(LABEL):
        name = sql.Placeholder(parameter)
        text = sql.SQL("coalesce(labels ->> {}::text, '')").format(name)
        return text, {parameter: dimension.removeprefix(LABEL)}
    return sql.SQL(DIMENSIONS[dimension]), {}


def asked_of(sight: Sight, question: Question) -> tuple[sql.Composed, sql.Composed, dict[str, Any]]:
    """Return key and condition of a query over rows with a payer, and their parameters."""
    parameters: dict[str, Any] = {
        "since_ms": question.since_ms,
        "until_ms": question.until_ms,
        **sight.parameters(),
        "rows_max": ROWS_MAX + 1,
    }
    keys: list[sql.Composable] = []
    conditions: list[sql.Composable] = [sql.SQL(SEEN)]
    for n, dimension in enumerate(question.by):
        text, given = expression(dimension, f"by_{n}")
        keys.append(text)
        parameters |= given
    for n, (dimension, value) in enumerate(question.only.items()):
        text, given = expression(dimension, f"only_{n}")
        conditions.append(sql.SQL("{} = {}").format(text, sql.Placeholder(f"value_{n}")))
        parameters |= {**given, f"value_{n}": value}
    key = sql.SQL("ARRAY[{}]::text[]").format(sql.SQL(", ").join(keys))
    return key, sql.SQL(" AND ").join(conditions), parameters


def _statement(sight: Sight, question: Question) -> tuple[sql.Composed, dict[str, Any]]:
    key, where, parameters = asked_of(sight, question)
    rows = sql.SQL(_rows(question)).format(
        where=where, columns=sql.SQL(_COLUMNS), months=sql.SQL(_WHOLE_MONTHS)
    )
    statement = sql.SQL(_SUMS).format(rows=rows, start=sql.SQL(_STARTS[question.step]), key=key)
    return statement, {**parameters, "exact": Decimal(EXACT)}


def _rows(question: Question) -> LiteralString:
    """Return the source of rows: sums of months and days if these have all dimensions."""
    if question.step is Step.HOUR:
        return _HOURS
    if not {*question.by, *question.only} <= _OF_SUMS:
        return _DAYS
    return _SUMMED_DAYS if question.step is Step.DAY else _SUMMED_MONTHS


SEEN: Final[LiteralString] = """(
    tenant = %(tenant)s AND (%(whole)s OR team = ANY(%(teams)s) OR user_name = %(user)s)
    OR %(platform)s AND tenant = ''
)"""
"""Condition over rows with a payer: those visible to a Sight."""

_OF_SUMS: Final = frozenset(DIMENSIONS) - {"job", "attempt", "outcome", "loss", "node"}
"""Dimensions that the tables `day_sums` and `month_sums` have."""

_HOURS: Final[LiteralString] = """
    SELECT *, hour_ms AS at_ms, gpu_us * lost AS lost_gpu_us, charged * lost AS lost_charged FROM hour_rows r
    WHERE hour_ms >= %(since_ms)s AND hour_ms < %(until_ms)s AND {where}
"""

_DAYS: Final[LiteralString] = """
    SELECT *, day_ms AS at_ms, gpu_us * lost AS lost_gpu_us, charged * lost AS lost_charged FROM day_rows r
    WHERE day_ms >= %(since_ms)s AND day_ms < %(until_ms)s AND {where}
"""

_COLUMNS: Final[LiteralString] = """
    gpu_model, team, project, user_name, queue, tier, model_name, kind, reason, reservation, currency,
    gpu_us, cost, charged, settled
"""

_WHOLE_MONTHS: Final[LiteralString] = """
    SELECT month_ms FROM summed_days GROUP BY month_ms
    HAVING bool_and(in_month) AND min(day_ms) >= %(since_ms)s AND max(day_ms) < %(until_ms)s
"""

_SUMMED_DAYS: Final[LiteralString] = """
    SELECT {columns}, day_ms AS at_ms, lost_gpu_us, lost_charged FROM day_sums
    WHERE {where} AND day_ms = ANY(ARRAY(
        SELECT day_ms FROM summed_days WHERE summed AND day_ms >= %(since_ms)s AND day_ms < %(until_ms)s
    ))
    UNION ALL
    SELECT {columns}, day_ms AS at_ms, gpu_us * lost, charged * lost FROM day_rows r
    WHERE {where} AND day_ms = ANY(ARRAY(
        SELECT day_ms FROM summed_days WHERE NOT summed AND day_ms >= %(since_ms)s AND day_ms < %(until_ms)s
    ))
"""
"""The same as _DAYS, from sums of days where days are summed."""

_SUMMED_MONTHS: Final[LiteralString] = """
    SELECT {columns}, month_ms AS at_ms, lost_gpu_us, lost_charged FROM month_sums
    WHERE {where} AND month_ms = ANY(ARRAY({months}))
    UNION ALL
    SELECT {columns}, day_ms AS at_ms, lost_gpu_us, lost_charged FROM day_sums
    WHERE {where} AND day_ms = ANY(ARRAY(
        SELECT day_ms FROM summed_days WHERE summed AND day_ms >= %(since_ms)s AND day_ms < %(until_ms)s
               AND month_ms <> ALL(ARRAY({months}))
    ))
    UNION ALL
    SELECT {columns}, day_ms AS at_ms, gpu_us * lost, charged * lost FROM day_rows r
    WHERE {where} AND day_ms = ANY(ARRAY(
        SELECT day_ms FROM summed_days WHERE NOT summed AND day_ms >= %(since_ms)s AND day_ms < %(until_ms)s
    ))
"""
"""The same, from sums of months where months are summed and queried whole."""

_SUMS: Final[LiteralString] = """
    SELECT {start} AS starts_at_ms, {key} AS key, currency, trunc(sum(gpu_us) * %(exact)s) AS gpu,
           trunc(sum(cost) * %(exact)s) AS cost, trunc(sum(charged) * %(exact)s) AS charged,
           trunc(sum(lost_gpu_us) * %(exact)s) AS lost_gpu, trunc(sum(lost_charged) * %(exact)s) AS lost,
           bool_and(settled) AS settled
    FROM ({rows}) AS r GROUP BY 1, 2, 3 ORDER BY 1, charged DESC, 2, 3 LIMIT %(rows_max)s
"""

_STARTS: Final[Mapping[Step, LiteralString]] = {
    Step.HOUR: "at_ms",
    Step.DAY: "at_ms",
    Step.MONTH: "(extract(epoch FROM date_trunc('month', to_timestamp(at_ms / 1000) AT TIME ZONE 'UTC')"
    " AT TIME ZONE 'UTC') * 1000)::bigint",
    Step.TOTAL: "%(since_ms)s::bigint",
}
"""Start of the period that a row lies in."""
