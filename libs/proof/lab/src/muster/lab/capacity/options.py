"""Options against a backlog, each tried: more nodes of an existing kind, or a quota lifted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from muster.events.node_heartbeats import Location
from muster.events.queue_commands import ConfigureQueue
from muster.lab.capacity.what_if import Refused, Waits, waits_after
from muster.queues import quotas
from muster.queues.tree import Queue
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import Hardware, State

KINDS_MAX: Final = 3
"""Maximum kinds of nodes and quotas to try, those in highest demand first."""

GROWTH_PERCENT: Final = 10
"""Default number of additional nodes of a kind to try, percent of the existing ones."""

WHO: Final = "capacity"


@dataclass(frozen=True, slots=True)
class Tried:
    """One option and its effect.

    Attributes:
        what: The option in words.
        model: Model of the GPUs it adds; empty: it adds none.
        gpus: Number of GPUs it adds.
        waits: Waits of the jobs that wait now.
    """

    what: str
    model: str
    gpus: int
    waits: Waits


def tried(state: State, nodes: int | None = None) -> Iterator[Tried]:
    """The result without a change first, then that of every option, each as soon as it is known.

    Args:
        state: The present state; not changed.
        nodes: Number of additional nodes of a kind; None: GROWTH_PERCENT of the existing ones, at least one.
    """
    yield Tried("as it is", "", 0, waits_after(state, ()))
    for what, model, gpus, changes in (*_more_nodes(state, nodes), *_no_quota(state)):
        try:
            waits = waits_after(state, changes)
        except Refused:
            continue  # a parent queue does not allow it
        yield Tried(what, model, gpus, waits)


_Option = tuple[str, str, int, Sequence[Any]]
"""(words, GPU model, GPUs added, events)."""


def _more_nodes(state: State, nodes: int | None) -> Iterator[_Option]:
    """Yield options with more nodes of the kinds that waiting jobs could use."""
    asked: dict[Hardware, int] = {}
    for line in _blocked(state):
        shape = line.placement_class.shape
        for kind in state.hardware:
            if kind.gpu_count >= shape.gpu_count and shape.accepts(kind.gpu_model):
                asked[kind] = (
                    asked.get(kind, 0) + len(line) * line.placement_class.ranks * shape.gpu_milli_total
                )
    for kind in sorted(asked, key=lambda kind: (-asked[kind], kind))[:KINDS_MAX]:
        count = nodes or max(1, state.hardware[kind] * GROWTH_PERCENT // 100)
        like = next(node.joined for node in state.nodes.values() if _is_of(node.joined, kind))
        joined = [
            replace(like, node_id=f"more-{number:04}", address=f"more-{number:04}", location=_NOWHERE)
            for number in range(count)
        ]
        nodes_more = "1 more node" if count == 1 else f"{count} more nodes"
        what = f"{nodes_more} of {kind.gpu_count} {kind.gpu_model or 'no'} GPUs"
        yield what, kind.gpu_model, count * kind.gpu_count, joined


def _no_quota(state: State) -> Iterator[_Option]:
    """Yield options without limits for the queues whose quotas hold back the most."""
    kept_out: dict[tuple[str, str], int] = {}
    for line in _blocked(state):
        short = state.admission(line.key).short
        if short is not None and not quotas.is_held_back(short) and not short.is_left_to_others:
            kept_out[short.queue] = kept_out.get(short.queue, 0) + len(line)
    for key in sorted(kept_out, key=lambda key: (-kept_out[key], key))[:KINDS_MAX]:
        what = f"no maximum and no limit on jobs for queue {key[1]}"
        yield what, "", 0, [_unbounded(state.queues.by_key[key])]


def _unbounded(queue: Queue) -> ConfigureQueue:
    settings = replace(
        queue.settings,
        maximum=None,
        jobs_running_max=None,
        user_jobs_running_max=None,
        over_quota_weight=max(1, queue.settings.over_quota_weight),
    )
    tenant, name = queue.key
    return ConfigureQueue(queue=name, tenant=tenant, settings=settings, requested_by=WHO)


def _blocked(state: State) -> Iterator[SchedulingGroup]:
    return (line for line in state.pending.groups() if line.blocked)


def _is_of(joined: Any, kind: Hardware) -> bool:
    return (joined.gpu_model, joined.gpu_count, joined.cpu_milli, joined.memory_mib) == kind[:4]


_NOWHERE: Final = Location(nvlink_domain="", leaf="", spine="", cell="")
