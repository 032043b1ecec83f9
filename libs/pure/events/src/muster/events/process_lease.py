"""Signs of life of processes with idle leaders.

Generated from schemas/process-lease.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class LeadershipHeld:
    """A leader of this process that made progress.

    Attributes:
        leadership: Its transactional id.
        epoch: Its epoch.
    """

    AVRO_NAME: ClassVar[str] = "muster.process_lease.LeadershipHeld"

    leadership: str
    epoch: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "leadership": self.leadership,
            "epoch": self.epoch,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LeadershipHeld:
        """The inverse."""
        return cls(
            leadership=d["leadership"],
            epoch=d["epoch"],
        )


@final
@record
class ProcessLeaseRenewed:
    """Leaders of one process made progress, even if they had nothing to decide.

    Attributes:
        process_id: Process.
        held: Leaders that made progress recently, by name.
    """

    AVRO_NAME: ClassVar[str] = "muster.process_lease.ProcessLeaseRenewed"

    process_id: str
    held: tuple[LeadershipHeld, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "process_id": self.process_id,
            "held": [x.to_datum() for x in self.held],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ProcessLeaseRenewed:
        """The inverse."""
        return cls(
            process_id=d["process_id"],
            held=tuple(LeadershipHeld.from_datum(x) for x in d["held"]),
        )


ProcessLease: TypeAlias = ProcessLeaseRenewed

Payload: TypeAlias = ProcessLease

PAYLOADS: Final[Table] = table_of(ProcessLeaseRenewed)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.process_lease","doc":'
    '"Signs of life of processes with idle leaders.","fields":[{"name":"event_id"'
    ',"type":"string","doc":"Unique for ever; the deduplication key."},{"name":"k'
    'ey","type":"string","doc":"Kafka key; records with the same key keep their o'
    'rder."},{"name":"occurred_at_ms","type":"long","doc":"Time of the event acco'
    'rding to the producer, milliseconds since 1970 UTC."},{"name":"producer","ty'
    'pe":"string","doc":"Service and instance that wrote the record."},{"name":"c'
    'orrelation_id","type":"string","doc":"Shared by everything that follows from'
    ' one request."},{"name":"causation_id","type":["null","string"],"doc":"event'
    '_id of the record this one follows from.","default":null},{"name":"payload",'
    '"type":[{"type":"record","name":"ProcessLeaseRenewed","doc":"Leaders of one '
    'process made progress, even if they had nothing to decide.","fields":[{"name'
    '":"process_id","type":"string","doc":"Process."},{"name":"held","type":{"typ'
    'e":"array","items":{"type":"record","name":"LeadershipHeld","doc":"A leader '
    'of this process that made progress.","fields":[{"name":"leadership","type":"'
    'string","doc":"Its transactional id."},{"name":"epoch","type":"long","doc":"'
    'Its epoch."}],"namespace":"muster.process_lease"}},"doc":"Leaders that made '
    'progress recently, by name."}],"namespace":"muster.process_lease"}],"doc":"W'
    'hat happened."}]}'
)
