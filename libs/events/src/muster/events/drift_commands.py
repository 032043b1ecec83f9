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
    """Watch a model in production, in place of how it was watched before.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        document: The monitor as JSON.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    """Stop watching a model.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    """Record that somebody knows of an alarm.

    Attributes:
        alarm: Id of the alarm.
        reason: What they say about it; may be empty.
        tenant: Organisation whose it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    """Delete the texts of a user's samples, and let nobody show or judge the samples.

    Attributes:
        user: Keyed hash of the user, as samples have it.
        tenant: Organisation whose user it is.
        requested_by: Its sender: ORGANISATION/USER.
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
    'n key."},{"name":"key","type":"string","doc":"The Kafka key: what this topic'
    ' is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the pro'
    'ducer says it happened, milliseconds since 1970 UTC."},{"name":"producer","t'
    'ype":"string","doc":"Service and instance that wrote the record."},{"name":"'
    'correlation_id","type":"string","doc":"Shared by everything that follows fro'
    'm one request."},{"name":"causation_id","type":["null","string"],"doc":"even'
    't_id of the record this one follows from.","default":null},{"name":"tenant",'
    '"type":["null","string"],"doc":"The tenant it belongs to; null: no tenant.",'
    '"default":null},{"name":"payload","type":[{"type":"record","name":"SetMonito'
    'r","doc":"Watch a model in production, in place of how it was watched before'
    '.","fields":[{"name":"repository","type":"string","doc":"Model: NAMESPACE/NA'
    'ME."},{"name":"document","type":"string","doc":"The monitor as JSON."},{"nam'
    'e":"tenant","type":"string","doc":"Organisation whose it is."},{"name":"requ'
    'ested_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],"namespac'
    'e":"muster.drift_commands"},{"type":"record","name":"RemoveMonitor","doc":"S'
    'top watching a model.","fields":[{"name":"repository","type":"string","doc":'
    '"Model: NAMESPACE/NAME."},{"name":"tenant","type":"string","doc":"Organisati'
    'on whose it is."},{"name":"requested_by","type":"string","doc":"Its sender: '
    'ORGANISATION/USER."}],"namespace":"muster.drift_commands"},{"type":"record",'
    '"name":"AcknowledgeAlarm","doc":"Record that somebody knows of an alarm.","f'
    'ields":[{"name":"alarm","type":"string","doc":"Id of the alarm."},{"name":"r'
    'eason","type":"string","doc":"What they say about it; may be empty."},{"name'
    '":"tenant","type":"string","doc":"Organisation whose it is."},{"name":"reque'
    'sted_by","type":"string","doc":"Its sender: ORGANISATION/USER."}],"namespace'
    '":"muster.drift_commands"},{"type":"record","name":"ForgetUser","doc":"Delet'
    "e the texts of a user's samples, and let nobody show or judge the samples.\","
    '"fields":[{"name":"user","type":"string","doc":"Keyed hash of the user, as s'
    'amples have it."},{"name":"tenant","type":"string","doc":"Organisation whose'
    ' user it is."},{"name":"requested_by","type":"string","doc":"Its sender: ORG'
    'ANISATION/USER."}],"namespace":"muster.drift_commands"}],"doc":"What it says'
    '."}]}'
)
