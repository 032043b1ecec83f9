"""given / when / then for the core of any deciding service. The whole ordered list of facts is compared.

    given(DECIDER).when(TakeName(...)).then(
        NameTaken(...),
    ).when(TakeName(...), after_ms=5).then(
        NameRefused(...),
    )

Every batch is also folded from its facts alone, into a second state: both must be the same afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from muster.deciding import Decider, Happened, Input, MemoryStore
from muster.deciding.core.batch import BatchDecision, fold
from muster.deciding.core.entities import Overlay

START_MS = 1_700_000_000_000
ANSWERED_MS = 24 * 3_600_000


class Decisions:
    """A core with its state, the time, and its last decisions.

    Attributes:
        now_ms: Time of the last batch.
        decided: Payloads of the last batch's facts, in order.
    """

    def __init__(self, decider: Decider[Any, Any]) -> None:
        self.now_ms = START_MS
        self.decided: list[Any] = []
        self._decider = decider
        self._seq_next = 0
        self._decided_state, self._folded_state = MemoryStore(), MemoryStore()
        self._batch(founding=True)

    @property
    def state(self) -> Overlay:
        """The state after the last batch; read only."""
        return Overlay(self._decided_state)

    def when(
        self,
        *payloads: Any,
        after_ms: int = 1,
        event_ids: Sequence[str] = (),
        seqs: Sequence[int] = (),
        occurred_at_ms: int | None = None,
    ) -> Self:
        """Decide these inputs as one batch, `after_ms` later; event ids are generated unless given.

        Their event time is that of the batch, unless another time is given.
        """
        self.now_ms += after_ms
        first = self._seq_next
        self._batch(
            *(
                Input(
                    topic="inputs",
                    event_id=event_ids[i] if i < len(event_ids) else f"event-{self.now_ms}-{first}-{i}",
                    key="key",
                    correlation_id=f"correlation-{first}-{i}",
                    payload=payload,
                    seq=seqs[i] if i < len(seqs) else None,
                    occurred_at_ms=self.now_ms if occurred_at_ms is None else occurred_at_ms,
                )
                for i, payload in enumerate(payloads)
            )
        )
        return self

    def when_time_comes(self) -> Self:
        """Time goes on to the next deadline, and nothing else happens."""
        deadline_ms = self._decider.next_deadline_ms(self.state)
        assert deadline_ms is not None, "nothing is waited for"
        return self.when(after_ms=max(0, deadline_ms - self.now_ms))

    def when_due(self) -> bool:
        """Decide only what is due now; return False if nothing is."""
        deadline_ms = self._decider.next_deadline_ms(self.state)
        if deadline_ms is None or deadline_ms > self.now_ms:
            return False
        self._batch()
        return True

    def then(self, *expected: Any) -> Self:
        """Exactly this was decided, in this order."""
        assert self.decided == list(expected)
        return self

    def _batch(self, *inputs: Input[Any], founding: bool = False) -> None:
        decided = Overlay(self._decided_state)
        batch = BatchDecision(self._decider, decided, self.now_ms, self._seq_next, "test", ANSWERED_MS)
        if founding:
            batch.found()
        for given_input in inputs:
            batch.take(given_input)
        facts = batch.end()
        self._decided_state.merge(decided.changes(), b"")
        self._seq_next += len(facts)
        self.decided = [fact.payload for fact in facts]
        self._fold(facts)

    def _fold(self, facts: Sequence[Happened[Any]]) -> None:
        folded = Overlay(self._folded_state)
        fold(self._decider, folded, facts, self.now_ms, ANSWERED_MS)
        self._folded_state.merge(folded.changes(), b"")
        with self._decided_state.dump() as decided, self._folded_state.dump() as again:
            assert list(decided) == list(again), "deciding and folding leave different states behind"


def given(decider: Decider[Any, Any]) -> Decisions:
    """Return the core after the facts that found its log."""
    return Decisions(decider)
