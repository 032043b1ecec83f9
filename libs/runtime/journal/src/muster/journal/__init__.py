"""The log: the only package that knows Kafka and Avro.

journal.py    what services see: Journal, Reader, Producer, Sequencer, Delivery, Outgoing
position.py   places in the log
errors.py     errors, by what the caller has to do
leadership/   one leader, warm standbys: the transactional runner
reading/      for all who do not lead: facts in one order, the at-least-once runner
windows/      tables over time windows, by faust
memory/       the journal inside one process
kafka/        the journal on Kafka
wire/         records as bytes: codec, schema registry, partitioner
avro/         Avro encoders and decoders, compiled from schemas
dead_letters.py  records that cannot be read: kept with reason, position and bytes
clock.py      the only clocks
failpoints.py points where a test can kill the process
admin.py      creates topics and registers schemas
cli.py        `muster events`

Modules are imported when one of their names is first used; a command that reads the log loads no leadership.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from muster.journal.clock import Clock, ManualClock, SystemClock, thread_cpu_ms
    from muster.journal.dead_letters import dead_letter_topic
    from muster.journal.errors import (
        CommitUnknown,
        Diverged,
        Fenced,
        JournalError,
        OtherVersion,
        PositionLost,
        RecordTooLarge,
        TransactionLeftOpen,
        Unavailable,
        Unencodable,
        UnknownTopic,
        Unreadable,
    )
    from muster.journal.failpoints import Failpoints
    from muster.journal.journal import Delivery, Journal, Outgoing, Producer, Reader, Sequencer
    from muster.journal.leadership import (
        Collector,
        Leader,
        LeaderSettings,
        Lease,
        Machine,
        OwnLease,
        SharedLease,
        Step,
    )
    from muster.journal.memory import CommitFate, MemoryFaults, MemoryJournal
    from muster.journal.position import Position, Positions, Since, Start, StartAt, TopicPartition
    from muster.journal.reading.merged import MergedReader
    from muster.journal.reading.runner import Handler, Runner

__all__ = [
    "Clock",
    "Collector",
    "CommitFate",
    "CommitUnknown",
    "Delivery",
    "Diverged",
    "Failpoints",
    "Fenced",
    "Handler",
    "Journal",
    "JournalError",
    "Leader",
    "LeaderSettings",
    "Lease",
    "Machine",
    "ManualClock",
    "MemoryFaults",
    "MemoryJournal",
    "MergedReader",
    "OtherVersion",
    "Outgoing",
    "OwnLease",
    "Position",
    "PositionLost",
    "Positions",
    "Producer",
    "Reader",
    "RecordTooLarge",
    "Runner",
    "Sequencer",
    "SharedLease",
    "Since",
    "Start",
    "StartAt",
    "Step",
    "SystemClock",
    "TopicPartition",
    "TransactionLeftOpen",
    "Unavailable",
    "Unencodable",
    "UnknownTopic",
    "Unreadable",
    "dead_letter_topic",
    "thread_cpu_ms",
]

_HOME: Final = {
    "Clock": "clock",
    "Collector": "leadership",
    "CommitFate": "memory",
    "CommitUnknown": "errors",
    "Delivery": "journal",
    "Diverged": "errors",
    "Failpoints": "failpoints",
    "Fenced": "errors",
    "Handler": "reading.runner",
    "Journal": "journal",
    "JournalError": "errors",
    "Leader": "leadership",
    "LeaderSettings": "leadership",
    "Lease": "leadership",
    "Machine": "leadership",
    "ManualClock": "clock",
    "MemoryFaults": "memory",
    "MemoryJournal": "memory",
    "MergedReader": "reading.merged",
    "OtherVersion": "errors",
    "Outgoing": "journal",
    "OwnLease": "leadership",
    "Position": "position",
    "PositionLost": "errors",
    "Positions": "position",
    "Producer": "journal",
    "Reader": "journal",
    "RecordTooLarge": "errors",
    "Runner": "reading.runner",
    "Sequencer": "journal",
    "SharedLease": "leadership",
    "Since": "position",
    "Start": "position",
    "StartAt": "position",
    "Step": "leadership",
    "SystemClock": "clock",
    "thread_cpu_ms": "clock",
    "TransactionLeftOpen": "errors",
    "TopicPartition": "position",
    "Unavailable": "errors",
    "Unencodable": "errors",
    "UnknownTopic": "errors",
    "Unreadable": "errors",
    "dead_letter_topic": "dead_letters",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
