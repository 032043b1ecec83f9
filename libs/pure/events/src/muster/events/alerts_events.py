"""Alerts and their destinations.

Generated from schemas/alerts-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.alerts_commands import AlertChannel, AlertRouteTerms, AlertSeverity
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class AlertFact:
    """Base of the facts whose subject is 'alert'; as a pattern it matches all of them."""

    __slots__ = ()


class RouteFact:
    """Base of the facts whose subject is 'route'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class AlertDestination:
    """Destination of an alert.

    Attributes:
        route: Name of the route.
        tenant: Tenant that owns the route.
        channel: Channel by which it is sent.
        url: URL of a webhook; otherwise empty.
        secret: Name of the secret.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_events.AlertDestination"

    route: str
    tenant: str
    channel: AlertChannel
    url: str
    secret: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "route": self.route,
            "tenant": self.tenant,
            "channel": self.channel,
            "url": self.url,
            "secret": self.secret,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlertDestination:
        """The inverse."""
        return cls(
            route=d["route"],
            tenant=d["tenant"],
            channel=AlertChannel(d["channel"]),
            url=d["url"],
            secret=d["secret"],
        )


@final
@record
class AlertRaised(AlertFact):
    """Somebody should know of this; it is sent by every route listed here.

    Attributes:
        alert: Id of the alert; the same for every copy of the fact it follows from.
        rule: Rule that turns a fact into this alert.
        series: Subject of the alert: alerts of one series follow each other.
        severity: Severity.
        title: One line.
        text: What happened, and what to look at.
        links: Paths of the REST API with details.
        tenant: Tenant; empty: it concerns what all tenants share.
        team: Team; empty: it belongs to no team.
        at_ms: When it happened, milliseconds since 1970 UTC.
        routes: Destinations at that time.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_events.AlertRaised"

    alert: str
    rule: str
    series: str
    severity: AlertSeverity
    title: str
    text: str
    links: tuple[str, ...]
    tenant: str
    team: str
    at_ms: int
    routes: tuple[AlertDestination, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alert": self.alert,
            "rule": self.rule,
            "series": self.series,
            "severity": self.severity,
            "title": self.title,
            "text": self.text,
            "links": list(self.links),
            "tenant": self.tenant,
            "team": self.team,
            "at_ms": self.at_ms,
            "routes": [x.to_datum() for x in self.routes],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlertRaised:
        """The inverse."""
        return cls(
            alert=d["alert"],
            rule=d["rule"],
            series=d["series"],
            severity=AlertSeverity(d["severity"]),
            title=d["title"],
            text=d["text"],
            links=tuple(d["links"]),
            tenant=d["tenant"],
            team=d["team"],
            at_ms=d["at_ms"],
            routes=tuple(AlertDestination.from_datum(x) for x in d["routes"]),
        )


@final
@record
class AlertRouteSet(RouteFact):
    """Alerts are sent by this route from now on; it replaces one of the same name.

    Attributes:
        route: Name.
        tenant: Tenant.
        terms: The complete terms.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_events.AlertRouteSet"

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
    def from_datum(cls, d: Mapping[str, Any]) -> AlertRouteSet:
        """The inverse."""
        return cls(
            route=d["route"],
            tenant=d["tenant"],
            terms=AlertRouteTerms.from_datum(d["terms"]),
            requested_by=d["requested_by"],
        )


@final
@record
class AlertRouteRemoved(RouteFact):
    """This route no longer sends alerts.

    Attributes:
        route: Name.
        tenant: Tenant.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.alerts_events.AlertRouteRemoved"

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
    def from_datum(cls, d: Mapping[str, Any]) -> AlertRouteRemoved:
        """The inverse."""
        return cls(
            route=d["route"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


AlertPayload: TypeAlias = AlertRaised

RoutePayload: TypeAlias = AlertRouteSet | AlertRouteRemoved

AlertsEvent: TypeAlias = AlertRaised | AlertRouteSet | AlertRouteRemoved

Payload: TypeAlias = AlertsEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected, CommandRepeated, AlertRaised, AlertRouteSet, AlertRouteRemoved, Watermark
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.alerts_events","doc":'
    '"Alerts and their destinations.","fields":[{"name":"event_id","type":"string'
    '","doc":"Unique for ever; the deduplication key."},{"name":"key","type":"str'
    'ing","doc":"Kafka key; records with the same key keep their order."},{"name"'
    ':"occurred_at_ms","type":"long","doc":"Time of the event according to the pr'
    'oducer, milliseconds since 1970 UTC."},{"name":"producer","type":"string","d'
    'oc":"Service and instance that wrote the record."},{"name":"correlation_id",'
    '"type":"string","doc":"Shared by everything that follows from one request."}'
    ',{"name":"causation_id","type":["null","string"],"doc":"event_id of the reco'
    'rd this one follows from.","default":null},{"name":"seq","type":["null","lon'
    'g"],"doc":"seq of the input it follows from; facts of all partitions are ord'
    'ered by seq, then index. Null: the writer assigns no order.","default":null}'
    ',{"name":"index","type":["null","int"],"doc":"Index among the consequences o'
    'f that input, from 0; orders count as well.","default":null},{"name":"tenant'
    '","type":["null","string"],"doc":"The tenant it belongs to; null: no tenant.'
    '","default":null},{"name":"sender","type":["null","string"],"doc":"Authentic'
    "ated sender of the command it follows from, as TENANT/USER; null: it follows"
    ' from no command, or is older than this field.","default":null},{"name":"pay'
    'load","type":[{"type":"record","name":"CommandRejected","aliases":["muster.j'
    'ob_events.CommandRejected"],"doc":"A command that is not carried out, and th'
    'e reason.","subject":"command","fields":[{"name":"command_id","type":"string'
    '","doc":"event_id of the command."},{"name":"command","type":"string","doc":'
    '"Record name of the command."},{"name":"subject","type":"string","doc":"Its '
    'subject: a job, queue, node or other entity of the service."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"enum","na'
    'me":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"doc":"Kin'
    'ds of rejection, common to all services; each has its HTTP status.","symbols'
    '":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST"'
    ',"UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],'
    '"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Kind of r'
    'ejection."},{"name":"detail_code","type":"string","doc":"More specific code '
    'of the service; its README lists them. Empty: `code` is specific enough.","d'
    'efault":""},{"name":"message","type":"string","doc":"Message for people."},{'
    '"name":"violations","type":{"type":"array","items":{"type":"record","name":"'
    'Violation","aliases":["muster.job_events.Violation"],"doc":"One violation in'
    ' a request.","fields":[{"name":"field","type":"string","doc":"Path of the fi'
    'eld."},{"name":"value","type":"string","doc":"The value as sent, shortened."'
    '},{"name":"allowed","type":"string","doc":"What is allowed."}],"namespace":"'
    'muster.command_answers"}},"doc":"Violations by field.","default":[]}],"names'
    'pace":"muster.command_answers"},{"type":"record","name":"CommandRepeated","a'
    'liases":["muster.job_events.CommandRepeated"],"doc":"A command that was alre'
    'ady carried out came again; nothing changed.","subject":"command","fields":['
    '{"name":"command_id","type":"string","doc":"event_id of the command."},{"nam'
    'e":"command","type":"string","doc":"Record name of the command."},{"name":"s'
    'ubject","type":"string","doc":"Its subject."}],"namespace":"muster.command_a'
    'nswers"},{"type":"record","name":"AlertRaised","subject":"alert","doc":"Some'
    'body should know of this; it is sent by every route listed here.","fields":['
    '{"name":"alert","type":"string","doc":"Id of the alert; the same for every c'
    'opy of the fact it follows from."},{"name":"rule","type":"string","doc":"Rul'
    'e that turns a fact into this alert."},{"name":"series","type":"string","doc'
    '":"Subject of the alert: alerts of one series follow each other."},{"name":"'
    'severity","type":{"type":"enum","name":"AlertSeverity","doc":"Severity of an'
    ' alert.","symbols":["INFO","WARNING","CRITICAL"],"namespace":"muster.alerts_'
    'commands"},"doc":"Severity."},{"name":"title","type":"string","doc":"One lin'
    'e."},{"name":"text","type":"string","doc":"What happened, and what to look a'
    't."},{"name":"links","type":{"type":"array","items":"string"},"doc":"Paths o'
    'f the REST API with details."},{"name":"tenant","type":"string","doc":"Tenan'
    't; empty: it concerns what all tenants share."},{"name":"team","type":"strin'
    'g","doc":"Team; empty: it belongs to no team."},{"name":"at_ms","type":"long'
    '","doc":"When it happened, milliseconds since 1970 UTC."},{"name":"routes","'
    'type":{"type":"array","items":{"type":"record","name":"AlertDestination","do'
    'c":"Destination of an alert.","fields":[{"name":"route","type":"string","doc'
    '":"Name of the route."},{"name":"tenant","type":"string","doc":"Tenant that '
    'owns the route."},{"name":"channel","type":{"type":"enum","name":"AlertChann'
    'el","doc":"Channel by which an alert is sent.","symbols":["WEBHOOK","APPRISE'
    '"],"namespace":"muster.alerts_commands"},"doc":"Channel by which it is sent.'
    '"},{"name":"url","type":"string","doc":"URL of a webhook; otherwise empty."}'
    ',{"name":"secret","type":"string","doc":"Name of the secret."}],"namespace":'
    '"muster.alerts_events"}},"doc":"Destinations at that time."}],"namespace":"m'
    'uster.alerts_events"},{"type":"record","name":"AlertRouteSet","subject":"rou'
    'te","doc":"Alerts are sent by this route from now on; it replaces one of the'
    ' same name.","fields":[{"name":"route","type":"string","doc":"Name."},{"name'
    '":"tenant","type":"string","doc":"Tenant."},{"name":"terms","type":{"type":"'
    'record","name":"AlertRouteTerms","doc":"Filter and destination of an alert r'
    'oute.","fields":[{"name":"channel","type":"muster.alerts_commands.AlertChann'
    'el","doc":"Channel by which alerts are sent."},{"name":"url","type":"string"'
    ',"doc":"URL of a webhook; empty for Apprise, whose address is the secret."},'
    '{"name":"secret","type":"string","doc":"Name of the sender\'s secret: the key'
    " that signs a webhook, or an Apprise address. The value itself is on no topi"
    'c."},{"name":"severity_min","type":"muster.alerts_commands.AlertSeverity","d'
    'oc":"Send only alerts of at least this severity."},{"name":"teams","type":{"'
    'type":"array","items":"string"},"doc":"Send only alerts of these teams; empt'
    'y: of every team and of none."},{"name":"rules","type":{"type":"array","item'
    's":"string"},"doc":"Send only alerts raised by these rules; empty: by every '
    'rule."},{"name":"platform","type":"boolean","doc":"Also send alerts about wh'
    'at all tenants share, such as nodes."}],"namespace":"muster.alerts_commands"'
    '},"doc":"The complete terms."},{"name":"requested_by","type":"string","doc":'
    '"Sender of the request."}],"namespace":"muster.alerts_events"},{"type":"reco'
    'rd","name":"AlertRouteRemoved","subject":"route","doc":"This route no longer'
    ' sends alerts.","fields":[{"name":"route","type":"string","doc":"Name."},{"n'
    'ame":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","type"'
    ':"string","doc":"Sender of the request."}],"namespace":"muster.alerts_events'
    '"},{"type":"record","name":"Watermark","doc":"Every fact of the topic with t'
    'his seq or a lower one precedes this record, in every partition.","subject":'
    '"log","fields":[{"name":"seq","type":"long","doc":"seq of the newest input w'
    'hose consequences are all written."},{"name":"at_ms","type":"long","doc":"Ti'
    'me of the batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster'
    '.watermarks"}],"doc":"What happened."}]}'
)
