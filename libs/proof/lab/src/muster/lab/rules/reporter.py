"""Our scheduler, reporting the core's public facts; operators' commands arrive at their times."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from muster.events.job_events import PAYLOADS
from muster.lab.loads.load import Load
from muster.lab.rules.contender import Move
from muster.lab.rules.ours import Ours

_PUBLIC: Final = tuple(PAYLOADS.values())

Tell = Callable[[int, Any], None]
"""Called with a time, milliseconds since the load's beginning, and a fact of `job-events`."""


class Reporter(Ours):
    """The core in a new cell that operators work on, reporting its facts.

    Args:
        load: Its nodes and jobs.
        orders: Operators' commands with their times, by time.
        tell: Called with every public fact.
    """

    def __init__(self, load: Load, orders: Iterable[tuple[int, Any]], tell: Tell) -> None:
        self._orders = deque(orders)
        self._tell = tell
        super().__init__(load)

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Decide one batch, orders that are due in it."""
        while self._orders and self._orders[0][0] <= now_ms:
            self.receive(self._orders.popleft()[1])
        return super().decide(now_ms)

    def deadline_ms(self) -> int | None:
        """That of the core, or of the next order."""
        deadline_ms = super().deadline_ms()
        if not self._orders:
            return deadline_ms
        order_ms = self._orders[0][0]
        return order_ms if deadline_ms is None else min(order_ms, deadline_ms)

    def _step(self, now_ms: int) -> list[Any]:
        decided = super()._step(now_ms)
        for payload in decided:
            if isinstance(payload, _PUBLIC):
                self._tell(now_ms, payload)
        return decided
