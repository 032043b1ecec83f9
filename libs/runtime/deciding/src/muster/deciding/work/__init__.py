"""Work orders: a deciding service hands out work that takes long, and has it back when its worker dies.

queue.py    PURE: what a service mounts in its core: priorities, leases, attempts, what is parked
mounted.py  PURE: `with_work`, a service's core and its queue as one core
spare.py    a process that stands ready before there is an order for it
worker.py   the worker's side: a process for every item, reports until the broker has them
"""

from muster.deciding.work.mounted import Followed, with_work
from muster.deciding.work.queue import Item, WorkFact, WorkQueue, WorkReport
from muster.deciding.work.spare import Spare
from muster.deciding.work.worker import Child, Worker, WorkerSettings, preloaded, processes_of

__all__ = [
    "Child",
    "Followed",
    "Item",
    "Spare",
    "WorkFact",
    "WorkQueue",
    "WorkReport",
    "Worker",
    "WorkerSettings",
    "preloaded",
    "processes_of",
    "with_work",
]
