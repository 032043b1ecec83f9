"""A batch as records: one on the service's log, each fact on its topics, tombstones where a key ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from muster.deciding.core.decider import Happened
from muster.deciding.service import DecidingService
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.events.wire.deciding_log import DecidedBatch, RecordedFact
from muster.events.wire.envelope import Envelope, Tombstone
from muster.journal import Outgoing


def outgoing(
    service: DecidingService,
    batch: DecidedBatch,
    facts: Sequence[Happened[Any]],
    producer: str,
    authorization: Callable[[], str] = str,
) -> list[Outgoing]:
    """Return the records of one transaction; `authorization` returns credentials for commands to others."""
    event_id = f"{service.origin(batch.cell)}:batch-{batch.number}"
    log = Envelope(
        event_id=event_id,
        key=batch.cell,
        occurred_at_ms=batch.at_ms,
        producer=producer,
        correlation_id=event_id,
        payload=batch,
    )
    records = [Outgoing(service.log, log)]
    facts_of: Counter[tuple[str | None, str | None]] = Counter()
    for fact in facts:
        cause = fact.sender, fact.cause
        records += _published(service, fact, facts_of[cause], producer, authorization)
        facts_of[cause] += 1
    return records


def recorded(facts: Sequence[Happened[Any]]) -> tuple[RecordedFact, ...]:
    """Facts as a batch holds them."""
    return tuple(
        RecordedFact(
            event_id=fact.event_id,
            key=fact.key,
            tenant=fact.tenant,
            cause=fact.cause,
            correlation_id=fact.correlation_id,
            payload=fact.payload,
            sender=fact.sender,
        )
        for fact in facts
    )


def happened(batch: DecidedBatch) -> list[Happened[Any]]:
    """The inverse."""
    return [
        Happened(
            seq=seq,
            at_ms=batch.at_ms,
            event_id=fact.event_id,
            key=fact.key,
            tenant=fact.tenant,
            cause=fact.cause,
            correlation_id=fact.correlation_id,
            payload=fact.payload,
            sender=fact.sender,
        )
        for seq, fact in enumerate(batch.facts, batch.seq_first)
    ]


def watermarks(service: DecidingService, cell: str, seq: int, at_ms: int, producer: str) -> list[Outgoing]:
    """Return a watermark for every partition of topics with watermarks: all facts up to `seq` precede it."""
    origin = service.origin(cell)
    return [
        Outgoing(
            topic,
            Envelope(
                event_id=f"{origin}:{seq}.w{partition}",
                key=cell,
                occurred_at_ms=at_ms,
                producer=producer,
                correlation_id=f"{origin}:{seq}",
                payload=Watermark(seq=seq, at_ms=at_ms),
            ),
            partition=partition,
        )
        for topic in service.routes_of(Watermark)
        for partition in range(topic.partitions)
    ]


def _published(
    service: DecidingService, fact: Happened[Any], index: int, producer: str, authorization: Callable[[], str]
) -> Iterator[Outgoing]:
    envelope = Envelope(
        event_id=fact.event_id,
        key=fact.key,
        occurred_at_ms=fact.at_ms,
        producer=producer,
        correlation_id=fact.correlation_id,
        causation_id=fact.cause,
        seq=fact.seq,
        index=index,
        tenant=fact.tenant or None,
        sender=fact.sender or None,
        payload=fact.payload,
    )
    record = cast("type[Record]", type(fact.payload))
    for topic in service.routes_of(record):
        said = authorization() if topic in service.commanded else ""
        yield Outgoing(topic, envelope, authorization=said)
    for latest in service.latest:
        if record in latest.ends:
            yield Outgoing(latest.topic, Tombstone.envelope(fact.key, fact.at_ms))
