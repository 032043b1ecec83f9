"""Alerts, and where they go.

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
    """Where an alert goes.

    Attributes:
        route: Name of the route.
        tenant: Whose route it is.
        channel: How it is sent.
        url: Of a webhook; else empty.
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
    """Somebody should know of this; it is sent by every route named here.

    Attributes:
        alert: Its id: the same for every copy of what it follows from.
        rule: Which rule maps a fact to this alert.
        series: What it is about: alerts of one series follow each other.
        severity: How urgent it is.
        title: One line.
        text: What happened, and what to look at.
        links: Paths of the REST API that tell more.
        tenant: Tenant; empty: what all tenants share.
        team: Team; empty: no team's own.
        at_ms: When it happened, milliseconds since 1970 UTC.
        routes: Where it goes, as of then.
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
    """Alerts are sent by this route from here on, in place of one of the same name.

    Attributes:
        route: Name.
        tenant: Tenant.
        terms: All of it.
        requested_by: Who asks.
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
    """Nothing is sent by this route any longer.

    Attributes:
        route: Name.
        tenant: Tenant.
        requested_by: Who asks.
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
    '"Alerts, and where they go.","fields":[{"name":"event_id","type":"string","d'
    'oc":"Unique for ever; the deduplication key."},{"name":"key","type":"string"'
    ',"doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_at'
    '_ms","type":"long","doc":"When the producer says it happened, milliseconds s'
    'ince 1970 UTC."},{"name":"producer","type":"string","doc":"Service and insta'
    'nce that wrote the record."},{"name":"correlation_id","type":"string","doc":'
    '"Shared by everything that follows from one request."},{"name":"causation_id'
    '","type":["null","string"],"doc":"event_id of the record this one follows fr'
    'om.","default":null},{"name":"seq","type":["null","long"],"doc":"seq of the '
    "input it follows from: facts of all partitions are ordered by seq, then inde"
    'x. Null: its writer has no such order.","default":null},{"name":"index","typ'
    'e":["null","int"],"doc":"Which of that input\'s consequences it is, rising fr'
    'om 0; orders count, too.","default":null},{"name":"tenant","type":["null","s'
    'tring"],"doc":"The tenant it belongs to; null: no tenant.","default":null},{'
    '"name":"sender","type":["null","string"],"doc":"The judged sender of the com'
    "mand that it follows from, as TENANT/USER; null: it follows from none, or th"
    'e record is older than this field.","default":null},{"name":"payload","type"'
    ':[{"type":"record","name":"CommandRejected","aliases":["muster.job_events.Co'
    'mmandRejected"],"doc":"A command that will not be carried out, and why.","su'
    'bject":"command","fields":[{"name":"command_id","type":"string","doc":"event'
    '_id of the command."},{"name":"command","type":"string","doc":"Its record na'
    'me."},{"name":"subject","type":"string","doc":"What it was about: a job, que'
    'ue, node, or another entity of the service."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"code","type":{"type":"enum","name":"RejectionCo'
    'de","aliases":["muster.job_events.RejectionCode"],"doc":"Kinds of refusal, t'
    'he same for all services; each has its HTTP status.","symbols":["INVALID","A'
    'LREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE'
    '","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORB'
    'IDDEN","namespace":"muster.command_answers"},"doc":"Kind of refusal."},{"nam'
    'e":"detail_code","type":"string","doc":"The service\'s own, finer code; its R'
    'EADME lists them. Empty: `code` says all.","default":""},{"name":"message","'
    'type":"string","doc":"For people."},{"name":"violations","type":{"type":"arr'
    'ay","items":{"type":"record","name":"Violation","aliases":["muster.job_event'
    's.Violation"],"doc":"One thing wrong with a request.","fields":[{"name":"fie'
    'ld","type":"string","doc":"Path of the field."},{"name":"value","type":"stri'
    'ng","doc":"What was given, shortened."},{"name":"allowed","type":"string","d'
    'oc":"What is allowed."}],"namespace":"muster.command_answers"}},"doc":"Field'
    ' by field.","default":[]}],"namespace":"muster.command_answers"},{"type":"re'
    'cord","name":"CommandRepeated","aliases":["muster.job_events.CommandRepeated'
    '"],"doc":"A command that was carried out before came again; nothing changed.'
    '","subject":"command","fields":[{"name":"command_id","type":"string","doc":"'
    'event_id of the command."},{"name":"command","type":"string","doc":"Its reco'
    'rd name."},{"name":"subject","type":"string","doc":"What it was about."}],"n'
    'amespace":"muster.command_answers"},{"type":"record","name":"AlertRaised","s'
    'ubject":"alert","doc":"Somebody should know of this; it is sent by every rou'
    'te named here.","fields":[{"name":"alert","type":"string","doc":"Its id: the'
    ' same for every copy of what it follows from."},{"name":"rule","type":"strin'
    'g","doc":"Which rule maps a fact to this alert."},{"name":"series","type":"s'
    'tring","doc":"What it is about: alerts of one series follow each other."},{"'
    'name":"severity","type":{"type":"enum","name":"AlertSeverity","doc":"How urg'
    'ent an alert is.","symbols":["INFO","WARNING","CRITICAL"],"namespace":"muste'
    'r.alerts_commands"},"doc":"How urgent it is."},{"name":"title","type":"strin'
    'g","doc":"One line."},{"name":"text","type":"string","doc":"What happened, a'
    'nd what to look at."},{"name":"links","type":{"type":"array","items":"string'
    '"},"doc":"Paths of the REST API that tell more."},{"name":"tenant","type":"s'
    'tring","doc":"Tenant; empty: what all tenants share."},{"name":"team","type"'
    ':"string","doc":"Team; empty: no team\'s own."},{"name":"at_ms","type":"long"'
    ',"doc":"When it happened, milliseconds since 1970 UTC."},{"name":"routes","t'
    'ype":{"type":"array","items":{"type":"record","name":"AlertDestination","doc'
    '":"Where an alert goes.","fields":[{"name":"route","type":"string","doc":"Na'
    'me of the route."},{"name":"tenant","type":"string","doc":"Whose route it is'
    '."},{"name":"channel","type":{"type":"enum","name":"AlertChannel","doc":"How'
    ' an alert is sent.","symbols":["WEBHOOK","APPRISE"],"namespace":"muster.aler'
    'ts_commands"},"doc":"How it is sent."},{"name":"url","type":"string","doc":"'
    'Of a webhook; else empty."},{"name":"secret","type":"string","doc":"Name of '
    'the secret."}],"namespace":"muster.alerts_events"}},"doc":"Where it goes, as'
    ' of then."}],"namespace":"muster.alerts_events"},{"type":"record","name":"Al'
    'ertRouteSet","subject":"route","doc":"Alerts are sent by this route from her'
    'e on, in place of one of the same name.","fields":[{"name":"route","type":"s'
    'tring","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"terms","type":{"type":"record","name":"AlertRouteTerms","doc":"Which al'
    'erts go where.","fields":[{"name":"channel","type":"muster.alerts_commands.A'
    'lertChannel","doc":"How they are sent."},{"name":"url","type":"string","doc"'
    ':"Of a webhook; empty for Apprise, whose address is the secret."},{"name":"s'
    'ecret","type":"string","doc":"Name of the secret that the sender has: what s'
    'igns a webhook, or an Apprise address. Its value is on no topic."},{"name":"'
    'severity_min","type":"muster.alerts_commands.AlertSeverity","doc":"Only aler'
    'ts at least as urgent."},{"name":"teams","type":{"type":"array","items":"str'
    'ing"},"doc":"Only alerts of these teams; empty: of all, and of no team."},{"'
    'name":"rules","type":{"type":"array","items":"string"},"doc":"Only alerts by'
    ' these rules; empty: by all."},{"name":"platform","type":"boolean","doc":"Al'
    'erts about what all tenants share, such as nodes, too."}],"namespace":"muste'
    'r.alerts_commands"},"doc":"All of it."},{"name":"requested_by","type":"strin'
    'g","doc":"Who asks."}],"namespace":"muster.alerts_events"},{"type":"record",'
    '"name":"AlertRouteRemoved","subject":"route","doc":"Nothing is sent by this '
    'route any longer.","fields":[{"name":"route","type":"string","doc":"Name."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by","ty'
    'pe":"string","doc":"Who asks."}],"namespace":"muster.alerts_events"},{"type"'
    ':"record","name":"Watermark","doc":"Every fact of the topic with this seq or'
    ' a lower one precedes this record, in every partition.","subject":"log","fie'
    'lds":[{"name":"seq","type":"long","doc":"Of the newest input whose consequen'
    'ces are all written."},{"name":"at_ms","type":"long","doc":"Time of the batc'
    'h it ends, milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"}]'
    ',"doc":"What happened."}]}'
)
