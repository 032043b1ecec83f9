"""Replay: decides the log's inputs again and compares the results with the log, bit for bit.

Another version of the rules may have decided otherwise (ADR 145). As all facts are on the log, the state
after its batches is folded from them.

The inputs of a batch are what lies between the positions of the batch before it and its own. So the inputs
must be kept as long as the log is to be checked: `inputs_reach` says how far they go.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple, cast

from muster.deciding.core.batch import BatchDecision
from muster.deciding.core.entities import Overlay
from muster.deciding.machine import as_input, folded, proposed
from muster.deciding.reached import Reached
from muster.deciding.service import DecidingService
from muster.deciding.stores import EntityStore, MemoryStore
from muster.deciding.waiting import in_order
from muster.events.shared.command_answers import Violation
from muster.events.wire.datum import to_json
from muster.events.wire.deciding_log import DecidedBatch, RecordedFact, RefusedInput
from muster.journal import Delivery, Diverged, Journal, Reader, Start, TopicPartition

_POLL = 1_000
_POLL_S = 5.0


@dataclass(frozen=True, slots=True)
class Verified:
    """A batch that was decided again, or folded.

    Attributes:
        offset: Offset of its record.
        inputs: Inputs in it.
        facts: Facts in it.
        reached: Progress of the log with it.
        difference: Empty: it came out as recorded. Else the first difference of the stretch that it belongs
            to: another version of the rules decided it, and its facts were folded.
    """

    offset: int
    inputs: int
    facts: int
    reached: Reached
    difference: str = ""


def verify(
    service: DecidingService, journal: Journal, *, cell: str, store: EntityStore | None = None
) -> None:
    """Decide everything on the log again and compare; arguments and errors as of `verified`.

    Raises:
        Diverged: likewise when another version of the rules decided.
    """
    for batch in verified(service, journal, cell=cell, store=store or MemoryStore()):
        if batch.difference:
            raise Diverged(batch.difference)


def verified(
    service: DecidingService, journal: Journal, *, cell: str, store: EntityStore
) -> Iterator[Verified]:
    """Decide everything on the log again and compare; each batch when it came out as recorded.

    From the first batch on that comes out otherwise because another version of the rules decided it, the
    recorded facts are folded, as a standby does, until the version changes; then batches are compared again.

    Args:
        service: Service of the log.
        journal: Journal with the log and the inputs.
        cell: Cell of the log.
        store: The state to begin from: empty, or as a snapshot was loaded into it. It is kept up to date.

    Raises:
        Diverged: something came out other than recorded, by the same rules; says what.
        PositionLost: inputs or log do not reach back so far.
    """
    reached = Reached.load(store.reached()) or Reached(origin=service.origin(cell))
    start = {(service.log.name, 0): reached.log_offset or Start.BEGINNING}
    name = f"{service.name}-verify"
    log = journal.reader((service.log,), start=start, name=f"{name}-log", on_poison="stop")
    inputs = journal.reader(
        service.inputs, start=reached.input_positions, name=f"{name}-inputs", on_poison="pass"
    )
    with closing(log), closing(inputs):
        again = Again(service, store, reached)
        source = _Inputs(inputs)
        folding, difference = None, ""
        for delivery in log.read_to_end():
            batch = cast("DecidedBatch", delivery.envelope.payload)
            if batch.number >= again.reached.batches:
                taken, log_offset = source.until(batch), delivery.position.offset + 1
                if batch.decisions_version != folding:
                    difference = again.step(batch, taken, log_offset)
                    folding = batch.decisions_version if difference else None
                if folding is not None:
                    again.fold(batch, log_offset)
                yield Verified(
                    delivery.position.offset, len(taken), len(batch.facts), again.reached, difference
                )


class Again:
    """Decides recorded batches again."""

    def __init__(self, service: DecidingService, store: EntityStore, reached: Reached) -> None:
        self._service = service
        self._store = store
        self.reached = reached

    def step(self, batch: DecidedBatch, inputs: Iterable[Delivery[Any]], log_offset: int) -> str:
        """Decide one batch; the state is that after it if it came out as recorded.

        Returns:
            Empty: it did. Else the first difference, made by another version of the rules.

        Raises:
            Diverged: something came out other than recorded, by the same rules.
        """
        reached = self.reached.after(batch, log_offset)
        decision, recomputed = self.decide(batch, inputs, reached)
        if recomputed == batch:
            self._store.merge(decision.state.changes(), reached.dump())
            self.reached = reached
            return ""
        difference = f"{reached.origin}: batch {batch.number}: {first_difference(batch, recomputed)}"
        if batch.decisions_version == self._service.decisions_version:
            raise Diverged(difference)
        return difference

    def fold(self, batch: DecidedBatch, log_offset: int) -> None:
        """Bring the state up to date by the recorded facts of one batch."""
        reached = self.reached.after(batch, log_offset)
        self._store.merge(folded(self._service, self._store, batch, reached).changes(), reached.dump())
        self.reached = reached

    def decide(
        self, batch: DecidedBatch, inputs: Iterable[Delivery[Any]], reached: Reached
    ) -> tuple[BatchDecision, DecidedBatch]:
        """Decide one batch and return the record that it would leave; `reached` is the progress after it."""
        decision = BatchDecision(
            decider=self._service.decider,
            state=Overlay(self._store, reached.led_since_ms, reached.epoch),
            at_ms=batch.at_ms,
            seq_next=batch.seq_first,
            origin=self.reached.origin,
            answered_ms=self._service.answered_ms,
            names_senders=not batch.facts or batch.facts[0].sender is not None,
        )
        if batch.elected is not None and self.reached.epoch == 0:
            decision.found()
        refused = {(each.topic, each.partition, each.offset): _recorded(each) for each in batch.refused}
        for delivery in in_order(self._service, inputs):
            decision.take(as_input(delivery, refused.get(_place(delivery))))
        decision.end()
        begun = replace(self.reached, epoch=batch.epoch).with_positions(reached.input_positions)
        recomputed = proposed(
            batch.cell,
            begun,
            decision.facts,
            batch.at_ms,
            batch.elected,
            refused=batch.refused,
            decisions_version=batch.decisions_version,
        )
        return decision, recomputed


class _Recorded(NamedTuple):
    """A recorded verdict."""

    tenant: str
    violations: tuple[Violation, ...]


def _recorded(refused: RefusedInput) -> _Recorded:
    violations = (Violation(field=r.field, value=r.value, allowed=r.allowed) for r in refused.reasons)
    return _Recorded(refused.tenant, tuple(violations))


def _place(delivery: Delivery[Any]) -> tuple[str, int, int]:
    return delivery.position.topic, delivery.position.partition, delivery.position.offset


class _Inputs:
    """The inputs of one batch after the other."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._read: dict[TopicPartition, list[Delivery[Any]]] = {}

    def until(self, batch: DecidedBatch) -> list[Delivery[Any]]:
        """Return the inputs that this batch took or passed over."""
        ends = {(p.topic, p.partition): p.next_offset for p in batch.positions}
        while self._short_of(ends):
            deliveries = self._reader.poll(_POLL, _POLL_S)
            for delivery in deliveries:
                self._read.setdefault(delivery.position.topic_partition, []).append(delivery)
            if not deliveries and (missing := self._short_of(ends)):
                raise Diverged(f"batch {batch.number} took inputs that do not exist: {missing}")
        taken: list[Delivery[Any]] = []
        for partition, end in ends.items():
            waiting = self._read.get(partition, [])
            taken += [d for d in waiting if d.position.offset < end]
            self._read[partition] = [d for d in waiting if d.position.offset >= end]
        return taken

    def _short_of(self, ends: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        positions = self._reader.positions()
        return {partition: end for partition, end in ends.items() if positions.get(partition, 0) < end}


def inputs_reach(service: DecidingService, journal: Journal, oldest: Reached) -> list[str]:
    """Input partitions that no longer reach back to the oldest snapshot: the log cannot be verified from it.

    Recovery needs no inputs, as the facts are in the log. Retention is what has to be mended.
    """
    with closing(
        journal.reader(service.inputs, start=Start.BEGINNING, name=f"{service.name}-reach")
    ) as reader:
        first = reader.positions()
    return [
        f"{topic}/{partition} begins at {first[topic, partition]}, the oldest snapshot at {offset}"
        for topic, partition, offset in oldest.positions
        if first.get((topic, partition), 0) > offset
    ]


def first_difference(recorded: DecidedBatch, recomputed: DecidedBatch) -> str:
    """The first thing that differs, as a diff that a person can read; - recorded, + recomputed."""
    for index, (old, new) in enumerate(zip_longest(recorded.facts, recomputed.facts)):
        if old != new:
            diff = difflib.unified_diff(_text(old), _text(new), "recorded", "recomputed", lineterm="", n=3)
            return f"fact {index} of {len(recorded.facts)} differs\n" + "\n".join(diff)
    return f"positions differ: recorded {recorded.positions}, recomputed {recomputed.positions}"


def _text(fact: RecordedFact | None) -> Sequence[str]:
    if fact is None:
        return ["(no such fact)"]
    kind = type(fact.payload).__name__
    about = {"key": fact.key, "tenant": fact.tenant, "cause": fact.cause, "sender": fact.sender}
    body = {**about, kind: fact.payload.to_datum()}
    return json.dumps(to_json(body), indent=2, sort_keys=True).splitlines()
