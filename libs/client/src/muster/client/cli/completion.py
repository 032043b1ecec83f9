"""What the shell completes: jobs, states, queues, nodes.

Nothing is worth waiting for here: one try, and what goes wrong completes nothing (see `main`).
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
    """Ids and names of the newest jobs that begin so, each with its state."""
    with _client() as client:
        seen: set[str] = set()
        for job in client.jobs(limit=_JOBS_MAX):
            for word in (job.name, job.job_id):
                if word.startswith(incomplete) and word not in seen:
                    seen.add(word)
                    yield word, f"{job.state.lower()}, {job.name}"


def queues(incomplete: str) -> Iterator[tuple[str, str]]:
    """Queues that begin so."""
    with _client() as client:
        yield from ((q.name, q.description) for q in client.queues() if q.name.startswith(incomplete))


def nodes(incomplete: str) -> Iterator[tuple[str, str]]:
    """Nodes that begin so, each with its state."""
    with _client() as client:
        yield from ((n.node_id, n.state) for n in client.nodes() if n.node_id.startswith(incomplete))


def states(incomplete: str) -> list[str]:
    """States of jobs."""
    from muster.client.resources import STATES

    return [state.lower() for state in STATES if state.lower().startswith(incomplete.lower())]


def node_states(incomplete: str) -> list[str]:
    """States of nodes."""
    return [state for state in NODE_STATES if state.startswith(incomplete)]
