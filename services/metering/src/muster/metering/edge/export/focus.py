"""One charge as the columns of FOCUS 1.2, the FinOps Open Cost and Usage Specification.

Source: focus.finops.org, version 1.2, dataset Cost and Usage; additional columns begin with `x_`, as it
requires. Quantities and prices are decimals, never floats. FOCUS wants list price x quantity = list cost to
the last digit, and a bill has cents: so list costs are exact products, and billed costs are the cents of the
charge.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Context, Decimal
from enum import Enum
from typing import Final, TypeAlias

from muster.events.usage_events import StoredKind
from muster.metering.core.costs.evaluations import RUN
from muster.metering.core.costs.storage import GB, MONTH_MS, REPOSITORY
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.rows import EVALUATION, STORAGE
from muster.metering.edge.export.charges import ChargeRow

VERSION: Final = "1.2"

Value: TypeAlias = str | Decimal | datetime | None

PLATFORM: Final = "platform"
"""Billing account for costs that no tenant pays."""

SCALE: Final = 15
"""Decimals of an amount or a quantity: a price has 6, a quantity of GPU hours 9."""

_EXACT: Final = Context(prec=38, rounding=ROUND_HALF_UP)
_NANO: Final = Decimal(1).scaleb(-9)
_MICRO: Final = Decimal(1).scaleb(-6)
_MICROS: Final = 1_000_000
_GPU_US_PER_HOUR: Final = 3_600 * _MICROS
_BALANCE: Final = "BALANCE"
_BYTE_MS_PER_GB_MONTH: Final = GB * MONTH_MS


class Type(Enum):
    """Type of a column's values; any may be empty."""

    TEXT = "text"
    DECIMAL = "decimal"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file.

    Attributes:
        name: As FOCUS has it; `x_`: beside it.
        value: Its value for a charge.
        says: What it holds, for the reference.
        type: What it holds, for files with types.
    """

    name: str
    value: Callable[[ChargeRow], Value]
    says: str
    type: Type = Type.TEXT


def _text(text: str) -> str | None:
    return text or None


def _day(row: ChargeRow, days: int = 0) -> datetime:
    return datetime.fromtimestamp((row.day_ms + days * DAY_MS) / 1000, UTC)


def _month(row: ChargeRow) -> datetime:
    return _day(row).replace(day=1)


def _next_month(row: ChargeRow) -> datetime:
    first = _month(row)
    return first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)


def _is_usage(row: ChargeRow) -> bool:
    return row.kind != _BALANCE


def _is_storage(row: ChargeRow) -> bool:
    return row.kind == STORAGE


def _is_evaluation(row: ChargeRow) -> bool:
    return row.kind == EVALUATION


def _tokens(row: ChargeRow) -> Decimal:
    return Decimal(0) if row.rate is None else Decimal(row.rate["tokens_in"] + row.rate["tokens_out"])


def _of_usage(of_gpus: str, of_storage: str) -> Callable[[ChargeRow], Value]:
    def unit(row: ChargeRow) -> str | None:
        if not _is_usage(row):
            return None
        return "Tokens" if _is_evaluation(row) else of_storage if _is_storage(row) else of_gpus

    return unit


def _consumed(row: ChargeRow) -> Decimal | None:
    if _is_storage(row) or _is_evaluation(row):
        return _quantity(row)
    return Decimal(row.gpu_us).scaleb(-6) if _is_usage(row) else None


def _quantity(row: ChargeRow) -> Decimal | None:
    if not _is_usage(row):
        return None
    if _is_evaluation(row):
        return _tokens(row)
    if _is_storage(row):
        exact = _EXACT.divide(Decimal(row.byte_ms), Decimal(_BYTE_MS_PER_GB_MONTH))
        return exact.quantize(_NANO, context=_EXACT)
    return _EXACT.divide(Decimal(row.gpu_us), _GPU_US_PER_HOUR).quantize(_NANO, context=_EXACT)


def _cents(amount: int) -> Decimal:
    return Decimal(amount).scaleb(-2)


def _price(row: ChargeRow) -> Decimal | None:
    """Return the price of a GPU hour or GB month; if several apply to a node's day, the average per hour."""
    hours = _quantity(row)
    if hours is None or row.cause is not None:
        return None
    if row.rate is not None and not _is_evaluation(row):
        return Decimal(int(row.rate["gb_month_micros" if _is_storage(row) else "gpu_hour_micros"])).scaleb(-6)
    average = _EXACT.divide(_cents(row.cost_cents), hours) if hours else Decimal(0)
    return average.quantize(_MICRO, context=_EXACT)


def _list_cost(row: ChargeRow) -> Decimal:
    quantity, price = _quantity(row), _price(row)
    if quantity is None or price is None:
        return _cents(row.cost_cents if _is_usage(row) else row.charged_cents)
    return quantity * price


def _charged(row: ChargeRow) -> Decimal:
    return _cents(row.charged_cents)


def _resource(row: ChargeRow) -> str | None:
    return (row.job_id or row.node_id or row.labels.get(REPOSITORY, "")) if _is_usage(row) else None


def _resource_type(row: ChargeRow) -> str | None:
    if not _is_usage(row):
        return None
    return "Job" if row.job_id else "Node" if row.node_id else "Repository"  # of an evaluation: its model's


def _nothing(row: ChargeRow) -> None:
    del row


def _sku(row: ChargeRow) -> str | None:
    if _is_evaluation(row):
        return "evaluation/tokens"
    if _is_storage(row):
        return f"storage/{row.reason.lower()}"
    return f"gpu/{row.gpu_model or 'unknown'}" if _is_usage(row) else None


def _sku_meter(row: ChargeRow) -> str | None:
    if not _is_usage(row):
        return None
    if _is_evaluation(row):
        return "Evaluation Tokens"
    if not _is_storage(row):
        return "GPU Time"
    if row.reason == StoredKind.OUTPUT.value:
        return "Output Storage"
    return "Checkpoint Storage" if row.job_id else "Repository Storage"


def _sku_price(row: ChargeRow) -> str | None:
    sku = _sku(row)
    if sku is None or row.rate is None:
        return sku and f"{sku}/several"
    if _is_storage(row) or _is_evaluation(row):
        return f"{sku}/{row.rate['card'] or 'unpriced'}"
    spot = "spot" if row.rate["spot"] else "kept"
    return f"{sku}/{row.rate['commitment'] or 'on-demand'}/{spot}/{row.rate['card'] or 'unpriced'}"


def _sku_details(row: ChargeRow) -> str | None:
    if row.rate is not None and _is_evaluation(row):
        cases = {"x_PaidCases": row.rate["paid_cases"], "x_CachedCases": row.rate["cached_cases"]}
        return _json(cases)
    if row.rate is None or not _is_usage(row) or _is_storage(row):
        return None
    details = {
        "x_GpuModel": row.gpu_model,
        "x_Commitment": row.rate["commitment"],
        "x_Spot": row.rate["spot"],
    }
    return _json({"GpuCount": 1, **details})


def _pricing_category(row: ChargeRow) -> str | None:
    if not _is_usage(row):
        return None
    if row.rate is None:
        return "Other"
    return "Dynamic" if row.rate.get("spot") else "Standard"


def _reservation_status(row: ChargeRow) -> str | None:
    return "Unused" if row.reservation and _is_usage(row) else None


def _tags(row: ChargeRow) -> str:
    ours = {
        "muster:project": row.project,
        "muster:user": row.user_name,
        "muster:queue": row.queue,
        "muster:tier": row.tier.lower().replace("_", "-"),
        "muster:model": row.model_name,
    }
    return _json({**row.labels, **{name: value for name, value in ours.items() if value}})


def _description(row: ChargeRow) -> str:
    if row.kind == _BALANCE:
        return f"Charged otherwise than cost, by tier and hour, on node {row.node_id}"
    if _is_evaluation(row):
        return f"Tokens of evaluation {row.labels.get(RUN, '')} ({row.reason.lower()})"
    if _is_storage(row):
        if row.job_id:
            return f"{row.reason.capitalize()} of job {row.job_id} in the store"
        return f"{row.reason.capitalize()} {row.labels.get(REPOSITORY, '')} in the store".replace("  ", " ")
    whose = f"job {row.job_id}, attempt {row.attempt}" if row.kind == "JOB" else row.kind.lower()
    because = f" ({row.reason.lower()})" if row.reason else ""
    return f"{row.gpu_model or 'GPU'} of node {row.node_id}: {whose}{because}"


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


COLUMNS: Final[tuple[Column, ...]] = (
    Column("BillingPeriodStart", _month, "Start of the month, UTC", Type.TIME),
    Column("BillingPeriodEnd", _next_month, "Start of the next month", Type.TIME),
    Column("ChargePeriodStart", _day, "Start of the day, UTC", Type.TIME),
    Column("ChargePeriodEnd", lambda row: _day(row, 1), "Start of the next day", Type.TIME),
    Column("BillingAccountId", lambda row: row.tenant or PLATFORM, "Tenant; `platform`: no tenant pays"),
    Column("BillingAccountName", lambda row: row.tenant or PLATFORM, "As BillingAccountId"),
    Column("BillingAccountType", lambda row: "Tenant" if row.tenant else "Platform", "`Tenant`, `Platform`"),
    Column("SubAccountId", lambda row: _text(row.team), "Team"),
    Column("SubAccountName", lambda row: _text(row.team), "Team"),
    Column("SubAccountType", lambda row: "Team" if row.team else None, "`Team`"),
    Column(
        "ChargeCategory",
        lambda row: "Usage" if _is_usage(row) else "Adjustment",
        "`Usage`; `Adjustment`: what jobs are charged otherwise than their cost, borne by the platform",
    ),
    Column(
        "ChargeClass",
        lambda row: None if row.cause is None else "Correction",
        "`Correction`: a late fact or a re-rating; amounts and quantities are differences",
    ),
    Column("ChargeDescription", _description, "Owner and node of the GPUs"),
    Column("ChargeFrequency", lambda row: "Usage-Based", "`Usage-Based`"),
    Column("BilledCost", _charged, "Charge, by tier and hour, in cents", Type.DECIMAL),
    Column("EffectiveCost", _charged, "As BilledCost", Type.DECIMAL),
    Column("ListCost", _list_cost, "ListUnitPrice x PricingQuantity, not rounded", Type.DECIMAL),
    Column(
        "ContractedCost",
        _list_cost,
        "As ListCost: no prices are negotiated",
        Type.DECIMAL,
    ),
    Column("BillingCurrency", lambda row: row.currency, "ISO 4217"),
    Column(
        "ListUnitPrice",
        _price,
        "Price of a GPU hour or GB month; the average of several",
        Type.DECIMAL,
    ),
    Column("ContractedUnitPrice", _price, "As ListUnitPrice", Type.DECIMAL),
    Column("PricingQuantity", _quantity, "GPU hours, or GB months, nine decimals; tokens", Type.DECIMAL),
    Column(
        "PricingUnit", _of_usage("GPU-Hours", "GB-Months"), "`GPU-Hours`, `GB-Months` (of 30 days), `Tokens`"
    ),
    Column(
        "PricingCategory",
        _pricing_category,
        "`Dynamic`: spot. `Standard`. `Other`: several prices on one day",
    ),
    Column("ConsumedQuantity", _consumed, "GPU seconds, exact; GB months; tokens", Type.DECIMAL),
    Column("ConsumedUnit", _of_usage("GPU-Seconds", "GB-Months"), "`GPU-Seconds`, `GB-Months`, `Tokens`"),
    Column(
        "SkuId",
        _sku,
        "`gpu/MODEL`, `storage/checkpoints`, `storage/output`, `storage/model`, `storage/dataset`",
    ),
    Column(
        "SkuMeter", _sku_meter, "`GPU Time`, `Checkpoint Storage`, `Output Storage`, `Repository Storage`"
    ),
    Column(
        "SkuPriceId",
        _sku_price,
        "`gpu/MODEL/COMMITMENT/spot or kept/CARD`, `gpu/MODEL/several`, `storage/WHAT/CARD`",
    ),
    Column(
        "SkuPriceDetails",
        _sku_details,
        "JSON: GpuCount, x_GpuModel, x_Commitment, x_Spot; of an evaluation x_PaidCases, x_CachedCases",
    ),
    Column("ServiceCategory", lambda row: "AI and Machine Learning", "`AI and Machine Learning`"),
    Column("ServiceSubcategory", lambda row: "Machine Learning", "`Machine Learning`"),
    Column("ServiceName", lambda row: "Muster", "`Muster`"),
    Column("ProviderName", lambda row: "Muster", "`Muster`"),
    Column("PublisherName", lambda row: "Muster", "`Muster`"),
    Column("InvoiceIssuerName", lambda row: "Muster", "`Muster`"),
    Column("InvoiceId", _nothing, "Empty: no invoices are issued"),
    Column("ResourceId", _resource, "Job; the node, if no job held it"),
    Column("ResourceName", _nothing, "Empty"),
    Column("ResourceType", _resource_type, "`Job`, `Node`"),
    Column("RegionId", _nothing, "Empty"),
    Column("RegionName", _nothing, "Empty"),
    Column("AvailabilityZone", _nothing, "Empty"),
    Column("CapacityReservationId", lambda row: _text(row.reservation), "Reservation whose nodes were kept"),
    Column("CapacityReservationStatus", _reservation_status, "`Unused`: kept nodes that no job held"),
    Column("CommitmentDiscountCategory", _nothing, "Empty: commitments are prices of the card"),
    Column("CommitmentDiscountId", _nothing, "Empty"),
    Column("CommitmentDiscountName", _nothing, "Empty"),
    Column("CommitmentDiscountStatus", _nothing, "Empty"),
    Column("CommitmentDiscountType", _nothing, "Empty"),
    Column("Tags", _tags, "JSON: the job's labels, and `muster:` project, user, queue, tier, model"),
    Column("x_ChargeId", lambda row: row.charge_id, "Id that a charge shares with its corrections"),
    Column("x_CostKind", lambda row: row.kind.lower(), "Kind, as in `muster cost --by kind`"),
    Column(
        "x_Reason",
        lambda row: _text(row.reason.lower()),
        "Why no job held it, or why it was kept",
    ),
    Column("x_NodeId", lambda row: row.node_id, "Node"),
    Column("x_Attempt", lambda row: str(row.attempt) if row.attempt else None, "Attempt of the job"),
    Column(
        "x_NodeCost",
        lambda row: _cents(row.cost_cents),
        "Its part of the node's cost, in cents; the parts of a node's day add up",
        Type.DECIMAL,
    ),
    Column("x_Cause", lambda row: row.cause, "Id of the cause of a correction"),
)
