"""What was removed from the store: checkpoints that had expired, output that is not kept any longer.

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


class OutputFact:
    """Base of the facts whose subject is 'output'; as a pattern it matches all of them."""

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


@final
@record
class OutputRemoved(OutputFact):
    """The output of a job that is over is gone from the store; said again when it is done again.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        objects: So many objects were removed by the try that tells it.
    """

    AVRO_NAME: ClassVar[str] = "muster.checkpoint_events.OutputRemoved"

    job_id: str
    tenant: str
    objects: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "objects": self.objects,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> OutputRemoved:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            objects=d["objects"],
        )


CheckpointPayload: TypeAlias = CheckpointRemoved

OutputPayload: TypeAlias = OutputRemoved

CheckpointEvent: TypeAlias = CheckpointRemoved | OutputRemoved

Payload: TypeAlias = CheckpointEvent

PAYLOADS: Final[Table] = table_of(CheckpointRemoved, OutputRemoved)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.checkpoint_events","d'
    'oc":"What was removed from the store: checkpoints that had expired, output t'
    'hat is not kept any longer.","fields":[{"name":"event_id","type":"string","d'
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
    'tring"],"doc":"The tenant it belongs to.","default":null},{"name":"payload",'
    '"type":[{"type":"record","name":"CheckpointRemoved","doc":"The objects of a '
    'checkpoint that had expired are gone; said again when it is done again.","su'
    'bject":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."}'
    ',{"name":"uri","type":"string","doc":"Of the one file that it was, or of the'
    ' record of its parts."},{"name":"objects","type":"long","doc":"So many objec'
    'ts were removed."},{"name":"freed_bytes","type":"long","doc":"Bytes that the'
    'y had."}],"namespace":"muster.checkpoint_events"},{"type":"record","name":"O'
    'utputRemoved","doc":"The output of a job that is over is gone from the store'
    '; said again when it is done again.","subject":"output","fields":[{"name":"j'
    'ob_id","type":"string","doc":"Job."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"objects","type":"long","doc":"So many objects were remov'
    'ed by the try that tells it."}],"namespace":"muster.checkpoint_events"}],"do'
    'c":"What happened."}]}'
)
