"""What was removed from the store of checkpoints that had expired.

Generated from schemas/checkpoint-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class CheckpointFact:
    """Base of the facts whose subject is 'checkpoint'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class CheckpointRemoved(CheckpointFact):
    """The objects of a checkpoint that had expired are gone; said again when it is done again.

    Attributes:
        job_id: Job.
        uri: Of the one file that it was, or of the record of its parts.
        objects: So many objects were removed.
        freed_bytes: Bytes that they had.
    """

    AVRO_NAME: ClassVar[str] = "muster.checkpoint_events.CheckpointRemoved"

    job_id: str
    uri: str
    objects: int
    freed_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "uri": self.uri,
            "objects": self.objects,
            "freed_bytes": self.freed_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CheckpointRemoved:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            uri=d["uri"],
            objects=d["objects"],
            freed_bytes=d["freed_bytes"],
        )


CheckpointPayload: TypeAlias = CheckpointRemoved

Payload: TypeAlias = CheckpointRemoved

PAYLOADS: Final[Table] = table_of(CheckpointRemoved)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.checkpoint_events","d'
    'oc":"What was removed from the store of checkpoints that had expired.","fiel'
    'ds":[{"name":"event_id","type":"string","doc":"Unique for ever; the deduplic'
    'ation key."},{"name":"key","type":"string","doc":"The Kafka key: what this t'
    'opic is ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the'
    ' producer says it happened, milliseconds since 1970 UTC."},{"name":"producer'
    '","type":"string","doc":"Service and instance that wrote the record."},{"nam'
    'e":"correlation_id","type":"string","doc":"Shared by everything that follows'
    ' from one request."},{"name":"causation_id","type":["null","string"],"doc":"'
    'event_id of the record this one follows from.","default":null},{"name":"seq"'
    ',"type":["null","long"],"doc":"seq of the input it follows from: facts of al'
    "l partitions are ordered by seq, then index. Null: its writer has no such or"
    'der.","default":null},{"name":"index","type":["null","int"],"doc":"Which of '
    'that input\'s consequences it is, rising from 0; orders count, too.","default'
    '":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it belon'
    'gs to.","default":null},{"name":"payload","type":[{"type":"record","name":"C'
    'heckpointRemoved","doc":"The objects of a checkpoint that had expired are go'
    'ne; said again when it is done again.","subject":"checkpoint","fields":[{"na'
    'me":"job_id","type":"string","doc":"Job."},{"name":"uri","type":"string","do'
    'c":"Of the one file that it was, or of the record of its parts."},{"name":"o'
    'bjects","type":"long","doc":"So many objects were removed."},{"name":"freed_'
    'bytes","type":"long","doc":"Bytes that they had."}],"namespace":"muster.chec'
    'kpoint_events"}],"doc":"What happened."}]}'
)
