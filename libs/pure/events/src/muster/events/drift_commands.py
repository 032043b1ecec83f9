"""Requests about monitors of production traffic and their alarms.

Generated from schemas/drift-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class SetMonitor:
    """Monitor a model in production; replaces its earlier monitor.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        document: The monitor as JSON.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_commands.SetMonitor"

    repository: str
    document: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "document": self.document,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetMonitor:
        """The inverse."""
        return cls(
            repository=d["repository"],
            document=d["document"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RemoveMonitor:
    """Stop monitoring a model.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_commands.RemoveMonitor"

    repository: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RemoveMonitor:
        """The inverse."""
        return cls(
            repository=d["repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class AcknowledgeAlarm:
    """Acknowledge an alarm.

    Attributes:
        alarm: Id of the alarm.
        reason: Comment; may be empty.
        tenant: Organisation that owns it.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_commands.AcknowledgeAlarm"

    alarm: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alarm": self.alarm,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AcknowledgeAlarm:
        """The inverse."""
        return cls(
            alarm=d["alarm"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ForgetUser:
    """Delete the texts of a user's samples, and stop showing and judging the samples.

    Attributes:
        user: Keyed hash of the user, as samples have it.
        tenant: Organisation of the user.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.drift_commands.ForgetUser"

    user: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "user": self.user,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ForgetUser:
        """The inverse."""
        return cls(
            user=d["user"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


DriftCommand: TypeAlias = SetMonitor | RemoveMonitor | AcknowledgeAlarm | ForgetUser

Payload: TypeAlias = DriftCommand

PAYLOADS: Final[Table] = table_of(SetMonitor, RemoveMonitor, AcknowledgeAlarm, ForgetUser)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.drift_commands","doc"'
    ':"Requests about monitors of production traffic and their alarms.","fields":'
    '[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplicatio'
    'n key."},{"name":"key","type":"string","doc":"Kafka key; records with the sa'
    'me key keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Tim'
    'e of the event according to the producer, milliseconds since 1970 UTC."},{"n'
    'ame":"producer","type":"string","doc":"Service and instance that wrote the r'
    'ecord."},{"name":"correlation_id","type":"string","doc":"Shared by everythin'
    'g that follows from one request."},{"name":"causation_id","type":["null","st'
    'ring"],"doc":"event_id of the record this one follows from.","default":null}'
    ',{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs to; '
    'null: no tenant.","default":null},{"name":"payload","type":[{"type":"record"'
    ',"name":"SetMonitor","doc":"Monitor a model in production; replaces its earl'
    'ier monitor.","fields":[{"name":"repository","type":"string","doc":"Model: N'
    'AMESPACE/NAME."},{"name":"document","type":"string","doc":"The monitor as JS'
    'ON."},{"name":"tenant","type":"string","doc":"Organisation that owns it."},{'
    '"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"'
    'namespace":"muster.drift_commands"},{"type":"record","name":"RemoveMonitor",'
    '"doc":"Stop monitoring a model.","fields":[{"name":"repository","type":"stri'
    'ng","doc":"Model: NAMESPACE/NAME."},{"name":"tenant","type":"string","doc":"'
    'Organisation that owns it."},{"name":"requested_by","type":"string","doc":"S'
    'ender: ORGANISATION/USER."}],"namespace":"muster.drift_commands"},{"type":"r'
    'ecord","name":"AcknowledgeAlarm","doc":"Acknowledge an alarm.","fields":[{"n'
    'ame":"alarm","type":"string","doc":"Id of the alarm."},{"name":"reason","typ'
    'e":"string","doc":"Comment; may be empty."},{"name":"tenant","type":"string"'
    ',"doc":"Organisation that owns it."},{"name":"requested_by","type":"string",'
    '"doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.drift_commands"},{"'
    'type":"record","name":"ForgetUser","doc":"Delete the texts of a user\'s sampl'
    'es, and stop showing and judging the samples.","fields":[{"name":"user","typ'
    'e":"string","doc":"Keyed hash of the user, as samples have it."},{"name":"te'
    'nant","type":"string","doc":"Organisation of the user."},{"name":"requested_'
    'by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster'
    '.drift_commands"}],"doc":"The request."}]}'
)
