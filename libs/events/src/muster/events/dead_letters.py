"""A record its reader could not read, with the bytes as they came.

Generated from schemas/dead-letters.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class DeadLetterReason(StrEnum):
    """Why."""

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
        topic: Where it was.
        partition: Partition.
        offset: Offset.
        reader: Service that could not read it.
        reason: Why.
        message: For people.
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
    'A record its reader could not read, with the bytes as they came.","fields":['
    '{"name":"event_id","type":"string","doc":"Unique for ever; the deduplication'
    ' key."},{"name":"key","type":"string","doc":"The Kafka key: what this topic '
    'is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the prod'
    'ucer says it happened, milliseconds since 1970 UTC."},{"name":"producer","ty'
    'pe":"string","doc":"Service and instance that wrote the record."},{"name":"c'
    'orrelation_id","type":"string","doc":"Shared by everything that follows from'
    ' one request."},{"name":"causation_id","type":["null","string"],"doc":"event'
    '_id of the record this one follows from.","default":null},{"name":"payload",'
    '"type":[{"type":"record","name":"DeadLetter","doc":"Written to <topic>-dlq."'
    ',"fields":[{"name":"topic","type":"string","doc":"Where it was."},{"name":"p'
    'artition","type":"int","doc":"Partition."},{"name":"offset","type":"long","d'
    'oc":"Offset."},{"name":"reader","type":"string","doc":"Service that could no'
    't read it."},{"name":"reason","type":{"type":"enum","name":"DeadLetterReason'
    '","doc":"Why.","symbols":["NOT_AVRO","UNKNOWN_SCHEMA","WRONG_SCHEMA","UNDECO'
    'DABLE","TOO_LARGE"],"default":"TOO_LARGE","namespace":"muster.dead_letters"}'
    ',"doc":"Why."},{"name":"message","type":"string","doc":"For people."},{"name'
    '":"record_key","type":["null","bytes"],"doc":"Kafka key.","default":null},{"'
    'name":"record_value","type":["null","bytes"],"doc":"Kafka value.","default":'
    'null}],"namespace":"muster.dead_letters"}],"doc":"What happened."}]}'
)
