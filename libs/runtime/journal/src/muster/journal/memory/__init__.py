"""The log inside one process: the same contract as Kafka's, with planned faults. For tests and simulations.

log.py        partitions, records, transactional epochs: the broker's part
faults.py     which commits end unknown, which records are duplicated
journal.py    MemoryJournal: makes readers, producers and sequencers
reader.py     reading, dead letters
writers.py    MemoryProducer, MemorySequencer
registry.py   schema ids without a server
"""

from muster.journal.memory.faults import CommitFate, MemoryFaults
from muster.journal.memory.journal import MemoryJournal

__all__ = ["CommitFate", "MemoryFaults", "MemoryJournal"]
