"""Samples in the log, found again: by the time of their subgroup and their id, or by their place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from muster.drift.core.quality.orders import Place
from muster.drift.core.windows import LATE_MS
from muster.events.inference_samples import InferenceSampled
from muster.events.topics import INFERENCE_SAMPLES
from muster.events.wire.datum import Record
from muster.journal import Delivery, Journal, PositionLost, Start
from muster.journal.position import Since

AFTER_MS: Final = LATE_MS + 60_000
"""How long after the end of its subgroup a sample may have been appended: it may be late, and so a window."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sample and its place.

    Attributes:
        sample: The sample.
        at_ms: Time of its request, milliseconds since 1970 UTC.
        offset: Its place in its partition.
    """

    sample: InferenceSampled
    at_ms: int
    offset: int


def of_subgroup(
    journal: Journal, partition: int, start_ms: int, end_ms: int, wanted: Collection[str]
) -> Mapping[str, Found]:
    """Return samples by id; those that retention has removed are left out.

    A sample counts at its own time but never after it was appended, so it was appended in the subgroup or
    after it.

    Args:
        journal: The log.
        partition: Partition that has them.
        start_ms: Start of the subgroup, milliseconds since 1970 UTC.
        end_ms: Its end.
        wanted: Their ids.

    Raises:
        Unavailable: the broker did not answer.
    """
    found: dict[str, Found] = {}
    for delivery in _from(journal, partition, Since(start_ms)):
        payload = delivery.envelope.payload
        if isinstance(payload, InferenceSampled) and payload.sample in wanted:
            found.setdefault(payload.sample, _found(delivery, payload))
        if len(found) == len(wanted) or delivery.appended_at_ms > end_ms + AFTER_MS:
            break
    return found


def at_places(journal: Journal, places: Iterable[Place]) -> Mapping[str, Found]:
    """Return samples by id; those that retention has removed are left out.

    Args:
        journal: The log.
        places: Where they are.

    Raises:
        Unavailable: the broker did not answer.
    """
    found: dict[str, Found] = {}
    for place in places:
        try:
            delivery = next(iter(_from(journal, place.partition, place.offset)), None)
        except PositionLost:
            continue
        payload = None if delivery is None else delivery.envelope.payload
        if delivery is None or delivery.position.offset != place.offset:
            continue
        if isinstance(payload, InferenceSampled) and payload.sample == place.sample:
            found[place.sample] = _found(delivery, payload)
    return found


def _from(journal: Journal, partition: int, start: int | Since) -> Iterator[Delivery[Record]]:
    """Yield the records of a partition from there to its end."""
    topic = INFERENCE_SAMPLES
    starts = {
        (topic.name, each): start if each == partition else Start.END for each in range(topic.partitions)
    }
    with closing(journal.reader([topic], start=starts, name="drift-samples", on_poison="pass")) as reader:
        for delivery in reader.read_to_end():
            if delivery.position.partition == partition:
                yield delivery


def _found(delivery: Delivery[Record], sample: InferenceSampled) -> Found:
    return Found(sample, delivery.envelope.occurred_at_ms, delivery.position.offset)
