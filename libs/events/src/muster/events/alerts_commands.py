"""What is asked of alerts.

Generated from schemas/alerts-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class AlertChannel(StrEnum):
    """How an alert is sent."""

    WEBHOOK = "WEBHOOK"
    APPRISE = "APPRISE"


class AlertSeverity(StrEnum):
    """How urgent an alert is."""

    INFO = "INFO"
    WARNING = "WARNING"
    CRITICAL = "CRITICAL"


@final
@record
class AlertRouteTerms:
    """Which alerts go where.

    Attributes:
        channel: How they are sent.
        url: Of a webhook; empty for Apprise, whose address is the secret.
        secret: Name of the secret that the sender has: what signs a webhook, or an Apprise address.
            Its value is on no topic.
        severity_min: Only alerts at least as urgent.
        teams: Only alerts of these teams; empty: of all, and of no team.
        rules: Only alerts by these rules; empty: by all.
        platform: Alerts about what all tenants share, such as nodes, too.
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
        terms: All of it.
        requested_by: Who asks.
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
    """Send nothing by this route any longer.

    Attributes:
        route: Name.
        tenant: Tenant.
        requested_by: Who asks.
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
    """Send an alert that means nothing, to see whether it arrives.

    Attributes:
        tenant: Tenant.
        route: By this route; null: by all of the tenant's.
        requested_by: Who asks.
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
    '":"What is asked of alerts.","fields":[{"name":"event_id","type":"string","d'
    'oc":"Unique for ever; the deduplication key."},{"name":"key","type":"string"'
    ',"doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_at'
    '_ms","type":"long","doc":"When the producer says it happened, milliseconds s'
    'ince 1970 UTC."},{"name":"producer","type":"string","doc":"Service and insta'
    'nce that wrote the record."},{"name":"correlation_id","type":"string","doc":'
    '"Shared by everything that follows from one request."},{"name":"causation_id'
    '","type":["null","string"],"doc":"event_id of the record this one follows fr'
    'om.","default":null},{"name":"payload","type":[{"type":"record","name":"SetA'
    'lertRoute","doc":"Send alerts somewhere, or replace the route of this name."'
    ',"fields":[{"name":"route","type":"string","doc":"Name; unique in its tenant'
    '."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"terms","type"'
    ':{"type":"record","name":"AlertRouteTerms","doc":"Which alerts go where.","f'
    'ields":[{"name":"channel","type":{"type":"enum","name":"AlertChannel","doc":'
    '"How an alert is sent.","symbols":["WEBHOOK","APPRISE"],"namespace":"muster.'
    'alerts_commands"},"doc":"How they are sent."},{"name":"url","type":"string",'
    '"doc":"Of a webhook; empty for Apprise, whose address is the secret."},{"nam'
    'e":"secret","type":"string","doc":"Name of the secret that the sender has: w'
    'hat signs a webhook, or an Apprise address. Its value is on no topic."},{"na'
    'me":"severity_min","type":{"type":"enum","name":"AlertSeverity","doc":"How u'
    'rgent an alert is.","symbols":["INFO","WARNING","CRITICAL"],"namespace":"mus'
    'ter.alerts_commands"},"doc":"Only alerts at least as urgent."},{"name":"team'
    's","type":{"type":"array","items":"string"},"doc":"Only alerts of these team'
    's; empty: of all, and of no team."},{"name":"rules","type":{"type":"array","'
    'items":"string"},"doc":"Only alerts by these rules; empty: by all."},{"name"'
    ':"platform","type":"boolean","doc":"Alerts about what all tenants share, suc'
    'h as nodes, too."}],"namespace":"muster.alerts_commands"},"doc":"All of it."'
    '},{"name":"requested_by","type":"string","doc":"Who asks."}],"namespace":"mu'
    'ster.alerts_commands"},{"type":"record","name":"RemoveAlertRoute","doc":"Sen'
    'd nothing by this route any longer.","fields":[{"name":"route","type":"strin'
    'g","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":'
    '"requested_by","type":"string","doc":"Who asks."}],"namespace":"muster.alert'
    's_commands"},{"type":"record","name":"TryAlertRoutes","doc":"Send an alert t'
    'hat means nothing, to see whether it arrives.","fields":[{"name":"tenant","t'
    'ype":"string","doc":"Tenant."},{"name":"route","type":["null","string"],"doc'
    '":"By this route; null: by all of the tenant\'s.","default":null},{"name":"re'
    'quested_by","type":"string","doc":"Who asks."}],"namespace":"muster.alerts_c'
    'ommands"}],"doc":"What happened."}]}'
)
