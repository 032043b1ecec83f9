"""Facts and commands as rows of the tables. PURE.

Usage and charges are rows keyed by their place on the log: corrections stand beside the rows they correct,
and sums over rows are right at every position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, assert_never

from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    BudgetEased,
    BudgetMeasured,
    BudgetReached,
    BudgetRemoved,
    BudgetSet,
    Charge,
    ChargesCorrected,
    CostSettled,
    CostSurged,
    DayCharged,
    DayCompared,
    EvalCharge,
    EvalsCharged,
    EvalSpent,
    JobAttributed,
    JobSettled,
    LateFactRefused,
    NodeChanged,
    NodesKept,
    Payer,
    QueuePlaced,
    QuotaEased,
    QuotaReached,
    RateApplied,
    RatesActivated,
    StopOrdered,
    StorageChanged,
    StorageCharge,
    StorageCharged,
    TokenWorkRecorded,
    UsageCorrected,
    UsageEvent,
    UsageRecorded,
    UsageRerated,
    UsageShare,
    WindowEnded,
    WorkSaved,
)
from muster.journal import Delivery
from muster.metering.core.budgets.rows import budget_rows
from muster.metering.core.costs.storage import whole_byte_ms
from muster.metering.core.state import RATES, day_of
from muster.views.commands import accepted
from muster.views.rows import Append, TableRow, Upsert

STORAGE: Final = "STORAGE"
"""Kind of storage charges, in addition to those of ChargeKind."""

EVALUATION: Final = "EVALUATION"
"""Kind of charges for the payments of an evaluation to its endpoints."""


def usage_rows(delivery: Delivery[UsageEvent]) -> Iterable[TableRow]:
    """Return the rows of one fact of this service."""
    fact = delivery.envelope.payload
    match fact:
        case RatesActivated() | UsageRerated():
            return [_card(fact, delivery), *accepted(delivery, RATES)]
        case UsageRecorded() | UsageCorrected():
            return [_usage(fact, share, n, delivery) for n, share in enumerate(fact.shares)]
        case EvalsCharged():
            return [_evaluation(fact, charge, n, delivery) for n, charge in enumerate(fact.charges)]
        case DayCharged() | ChargesCorrected() | StorageCharged():
            return _charges(fact, delivery)
        case (
            BudgetSet() | BudgetRemoved() | BudgetMeasured() | BudgetReached() | BudgetEased() | QueuePlaced()
        ):
            return budget_rows(fact, delivery)
        case TokenWorkRecorded():
            return [*_token_work(fact), *accepted(delivery, fact.job_id, fact.tenant)]
        case BindingClosed():
            attempt = {"job_id": fact.job_id, "attempt": fact.attempt}
            return [Upsert("attempts", attempt, _ended(fact))]
        case JobAttributed() | JobSettled() | BindingOpened() | WorkSaved() | StopOrdered():
            return []  # inputs of usage; no rows of their own
        case NodeChanged() | NodesKept() | WindowEnded() | LateFactRefused() | StorageChanged() | EvalSpent():
            return []  # likewise
        case CostSurged() | CostSettled() | DayCompared() | QuotaReached() | QuotaEased():
            return []  # reported by alerts
        case _:
            assert_never(fact)


def _charges(
    fact: DayCharged | ChargesCorrected | StorageCharged, delivery: Delivery[Any]
) -> Iterable[TableRow]:
    if isinstance(fact, StorageCharged):
        return [_stored(fact, charge, n, delivery) for n, charge in enumerate(fact.charges)]
    charges = (_charge(fact, charge, n, delivery) for n, charge in enumerate(fact.charges))
    return [_day(fact), *charges]


def _card(fact: RatesActivated | UsageRerated, delivery: Delivery[Any]) -> Append:
    rerated = isinstance(fact, UsageRerated)
    columns = {
        "starts_at_ms": fact.starts_at_ms,
        "ends_at_ms": fact.ends_at_ms if rerated else None,
        "rerated": rerated,
        "card": fact.card.to_datum(),
        "requested_by": fact.requested_by,
        "decided_at_ms": delivery.envelope.occurred_at_ms,
    }
    return Append("cards", _place(delivery), columns)


def _usage(
    fact: UsageRecorded | UsageCorrected, share: UsageShare, n: int, delivery: Delivery[Any]
) -> Append:
    columns = {
        "hour_ms": fact.starts_at_ms,
        "day_ms": day_of(fact.starts_at_ms),
        **_whose(fact.node_id, fact.gpu_model, share.payer),
        **_what(share),
        "currency": fact.currency,
        "gpu_us": share.gpu_us,
        "gpu_hour_micros": fact.gpu_hour_micros,
        "charged_percent": share.charged_percent,
    }
    return Append("usage", {**_place(delivery), "n": n}, columns)


def _charge(fact: DayCharged | ChargesCorrected, charge: Charge, n: int, delivery: Delivery[Any]) -> Append:
    columns = {
        "charge_id": charge.charge_id,
        "day_ms": fact.starts_at_ms,
        **_whose(fact.node_id, _gpu_model(fact.rates), charge.payer),
        **_what(charge),
        "currency": fact.currency,
        "gpu_us": charge.gpu_us,
        "byte_ms": 0,
        "cost_cents": charge.cost_cents,
        "charged_cents": charge.charged_cents,
        "rate": _only(fact.rates),
        "cause": fact.cause if isinstance(fact, ChargesCorrected) else None,
    }
    return Append("charges", {**_place(delivery), "n": n}, columns)


def _stored(fact: StorageCharged, charge: StorageCharge, n: int, delivery: Delivery[Any]) -> Append:
    columns = {
        "charge_id": charge.charge_id,
        "day_ms": fact.starts_at_ms,
        **_whose("", "", charge.payer),
        "kind": STORAGE,
        "reason": charge.kind.value,
        "job_id": charge.job_id,
        "attempt": 0,
        "reservation": "",
        "currency": fact.currency,
        "gpu_us": 0,
        "byte_ms": whole_byte_ms(charge),
        "cost_cents": charge.cents,
        "charged_cents": charge.cents,
        "rate": {"card": fact.card, "gb_month_micros": fact.gb_month_micros},
        "cause": None,
    }
    return Append("charges", {**_place(delivery), "n": n}, columns)


def _evaluation(fact: EvalsCharged, charge: EvalCharge, n: int, delivery: Delivery[Any]) -> Append:
    columns = {
        "charge_id": charge.charge_id,
        "day_ms": fact.starts_at_ms,
        **_whose("", "", charge.payer),
        "kind": EVALUATION,
        "reason": _how_paid(charge),
        "job_id": "",
        "attempt": 0,
        "reservation": "",
        "currency": fact.currency,
        "gpu_us": 0,
        "byte_ms": 0,
        "cost_cents": charge.cents,
        "charged_cents": charge.cents,
        "rate": {
            "card": "tokens" if charge.priced else "",
            "micros": charge.micros,
            "tokens_in": charge.tokens_in,
            "tokens_out": charge.tokens_out,
            "paid_cases": charge.paid_cases,
            "cached_cases": charge.cached_cases,
        },
        "cause": None,
    }
    return Append("charges", {**_place(delivery), "n": n}, columns)


def _how_paid(charge: EvalCharge) -> str:
    """Return the reason of a charge: all cases from the cache, paid, or price unknown."""
    if not charge.paid_cases and not charge.micros:
        return "CACHED"
    return "PAID" if charge.priced else "UNPRICED"


def _day(fact: DayCharged | ChargesCorrected) -> Upsert:
    """Return the row of a charged day of a node, with its rates."""
    rates = [rate.to_datum() for rate in fact.rates]
    return Upsert("days", {"day_ms": fact.starts_at_ms, "node_id": fact.node_id}, {"rates": rates})


def _ended(fact: BindingClosed) -> dict[str, Any]:
    return {
        "outcome": fact.outcome.value,
        "opened_ms": fact.opened_at_ms,
        "ended_ms": fact.at_ms,
        "lost_from_ms": fact.lost_from_ms,
        "loss": fact.loss.value,
    }


def _token_work(fact: TokenWorkRecorded) -> Iterator[TableRow]:
    """Yield each consumer's weighted tokens; a repeated report replaces the earlier one."""
    for each in fact.consumers:
        key = {
            "tenant": fact.tenant,
            "job_id": fact.job_id,
            "hour_ms": fact.starts_at_ms,
            "consumer": each.consumer,
        }
        work = each.prompt_tokens * fact.prompt_weight + each.output_tokens * fact.output_weight
        tokens = {"prompt_tokens": each.prompt_tokens, "output_tokens": each.output_tokens}
        yield Upsert("token_work", key, {**tokens, "work": work})


def _place(delivery: Delivery[Any]) -> dict[str, Any]:
    return {"partition": delivery.position.partition, "offset": delivery.position.offset}


def _whose(node_id: str, gpu_model: str, payer: Payer) -> dict[str, Any]:
    return {
        "node_id": node_id,
        "gpu_model": gpu_model,
        "tenant": payer.tenant,
        "team": payer.team,
        "project": payer.project,
        "user_name": payer.user,
        "queue": payer.queue,
        "tier": payer.tier,
        "model_name": payer.model_name,
        "labels": dict(payer.labels),
    }


def _what(of: UsageShare | Charge) -> dict[str, Any]:
    return {
        "kind": of.kind.value,
        "reason": of.reason,
        "job_id": of.job_id,
        "attempt": of.attempt,
        "reservation": of.reservation,
    }


def _only(rates: tuple[RateApplied, ...]) -> dict[str, Any] | None:
    """Return the only rate of a node's day; None: several rates apply."""
    return rates[0].to_datum() if len(rates) == 1 else None


def _gpu_model(rates: tuple[RateApplied, ...]) -> str:
    """Return the GPU model of a node; of several on one day, the first by name."""
    return min((rate.gpu_model for rate in rates if rate.gpu_model), default="")
