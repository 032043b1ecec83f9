"""Records as rows of the tables. PURE."""

from __future__ import annotations

from collections.abc import Iterable

from muster.events.alerts_events import AlertRaised, AlertRouteRemoved, AlertRouteSet
from muster.events.delivery_events import AlertNotDelivered, AlertSent
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.topics import ALERTS_COMMANDS
from muster.events.wire.datum import Record
from muster.journal import Delivery
from muster.views.commands import accepted, answered, received
from muster.views.rows import Upsert


def table_rows(delivery: Delivery[Record]) -> Iterable[Upsert]:
    """What one record says."""
    if delivery.position.topic == ALERTS_COMMANDS.name:
        return received(delivery)
    match delivery.envelope.payload:
        case AlertRaised() as alert:
            return [_alert(alert), *accepted(delivery, alert.alert, alert.tenant)]
        case AlertSent() | AlertNotDelivered() as outcome:
            return [_outcome(outcome, delivery.envelope.occurred_at_ms)]
        case AlertRouteSet() | AlertRouteRemoved() as route:
            return [_route(route), *accepted(delivery, route.route, route.tenant)]
        case CommandRejected() | CommandRepeated() as answer:
            return answered(answer, delivery)
        case _:
            return []  # a watermark


def _alert(alert: AlertRaised) -> Upsert:
    columns = {
        "tenant": alert.tenant,
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
    return Upsert("alerts", {"alert": alert.alert}, columns)


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
