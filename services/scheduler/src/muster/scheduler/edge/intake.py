"""Intake: arrivals become the inputs of the next batch, without duplicates, in order, within a size limit.

A batch is one record, and the size of a record is limited. So each input is weighed by the records that it
may cause, and inputs beyond the limit wait here for the next batch. Positions advance only when an input
enters a batch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from muster.events.checkpoint_events import CheckpointRemoved
from muster.events.job_commands import SubmitJob
from muster.events.job_events import NodeLost
from muster.events.preemption_events import PreemptionPlanned
from muster.events.scheduler_log import InputPosition, Source
from muster.events.task_events import (
    AgentStarted,
    CheckpointPartStored,
    CheckpointSaved,
    TaskExited,
    TaskOutcome,
    TaskStarted,
)
from muster.identity import SenderCheck
from muster.journal import Delivery, TopicPartition
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import validation

BATCH_BYTES_MAX: Final = 3 * 1024 * 1024
"""Estimated bytes of one batch: its inputs, the facts that repeat them and the stop orders they cause."""

_BASE_BYTES: Final = 1_024
_STOP_ORDER_BYTES: Final = 192


class Arrival(NamedTuple):
    """One record that arrived and was validated.

    Attributes:
        event_id: Event id of its envelope.
        correlation_id: Correlation id of its envelope.
        source: Its position; None for an observation of the leader itself.
        payload: The payload to sequence.
        appended_at_ms: When the broker appended it, milliseconds since 1970; used for the decision latency
            only.
        size_bytes: Size of the payload, as stored or, for what this process made, as written out for people.
    """

    event_id: str
    correlation_id: str
    source: Source | None
    payload: Any
    appended_at_ms: int
    size_bytes: int


class Intake:
    """Positions of every input, and the arrivals that no batch has taken yet.

    Args:
        positions: Next offset of every input partition.
        sender_check: Judges who sends commands.

    Attributes:
        positions: Next offset of every input partition, as of the last batch taken.
    """

    def __init__(self, positions: dict[TopicPartition, int], sender_check: SenderCheck) -> None:
        self.positions = positions
        self._sender_check = sender_check
        self._waiting: deque[Arrival] = deque()
        self._own_waiting = 0
        self._passed: dict[TopicPartition, int] = {}

    @property
    def waiting(self) -> bool:
        """Whether an arrival waits for a batch."""
        return bool(self._waiting)

    @property
    def own_waiting(self) -> bool:
        """Whether an observation of this process waits for a batch."""
        return self._own_waiting > 0

    @property
    def passed_over(self) -> bool:
        """Whether positions have to move past records that no batch takes."""
        return bool(self._passed)

    def pass_over(self, positions: Mapping[TopicPartition, int]) -> None:
        """Move on to these offsets with the next batch, as far as no arrival before them waits."""
        self._passed |= positions

    def put_own(self, payload: Any, now_ms: int) -> None:
        """Queue an observation of this process; it gets its event id from its seq when it is sequenced."""
        self._own_waiting += 1
        self._waiting.append(Arrival("", "", None, payload, now_ms, len(repr(payload))))

    def put(self, deliveries: Sequence[Delivery[Any]]) -> None:
        """Judge their senders, validate records and queue them.

        Raises:
            Unavailable: what was revoked is not known yet.
        """
        for delivery in deliveries:
            position, envelope = delivery.position, delivery.envelope
            payload = validation.admit(delivery, self._sender_check.refusal(delivery))
            is_as_sent = payload is envelope.payload
            self._waiting.append(
                Arrival(
                    event_id=envelope.event_id[: validation.EVENT_ID_LENGTH_MAX],
                    correlation_id=envelope.correlation_id[: validation.EVENT_ID_LENGTH_MAX],
                    source=Source(topic=position.topic, partition=position.partition, offset=position.offset),
                    payload=payload,
                    appended_at_ms=delivery.appended_at_ms,
                    size_bytes=delivery.size_bytes if is_as_sent else len(repr(payload)),
                )
            )

    def take(self, state: State) -> list[Arrival]:
        """The next arrivals that fit one batch, none of them taken before; moves the positions past them."""
        taken: list[Arrival] = []
        left = BATCH_BYTES_MAX
        while self._waiting:
            arrival = self._waiting[0]
            source = arrival.source
            if source is not None and source.offset < self.positions.get((source.topic, source.partition), 0):
                self._waiting.popleft()  # read again after a restart: it is on the log already
                continue
            left -= weight(state, arrival)
            if taken and left < 0:
                break
            self._waiting.popleft()
            if source is None:
                self._own_waiting -= 1
            else:
                self.positions[source.topic, source.partition] = source.offset + 1
            taken.append(arrival)
        if taken:
            self._move_past_unreadable()
        return taken

    def _move_past_unreadable(self) -> None:
        waiting: dict[TopicPartition, int] = {}
        for arrival in self._waiting:
            if (source := arrival.source) is not None:
                waiting.setdefault((source.topic, source.partition), source.offset)
        for partition, offset in self._passed.items():
            until = min(offset, waiting.get(partition, offset))
            self.positions[partition] = max(until, self.positions.get(partition, 0))
        self._passed = {place: self._passed[place] for place in waiting.keys() & self._passed.keys()}

    def recorded(self) -> tuple[InputPosition, ...]:
        """The positions as a batch records them."""
        return tuple(
            InputPosition(topic=topic, partition=partition, next_offset=offset)
            for (topic, partition), offset in sorted(self.positions.items())
        )


def weight(state: State, arrival: Arrival) -> int:
    """Estimated bytes that an input adds to its batch: itself, the facts that repeat it, the stop orders."""
    match payload := arrival.payload:
        case SubmitJob():
            return _BASE_BYTES + 2 * arrival.size_bytes
        case AgentStarted(node_id=node_id, running=running):
            return _BASE_BYTES + 2 * _STOP_ORDER_BYTES * len(running) + _stops_on(state, node_id)
        case NodeLost(node_id=node_id):
            return _BASE_BYTES + _stops_on(state, node_id)
        case PreemptionPlanned(victims=victims):
            stops = sum(_stops(state, victim.job_id) for victim in victims)
            return _BASE_BYTES + 2 * arrival.size_bytes + 2 * stops
        case CheckpointPartStored() | CheckpointSaved() | CheckpointRemoved():
            return _BASE_BYTES + 2 * arrival.size_bytes
        case TaskStarted() | TaskExited(outcome=TaskOutcome.SUCCEEDED):
            return _BASE_BYTES + arrival.size_bytes
        case _:
            return _BASE_BYTES + 2 * arrival.size_bytes + _stops(state, getattr(payload, "job_id", ""))


def _stops_on(state: State, node_id: str) -> int:
    node = state.nodes.get(node_id)
    return sum(_stops(state, job_id) for job_id in node.job_ids) if node else 0


def _stops(state: State, job_id: str) -> int:
    job = state.jobs.get(job_id)
    return _STOP_ORDER_BYTES * (1 + len(job.attempt.tasks)) if job and job.attempt else 0
