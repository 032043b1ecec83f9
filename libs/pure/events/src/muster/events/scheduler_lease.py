"""An idle leader's sign of life.

Generated from schemas/scheduler-lease.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class LeaseRenewed:
    """The leader made progress, with nothing to decide.

    Attributes:
        cell: Cell.
        epoch: Epoch.
        leader_id: Leader.
    """

    AVRO_NAME: ClassVar[str] = "muster.scheduler_lease.LeaseRenewed"

    cell: str
    epoch: int
    leader_id: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "cell": self.cell,
            "epoch": self.epoch,
            "leader_id": self.leader_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LeaseRenewed:
        """The inverse."""
        return cls(
            cell=d["cell"],
            epoch=d["epoch"],
            leader_id=d["leader_id"],
        )


SchedulerLease: TypeAlias = LeaseRenewed

Payload: TypeAlias = SchedulerLease

PAYLOADS: Final[Table] = table_of(LeaseRenewed)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.scheduler_lease","doc'
    '":"An idle leader\'s sign of life.","fields":[{"name":"event_id","type":"stri'
    'ng","doc":"Unique for ever; the deduplication key."},{"name":"key","type":"s'
    'tring","doc":"Kafka key; records with the same key keep their order."},{"nam'
    'e":"occurred_at_ms","type":"long","doc":"Time of the event according to the '
    'producer, milliseconds since 1970 UTC."},{"name":"producer","type":"string",'
    '"doc":"Service and instance that wrote the record."},{"name":"correlation_id'
    '","type":"string","doc":"Shared by everything that follows from one request.'
    '"},{"name":"causation_id","type":["null","string"],"doc":"event_id of the re'
    'cord this one follows from.","default":null},{"name":"payload","type":[{"typ'
    'e":"record","name":"LeaseRenewed","doc":"The leader made progress, with noth'
    'ing to decide.","fields":[{"name":"cell","type":"string","doc":"Cell."},{"na'
    'me":"epoch","type":"long","doc":"Epoch."},{"name":"leader_id","type":"string'
    '","doc":"Leader."}],"namespace":"muster.scheduler_lease"}],"doc":"What happe'
    'ned."}]}'
)
