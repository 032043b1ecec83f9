"""Which alerts arrived.

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
    """The receiver took the alert; said again when it is sent again.

    Attributes:
        alert: Alert.
        tenant: Whose route it is.
        route: Route.
        delivery: What the receiver saw as its id: the same at every attempt.
        attempts: The attempt that succeeded, from 1.
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
    """The alert did not arrive by this route, and is not tried again unless somebody asks.

    Attributes:
        alert: Alert.
        tenant: Whose route it is.
        route: Route.
        delivery: What the receiver saw as its id: the same at every attempt.
        attempts: Attempts that were made.
        reason: Why the last one failed.
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
    '":"Which alerts arrived.","fields":[{"name":"event_id","type":"string","doc"'
    ':"Unique for ever; the deduplication key."},{"name":"key","type":"string","d'
    'oc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_at_ms'
    '","type":"long","doc":"When the producer says it happened, milliseconds sinc'
    'e 1970 UTC."},{"name":"producer","type":"string","doc":"Service and instance'
    ' that wrote the record."},{"name":"correlation_id","type":"string","doc":"Sh'
    'ared by everything that follows from one request."},{"name":"causation_id","'
    'type":["null","string"],"doc":"event_id of the record this one follows from.'
    '","default":null},{"name":"seq","type":["null","long"],"doc":"seq of the inp'
    "ut it follows from: facts of all partitions are ordered by seq, then index. "
    'Null: its writer has no such order.","default":null},{"name":"index","type":'
    '["null","int"],"doc":"Which of that input\'s consequences it is, rising from '
    '0; orders count, too.","default":null},{"name":"tenant","type":["null","stri'
    'ng"],"doc":"The tenant it belongs to; null: no tenant.","default":null},{"na'
    'me":"payload","type":[{"type":"record","name":"AlertSent","subject":"alert",'
    '"doc":"The receiver took the alert; said again when it is sent again.","fiel'
    'ds":[{"name":"alert","type":"string","doc":"Alert."},{"name":"tenant","type"'
    ':"string","doc":"Whose route it is."},{"name":"route","type":"string","doc":'
    '"Route."},{"name":"delivery","type":"string","doc":"What the receiver saw as'
    ' its id: the same at every attempt."},{"name":"attempts","type":"int","doc":'
    '"The attempt that succeeded, from 1."}],"namespace":"muster.delivery_events"'
    '},{"type":"record","name":"AlertNotDelivered","subject":"alert","doc":"The a'
    "lert did not arrive by this route, and is not tried again unless somebody as"
    'ks.","fields":[{"name":"alert","type":"string","doc":"Alert."},{"name":"tena'
    'nt","type":"string","doc":"Whose route it is."},{"name":"route","type":"stri'
    'ng","doc":"Route."},{"name":"delivery","type":"string","doc":"What the recei'
    'ver saw as its id: the same at every attempt."},{"name":"attempts","type":"i'
    'nt","doc":"Attempts that were made."},{"name":"reason","type":"string","doc"'
    ':"Why the last one failed."}],"namespace":"muster.delivery_events"}],"doc":"'
    'What happened."}]}'
)
