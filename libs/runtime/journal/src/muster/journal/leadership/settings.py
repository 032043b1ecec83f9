"""The topics a leader reads and writes, and the standbys' time-outs."""

from __future__ import annotations

from dataclasses import dataclass

from muster.events.wire.envelope import Topic
from muster.journal.leadership.lease import Lease


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderSettings:
    """Settings of one leadership; the same in every process that contends for it.

    Attributes:
        cell: The cell that is led.
        transactional_id: Its holder leads; permission to write it at the broker is permission to lead.
        inputs: Topics read from the positions in the log.
        log: Topic of the batches; one partition.
        outputs: Topics of facts and orders, written with the batches.
        lease: Proof that an idle leader is alive.
        live: Topics read from their end, without positions, like heartbeats.
        batch_max: Maximum inputs in one batch.
        gather_ms: Least time between the beginnings of two batches, unless the first was full. A transaction
            has a price of its own, at the broker and for every reader; inputs that come meanwhile share it.
        silence_ms: A standby takes over after this much silence plus a random part of silence_jitter_ms.
        silence_jitter_ms: Random addition, so that two standbys rarely try at the same moment.
        tenure_min_ms: A new leader is not replaced before this time, so that leadership does not flap.
        batch_patience_ms: A leader that needs longer for one batch is taken for stuck, and replaced.
        idle_commit_ms: Interval at which an idle leader renews its lease; must be well below silence_ms.
    """

    cell: str
    transactional_id: str
    inputs: tuple[Topic, ...]
    log: Topic
    lease: Lease
    live: tuple[Topic, ...] = ()
    outputs: tuple[Topic, ...] = ()
    batch_max: int = 500
    gather_ms: int = 0
    silence_ms: int = 1_000
    silence_jitter_ms: int = 300
    tenure_min_ms: int = 2_000
    batch_patience_ms: int = 10_000
    idle_commit_ms: int = 200

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Every topic that a leader reads or writes."""
        return (*self.inputs, *self.live, *self.written)

    @property
    def written(self) -> tuple[Topic, ...]:
        """Every topic that a leader's transactions write to."""
        return (self.log, *self.outputs, self.lease.topic)

    def __post_init__(self) -> None:
        if self.log.partitions != 1 or self.lease.topic.partitions != 1:
            raise ValueError("log and lease must have 1 partition each")
        if not 0 < self.idle_commit_ms * 2 <= self.silence_ms:
            raise ValueError(
                f"idle_commit_ms is {self.idle_commit_ms}; must be 1 to half of silence_ms {self.silence_ms}"
            )
        if not 0 <= self.gather_ms <= self.idle_commit_ms:
            raise ValueError(
                f"gather_ms is {self.gather_ms}; must be 0 to idle_commit_ms {self.idle_commit_ms}"
            )
        if self.batch_max < 1:
            raise ValueError(f"batch_max is {self.batch_max}; must be 1 or more")
