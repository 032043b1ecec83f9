"""Records as rows of the tables. PURE."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from muster.events.alerts_events import AlertRaised, AlertRouteRemoved, AlertRouteSet, AlertsEvent
from muster.events.delivery_events import AlertNotDelivered, AlertSent, DeliveryEvent
from muster.journal import Delivery
from muster.views.commands import accepted
from muster.views.rows import Upsert


def alert_rows(delivery: Delivery[AlertsEvent]) -> Iterable[Upsert]:
    """Return the rows of one fact of this service."""
    fact = delivery.envelope.payload
    match fact:
        case AlertRaised():
            return [_alert(fact), *accepted(delivery, fact.alert, fact.tenant)]
        case AlertRouteSet() | AlertRouteRemoved():
            return [_route(fact), *accepted(delivery, fact.route, fact.tenant)]
        case _:
            assert_never(fact)


def delivery_rows(delivery: Delivery[DeliveryEvent]) -> Iterable[Upsert]:
    """Return the row with the outcome of an alert on one of its routes."""
    return [_outcome(delivery.envelope.payload, delivery.envelope.occurred_at_ms)]


def _alert(alert: AlertRaised) -> Upsert:
    columns = {
        "team": alert.team,
        "rule": alert.rule,
        "series": alert.series,
        "severity": alert.severity.value,
        "title": alert.title,
        "text": alert.text,
        "links": alert.links,
        "at_ms": alert.at_ms,
        "routes": [each.to_datum() for each in alert.routes],
    }
    return Upsert("alerts", {"alert": alert.alert, "tenant": alert.tenant}, columns)


def _outcome(outcome: AlertSent | AlertNotDelivered, at_ms: int) -> Upsert:
    key = {"alert": outcome.alert, "tenant": outcome.tenant, "route": outcome.route}
    reason = outcome.reason if isinstance(outcome, AlertNotDelivered) else ""
    sent = isinstance(outcome, AlertSent)
    columns = {"sent": sent, "attempts": outcome.attempts, "reason": reason, "at_ms": at_ms}
    return Upsert("deliveries", key, columns)


def _route(fact: AlertRouteSet | AlertRouteRemoved) -> Upsert:
    key = {"tenant": fact.tenant, "route": fact.route}
    if isinstance(fact, AlertRouteRemoved):
        return Upsert("routes", key, {"removed": True})
    columns = {"terms": fact.terms.to_datum(), "requested_by": fact.requested_by, "removed": False}
    return Upsert("routes", key, columns)
