"""LedgerStore: the ledger and its copy on disk. What was recorded is in both, or in neither."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from muster.agent.core.ledger import Ledger, Record, evolve
from muster.agent.edge.disk.memory import Memory, Transaction


class Entry:
    """One transaction of the memory that may also move the ledger."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self.records: list[Record] = []

    def record(self, record: Record) -> None:
        """An order, or what came of it."""
        self.transaction.record(record)
        self.records.append(record)


class LedgerStore:
    """Used by one thread.

    Attributes:
        memory: The copy on disk.
        ledger: As of the last entry that was written.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.ledger: Ledger = memory.ledger()

    def forget(self) -> None:
        """Start afresh, on disk and here."""
        self.memory.forget()
        self.ledger = Ledger()

    @contextmanager
    def entry(self) -> Generator[Entry]:
        """All of it or nothing; the ledger moves when it is on disk."""
        with self.memory.transaction() as transaction:
            entry = Entry(transaction)
            yield entry
        for record in entry.records:
            self.ledger = evolve(self.ledger, record)
