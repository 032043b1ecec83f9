"""A request about a queue.

Generated from schemas/queue-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from muster.events.datum import Table, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateQueue:
    """Make a queue.

    Attributes:
        queue: Name: 1 to 63 of a-z 0-9 and -.
        tenant: Tenant.
        description: For people.
        requested_by: User who asks.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.CreateQueue"

    queue: str
    tenant: str
    description: str = ""
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "description": self.description,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CreateQueue:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            description=d.get("description", ""),
            requested_by=d["requested_by"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteQueue:
    """Remove an empty queue.

    Attributes:
        queue: Name.
        tenant: Tenant.
        requested_by: User who asks.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.DeleteQueue"

    queue: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DeleteQueue:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


Payload: TypeAlias = CreateQueue | DeleteQueue

PAYLOADS: Final[Table] = table_of(CreateQueue, DeleteQueue)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.queue_commands","doc"'
    ':"A request about a queue.","fields":[{"name":"event_id","type":"string","do'
    'c":"Unique for ever; the deduplication key."},{"name":"key","type":"string",'
    '"doc":"The Kafka key: what this topic is ordered by."},{"name":"occurred_at_'
    'ms","type":"long","doc":"When the producer says it happened, milliseconds si'
    'nce 1970 UTC."},{"name":"producer","type":"string","doc":"Service and instan'
    'ce that wrote the record."},{"name":"correlation_id","type":"string","doc":"'
    'Shared by everything that follows from one request."},{"name":"causation_id"'
    ',"type":["null","string"],"doc":"event_id of the record this one follows fro'
    'm.","default":null},{"name":"payload","type":[{"type":"record","name":"Creat'
    'eQueue","doc":"Make a queue.","fields":[{"name":"queue","type":"string","doc'
    '":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":'
    '"Tenant."},{"name":"description","type":"string","doc":"For people.","defaul'
    't":""},{"name":"requested_by","type":"string","doc":"User who asks."}],"name'
    'space":"muster.queue_commands"},{"type":"record","name":"DeleteQueue","doc":'
    '"Remove an empty queue.","fields":[{"name":"queue","type":"string","doc":"Na'
    'me."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_b'
    'y","type":"string","doc":"User who asks."}],"namespace":"muster.queue_comman'
    'ds"}],"doc":"What happened."}]}'
)
