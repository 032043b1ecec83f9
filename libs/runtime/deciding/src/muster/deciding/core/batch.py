"""One batch: inputs and time in, facts out, the state brought up to date.

    decided    1  inputs in their order; a duplicate of an answered one is not decided again, and one that
                  was turned away is only answered
               2  time: what is due, once everything that had arrived is known
               3  answered inputs that are old enough are forgotten
    folded     the same facts, read from the log: only `evolve`, no input needed

Both leave the same state behind, which the tests hold them to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from muster.deciding.core import answered, answers
from muster.deciding.core.decider import Decider, Fact, Happened, Input
from muster.deciding.core.entities import Overlay
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.wire.sender import sender_of


class Stuck(RuntimeError):
    """A core reports a deadline and then does nothing at it; it would report the same again."""


@dataclass(slots=True)
class BatchDecision:
    """Decides one batch on an overlay.

    Args:
        decider: The service's core.
        state: State to which the facts are applied.
        at_ms: Time of the batch, milliseconds since 1970 UTC.
        seq_next: seq of the next fact.
        origin: Prefix of event ids: service and cell.
        answered_ms: Time for which an answered input is remembered, milliseconds.
        names_senders: Facts name the senders of commands, and answered inputs are remembered by them; False:
            as in batches recorded before senders were.

    Attributes:
        facts: Facts decided so far.
    """

    decider: Decider[Any, Any]
    state: Overlay
    at_ms: int
    seq_next: int
    origin: str
    answered_ms: int
    names_senders: bool = True
    facts: list[Happened[Any]] = field(default_factory=list[Happened[Any]])

    def found(self) -> None:
        """Begin the log."""
        for fact in self.decider.found():
            self._happen(fact, None)

    def take(self, given: Input[Any]) -> None:
        """Decide one input."""
        if given.refused is not None:
            for fact in (self.decider.refused or answers.refused)(given):
                self._happen(fact, given)
            return
        about, sender = self.decider.about(given.payload), ""
        if about is not None:
            given, sender = replace(given, about=about), sender_of(given.payload)
        if not answered.is_answered(self.state, sender if self.names_senders else None, given.event_id):
            facts = self.decider.decide(self.state, given, self.at_ms)
        elif self.decider.repeated is not None:
            facts = self.decider.repeated(given)
        else:
            facts = (answers.repeated(given),) if about is not None else ()
        for fact in facts:
            self._happen(fact, given, given.event_id, sender)

    def end(self) -> list[Happened[Any]]:
        """Decide what is due, and forget old answers.

        Raises:
            Stuck: something was due, and nothing came of it.
        """
        deadline_ms = self.decider.next_deadline_ms(self.state)
        if deadline_ms is not None and deadline_ms <= self.at_ms:
            before = len(self.facts)
            for fact in self.decider.due(self.state, self.at_ms):
                self._happen(fact, None)
            if len(self.facts) == before:
                raise Stuck(f"{self.origin}: due at {deadline_ms} and nothing done at {self.at_ms}")
        answered.forget(self.state, self.at_ms - self.answered_ms)
        return self.facts

    def _happen(
        self, fact: Fact[Any], given: Input[Any] | None, cause: str | None = None, sender: str = ""
    ) -> None:
        event_id = f"{self.origin}:{self.seq_next}"
        happened = Happened(
            seq=self.seq_next,
            at_ms=self.at_ms,
            event_id=event_id,
            key=fact.key,
            tenant=fact.tenant,
            cause=cause,
            sender=sender if self.names_senders else None,
            correlation_id=given.correlation_id if given else event_id,
            payload=fact.payload,
        )
        self.seq_next += 1
        self.facts.append(happened)
        _evolve(self.decider, self.state, happened)


def fold(
    decider: Decider[Any, Any], state: Overlay, facts: Sequence[Happened[Any]], at_ms: int, answered_ms: int
) -> None:
    """The state after the facts of one recorded batch."""
    for fact in facts:
        _evolve(decider, state, fact)
    answered.forget(state, at_ms - answered_ms)


def _evolve(decider: Decider[Any, Any], state: Overlay, fact: Happened[Any]) -> None:
    if fact.cause is not None:
        answered.note(state, fact.sender, fact.cause, fact.at_ms)
    if not isinstance(fact.payload, CommandRejected | CommandRepeated):
        decider.evolve(state, fact)
