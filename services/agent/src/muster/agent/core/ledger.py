"""Ledger: what one agent remembers of its orders. `decide` what to do with an order; `evolve` by its outcome.

An attempt is started at most once, however often its order is read, and never by order of a replaced leader:
the broker fences only the log, so the last fence is here, in front of the GPUs.

The edge stores what `record_of` returns BEFORE it acts; a restarted agent folds the same records and knows
what it had accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias, assert_never

from muster.agent.core.supervision import Grace
from muster.events.node_commands import RankAssignment, StartTask, StopTask
from muster.events.task_events import RefusalReason, TaskExited, TaskRefused

GPU_MILLI = 1000
"""One whole GPU in thousandths."""

JOBS_REMEMBERED_MAX = 10_000
"""Jobs whose newest attempt is remembered. Orders are read again only from the last saved position, which is
saved with every order, so this is far more than can ever be repeated."""

_FOLDER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class TaskKey(NamedTuple):
    """The ranks of one attempt on this node."""

    job_id: str
    attempt: int

    @classmethod
    def of(cls, message: StartTask | StopTask | TaskRefused | TaskExited) -> TaskKey:
        """Key of the task that an order or a report is about."""
        return cls(message.job_id, message.attempt)


class Seen(NamedTuple):
    """The newest attempt of a job in this node's orders.

    Attributes:
        attempt: Number of the attempt.
        started: False if only its stop was ordered.
        order_seq: Sequence number of the newest order about the job.
    """

    attempt: int
    started: bool
    order_seq: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """State that one node's agent remembers.

    Attributes:
        epoch: Highest epoch of a leader seen.
        order_seq_last: Newest order stored; -1 before the first.
        live: Tasks accepted and not ended, oldest first.
        stopping: The first stop order of each live task that has one.
        seen: Newest attempt of each job, the one longest without an order first.
    """

    epoch: int = 0
    order_seq_last: int = -1
    live: Mapping[TaskKey, StartTask] = field(default_factory=dict[TaskKey, StartTask])
    stopping: Mapping[TaskKey, StopTask] = field(default_factory=dict[TaskKey, StopTask])
    seen: Mapping[str, Seen] = field(default_factory=dict[str, Seen])

    def gpu_taken_milli(self, index: int) -> int:
        """Thousandths of one GPU held by live tasks."""
        ranks = (rank for order in self.live.values() for rank in order.ranks)
        return sum(rank.gpu_milli for rank in ranks if index in rank.gpu_indices)

    def gpus_taken(self) -> frozenset[int]:
        """GPUs that live tasks hold."""
        orders = self.live.values()
        return frozenset(index for order in orders for rank in order.ranks for index in rank.gpu_indices)


@dataclass(frozen=True, slots=True)
class Start:
    """Start the ranks."""

    order: StartTask


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop a live task."""

    order: StopTask


@dataclass(frozen=True, slots=True)
class Forestall:
    """Remember a stop although nothing runs, so that a late start of the attempt is refused."""

    order: StopTask


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the order and report why."""

    refusal: TaskRefused


@dataclass(frozen=True, slots=True)
class Ignore:
    """Do and report nothing: the order was carried out before, or comes from a replaced leader."""

    order: StartTask | StopTask
    why: str


Decision: TypeAlias = Start | Stop | Forestall | Refuse | Ignore
Record: TypeAlias = StartTask | StopTask | TaskRefused | TaskExited


def decide(
    ledger: Ledger, order: StartTask | StopTask, *, gpu_count: int, left_on: Mapping[int, str] | None = None
) -> Decision:
    """Decide what to do with the next order.

    Args:
        ledger: The remembered state.
        order: The order, for this node.
        gpu_count: GPUs the node has.
        left_on: Processes left on GPUs that belong to no task, as text, by GPU.
    """
    match order:
        case StartTask():
            return _decide_start(ledger, order, gpu_count, left_on or {})
        case StopTask():
            return _decide_stop(ledger, order)
        case _:
            assert_never(order)


def grace_of(order: StopTask) -> Grace:
    """Grace that an order gives the ranks, and the rate limit of their last checkpoints."""
    return Grace(order.grace_ms, order.checkpoint_grace_ms, order.checkpoint_bytes_per_s)


def record_of(decision: Decision) -> Record | None:
    """Return the record to store before the decision is carried out; None: nothing is new."""
    match decision:
        case Start(order) | Stop(order) | Forestall(order):
            return order
        case Refuse(refusal):
            return refusal
        case Ignore():
            return None
        case _:
            assert_never(decision)


def evolve(ledger: Ledger, record: Record) -> Ledger:
    """The ledger after one record."""
    match record:
        case StartTask():
            key = TaskKey.of(record)
            ledger = replace(ledger, live={**ledger.live, key: record})
            return _noted(ledger, record, started=True)
        case StopTask():
            return _noted(_with_stop(ledger, record), record, started=False)
        case TaskRefused(reason=RefusalReason.STALE_EPOCH):
            return ledger  # a replaced leader's order changes nothing: the new leader may start the attempt
        case TaskRefused():
            return _noted(_without(ledger, record), record, started=True)
        case TaskExited():
            return _without(ledger, record)
        case _:
            assert_never(record)


def fold(records: Iterable[Record]) -> Ledger:
    """The ledger after all records."""
    ledger = Ledger()
    for record in records:
        ledger = evolve(ledger, record)
    return ledger


def _decide_start(ledger: Ledger, order: StartTask, gpu_count: int, left_on: Mapping[int, str]) -> Decision:
    seen = ledger.seen.get(order.job_id)
    begun = seen and (seen.attempt > order.attempt or (seen.attempt == order.attempt and seen.started))
    # Repeated orders first: refusing one as stale would report a running task as never started.
    if seen and begun and (order.order_seq <= seen.order_seq or TaskKey.of(order) in ledger.live):
        return Ignore(order, f"attempt {seen.attempt} of this job has already begun")
    if order.epoch < ledger.epoch:
        return _refuse(order, RefusalReason.STALE_EPOCH, _stale(ledger, order))
    if seen and begun:  # a new order that is never carried out must be answered, or its job waits for ever
        text = f"attempt {seen.attempt} of a job with this id has begun here before"
        return _refuse(order, RefusalReason.CANNOT_START, text)
    if seen and seen.attempt == order.attempt:
        return _refuse(order, RefusalReason.CANNOT_START, "the attempt was stopped before it began")
    if fault := _fault(order):
        return _refuse(order, RefusalReason.CANNOT_START, fault)
    return _refuse_gpus(ledger, order, gpu_count, left_on) or Start(order)


def _fault(order: StartTask) -> str:
    """Why the order is invalid or unsafe (the job's id becomes a folder's name); empty: it is neither."""
    if not _FOLDER_NAME.fullmatch(order.job_id):
        return f"job_id is {order.job_id!r}; must match {_FOLDER_NAME.pattern}"
    if not order.command or not order.command[0]:
        return f"command is {list(order.command)}; must be a program and its arguments"
    if not order.ranks:
        return "ranks is []; must be one or more"
    if order.image is not None:
        return f"image is {order.image}; must be absent: this node runs no container images"
    return ""


def _decide_stop(ledger: Ledger, order: StopTask) -> Decision:
    if order.epoch < ledger.epoch:
        return Ignore(order, _stale(ledger, order))
    live = TaskKey.of(order) in ledger.live
    return Stop(order) if live else Forestall(order)


def _refuse_gpus(
    ledger: Ledger, order: StartTask, gpu_count: int, left_on: Mapping[int, str]
) -> Refuse | None:
    for index, asked in sorted(_gpus_asked(order.ranks).items()):
        if not 0 <= index < gpu_count:
            text = f"GPU {index}; this node has {gpu_count}, numbered from 0"
            return _refuse(order, RefusalReason.UNKNOWN_GPU, text)
        free = GPU_MILLI - ledger.gpu_taken_milli(index)
        if asked > free:
            text = f"GPU {index}: {asked} thousandths requested; {free} free"
            return _refuse(order, RefusalReason.GPU_BUSY, text)
        if left := left_on.get(index):
            return _refuse(order, RefusalReason.GPU_BUSY, f"GPU {index}: {left}")
    return None


def _stale(ledger: Ledger, order: StartTask | StopTask) -> str:
    return f"epoch {order.epoch}; the newest seen is {ledger.epoch}"


def _gpus_asked(ranks: tuple[RankAssignment, ...]) -> dict[int, int]:
    asked: dict[int, int] = {}
    for rank in ranks:
        for index in rank.gpu_indices:
            asked[index] = asked.get(index, 0) + rank.gpu_milli
    return asked


def _refuse(order: StartTask, reason: RefusalReason, message: str) -> Refuse:
    return Refuse(refusal_of(order, reason, message))


def refusal_of(order: StartTask, reason: RefusalReason, message: str) -> TaskRefused:
    """The fact that an order was not carried out."""
    return TaskRefused(
        node_id=order.node_id,
        job_id=order.job_id,
        attempt=order.attempt,
        epoch=order.epoch,
        order_seq=order.order_seq,
        reason=reason,
        message=message,
    )


def _without(ledger: Ledger, ended: TaskExited | TaskRefused) -> Ledger:
    key = TaskKey.of(ended)
    return replace(
        ledger,
        live={k: order for k, order in ledger.live.items() if k != key},
        stopping={k: order for k, order in ledger.stopping.items() if k != key},
    )


def _with_stop(ledger: Ledger, order: StopTask) -> Ledger:
    key = TaskKey.of(order)
    if key not in ledger.live or key in ledger.stopping:
        return ledger
    return replace(ledger, stopping={**ledger.stopping, key: order})


def _noted(ledger: Ledger, order: StartTask | StopTask | TaskRefused, *, started: bool) -> Ledger:
    """Remember leader, order and attempt; beyond the limit, forget the job longest without an order."""
    before = ledger.seen.get(order.job_id, Seen(0, started=False, order_seq=-1))
    same = before.attempt == order.attempt
    attempt, begun = max(before[:2], (order.attempt, started or (same and before.started)))
    newest = Seen(attempt, begun, max(before.order_seq, order.order_seq))
    seen = {job: seen for job, seen in ledger.seen.items() if job != order.job_id}
    seen[order.job_id] = newest
    return replace(
        ledger,
        epoch=max(ledger.epoch, order.epoch),
        order_seq_last=max(ledger.order_seq_last, order.order_seq),
        seen=_newest(seen, {key.job_id for key in ledger.live}),
    )


def _newest(seen: dict[str, Seen], live: set[str]) -> dict[str, Seen]:
    if len(seen) <= JOBS_REMEMBERED_MAX:
        return seen
    oldest = next(job for job in seen if job not in live)
    return {job: s for job, s in seen.items() if job != oldest}
