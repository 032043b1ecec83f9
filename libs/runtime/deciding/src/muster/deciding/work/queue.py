"""Work that a deciding service hands out: by priority, one lease per worker, two deaths park it. PURE.

`with_work` makes one core of a service's own and its queue:

    decide      its own command or fact -> `queue.queued(...)`; WorkReport -> `queue.decide`
    evolve      WorkFact -> `queue.evolve`
    due         `queue.due`: workers whose lease ended lose what they had; what waits goes to free workers
    deadline    `queue.next_deadline_ms`

Orders are pushed to workers, keyed by worker, as the scheduler's are to nodes. So the work of highest
priority goes first whatever was queued before, and an item that kills its workers blocks no partition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeAlias, assert_never

from muster.deciding.core.by_time import ByTime
from muster.deciding.core.decider import Fact, Happened
from muster.deciding.core.entities import Changes, Entities, Kind
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerLost,
    WorkerRenewed,
    WorkerReported,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReported,
    WorkReturned,
)
from pydantic import ConfigDict

PRIORITY_MAX: Final = 999
ORDERS_AT_ONCE: Final = 500
"""Maximum orders in one batch; the next follows at once."""

WorkReport: TypeAlias = WorkerReported | WorkReported
WorkFact: TypeAlias = (
    WorkQueued | WorkOrdered | WorkLost | WorkEnded | WorkParked | WorkReturned | WorkerRenewed | WorkerLost
)


@dataclass(frozen=True, slots=True)
class Item:
    """Work that has not ended.

    Attributes:
        priority: Larger goes first.
        order: Key among waiting items; kept when it comes back, so it is not put behind later work.
        body: Description of the work.
        tenant: Owner of the work.
        attempt: The newest, 0 before the first.
        deaths: Attempts whose own process died.
        losses: Attempts that ended because their worker was lost.
        worker_id: Worker that does it; empty: none.
    """

    __pydantic_config__: ClassVar = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    priority: int
    order: str
    body: bytes
    tenant: str
    attempt: int = 0
    deaths: int = 0
    losses: int = 0
    worker_id: str = ""


@dataclass(frozen=True, slots=True)
class WorkerState:
    """A worker with a lease."""

    incarnation: int
    slots: int
    running: int
    until_ms: int


class WorkQueue:
    """Decisions and entities of one queue.

    Args:
        name: Prefix of its entities' kinds; unique within the service.
        lease_ms: Time for which a worker may be silent. It should report three times as often.
        deaths_max: Attempts with a died process after which an item is parked.
        losses_max: Attempts with a lost worker after which an item is parked: more, as faults of the machine
            or of the log also lose workers, but an item that kills its workers must not do so for ever.
        urgent_from: Priority from which other work leaves a slot free, unless all workers together have only
            one; 0: all work is equal.
    """

    def __init__(
        self,
        name: str = "work",
        *,
        lease_ms: int = 15_000,
        deaths_max: int = 2,
        losses_max: int = 5,
        urgent_from: int = 0,
    ) -> None:
        self.lease_ms = lease_ms
        self._urgent_from = urgent_from
        self._deaths_max = deaths_max
        self._losses_max = losses_max
        self._items = Kind(f"{name}-item", Item)
        self._waiting = Kind(f"{name}-waiting", str)  # order -> work_id
        self._running = Kind(f"{name}-running", str)  # worker_id/work_id -> work_id
        self._parked = Kind(f"{name}-parked", str)  # work_id -> reason
        self._workers = Kind(f"{name}-worker", WorkerState)
        self._leases = ByTime(f"{name}-lease")  # of workers, by their ends
        self._free = Kind(f"{name}-free", str)  # most free slots first/worker_id -> worker_id

    def queued(
        self, state: Entities, work_id: str, *, priority: int, body: bytes, tenant: str = ""
    ) -> tuple[Fact[WorkQueued], ...]:
        """Queue new work; no fact when there is work of this id that has not ended.

        Raises:
            ValueError: priority is not 0 to 999.
        """
        if not 0 <= priority <= PRIORITY_MAX:
            raise ValueError(f"priority is {priority}; must be 0 to {PRIORITY_MAX}")
        if state.get(self._items, work_id) is not None:
            return ()
        return (Fact(WorkQueued(work_id=work_id, priority=priority, body=body), work_id, tenant),)

    def returned(self, state: Entities, work_id: str) -> tuple[Fact[WorkReturned], ...]:
        """Queue parked work again, as new; no fact when no such work is parked."""
        item = state.get(self._items, work_id)
        if item is None or not self.is_parked(state, work_id):
            return ()
        return (Fact(WorkReturned(work_id=work_id), work_id, item.tenant),)

    def withdrawn(self, state: Entities, work_id: str) -> tuple[Fact[WorkEnded], ...]:
        """End work without a result, whether it waits, runs or is parked; no fact when it has ended already.

        A worker that reads this ends what it does for it, and reports nothing.
        """
        item = state.get(self._items, work_id)
        if item is None:
            return ()
        ended = WorkEnded(work_id=work_id, attempt=item.attempt, worker_id=item.worker_id, result=b"")
        return (Fact(ended, item.worker_id or work_id, item.tenant),)  # as its order: read behind that

    def parked(self, state: Entities) -> Iterator[tuple[str, str]]:
        """(work_id, why its last attempt died) of parked work."""
        return state.scan(self._parked)

    def is_parked(self, state: Entities, work_id: str) -> bool:
        """Whether this work is parked."""
        return state.get(self._parked, work_id) is not None

    def item(self, state: Entities, work_id: str) -> Item | None:
        """Return work that has not ended."""
        return state.get(self._items, work_id)

    def decide(self, state: Entities, report: WorkReport, at_ms: int) -> Iterator[Fact[WorkFact]]:
        """Decide the facts that follow from a worker's report; none if it is stale or about others' work."""
        match report:
            case WorkerReported():
                yield from self._renewed(state, report, at_ms)
            case WorkReported():
                yield from self._reported(state, report)
            case _:
                assert_never(report)

    def due(self, state: Entities, at_ms: int) -> Iterator[Fact[WorkFact]]:
        """Leases that ended, then orders."""
        for worker_id in list(self._leases.until(state, at_ms)):
            worker = state.get(self._workers, worker_id)
            if worker is not None and self._ends_ms(state, worker.until_ms) <= at_ms:
                yield from self._worker_lost(state, worker_id, worker, "its lease ended")
        for _ in range(ORDERS_AT_ONCE):
            order = self._next_order(state)
            if order is None:
                return
            yield order

    def next_deadline_ms(self, state: Entities) -> int | None:
        """At once while work can be ordered, else when the first lease ends."""
        if self._next_order(state) is not None:
            return 0
        first_ms = self._leases.first_ms(state)
        return None if first_ms is None else self._ends_ms(state, first_ms)

    def evolve(self, state: Changes, fact: Happened[object], payload: WorkFact) -> None:
        """The state after a fact of the queue; `payload` is that fact's."""
        match payload:
            case WorkQueued():
                order = f"{PRIORITY_MAX - payload.priority:03d}/{fact.seq:020d}"
                item = Item(payload.priority, order, payload.body, fact.tenant)
                self._wait(state, payload.work_id, item)
            case WorkOrdered():
                self._give(state, payload)
            case WorkLost():
                item = self._take_back(state, payload)
                deaths, losses = item.deaths + payload.died, item.losses + (not payload.died)
                self._wait(state, payload.work_id, replace(item, worker_id="", deaths=deaths, losses=losses))
            case WorkEnded():
                item = self._take_back(state, payload)
                state.delete(self._waiting, item.order)
                state.delete(self._parked, payload.work_id)
                state.delete(self._items, payload.work_id)
            case WorkParked():
                item = self._existing(state, payload.work_id)
                state.delete(self._waiting, item.order)
                state.put(self._parked, payload.work_id, payload.reason)
            case WorkReturned():
                state.delete(self._parked, payload.work_id)
                item = self._existing(state, payload.work_id)
                self._wait(state, payload.work_id, replace(item, deaths=0, losses=0))
            case WorkerRenewed():
                self._renew(state, payload)
            case WorkerLost():
                self._set_worker(state, payload.worker_id, None)
            case _:
                assert_never(payload)

    # ---- decisions ---------------------------------------------------------------------------------------

    def _reported(self, state: Entities, report: WorkReported) -> Iterator[Fact[WorkFact]]:
        item = state.get(self._items, report.work_id)
        if item is None or (item.attempt, item.worker_id) != (report.attempt, report.worker_id):
            return
        if report.died:
            yield from self._lost(report.work_id, item, report.reason, died=True)
            return
        ended = WorkEnded(
            work_id=report.work_id,
            attempt=report.attempt,
            worker_id=report.worker_id,
            result=report.result,
        )
        yield Fact(ended, report.work_id, item.tenant)

    def _renewed(self, state: Entities, report: WorkerReported, at_ms: int) -> Iterator[Fact[WorkFact]]:
        worker = state.get(self._workers, report.worker_id)
        if worker is not None and report.incarnation < worker.incarnation:
            return  # it was written before the worker started again
        if worker is not None and report.incarnation > worker.incarnation:
            yield from self._worker_lost(state, report.worker_id, worker, "it started again")
        renewed = WorkerRenewed(
            worker_id=report.worker_id,
            incarnation=report.incarnation,
            slots=report.slots,
            until_ms=at_ms + self.lease_ms,
        )
        yield Fact(renewed, report.worker_id)

    def _worker_lost(
        self, state: Entities, worker_id: str, worker: WorkerState, reason: str
    ) -> Iterator[Fact[WorkFact]]:
        for _, work_id in list(state.scan(self._running, prefix=f"{worker_id}/")):
            item = state.get(self._items, work_id)
            if item is not None:
                yield from self._lost(work_id, item, f"worker {worker_id}: {reason}", died=False)
        lost = WorkerLost(worker_id=worker_id, incarnation=worker.incarnation, reason=reason)
        yield Fact(lost, worker_id)

    def _lost(self, work_id: str, item: Item, reason: str, *, died: bool) -> Iterator[Fact[WorkFact]]:
        lost = WorkLost(
            work_id=work_id, attempt=item.attempt, worker_id=item.worker_id, reason=reason, died=died
        )
        yield Fact(lost, work_id, item.tenant)
        if item.deaths + died >= self._deaths_max or item.losses + (not died) >= self._losses_max:
            parked = WorkParked(work_id=work_id, attempt=item.attempt, reason=reason)
            yield Fact(parked, work_id, item.tenant)

    def _next_order(self, state: Entities) -> Fact[WorkOrdered] | None:
        free = next(state.scan(self._free), None)
        waiting = next(state.scan(self._waiting), None)
        if free is None or waiting is None:
            return None
        worker_id, work_id = free[1], waiting[1]
        worker, item = state.get(self._workers, worker_id), state.get(self._items, work_id)
        if worker is None or item is None:
            raise LookupError(f"worker {worker_id} or work {work_id} is listed and not there")
        if item.priority < self._urgent_from and not self._leaves_a_slot(state):
            return None  # all that waits behind it is no more urgent
        ordered = WorkOrdered(
            work_id=work_id,
            attempt=item.attempt + 1,
            epoch=state.epoch,
            worker_id=worker_id,
            incarnation=worker.incarnation,
            priority=item.priority,
            body=item.body,
        )
        return Fact(ordered, worker_id, item.tenant)

    def _leaves_a_slot(self, state: Entities) -> bool:
        """Return whether one more item that is not urgent leaves a slot to those that are."""
        slots = sum(worker.slots for _, worker in state.scan(self._workers))
        running = [self._existing(state, work_id) for _, work_id in state.scan(self._running)]
        others = sum(1 for item in running if item.priority < self._urgent_from)
        return others + 1 < max(slots, 2)

    def _ends_ms(self, state: Entities, until_ms: int) -> int:
        """Return a lease's end: at least one lease after this leader began, as none was renewed before."""
        return max(until_ms, state.led_since_ms + self.lease_ms)

    # ---- the state after facts ---------------------------------------------------------------------------

    def _wait(self, state: Changes, work_id: str, item: Item) -> None:
        state.put(self._items, work_id, item)
        state.put(self._waiting, item.order, work_id)

    def _give(self, state: Changes, ordered: WorkOrdered) -> None:
        item = self._existing(state, ordered.work_id)
        given = replace(item, attempt=ordered.attempt, worker_id=ordered.worker_id)
        state.put(self._items, ordered.work_id, given)
        state.delete(self._waiting, item.order)
        state.put(self._running, f"{ordered.worker_id}/{ordered.work_id}", ordered.work_id)
        self._count(state, ordered.worker_id, 1)

    def _take_back(self, state: Changes, ended: WorkLost | WorkEnded) -> Item:
        state.delete(self._running, f"{ended.worker_id}/{ended.work_id}")
        self._count(state, ended.worker_id, -1)
        return self._existing(state, ended.work_id)

    def _existing(self, state: Entities, work_id: str) -> Item:
        item = state.get(self._items, work_id)
        if item is None:
            raise LookupError(f"work {work_id} is not there")
        return item

    def _renew(self, state: Changes, renewed: WorkerRenewed) -> None:
        before = state.get(self._workers, renewed.worker_id)
        running = before.running if before is not None else 0
        worker = WorkerState(renewed.incarnation, renewed.slots, running, renewed.until_ms)
        self._set_worker(state, renewed.worker_id, worker)

    def _count(self, state: Changes, worker_id: str, change: int) -> None:
        worker = state.get(self._workers, worker_id)
        if worker is not None:
            self._set_worker(state, worker_id, replace(worker, running=worker.running + change))

    def _set_worker(self, state: Changes, worker_id: str, worker: WorkerState | None) -> None:
        before = state.get(self._workers, worker_id)
        if before is not None:
            self._leases.remove(state, before.until_ms, worker_id)
            state.delete(self._free, _free_key(before, worker_id))
        if worker is None:
            state.delete(self._workers, worker_id)
            return
        state.put(self._workers, worker_id, worker)
        self._leases.file(state, worker.until_ms, worker_id)
        if worker.running < worker.slots:
            state.put(self._free, _free_key(worker, worker_id), worker_id)


def _free_key(worker: WorkerState, worker_id: str) -> str:
    return f"{999_999 - (worker.slots - worker.running):06d}/{worker_id}"
