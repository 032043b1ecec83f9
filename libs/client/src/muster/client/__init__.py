"""The Python SDK and the `muster` command.

    from muster.client import Client
    job = Client.from_environment().submit({"name": "hello", "command": ["echo", "hello"]})
    for line in job.logs(follow=True):
        print(line.text)
    assert job.wait().succeeded

client      Client: one method per thing the API can do
handle      JobHandle: one submitted job: status, wait, logs, events, cancel
resources   Job, Node, Queue ...: the API's answers, typed
errors      every error as a class, with the exit code the command gives it
settings    where the API is and who asks: MUSTER_API_URL, MUSTER_TOKEN, MUSTER_HOME
transport   one HTTP request: time-outs, retries, problems made errors
sse         event streams that survive a restart of the service
references  what people type for a job (id, prefix, name) made an id
documents/  what people write, read: job files, files of queues, working files
cli/        the `muster` command

Nothing heavy is imported before it is used: `muster --help` must not wait for an HTTP library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from muster.client.client import Client, JobFilters
    from muster.client.errors import MusterError
    from muster.client.handle import JobHandle
    from muster.client.resources import Job, JobEvent, LogLine, Node, Policy, Queue

__all__ = [
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
]

_HOME = {
    "Client": "client",
    "JobHandle": "handle",
    "MusterError": "errors",
    "Job": "resources",
    "JobEvent": "resources",
    "JobFilters": "client",
    "LogLine": "resources",
    "Node": "resources",
    "Policy": "resources",
    "Queue": "resources",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
