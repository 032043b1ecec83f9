"""The Python SDK and the `muster` command.

    from muster.client import Client
    job = Client.from_environment().submit({"name": "hello", "command": ["echo", "hello"]})
    for line in job.logs(follow=True):
        print(line.text)
    assert job.wait().succeeded

    from muster.client import AsyncClient
    async with AsyncClient.from_environment() as client:
        job = await client.submit({"name": "hello", "command": ["echo", "hello"]})
        async for line in job.logs(follow=True):
            print(line.text)

A Client may be shared between threads, an AsyncClient between tasks of one event loop.

aio/        AsyncClient, AsyncJobHandle: one method per API operation; one submitted job
sync/       Client, JobHandle: the same without asyncio, generated from aio/
resources   Job, Node, Queue ...: typed API responses
errors      every error as a class, with the exit code of the command
settings    addresses and token: MUSTER_API_URL, MUSTER_TOKEN, MUSTER_HOME
requests    request bodies, receipts, and filters of jobs
exchange    retries, and the mapping of responses to errors
references  resolve what people type for a job (id, prefix, name) to an id
documents/  readers of user input: job files, queue files, working files
cli/        the `muster` command         entry   its console script
sentences   one line of text for each event of job-events
transfers/  resumable upload and download of repository files

Heavy modules are imported only when used: `muster --help` must not wait for an HTTP library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from muster.client.aio.client import AsyncClient
    from muster.client.aio.handle import AsyncJobHandle
    from muster.client.errors import MusterError
    from muster.client.requests import JobFilters
    from muster.client.resources import Checkpoint, Job, JobEvent, LogLine, Node, Policy, Queue, RankProgress
    from muster.client.sync.client import Client
    from muster.client.sync.handle import JobHandle

__all__ = [
    "AsyncClient",
    "AsyncJobHandle",
    "Checkpoint",
    "Client",
    "Job",
    "JobEvent",
    "JobFilters",
    "JobHandle",
    "LogLine",
    "MusterError",
    "Node",
    "Policy",
    "Queue",
    "RankProgress",
]

_HOME = {
    "AsyncClient": "aio.client",
    "AsyncJobHandle": "aio.handle",
    "Client": "sync.client",
    "JobHandle": "sync.handle",
    "MusterError": "errors",
    "Checkpoint": "resources",
    "Job": "resources",
    "JobEvent": "resources",
    "JobFilters": "requests",
    "LogLine": "resources",
    "Node": "resources",
    "Policy": "resources",
    "Queue": "resources",
    "RankProgress": "resources",
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
