"""Removals from the store: expired checkpoints, and output that is no longer kept.

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
    """The objects of an expired checkpoint are removed; repeated if the removal is repeated.

    Attributes:
        job_id: Job.
        uri: URI of its single file, or of the record of its parts.
        objects: Number of objects removed.
        freed_bytes: Bytes freed.
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
    """The output of an ended job is removed from the store; repeated if the removal is repeated.

    Attributes:
        job_id: Job.
        tenant: Tenant.
        objects: Number of objects removed by the try that reports it.
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
    'oc":"Removals from the store: expired checkpoints, and output that is no lon'
    'ger kept.","fields":[{"name":"event_id","type":"string","doc":"Unique for ev'
    'er; the deduplication key."},{"name":"key","type":"string","doc":"Kafka key;'
    ' records with the same key keep their order."},{"name":"occurred_at_ms","typ'
    'e":"long","doc":"Time of the event according to the producer, milliseconds s'
    'ince 1970 UTC."},{"name":"producer","type":"string","doc":"Service and insta'
    'nce that wrote the record."},{"name":"correlation_id","type":"string","doc":'
    '"Shared by everything that follows from one request."},{"name":"causation_id'
    '","type":["null","string"],"doc":"event_id of the record this one follows fr'
    'om.","default":null},{"name":"seq","type":["null","long"],"doc":"seq of the '
    "input it follows from; facts of all partitions are ordered by seq, then inde"
    'x. Null: the writer assigns no order.","default":null},{"name":"index","type'
    '":["null","int"],"doc":"Index among the consequences of that input, from 0; '
    'orders count as well.","default":null},{"name":"tenant","type":["null","stri'
    'ng"],"doc":"The tenant it belongs to.","default":null},{"name":"payload","ty'
    'pe":[{"type":"record","name":"CheckpointRemoved","doc":"The objects of an ex'
    'pired checkpoint are removed; repeated if the removal is repeated.","subject'
    '":"checkpoint","fields":[{"name":"job_id","type":"string","doc":"Job."},{"na'
    'me":"uri","type":"string","doc":"URI of its single file, or of the record of'
    ' its parts."},{"name":"objects","type":"long","doc":"Number of objects remov'
    'ed."},{"name":"freed_bytes","type":"long","doc":"Bytes freed."}],"namespace"'
    ':"muster.checkpoint_events"},{"type":"record","name":"OutputRemoved","doc":"'
    "The output of an ended job is removed from the store; repeated if the remova"
    'l is repeated.","subject":"output","fields":[{"name":"job_id","type":"string'
    '","doc":"Job."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"o'
    'bjects","type":"long","doc":"Number of objects removed by the try that repor'
    'ts it."}],"namespace":"muster.checkpoint_events"}],"doc":"What happened."}]}'
)
