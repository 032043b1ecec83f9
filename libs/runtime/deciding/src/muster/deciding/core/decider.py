"""The pure functions that a service provides; the framework does the rest.

    decide(state, given, at_ms)    the facts that follow from one input, if any
    due(state, at_ms)              the facts that follow from time alone
    next_deadline_ms(state)        the next time at which to call `due`
    evolve(state, fact)            apply a fact to the state; never refuses, never decides
    about(payload)                 the subject of a command, for its answers; None: not a command
    found()                        facts that begin a log: defaults that must not change its meaning

Policy is an input like any other: a setting that changes decisions must replay.

Two unions type all of it: `Inputs`, the records that the core decides, and `Outputs`, those that it emits.
`decide` and `evolve` match them exhaustively (`assert_never`), so a new record is a type error wherever it
has to be handled. CommandRejected and CommandRepeated change no state and are in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Never, Protocol, TypeAlias, TypeVar

from muster.deciding.core.entities import Changes, Entities
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, Violation
from muster.events.wire.record import record, value

P = TypeVar("P", covariant=True)
Inputs = TypeVar("Inputs")
Outputs = TypeVar("Outputs")

Answer: TypeAlias = CommandRejected | CommandRepeated
"""Facts that answer a command and change no state: `evolve` never sees them."""


class Refused(Protocol):
    """Refusal of an input that its sender may not send."""

    @property
    def tenant(self) -> str:
        """Tenant in the sender's token; empty: none."""
        ...

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Violations by field."""
        ...


@value
class About:
    """Subject of a command, for the answers to it.

    Attributes:
        subject: The thing it is about, as its sender names it.
        tenant: Its owner; empty: no tenant.
        entity: Key of the entity, where that is not the subject.
    """

    subject: str
    tenant: str = ""
    entity: str = ""

    @property
    def key(self) -> str:
        """Key of the command and of its answers."""
        return self.entity or self.subject


@record
class Input(Generic[P]):
    """One record of an input topic.

    Attributes:
        topic: Topic of the record.
        event_id: Event id of its envelope.
        key: Key of its envelope.
        correlation_id: Correlation id of its envelope.
        payload: The record itself.
        seq: Number in the one order of its writer; None: the writer has none.
        occurred_at_ms: Time of the event according to its writer, milliseconds since 1970 UTC.
        refused: Why it is turned away; None: it is decided.
        about: Subject, when it is decided; None: not a command.
    """

    topic: str
    event_id: str
    key: str
    correlation_id: str
    payload: P
    seq: int | None = None
    occurred_at_ms: int = 0
    refused: Refused | None = None
    about: About | None = None


@value
class Fact(Generic[P]):
    """A decided fact; it goes to every topic of the service that has its record.

    Attributes:
        payload: A record of the service's own topics.
        key: Its Kafka key: the entity that it is about, or the worker that has to act.
        tenant: Its owner; empty: no tenant.
    """

    payload: P
    key: str
    tenant: str = ""


Facts: TypeAlias = Iterator[Fact[P | Answer]]
"""Facts and answers, one by one."""


@record
class Happened(Generic[P]):
    """A fact in its place on the log.

    Attributes:
        seq: Number of the fact, from 0 without a gap.
        at_ms: Time of the decision, milliseconds since 1970 UTC.
        event_id: Unique for ever.
        key: Subject of the fact.
        tenant: Owner of the fact.
        cause: event_id of the input it follows from; None for what time decided.
        correlation_id: Shared by all that follows from one request.
        sender: The judged sender of the command it follows from, as TENANT/USER; empty: it follows from no
            command; None: the log did not record senders yet.
        payload: The fact itself.
    """

    seq: int
    at_ms: int
    event_id: str
    key: str
    tenant: str
    cause: str | None
    correlation_id: str
    sender: str | None = ""
    payload: P


def _nothing_due(state: Entities, at_ms: int) -> Iterable[Fact[Never]]:
    del state, at_ms
    return ()


def _no_deadline(state: Entities) -> int | None:
    del state


def _nothing_found() -> Sequence[Fact[Never]]:
    return ()


def _no_command(payload: object) -> About | None:
    del payload


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider(Generic[Inputs, Outputs]):
    """A service's core; see the head of this file.

    `decide` and `due` may be generators: each of their facts is evolved before the next is asked for.

    Attributes:
        decisions_version: Version of these rules, from 1; every batch states it. The first change after a
            release that decides some input otherwise, makes another state of a fact, rewords a text or adds a
            field to a fact increments it (ADR 145).
        decide: (state, given, at_ms) -> facts. An input that leads to no fact is not remembered as answered.
        evolve: (state, fact).
        due: (state, at_ms) -> facts; after them the next deadline must be later, or less must be due.
        next_deadline_ms: (state) -> when `due` is to be asked; None: only when something arrives.
        about: (payload) -> what a command is about; None: it is a fact or a report, and nobody's question.
        found: () -> facts.
        repeated: (given) -> facts that answer a duplicate of an answered input; None: CommandRepeated, if it
            is a command.
        refused: (given) -> facts, for an input that is turned away; None: CommandRejected says why. Nothing
            is remembered of such an input, and its facts have no cause: a stranger cannot have another's
            command taken for a duplicate.
    """

    decisions_version: int
    decide: Callable[[Entities, Input[Inputs], int], Iterable[Fact[Outputs | Answer]]]
    evolve: Callable[[Changes, Happened[Outputs]], None]
    due: Callable[[Entities, int], Iterable[Fact[Outputs | Answer]]] = _nothing_due
    next_deadline_ms: Callable[[Entities], int | None] = _no_deadline
    about: Callable[[Inputs], About | None] = _no_command
    found: Callable[[], Sequence[Fact[Outputs]]] = _nothing_found
    repeated: Callable[[Input[Inputs]], Iterable[Fact[Outputs | Answer]]] | None = None
    refused: Callable[[Input[Inputs]], Iterable[Fact[Outputs | Answer]]] | None = None
