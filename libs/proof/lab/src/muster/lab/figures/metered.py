"""Metering's core, without a server: facts of a scheduler go in, hours and charges come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from muster.deciding import Happened, Input, MemoryStore
from muster.deciding.core.batch import BatchDecision
from muster.deciding.core.entities import Overlay
from muster.metering.core.decisions import CONCERNS, DECIDER

ANSWERED_MS: Final = 24 * 3_600_000
"""Time for which answered inputs are remembered, milliseconds."""
BATCH_MAX: Final = 500
"""About as many facts as a batch of the service takes when it is behind."""


class Metered:
    """Decides batch by batch, as the service does, and passes on the decisions.

    Args:
        hear: Takes the facts of a batch, in order.
        batch_max: Maximum inputs of a batch.

    Attributes:
        store: The state.
        inputs: Inputs so far.
        facts: Facts so far.
    """

    def __init__(self, hear: Callable[[Sequence[Happened[Any]]], None], batch_max: int = BATCH_MAX) -> None:
        self.store = MemoryStore()
        self.inputs = 0
        self.facts = 0
        self._hear = hear
        self._batch_max = batch_max
        self._waiting: list[Input[Any]] = []

    def take(self, at_ms: int, payload: Any) -> None:
        """Take one fact or command of this time, milliseconds since 1970 UTC; times ascend.

        Records that metering does not decide are passed over, as its service does.
        """
        if type(payload) not in CONCERNS:
            return
        self._waiting.append(
            Input(
                topic="inputs",
                event_id=f"e{self.inputs}",
                key="",
                correlation_id="",
                payload=payload,
                occurred_at_ms=at_ms,
            )
        )
        self.inputs += 1
        if len(self._waiting) >= self._batch_max:
            self.settle()

    def settle(self) -> None:
        """Decide the waiting facts, and everything that is due with them."""
        waiting, self._waiting = self._waiting, []
        self._decide(waiting)
        while DECIDER.next_deadline_ms(Overlay(self.store)) is not None:
            self._decide(())

    def _decide(self, inputs: Sequence[Input[Any]]) -> None:
        state = Overlay(self.store)
        at_ms = inputs[-1].occurred_at_ms if inputs else 0
        batch = BatchDecision(DECIDER, state, at_ms, self.facts, "lab", ANSWERED_MS)
        for each in inputs:
            batch.take(each)
        facts = batch.end()
        self.store.merge(state.changes(), b"")
        self.facts += len(facts)
        self._hear(facts)
