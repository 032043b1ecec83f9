"""Among equally good nodes, prefers one that holds the job's caches: a model, a data set (ADR 18).

A job names its caches; a node where a job with the same cache was placed probably holds it. Such a node is
preferred where the score (ADR 5) is equal, before packing and the id decide. So a cache never costs other
jobs anything, and no job waits for one. The memory is bounded: CACHES_MAX names, the least recently used
dropped first, each with its CACHE_NODES_MAX most recent nodes.
"""

from __future__ import annotations

from collections.abc import Iterable

from muster.events.job_commands import JobSpec
from muster.scheduler.core.limits import CACHE_NODES_MAX, CACHES_MAX
from muster.scheduler.core.state.state import Cache, State


def near(state: State, spec: JobSpec) -> tuple[str, ...]:
    """Nodes that hold some of a job's caches: those with most caches first, then the most recent."""
    if not spec.caches:
        return ()
    keeps: dict[str, int] = {}
    for name in spec.caches:
        cache = state.caches.get(name)
        for node_id in reversed(cache.node_ids) if cache else ():
            keeps[node_id] = keeps.get(node_id, 0) + 1
    return tuple(sorted(keeps, key=lambda node_id: -keeps[node_id]))


def note(state: State, spec: JobSpec, node_ids: Iterable[str]) -> None:
    """Record that a job was placed on these nodes, so that they hold its caches from now on."""
    if not spec.caches:
        return
    placed = list(dict.fromkeys(node_ids))
    for name in spec.caches:
        newest = next(reversed(state.caches.values()), None)
        cache = state.caches.pop(name, None)
        kept = [node_id for node_id in cache.node_ids if node_id not in placed] if cache else []
        used = newest.used + 1 if newest else 0
        state.caches[name] = Cache((*kept, *placed)[-CACHE_NODES_MAX:], used)
        state.dirty[f"cache/{name}"] = None
    while len(state.caches) > CACHES_MAX:
        oldest = next(iter(state.caches))
        del state.caches[oldest]
        state.dirty[f"cache/{oldest}"] = None
