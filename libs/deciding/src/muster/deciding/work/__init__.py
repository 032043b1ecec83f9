"""Work orders: a deciding service hands out work that takes long, and has it back when its worker dies.

queue.py    PURE: what a service mounts in its core: priorities, leases, attempts, what is parked
worker.py   the worker's side: a process for every item, reports until the broker has them
"""

from muster.deciding.work.queue import WorkFact, WorkQueue, WorkReport
from muster.deciding.work.worker import Child, Worker, WorkerSettings, preloaded, processes_of

__all__ = [
    "Child",
    "WorkFact",
    "WorkQueue",
    "WorkReport",
    "Worker",
    "WorkerSettings",
    "preloaded",
    "processes_of",
]
