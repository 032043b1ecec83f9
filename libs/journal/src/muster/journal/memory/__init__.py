"""The log inside one process: the same contract as Kafka's, with faults to order. For tests and simulations.

log.py        partitions, records, transactional epochs: what a broker keeps
faults.py     which commits end unknown, which records come twice
journal.py    MemoryJournal: where readers, producers and sequencers come from
reader.py     reading, dead letters
writers.py    MemoryProducer, MemorySequencer
registry.py   schema ids without a server
"""

from muster.journal.memory.faults import CommitFate, MemoryFaults
from muster.journal.memory.journal import MemoryJournal

__all__ = ["CommitFate", "MemoryFaults", "MemoryJournal"]
