"""The log: the only room that knows Kafka and Avro.

journal.py        what services see: Journal, Reader, Producer, Sequencer, Delivery, Outgoing
merged.py         facts of all partitions in their one order, up to the lowest watermark
position.py       places in the log
errors.py         what can go wrong, by what to do about it
leadership/       one leader, warm standbys: the transactional runner
runner.py         the plain at-least-once runner
memory/           the journal inside one process
kafka/            the journal on Kafka
codec.py          the wire format         registry.py     the schema registry
dead_letters.py   unreadable records      partitioner.py  key to partition
clock.py          the only clocks         failpoints.py   where a test may have the process die
admin.py          topics and schemas are put in place
"""

from muster.journal.clock import Clock, ManualClock, SystemClock
from muster.journal.dead_letters import DlqLimit, dead_letter_topic
from muster.journal.errors import (
    CommitUnknown,
    Diverged,
    Fenced,
    JournalError,
    PositionLost,
    RecordTooLarge,
    TooManyDeadLetters,
    Unavailable,
    Unencodable,
    UnknownTopic,
    Unreadable,
)
from muster.journal.failpoints import Failpoints
from muster.journal.journal import Delivery, Journal, Outgoing, Producer, Reader, Sequencer
from muster.journal.leadership import Leader, LeaderSettings, Lease, Machine, OwnLease, SharedLease, Step
from muster.journal.memory import CommitFate, MemoryFaults, MemoryJournal
from muster.journal.merged import MergedReader
from muster.journal.position import Position, Positions, Start, StartAt, TopicPartition
from muster.journal.runner import Handler, Runner

__all__ = [
    "Clock",
    "CommitFate",
    "CommitUnknown",
    "Delivery",
    "Diverged",
    "DlqLimit",
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
    "Start",
    "StartAt",
    "Step",
    "SystemClock",
    "TooManyDeadLetters",
    "TopicPartition",
    "Unavailable",
    "Unencodable",
    "UnknownTopic",
    "Unreadable",
    "dead_letter_topic",
]
