"""Whether every transaction on some topics has ended; committed records are read up to the first open one.

A sequencer that was fenced leaves none open, as the coordinator ends its transaction first. Kafka 4.3 breaks
that: a broker that is killed between the decision to commit and the last marker skips partitions whose leader
is not known yet when it comes back, and the transaction stays open there for ever (measured on 4.3.1; 4.2.1
waits for the leader). What the next transaction of that id writes there would then publish both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final, cast

from confluent_kafka import IsolationLevel, KafkaException, TopicPartition
from confluent_kafka.admin import (
    AdminClient,
    ListOffsetsResultInfo,  # pyright: ignore[reportPrivateImportUsage]  (the package re-exports it)
    OffsetSpec,  # pyright: ignore[reportPrivateImportUsage]
)
from muster.events.wire.envelope import Topic
from muster.journal.clock import SystemClock
from muster.journal.errors import TransactionLeftOpen, Unavailable
from muster.journal.kafka import failures
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.position import Position

_ANSWER_S: Final = 10.0
_LOOK_AGAIN_S: Final = 0.05


def wait_until_settled(settings: KafkaSettings, topics: Sequence[Topic], timeout_s: float) -> None:
    """Return once every transaction that is open now on these topics has ended.

    Raises:
        TransactionLeftOpen: one has not ended in time; the message names topic, partition and offset.
        Unavailable: the broker did not answer.
    """
    admin = AdminClient(settings.admin())
    partitions = [(topic.name, partition) for topic in topics for partition in range(topic.partitions)]
    ends = _ends(admin, partitions, IsolationLevel.READ_UNCOMMITTED)
    clock = SystemClock()
    give_up_ms = clock.monotonic_ms() + timeout_s * 1000
    while still_open := _before(_ends(admin, partitions, IsolationLevel.READ_COMMITTED), ends):
        if clock.monotonic_ms() >= give_up_ms:
            where = ", ".join(str(position) for position in still_open)
            raise TransactionLeftOpen(
                f"a transaction is open at {where}, {timeout_s:g} s after its writer was fenced"
            )
        time.sleep(_LOOK_AGAIN_S)


def _before(reached: Mapping[tuple[str, int], int], ends: Mapping[tuple[str, int], int]) -> list[Position]:
    return [
        Position(*partition, reached[partition]) for partition in ends if reached[partition] < ends[partition]
    ]


def _ends(
    admin: AdminClient, partitions: Sequence[tuple[str, int]], level: IsolationLevel
) -> dict[tuple[str, int], int]:
    """The end of each partition: of all records, or of those that no open transaction precedes."""
    ask = cast("Callable[..., dict[Any, Future[ListOffsetsResultInfo]]]", admin.list_offsets)  # pyright: ignore[reportUnknownMemberType]
    asked = {TopicPartition(*partition): OffsetSpec.latest() for partition in partitions}
    answers = ask(asked, isolation_level=level, request_timeout=_ANSWER_S)
    try:
        return {(place.topic, place.partition): answer.result().offset for place, answer in answers.items()}
    except KafkaException as error:
        raise Unavailable(f"looking for open transactions: {failures.reason(error).str()}") from error
