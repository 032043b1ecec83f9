"""The role of a worker: it carries out the orders of a deciding service."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import KW_ONLY, dataclass
from typing import Any

from muster.deciding.work import Child, Worker, WorkerSettings, preloaded, processes_of
from muster.events.wire.envelope import Topic
from muster.journal import SystemClock
from muster.service.roles import Context, Work
from muster.service.shared import instance


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers of a deciding service, as the service declares them.

    Attributes:
        execute: (body) -> result; importable by name, as it runs in a child. What it raises is a death.
        orders: Topic of the orders.
        reports: Topic of the reports.
        slots: Orders under way at a time.
        lease_ms: Lease of the service's queue.
        item_ms_max: An order that takes longer is killed, and counts as a death.
        preload: A module that each child has loaded at its start; worth it where orders are many and short.
        begin: (body) -> a child that does it; None: a new process that executes it.
        beside: Context that is open while orders are taken.
    """

    execute: Callable[[bytes], bytes]
    _: KW_ONLY
    orders: Topic
    reports: Topic
    slots: int = 1
    lease_ms: int = 15_000
    item_ms_max: int = 600_000
    preload: str = ""
    begin: Callable[[bytes], Child] | None = None
    beside: AbstractContextManager[object] | None = None


def work(context: Context[Any], workers: Workers) -> Work:
    """Take orders, and do each in a process of its own.

    Args:
        context: Context of the role.
        workers: The declaration.
    """
    settings = WorkerSettings(
        worker_id=f"{context.name}@{instance()}".replace("/", "-"),
        orders=workers.orders,
        reports=workers.reports,
        slots=workers.slots,
        lease_ms=workers.lease_ms,
        item_ms_max=workers.item_ms_max,
    )
    worker = Worker(
        context.journal(workers.orders, workers.reports),
        settings,
        workers.begin or processes_of(workers.execute, workers.preload),
        clock=SystemClock(),
        stop=context.stop,
    )

    def run() -> None:
        if workers.preload:
            preloaded(workers.preload)
        with workers.beside or nullcontext():
            worker.run()

    return Work(
        run=run,
        missing=lambda: worker.problem,
        progress=lambda: {"running": worker.running, "ended": worker.ended},
    )
