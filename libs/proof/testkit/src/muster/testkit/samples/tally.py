"""The smallest machine that a leader can drive: every command once, counted, with a fact for each.

inputs   CancelJob commands, with any event_id
log      one Batch a step: inputs stamped with seq, a JobCancelled decision for each
facts    the same decisions
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from muster.events.job_commands import CancelJob
from muster.events.job_events import JobCancelled
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.scheduler_log import Batch, Decision, InputPosition, LeaderElected, SequencedInput
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, SCHEDULER_LEASE, SCHEDULER_LOG
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Delivery, Diverged, Journal, LeaderSettings, Outgoing, OwnLease, TopicPartition


@dataclass(frozen=True, slots=True)
class TallyTopics:
    """The topics of one tally."""

    inputs: Topic = JOB_COMMANDS
    log: Topic = SCHEDULER_LOG
    lease: Topic = SCHEDULER_LEASE
    facts: Topic = JOB_EVENTS

    def named(self, suffix: str) -> TallyTopics:
        """The same topics under names of their own."""
        mine = [replace(t, name=f"{t.name}-{suffix}") for t in self.all()]
        return TallyTopics(*mine)

    def all(self) -> tuple[Topic, Topic, Topic, Topic]:
        """In the order of the fields."""
        return self.inputs, self.log, self.lease, self.facts

    def settings(self, cell: str) -> LeaderSettings:
        """Leadership over this tally."""
        return LeaderSettings(
            cell=cell,
            transactional_id=f"tally-{cell}",
            inputs=(self.inputs,),
            log=self.log,
            outputs=(self.facts,),
            lease=OwnLease(self.lease, LeaseRenewed),
        )


@dataclass(slots=True)
class _State:
    epoch: int = 0
    seq: int = 0
    seen: set[str] = field(default_factory=set[str])
    counts: dict[str, int] = field(default_factory=dict[str, int])
    positions: dict[TopicPartition, int] = field(default_factory=dict[TopicPartition, int])


class Tally:
    """A Machine.

    Attributes:
        counts: Commands per job that are in the log.
        looks: Number of calls between batches.
    """

    def __init__(self, topics: TallyTopics, cell: str) -> None:
        self.looks = 0
        self._topics = topics
        self._cell = cell
        self._state = _State()
        self._tentative: _State | None = None
        self._passed: dict[TopicPartition, int] = {}

    @property
    def counts(self) -> Mapping[str, int]:
        """Commands per job that are in the log."""
        return self._state.counts

    def restore(self) -> int | None:
        """Start from nothing."""
        self._state, self._tentative = _State(), None
        return None

    def fold(self, batch: Delivery[Record]) -> None:
        """Re-step one batch and compare."""
        recorded = cast("Batch", batch.envelope.payload)
        again = _step(self._state, recorded.inputs)
        if again != recorded.decisions or recorded.seq_first != self._state.seq:
            raise Diverged(f"{batch.position}: recorded {recorded.decisions}, recomputed {again}")
        self._state = _after(self._state, recorded)

    def input_positions(self) -> Mapping[TopicPartition, int]:
        """The next position of every input."""
        return self._state.positions

    def lead(self, leader_id: str, now_ms: int) -> list[Outgoing]:
        """The first batch of the next epoch."""
        elected = LeaderElected(epoch=self._state.epoch + 1, leader_id=leader_id)
        return self._propose([("elected", elected)], {}, elected.epoch, now_ms)

    def pass_over(self, positions: Mapping[TopicPartition, int]) -> None:
        """Move inputs on to these offsets with the next batch."""
        self._passed |= positions

    def step(self, deliveries: Sequence[Delivery[Record]], now_ms: int) -> list[Outgoing]:
        """Count new commands."""
        fresh: dict[str, CancelJob] = {}
        for delivery in deliveries:
            envelope = delivery.envelope
            if envelope.event_id not in self._state.seen and isinstance(envelope.payload, CancelJob):
                fresh.setdefault(envelope.event_id, envelope.payload)
        reached, self._passed = self._passed, {}
        for position in (delivery.position for delivery in deliveries):
            reached[position.topic_partition] = max(
                position.offset + 1, reached.get(position.topic_partition, 0)
            )
        return self._propose(list(fresh.items()), reached, self._state.epoch, now_ms) if reached else []

    def next_deadline_ms(self) -> int | None:
        """Return None: nothing is ever due."""
        return None

    def between_batches(self) -> None:
        """Check that no batch is in progress."""
        assert self._tentative is None
        self.looks += 1

    def committed(self) -> None:
        """The proposed batch was committed."""
        assert self._tentative is not None
        self._state, self._tentative = self._tentative, None

    def discard(self) -> None:
        """Drop the proposed batch."""
        self.restore()

    def _propose(
        self,
        inputs: Sequence[tuple[str, CancelJob | LeaderElected]],
        reached: Mapping[TopicPartition, int],
        epoch: int,
        now_ms: int,
    ) -> list[Outgoing]:
        seq = self._state.seq
        stamped = tuple(
            SequencedInput(seq=seq + i, event_id=event_id, correlation_id=event_id, payload=payload)
            for i, (event_id, payload) in enumerate(inputs)
        )
        positions = {**self._state.positions, **reached}
        batch = Batch(
            cell=self._cell,
            epoch=epoch,
            seq_first=seq,
            observed_at_ms=now_ms,
            positions=tuple(
                InputPosition(topic=t, partition=p, next_offset=n) for (t, p), n in sorted(positions.items())
            ),
            inputs=stamped,
            decisions=_step(self._state, stamped),
        )
        self._tentative = _after(self._state, batch)
        causes = {i.seq: i.event_id for i in stamped}
        facts = [self._fact(d, causes[d.cause_seq], now_ms) for d in batch.decisions]
        record = self._envelope(f"{self._cell}:{epoch}:{seq}:{now_ms}", self._cell, None, now_ms, batch)
        return [Outgoing(self._topics.log, record), *(Outgoing(self._topics.facts, f) for f in facts)]

    def _fact(self, decision: Decision, cause: str, now_ms: int) -> Envelope[object]:
        fact = cast("JobCancelled", decision.payload)
        return self._envelope(decision.event_id, fact.job_id, cause, now_ms, fact)

    def _envelope(
        self, event_id: str, key: str, cause: str | None, now_ms: int, payload: object
    ) -> Envelope[object]:
        return Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=now_ms,
            producer="tally",
            correlation_id=cause or event_id,
            causation_id=cause,
            payload=payload,
        )


def command(number: int) -> Envelope[CancelJob]:
    """The n-th command; its event_id is its number."""
    job_id = f"job-{number % 7}"
    return Envelope(
        event_id=str(number),
        key=job_id,
        occurred_at_ms=0,
        producer="test",
        correlation_id=str(number),
        payload=CancelJob(job_id=job_id, tenant="t", requested_by="u"),
    )


class Watch:
    """Follows the log of a tally from its beginning.

    The inputs have several partitions, so the command sent last may be counted before others: to wait for all
    commands, check all of them.

    Attributes:
        counted: Numbers of the commands seen in the log.
    """

    def __init__(self, journal: Journal, topics: TallyTopics) -> None:
        self.counted: set[int] = set()
        self._reader = journal.reader([topics.log], name="watch")

    def next_batch(self, timeout_s: float) -> Batch | None:
        """The next batch of the log; None when none comes in time."""
        for delivery in self._reader.poll(1, timeout_s):
            batch = cast("Batch", delivery.envelope.payload)
            self.counted |= {int(i.event_id) for i in batch.inputs if isinstance(i.payload, CancelJob)}
            return batch
        return None

    def close(self) -> None:
        """Close the connections."""
        self._reader.close()


def check_tally(journal: Journal, topics: TallyTopics, numbers: Iterable[int]) -> int:
    """Read and check everything: each command once, no gap in seq, epochs never fall, facts are decisions.

    Returns:
        The last epoch.
    """
    log = list(journal.reader([topics.log], name="check", on_poison="stop").read_to_end())
    facts = journal.reader([topics.facts], name="check", on_poison="stop").read_to_end()
    batches = [cast("Batch", d.envelope.payload) for d in log]
    inputs = [i for b in batches for i in b.inputs]
    assert [i.seq for i in inputs] == list(range(len(inputs))), f"a gap or a repeat: {_around_the_first(log)}"
    epochs = [b.epoch for b in batches]
    assert epochs == sorted(epochs), "an epoch fell"
    counted = sorted(int(i.event_id) for i in inputs if isinstance(i.payload, CancelJob))
    assert counted == sorted(numbers), "a command is missing or counted twice"
    decided = sorted(d.event_id for b in batches for d in b.decisions)
    assert sorted(d.envelope.event_id for d in facts) == decided, "facts and decisions differ"
    return epochs[-1]


def _step(state: _State, inputs: Sequence[SequencedInput]) -> tuple[Decision, ...]:
    """The pure core: the n-th command of a job is counted as n."""
    counts = dict(state.counts)
    decisions: list[Decision] = []
    for one in inputs:
        if isinstance(one.payload, CancelJob):
            job_id = one.payload.job_id
            counts[job_id] = counts.get(job_id, 0) + 1
            fact = JobCancelled(job_id=job_id, requested_by="u", reason=str(counts[job_id]))
            decisions.append(Decision(event_id=f"fact-{one.seq}", cause_seq=one.seq, payload=fact))
    return tuple(decisions)


def _after(state: _State, batch: Batch) -> _State:
    after = _State(
        epoch=batch.epoch,
        seq=batch.seq_first + len(batch.inputs),
        seen=state.seen | {i.event_id for i in batch.inputs},
        counts=dict(state.counts),
        positions={(p.topic, p.partition): p.next_offset for p in batch.positions},
    )
    for decision in batch.decisions:
        job_id = cast("JobCancelled", decision.payload).job_id
        after.counts[job_id] = after.counts.get(job_id, 0) + 1
    return after


def _around_the_first(log: Sequence[Delivery[Record]]) -> list[str]:
    """The batches around the first that does not go on where the one before it ended."""
    shown, expected, wrong = list[str](), 0, len(log)
    for n, delivery in enumerate(log):
        batch = cast("Batch", delivery.envelope.payload)
        seqs = [i.seq for i in batch.inputs]
        if seqs and seqs[0] != expected:
            wrong = min(wrong, n)
        expected = seqs[-1] + 1 if seqs else expected
        shown.append(f"offset {delivery.position.offset}, epoch {batch.epoch}: seq {seqs[:1]} to {seqs[-1:]}")
    return shown[max(0, wrong - 4) : wrong + 4]
