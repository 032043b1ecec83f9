"""Delivery of alerts.

Generated from schemas/delivery-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class AlertFact:
    """Base of the facts whose subject is 'alert'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class AlertSent(AlertFact):
    """The receiver accepted the alert; repeated if it is sent again.

    Attributes:
        alert: Alert.
        tenant: Tenant that owns the route.
        route: Route.
        delivery: Id that the receiver sees; the same at every attempt.
        attempts: Number of the attempt that succeeded, from 1.
    """

    AVRO_NAME: ClassVar[str] = "muster.delivery_events.AlertSent"

    alert: str
    tenant: str
    route: str
    delivery: str
    attempts: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alert": self.alert,
            "tenant": self.tenant,
            "route": self.route,
            "delivery": self.delivery,
            "attempts": self.attempts,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlertSent:
        """The inverse."""
        return cls(
            alert=d["alert"],
            tenant=d["tenant"],
            route=d["route"],
            delivery=d["delivery"],
            attempts=d["attempts"],
        )


@final
@record
class AlertNotDelivered(AlertFact):
    """The alert could not be delivered by this route; it is not retried unless somebody asks.

    Attributes:
        alert: Alert.
        tenant: Tenant that owns the route.
        route: Route.
        delivery: Id that the receiver sees; the same at every attempt.
        attempts: Number of attempts.
        reason: Reason why the last attempt failed.
    """

    AVRO_NAME: ClassVar[str] = "muster.delivery_events.AlertNotDelivered"

    alert: str
    tenant: str
    route: str
    delivery: str
    attempts: int
    reason: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alert": self.alert,
            "tenant": self.tenant,
            "route": self.route,
            "delivery": self.delivery,
            "attempts": self.attempts,
            "reason": self.reason,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AlertNotDelivered:
        """The inverse."""
        return cls(
            alert=d["alert"],
            tenant=d["tenant"],
            route=d["route"],
            delivery=d["delivery"],
            attempts=d["attempts"],
            reason=d["reason"],
        )


AlertPayload: TypeAlias = AlertSent | AlertNotDelivered

DeliveryEvent: TypeAlias = AlertSent | AlertNotDelivered

Payload: TypeAlias = DeliveryEvent

PAYLOADS: Final[Table] = table_of(AlertSent, AlertNotDelivered)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.delivery_events","doc'
    '":"Delivery of alerts.","fields":[{"name":"event_id","type":"string","doc":"'
    'Unique for ever; the deduplication key."},{"name":"key","type":"string","doc'
    '":"Kafka key; records with the same key keep their order."},{"name":"occurre'
    'd_at_ms","type":"long","doc":"Time of the event according to the producer, m'
    'illiseconds since 1970 UTC."},{"name":"producer","type":"string","doc":"Serv'
    'ice and instance that wrote the record."},{"name":"correlation_id","type":"s'
    'tring","doc":"Shared by everything that follows from one request."},{"name":'
    '"causation_id","type":["null","string"],"doc":"event_id of the record this o'
    'ne follows from.","default":null},{"name":"seq","type":["null","long"],"doc"'
    ':"seq of the input it follows from; facts of all partitions are ordered by s'
    'eq, then index. Null: the writer assigns no order.","default":null},{"name":'
    '"index","type":["null","int"],"doc":"Index among the consequences of that in'
    'put, from 0; orders count as well.","default":null},{"name":"tenant","type":'
    '["null","string"],"doc":"The tenant it belongs to; null: no tenant.","defaul'
    't":null},{"name":"payload","type":[{"type":"record","name":"AlertSent","subj'
    'ect":"alert","doc":"The receiver accepted the alert; repeated if it is sent '
    'again.","fields":[{"name":"alert","type":"string","doc":"Alert."},{"name":"t'
    'enant","type":"string","doc":"Tenant that owns the route."},{"name":"route",'
    '"type":"string","doc":"Route."},{"name":"delivery","type":"string","doc":"Id'
    ' that the receiver sees; the same at every attempt."},{"name":"attempts","ty'
    'pe":"int","doc":"Number of the attempt that succeeded, from 1."}],"namespace'
    '":"muster.delivery_events"},{"type":"record","name":"AlertNotDelivered","sub'
    'ject":"alert","doc":"The alert could not be delivered by this route; it is n'
    'ot retried unless somebody asks.","fields":[{"name":"alert","type":"string",'
    '"doc":"Alert."},{"name":"tenant","type":"string","doc":"Tenant that owns the'
    ' route."},{"name":"route","type":"string","doc":"Route."},{"name":"delivery"'
    ',"type":"string","doc":"Id that the receiver sees; the same at every attempt'
    '."},{"name":"attempts","type":"int","doc":"Number of attempts."},{"name":"re'
    'ason","type":"string","doc":"Reason why the last attempt failed."}],"namespa'
    'ce":"muster.delivery_events"}],"doc":"What happened."}]}'
)
