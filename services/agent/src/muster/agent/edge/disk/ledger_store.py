"""LedgerStore: the ledger and its copy on disk. A record is in both or in neither."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from muster.agent.core.ledger import Ledger, Record, evolve
from muster.agent.edge.disk.memory import Memory, Transaction


class Entry:
    """One transaction of the memory that may also change the ledger."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self.records: list[Record] = []

    def record(self, record: Record) -> None:
        """Store an order or its outcome."""
        self.transaction.record(record)
        self.records.append(record)


class LedgerStore:
    """Changed by one thread; others may read `ledger`, which is replaced and never changed.

    Attributes:
        memory: The copy on disk.
        ledger: Ledger as of the last entry written.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.ledger: Ledger = memory.ledger()

    def forget(self) -> None:
        """Forget everything, on disk and here, except reports still to be sent."""
        self.memory.forget()
        self.ledger = Ledger()

    @contextmanager
    def entry(self) -> Generator[Entry]:
        """A block that is stored whole or not at all; the ledger changes after it is on disk."""
        with self.memory.transaction() as transaction:
            entry = Entry(transaction)
            yield entry
        for record in entry.records:
            self.ledger = evolve(self.ledger, record)
