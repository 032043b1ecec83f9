"""The reactor: sends an alert by every route that it names, and records the outcome as a fact.

    AlertRaised -> an effect for each route -> the world -> AlertSent
                                                        '-> given up: AlertNotDelivered

A process killed between the world and the ledger sends again, under the same id: the receiver drops it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from muster.events.alerts_commands import AlertChannel
from muster.events.alerts_events import AlertDestination, AlertRaised
from muster.events.delivery_events import AlertNotDelivered, AlertSent
from muster.events.topics import ALERTS_EVENTS
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.jobs.values.quantities import format_time
from muster.journal.clock import Clock
from muster.journal.journal import Delivery
from muster.reactors.alerts import by_apprise
from muster.reactors.alerts.targets import Secrets, Targets
from muster.reactors.reactor import Effect, Item, Reactor, Undeliverable
from muster.reactors.webhook import Webhook, WebhookTarget, webhook

NAME: Final = "alerts"
"""Name of the reactor in the ledger."""

_SECRET: Final = "whsec_"  # noqa: S105  (what secrets of webhooks begin with)

Tell = Callable[[Envelope[AlertSent | AlertNotDelivered]], None]
"""Appends a report to the log, and returns once it is written."""


def alerts(sender: Sender) -> Reactor:
    """Return the reactor; on its first run it sends no alerts of the past."""
    return Reactor(
        name=NAME, topics=[ALERTS_EVENTS], effects=effects, perform=sender, given_up=sender.given_up
    )


def effects(delivery: Delivery[Record]) -> Iterable[Effect]:
    """Return the effects of a fact: one for each route of an alert."""
    match delivery.envelope.payload:
        case AlertRaised() as alert:
            about = {"correlation_id": delivery.envelope.correlation_id, "alert": alert.to_datum()}
            return [
                Effect(f"send by {each.tenant}/{each.route}", {**about, "to": each.to_datum()})
                for each in alert.routes
            ]
        case _:
            return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Sends one alert by one route at a time. Safe to share between threads.

    Attributes:
        targets: Permitted targets of alerts.
        secrets: Those of routes.
        clock: For time-stamps.
        tell: Puts reports on the log.
        link_base: Base of the paths of links, as https://muster.example.org.
        producer: Producer of reports.
    """

    targets: Targets
    secrets: Secrets
    clock: Clock
    tell: Tell
    link_base: str = ""
    producer: str = "alerts/reactor"

    def __call__(self, item: Item) -> None:
        """Send it, and say so.

        Raises:
            Undeliverable: the target is not allowed, or refuses it for good.
            Undelivered, Unavailable: try again.
        """
        alert, to = _what(item)
        if to.channel is AlertChannel.WEBHOOK:
            self._post(item, alert, to)
        else:
            address = self.secrets.value(to.tenant, to.secret)
            by_apprise.send(address, self.targets, self._message(item, alert))
        self._say(
            item,
            "sent",
            AlertSent(
                alert=alert.alert, tenant=to.tenant, route=to.route, delivery=item.key, attempts=item.attempt
            ),
        )

    def given_up(self, item: Item, reason: str) -> None:
        """Say that it did not arrive.

        Raises:
            Unavailable: the log does not answer.
        """
        alert, to = _what(item)
        failed = AlertNotDelivered(
            alert=alert.alert,
            tenant=to.tenant,
            route=to.route,
            delivery=item.key,
            attempts=item.attempt,
            reason=reason,
        )
        self._say(item, "not-delivered", failed)

    def _post(self, item: Item, alert: AlertRaised, to: AlertDestination) -> None:
        allowed = self.targets.webhook(to.url)
        secret = _signing(self.secrets.value(to.tenant, to.secret))
        target = WebhookTarget(secret=secret, private=allowed.private)
        told = {
            "type": "alert.raised",
            "timestamp": format_time(alert.at_ms),
            "data": self._data(alert),
        }
        with Webhook({to.url: target}, clock=self.clock) as post:
            effect = webhook(to.url, told)
            post(Item(key=item.key, label=effect.label, payload=effect.payload, attempt=item.attempt))

    def _message(self, item: Item, alert: AlertRaised) -> by_apprise.Message:
        last = f"{alert.alert} {alert.severity.value.lower()}"
        text = "\n".join((alert.text, *self._links(alert), last))
        return by_apprise.Message(severity=alert.severity, title=alert.title, text=text, key=item.key)

    def _data(self, alert: AlertRaised) -> dict[str, Any]:
        return {
            "alert": alert.alert,
            "rule": alert.rule,
            "series": alert.series,
            "severity": alert.severity.value.lower(),
            "title": alert.title,
            "text": alert.text,
            "links": self._links(alert),
            "tenant": alert.tenant,
            "team": alert.team,
        }

    def _links(self, alert: AlertRaised) -> list[str]:
        return [f"{self.link_base}{link}" for link in alert.links]

    def _say(self, item: Item, word: str, report: AlertSent | AlertNotDelivered) -> None:
        self.tell(
            Envelope(
                event_id=f"{item.key}/{word}",
                key=report.alert,
                occurred_at_ms=self.clock.now_ms(),
                producer=self.producer,
                correlation_id=str(item.payload["correlation_id"]),
                tenant=report.tenant,
                payload=report,
            )
        )


def _what(item: Item) -> tuple[AlertRaised, AlertDestination]:
    return AlertRaised.from_datum(item.payload["alert"]), AlertDestination.from_datum(item.payload["to"])


def _signing(secret: str) -> bytes:
    """The bytes of a secret as Standard Webhooks writes it: `whsec_` and base64.

    Raises:
        Undeliverable: it is written in another way.
    """
    try:
        if secret.startswith(_SECRET):
            return base64.b64decode(secret.removeprefix(_SECRET), validate=True)
    except binascii.Error:
        pass
    raise Undeliverable(f"the secret of this route is malformed; must be {_SECRET} and base64")
