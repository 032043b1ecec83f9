"""What a service brings: pure functions. The mould does the rest.

    decide(state, given, at_ms)    what follows from one input: facts, or nothing
    due(state, at_ms)              what follows from time alone
    next_deadline_ms(state)        when `due` wants to be asked
    evolve(state, fact)            what the state is after a fact; never refuses, never decides
    found()                        facts that begin a log: defaults that must not change what the log means
    repeated(given)                what a duplicate of an answered input is told
    refused(given)                 what a sender is told who may not send this

Policy is an input like any other: a knob that changes decisions must replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from muster.deciding.core.entities import Changes, Entities
from muster.events.shared.command_answers import Violation
from muster.events.wire.record import record, value


class Refused(Protocol):
    """Why an input is turned away: its sender may not send it."""

    @property
    def tenant(self) -> str:
        """The tenant that its token proves; empty: none."""
        ...

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Field by field."""
        ...


@record
class Input:
    """One record of an input topic.

    Attributes:
        topic: Where it was read.
        event_id: Of its envelope.
        key: Of its envelope.
        correlation_id: Of its envelope.
        payload: What it says.
        seq: Its place in the one order of its writer; None: the writer has none.
        occurred_at_ms: When its writer says it happened, milliseconds since 1970 UTC.
        refused: Why it is turned away; None: it is decided.
    """

    topic: str
    event_id: str
    key: str
    correlation_id: str
    payload: Any
    seq: int | None = None
    occurred_at_ms: int = 0
    refused: Refused | None = None


@value
class Fact:
    """What a decision says; it goes to every topic of the service that has its record.

    Attributes:
        payload: A record of the service's own topics.
        key: What it is about: the entity, or the worker that is to act. Its Kafka key.
        tenant: Whose it is; empty for what is nobody's.
    """

    payload: Any
    key: str
    tenant: str = ""


@record
class Happened:
    """A fact in its place on the log.

    Attributes:
        seq: Its number, from 0 without a gap.
        at_ms: When it was decided, milliseconds since 1970 UTC.
        event_id: Unique for ever.
        key: What it is about.
        tenant: Whose it is.
        cause: event_id of the input it follows from; None for what time decided.
        correlation_id: Shared by all that follows from one request.
        payload: What happened.
    """

    seq: int
    at_ms: int
    event_id: str
    key: str
    tenant: str
    cause: str | None
    correlation_id: str
    payload: Any


def _nothing_due(state: Entities, at_ms: int) -> Iterable[Fact]:
    del state, at_ms
    return ()


def _no_deadline(state: Entities) -> int | None:
    del state


def _silence(given: Input) -> Iterable[Fact]:
    del given
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decider:
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
        found: () -> facts.
        repeated: (given) -> facts.
        refused: (given) -> facts, for an input that is turned away; None: CommandRejected says why. Nothing
            is remembered of such an input, and its facts have no cause: a stranger cannot have another's
            command taken for a duplicate.
    """

    decisions_version: int
    decide: Callable[[Entities, Input, int], Iterable[Fact]]
    evolve: Callable[[Changes, Happened], None]
    due: Callable[[Entities, int], Iterable[Fact]] = _nothing_due
    next_deadline_ms: Callable[[Entities], int | None] = _no_deadline
    found: Callable[[], Sequence[Fact]] = tuple
    repeated: Callable[[Input], Iterable[Fact]] = _silence
    refused: Callable[[Input], Iterable[Fact]] | None = None
