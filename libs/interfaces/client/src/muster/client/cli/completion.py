"""Shell completion of jobs, states, queues and nodes.

Completion must not make the user wait: requests are tried once, and an error completes nothing (see `main`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from muster.client.sync.client import Client

_JOBS_MAX: Final = 100
NODE_STATES: Final = ("ready", "suspected", "lost", "cordoned", "draining", "maintenance", "reclaimed")


def _client() -> Client:
    from muster.client.settings import Settings
    from muster.client.sync.client import Client

    return Client(Settings.load(), tries=1)


def jobs(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield matching ids and names of the newest jobs, each with its state."""
    with _client() as client:
        seen: set[str] = set()
        for job in client.jobs(limit=_JOBS_MAX):
            for word in (job.name, job.job_id):
                if word.startswith(incomplete) and word not in seen:
                    seen.add(word)
                    yield word, f"{job.state.lower()}, {job.name}"


def queues(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield matching queues."""
    with _client() as client:
        yield from ((q.name, q.description) for q in client.queues() if q.name.startswith(incomplete))


def nodes(incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield matching nodes, each with its state."""
    with _client() as client:
        yield from ((n.node_id, n.state) for n in client.nodes() if n.node_id.startswith(incomplete))


def states(incomplete: str) -> list[str]:
    """Return matching job states."""
    from muster.client.resources import STATES

    return [state.lower() for state in STATES if state.lower().startswith(incomplete.lower())]


def node_states(incomplete: str) -> list[str]:
    """Return matching node states."""
    return [state for state in NODE_STATES if state.startswith(incomplete)]
