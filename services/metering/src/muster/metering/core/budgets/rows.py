"""Facts about budgets as rows of the tables. PURE."""

from __future__ import annotations

from muster.events.usage_events import (
    BudgetEased,
    BudgetMeasured,
    BudgetPayload,
    BudgetReached,
    BudgetRemoved,
    BudgetSet,
    QueuePlaced,
)
from muster.events.wire.datum import Record
from muster.journal import Delivery
from muster.views.commands import accepted
from muster.views.rows import Append, TableRow, Upsert


def budget_rows(fact: BudgetPayload | QueuePlaced, delivery: Delivery[Record]) -> list[TableRow]:
    """Return the rows of one fact."""
    match fact:
        case BudgetSet() | BudgetRemoved():
            return [_budget(fact), *accepted(delivery, fact.budget, fact.tenant)]
        case BudgetMeasured():
            return [_measured(fact)]
        case QueuePlaced():
            return [Upsert("placed", {"tenant": fact.tenant, "queue": fact.queue}, {"parent": fact.parent})]
        case BudgetReached() | BudgetEased():
            return [_threshold(fact, delivery)]


def _budget(fact: BudgetSet | BudgetRemoved) -> Upsert:
    key = {"tenant": fact.tenant, "budget": fact.budget}
    if isinstance(fact, BudgetRemoved):
        return Upsert("budgets", key, {"removed": True})
    unmeasured = dict.fromkeys(("starts_at_ms", "ends_at_ms", "spent_micros", "measured_until_ms"))
    terms = {"terms": fact.terms.to_datum(), "requested_by": fact.requested_by}
    return Upsert("budgets", key, {**terms, **unmeasured, "removed": False})


def _measured(fact: BudgetMeasured) -> Upsert:
    columns = {
        "starts_at_ms": fact.starts_at_ms,
        "ends_at_ms": fact.ends_at_ms,
        "spent_micros": fact.spent_micros,
        "measured_until_ms": fact.measured_until_ms,
    }
    return Upsert("budgets", {"tenant": fact.tenant, "budget": fact.budget}, columns)


def _threshold(fact: BudgetReached | BudgetEased, delivery: Delivery[Record]) -> Append:
    columns = {
        "tenant": fact.tenant,
        "budget": fact.budget,
        "threshold_percent": fact.threshold_percent,
        "reached": isinstance(fact, BudgetReached),
        "spent_micros": fact.spent_micros,
        "measured_until_ms": fact.measured_until_ms,
    }
    return Append(
        "budget_thresholds",
        {"partition": delivery.position.partition, "offset": delivery.position.offset},
        columns,
    )
