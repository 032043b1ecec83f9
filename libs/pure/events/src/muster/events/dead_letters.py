"""A record that its reader could not read, with its raw bytes.

Generated from schemas/dead-letters.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class DeadLetterReason(StrEnum):
    """Reason why a record could not be read."""

    NOT_AVRO = "NOT_AVRO"
    UNKNOWN_SCHEMA = "UNKNOWN_SCHEMA"
    WRONG_SCHEMA = "WRONG_SCHEMA"
    UNDECODABLE = "UNDECODABLE"
    TOO_LARGE = "TOO_LARGE"


@final
@record
class DeadLetter:
    """Written to <topic>-dlq.

    Attributes:
        topic: Topic of the record.
        partition: Partition.
        offset: Offset.
        reader: Service that could not read it.
        reason: Reason.
        message: Message for people.
        record_key: Kafka key.
        record_value: Kafka value.
    """

    AVRO_NAME: ClassVar[str] = "muster.dead_letters.DeadLetter"

    topic: str
    partition: int
    offset: int
    reader: str
    reason: DeadLetterReason
    message: str
    record_key: bytes | None = None
    record_value: bytes | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "topic": self.topic,
            "partition": self.partition,
            "offset": self.offset,
            "reader": self.reader,
            "reason": self.reason,
            "message": self.message,
            "record_key": self.record_key,
            "record_value": self.record_value,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DeadLetter:
        """The inverse."""
        return cls(
            topic=d["topic"],
            partition=d["partition"],
            offset=d["offset"],
            reader=d["reader"],
            reason=DeadLetterReason(d["reason"]),
            message=d["message"],
            record_key=d.get("record_key"),
            record_value=d.get("record_value"),
        )


Payload: TypeAlias = DeadLetter

PAYLOADS: Final[Table] = table_of(DeadLetter)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.dead_letters","doc":"'
    'A record that its reader could not read, with its raw bytes.","fields":[{"na'
    'me":"event_id","type":"string","doc":"Unique for ever; the deduplication key'
    '."},{"name":"key","type":"string","doc":"Kafka key; records with the same ke'
    'y keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time of '
    'the event according to the producer, milliseconds since 1970 UTC."},{"name":'
    '"producer","type":"string","doc":"Service and instance that wrote the record'
    '."},{"name":"correlation_id","type":"string","doc":"Shared by everything tha'
    't follows from one request."},{"name":"causation_id","type":["null","string"'
    '],"doc":"event_id of the record this one follows from.","default":null},{"na'
    'me":"payload","type":[{"type":"record","name":"DeadLetter","doc":"Written to'
    ' <topic>-dlq.","fields":[{"name":"topic","type":"string","doc":"Topic of the'
    ' record."},{"name":"partition","type":"int","doc":"Partition."},{"name":"off'
    'set","type":"long","doc":"Offset."},{"name":"reader","type":"string","doc":"'
    'Service that could not read it."},{"name":"reason","type":{"type":"enum","na'
    'me":"DeadLetterReason","doc":"Reason why a record could not be read.","symbo'
    'ls":["NOT_AVRO","UNKNOWN_SCHEMA","WRONG_SCHEMA","UNDECODABLE","TOO_LARGE"],"'
    'default":"TOO_LARGE","namespace":"muster.dead_letters"},"doc":"Reason."},{"n'
    'ame":"message","type":"string","doc":"Message for people."},{"name":"record_'
    'key","type":["null","bytes"],"doc":"Kafka key.","default":null},{"name":"rec'
    'ord_value","type":["null","bytes"],"doc":"Kafka value.","default":null}],"na'
    'mespace":"muster.dead_letters"}],"doc":"What happened."}]}'
)
