"""Declaration of a deciding service, and how it becomes something that runs.

NAMES = DecidingService(name="names", decider=DECIDER, inputs=(NAMES_COMMANDS,), log=NAMES_LOG,
                        outputs=(NAMES_EVENTS,))
machine = DecidingMachine(NAMES, cell=..., producer=..., store=..., snapshots=..., clock=..., judge=...)
leader_of(NAMES, machine, cell=..., journal=..., lease=..., leader_id=..., ...).run()
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from muster.deciding.core.decider import Decider
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.watermarks import Watermark
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import COMPACTED, Topic
from muster.journal import LeaderSettings, Lease


@dataclass(frozen=True, slots=True)
class Latest:
    """A compacted topic: the newest fact of each key, for readers that need no history.

    Attributes:
        topic: Topic whose payloads are kept.
        ends: Facts that end a key: a tombstone goes to the topic.
    """

    topic: Topic
    ends: frozenset[type[Any]] = frozenset()

    def __post_init__(self) -> None:
        if self.topic.cleanup != COMPACTED:
            raise ValueError(f"cleanup of {self.topic.name} is {self.topic.cleanup!r}; must be compact")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DecidingService:
    """One service, the same in every process and cell.

    Attributes:
        name: The service.
        decider: Core of the service.
        inputs: Commands and other services' facts, read whole and in a recorded order.
        merged: Those of them whose facts have one order over all partitions and are decided in it (ADR 42).
        log: Log of the service, with the records of deciding-log, one partition.
        outputs: Where facts go: each to every topic that has its record; one that no topic has is only on
            the log.
        commanded: Command topics of other services. A command is decided like a fact and goes there with this
            service's token.
        latest: Compacted topics beside them.
        scopes: The scope that the sender of each command needs; records of other types are not checked.
        answered_ms: Time for which an answered input is remembered, so that a duplicate is answered once;
            about 200 bytes each.
        batch_max: Maximum inputs read for one batch.
        facts_max: Number of facts at which a batch takes no further input: the batch is one record.
        concerns: Records of the inputs that the core decides; empty: all. Others are passed over and make no
            batch: how far they were read is recorded with the next one. For a service that reads topics of
            others, most of whose records lead to nothing.
        gather_ms: Least time between the beginnings of two batches, unless the first was full.
        snapshot_every_batches: Batches between two snapshots.
        silence_ms: Standbys take over after this much silence of the leader, and up to a third more; several
            times what the lease is renewed every.
    """

    name: str
    decider: Decider[Any, Any]
    inputs: tuple[Topic, ...]
    log: Topic
    outputs: tuple[Topic, ...]
    merged: tuple[Topic, ...] = ()
    commanded: tuple[Topic, ...] = ()
    latest: tuple[Latest, ...] = ()
    scopes: Mapping[type[Any], str] = field(default_factory=dict[type[Any], str])
    answered_ms: int = 3_600_000
    batch_max: int = 500
    facts_max: int = 2_000
    concerns: frozenset[type[Any]] = frozenset()
    gather_ms: int = 0
    snapshot_every_batches: int = 2_000
    silence_ms: int = 5_000
    _routes: dict[type[Any], tuple[Topic, ...]] = field(
        default_factory=dict[type[Any], tuple[Topic, ...]], init=False
    )

    def __post_init__(self) -> None:
        if not issubclass(self.log.payloads.get("DecidedBatch", type(None)), DecidedBatch):
            raise ValueError(f"{self.log.name}: allowed as a log is a topic of the shape deciding-log")
        for topic in self.merged:
            if topic not in self.inputs or Watermark not in topic.payloads.values():
                raise ValueError(f"{topic.name} is merged; must be an input with watermarks")
            if self.concerns and Watermark not in self.concerns:
                raise ValueError(f"{topic.name} is merged; watermarks must concern the core")
        for topic in (*self.outputs, *self.commanded, *(latest.topic for latest in self.latest)):
            for record in dict.fromkeys(topic.payloads.values()):
                self._routes[record] = (*self._routes.get(record, ()), topic)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Every topic that a leader reads or writes, but for the lease."""
        latest = (each.topic for each in self.latest)
        return (*self.inputs, self.log, *self.outputs, *self.commanded, *latest)

    @property
    def commands(self) -> tuple[Topic, ...]:
        """The inputs with its own commands: those whose records need a scope."""
        return tuple(topic for topic in self.inputs if self.scopes.keys() & {*topic.payloads.values()})

    @property
    def facts(self) -> Topic:
        """The output with its facts: the one that answers its commands.

        Raises:
            LookupError: no output does.
        """
        for topic in self.outputs:
            if CommandRejected in topic.payloads.values():
                return topic
        names = ", ".join(topic.name for topic in self.outputs)
        raise LookupError(f"outputs is {names}; must be topics, one of them with CommandRejected")

    @property
    def decisions_version(self) -> int:
        """Version of the rules that it decides by."""
        return self.decider.decisions_version

    def routes_of(self, record: type[Any]) -> tuple[Topic, ...]:
        """The topics that facts of this record go to."""
        return self._routes.get(record, ())

    def decides(self, payload: Any) -> bool:
        """Whether an input with this payload concerns the core."""
        return not self.concerns or type(payload) in self.concerns

    def origin(self, cell: str) -> str:
        """Return the prefix that marks event ids and states of a cell."""
        return f"{self.name}:{cell}"


def leader_settings(service: DecidingService, cell: str, lease: Lease) -> LeaderSettings:
    """Return the settings that all processes contending for a cell share."""
    return LeaderSettings(
        cell=cell,
        transactional_id=f"{service.name}-{cell}",
        inputs=service.inputs,
        log=service.log,
        outputs=(*service.outputs, *(latest.topic for latest in service.latest)),
        lease=lease,
        batch_max=service.batch_max,
        silence_ms=service.silence_ms,
        silence_jitter_ms=service.silence_ms // 3,
        tenure_min_ms=2 * service.silence_ms,
        idle_commit_ms=service.silence_ms // 10,
        gather_ms=service.gather_ms,
    )
