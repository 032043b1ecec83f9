"""Requests to change where alerts go.

Generated from schemas/alerts-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class AlertChannel(StrEnum):
    """Channel by which an alert is sent."""

    WEBHOOK = "WEBHOOK"
    APPRISE = "APPRISE"


class AlertSeverity(StrEnum):
    """Severity of an alert."""

    INFO = "INFO"
    WARNING = "WARNING"
    CRITICAL = "CRITICAL"


@final
@record
class AlertRouteTerms:
    """Filter and destination of an alert route.

    Attributes:
        channel: Channel by which alerts are sent.
        url: URL of a webhook; empty for Apprise, whose address is the secret.
        secret: Name of the sender's secret: the key that signs a webhook, or an Apprise address.
            The value itself is on no topic.
        severity_min: Send only alerts of at least this severity.
        teams: Send only alerts of these teams; empty: of every team and of none.
        rules: Send only alerts raised by these rules; empty: by every rule.
        platform: Also send alerts about what all tenants share, such as nodes.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_commands.AlertRouteTerms"

    channel: AlertChannel
    url: str
    secret: str
    severity_min: AlertSeverity
    teams: tuple[str, ...]
    rules: tuple[str, ...]
    platform: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "channel": self.channel,
            "url": self.url,
            "secret": self.secret,
            "severity_min": self.severity_min,
            "teams": list(self.teams),
            "rules": list(self.rules),
            "platform": self.platform,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlertRouteTerms:
        """The inverse."""
        return cls(
            channel=AlertChannel(d["channel"]),
            url=d["url"],
            secret=d["secret"],
            severity_min=AlertSeverity(d["severity_min"]),
            teams=tuple(d["teams"]),
            rules=tuple(d["rules"]),
            platform=d["platform"],
        )


@final
@record
class SetAlertRoute:
    """Send alerts somewhere, or replace the route of this name.

    Attributes:
        route: Name; unique in its tenant.
        tenant: Tenant.
        terms: The complete terms.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_commands.SetAlertRoute"

    route: str
    tenant: str
    terms: AlertRouteTerms
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "route": self.route,
            "tenant": self.tenant,
            "terms": self.terms.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetAlertRoute:
        """The inverse."""
        return cls(
            route=d["route"],
            tenant=d["tenant"],
            terms=AlertRouteTerms.from_datum(d["terms"]),
            requested_by=d["requested_by"],
        )


@final
@record
class RemoveAlertRoute:
    """Stop sending alerts by this route.

    Attributes:
        route: Name.
        tenant: Tenant.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_commands.RemoveAlertRoute"

    route: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "route": self.route,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RemoveAlertRoute:
        """The inverse."""
        return cls(
            route=d["route"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class TryAlertRoutes:
    """Send a test alert to check delivery.

    Attributes:
        tenant: Tenant.
        route: Name of the route; null: all routes of the tenant.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_commands.TryAlertRoutes"

    tenant: str
    route: str | None = None
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tenant": self.tenant,
            "route": self.route,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TryAlertRoutes:
        """The inverse."""
        return cls(
            tenant=d["tenant"],
            route=d.get("route"),
            requested_by=d["requested_by"],
        )


AlertsCommand: TypeAlias = SetAlertRoute | RemoveAlertRoute | TryAlertRoutes

Payload: TypeAlias = AlertsCommand

PAYLOADS: Final[Table] = table_of(SetAlertRoute, RemoveAlertRoute, TryAlertRoutes)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.alerts_commands","doc'
    '":"Requests to change where alerts go.","fields":[{"name":"event_id","type":'
    '"string","doc":"Unique for ever; the deduplication key."},{"name":"key","typ'
    'e":"string","doc":"Kafka key; records with the same key keep their order."},'
    '{"name":"occurred_at_ms","type":"long","doc":"Time of the event according to'
    ' the producer, milliseconds since 1970 UTC."},{"name":"producer","type":"str'
    'ing","doc":"Service and instance that wrote the record."},{"name":"correlati'
    'on_id","type":"string","doc":"Shared by everything that follows from one req'
    'uest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of t'
    'he record this one follows from.","default":null},{"name":"payload","type":['
    '{"type":"record","name":"SetAlertRoute","doc":"Send alerts somewhere, or rep'
    'lace the route of this name.","fields":[{"name":"route","type":"string","doc'
    '":"Name; unique in its tenant."},{"name":"tenant","type":"string","doc":"Ten'
    'ant."},{"name":"terms","type":{"type":"record","name":"AlertRouteTerms","doc'
    '":"Filter and destination of an alert route.","fields":[{"name":"channel","t'
    'ype":{"type":"enum","name":"AlertChannel","doc":"Channel by which an alert i'
    's sent.","symbols":["WEBHOOK","APPRISE"],"namespace":"muster.alerts_commands'
    '"},"doc":"Channel by which alerts are sent."},{"name":"url","type":"string",'
    '"doc":"URL of a webhook; empty for Apprise, whose address is the secret."},{'
    '"name":"secret","type":"string","doc":"Name of the sender\'s secret: the key '
    "that signs a webhook, or an Apprise address. The value itself is on no topic"
    '."},{"name":"severity_min","type":{"type":"enum","name":"AlertSeverity","doc'
    '":"Severity of an alert.","symbols":["INFO","WARNING","CRITICAL"],"namespace'
    '":"muster.alerts_commands"},"doc":"Send only alerts of at least this severit'
    'y."},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Send on'
    'ly alerts of these teams; empty: of every team and of none."},{"name":"rules'
    '","type":{"type":"array","items":"string"},"doc":"Send only alerts raised by'
    ' these rules; empty: by every rule."},{"name":"platform","type":"boolean","d'
    'oc":"Also send alerts about what all tenants share, such as nodes."}],"names'
    'pace":"muster.alerts_commands"},"doc":"The complete terms."},{"name":"reques'
    'ted_by","type":"string","doc":"Sender of the request."}],"namespace":"muster'
    '.alerts_commands"},{"type":"record","name":"RemoveAlertRoute","doc":"Stop se'
    'nding alerts by this route.","fields":[{"name":"route","type":"string","doc"'
    ':"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"request'
    'ed_by","type":"string","doc":"Sender of the request."}],"namespace":"muster.'
    'alerts_commands"},{"type":"record","name":"TryAlertRoutes","doc":"Send a tes'
    't alert to check delivery.","fields":[{"name":"tenant","type":"string","doc"'
    ':"Tenant."},{"name":"route","type":["null","string"],"doc":"Name of the rout'
    'e; null: all routes of the tenant.","default":null},{"name":"requested_by","'
    'type":"string","doc":"Sender of the request."}],"namespace":"muster.alerts_c'
    'ommands"}],"doc":"What happened."}]}'
)
