"""Columns: GPU holdings as arrays, updated with every fact.

A plan for a large cluster examines every node once. With objects that would take tens of milliseconds; with
arrays it takes a few. A job has one entry in the job arrays, and one row for each node that it uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from muster.cluster import GPU_MILLI
from muster.cluster.occupancy import BoundGang
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import NodeJoined
from muster.queues.tree import QueueKey
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

TIER_RANK: Final = {tier: rank for rank, tier in enumerate(Tier)}
"""Rank of each tier, 0 for the highest."""

_FIRST_SIZE: Final = 256

_OF_JOBS: Final = (
    "kept_until_ms", "bound_at_ms", "tier", "priority", "held_milli", "spans", "stopping", "queue",
    "start_ms", "grace_ms", "save_ms", "guaranteed_until_ms",
)  # fmt: skip


class Columns:
    """Running gangs and nodes as arrays; free entries are reused. Arrays may be longer than the data.

    Attributes:
        job_ids: Job by entry; empty: the entry is free.
        jobs: Entry by job id.
        node_ids: Node by entry; empty: the entry is free.
        nodes: Entry by node id.
        kept_until_ms: Time up to which a job's work is safe, milliseconds since 1970 UTC.
        bound_at_ms: Time of its bind, milliseconds since 1970 UTC.
        tier: Rank of its tier.
        priority: Its priority.
        held_milli: GPU that it holds, thousandths.
        spans: Number of nodes that it spans.
        stopping: Whether it was ordered to stop, move or resize.
        start_ms: Duration of its start, ms; 0: it is still starting.
        grace_ms: Time for its ranks to end after SIGTERM, ms.
        save_ms: Time for a checkpoint before that, ms; 0: it takes none.
        guaranteed_until_ms: End of its guaranteed duration, milliseconds since 1970 UTC; 0: none.
        queue: Entry of its queue in `queue_keys`.
        queue_keys: Entry by queue.
        row_job: Job entry of a row.
        row_node: Node entry of a row.
        row_milli: GPU that the job holds on that node, thousandths; 0 in free rows and for jobs without GPUs.
        gpu_milli: GPU capacity of a node, thousandths.
        used_milli: GPU in use on a node, thousandths.
        opened: Whether a node accepts placements.
        model: Entry of a node's GPU model in `models`.
        models: Entry by GPU model.
        rows_used: Number of rows that were ever in use.
    """

    def __init__(self) -> None:
        self.job_ids: list[str] = []
        self.jobs: dict[str, int] = {}
        self.node_ids: list[str] = []
        self.nodes: dict[str, int] = {}
        self.kept_until_ms = _ints()
        self.bound_at_ms = _ints()
        self.tier = _ints()
        self.priority = _ints()
        self.held_milli = _ints()
        self.spans = _ints()
        self.stopping = np.zeros(_FIRST_SIZE, dtype=np.bool_)
        self.start_ms = _ints()
        self.grace_ms = _ints()
        self.save_ms = _ints()
        self.guaranteed_until_ms = _ints()
        self.queue = _ints()
        self.queue_keys: dict[QueueKey, int] = {}
        self.model = _ints()
        self.models: dict[str, int] = {}
        self.row_job = _ints()
        self.row_node = _ints()
        self.row_milli = _ints()
        self.gpu_milli = _ints()
        self.used_milli = _ints()
        self.opened = np.zeros(_FIRST_SIZE, dtype=np.bool_)
        self.rows_used = 0
        self._rows_of: dict[str, list[int]] = {}
        self._jobs_on: dict[int, set[str]] = {}
        self._free_jobs: list[int] = []
        self._free_rows: list[int] = []
        self._free_nodes: list[int] = []

    def join(self, joined: NodeJoined) -> None:
        """Add a node, or update its hardware."""
        entry = self.nodes.get(joined.node_id)
        if entry is None:
            entry = _entry(self.node_ids, self._free_nodes, joined.node_id)
            self.nodes[joined.node_id] = entry
            self._grow("gpu_milli", "used_milli", "opened", "model", entry=entry)
            self.used_milli[entry] = 0
            self._jobs_on[entry] = set()
        self.gpu_milli[entry] = joined.gpu_count * GPU_MILLI
        self.model[entry] = self.models.setdefault(joined.gpu_model, len(self.models))

    def show(self, node_id: str, *, opened: bool) -> None:
        """Set whether a node accepts placements."""
        self.opened[self.nodes[node_id]] = opened

    def forget(self, node_id: str) -> None:
        """Remove a node."""
        entry = self.nodes.pop(node_id)
        self.node_ids[entry] = ""
        self.opened[entry] = False
        self._free_nodes.append(entry)

    def bind(  # noqa: PLR0917  (a gang, whose it is, and since and until when)
        self,
        job_id: str,
        queue: QueueKey,
        spec: JobSpec,
        gang: BoundGang,
        at_ms: int,
        guaranteed_until_ms: int = 0,
    ) -> None:
        """Add a gang that was bound at `at_ms`."""
        entry = self.jobs[job_id] = _entry(self.job_ids, self._free_jobs, job_id)
        self._grow(*_OF_JOBS, entry=entry)
        by_node: dict[str, int] = {}
        for place in gang.placements:
            by_node[place.node_id] = by_node.get(place.node_id, 0) + place.shape.gpu_milli_total
        self.kept_until_ms[entry] = self.bound_at_ms[entry] = at_ms
        self.tier[entry], self.priority[entry] = TIER_RANK[spec.tier], spec.priority
        self.held_milli[entry], self.spans[entry] = sum(by_node.values()), len(by_node)
        self.guaranteed_until_ms[entry], self.stopping[entry] = guaranteed_until_ms, False
        self.start_ms[entry], self.grace_ms[entry] = 0, spec.grace_ms
        self.save_ms[entry] = spec.checkpoint.grace_ms if spec.checkpoint.enabled else 0
        self.queue[entry] = self.queue_keys.setdefault(queue, len(self.queue_keys))
        self._rows_of[job_id] = [self._add_row(entry, node_id, milli) for node_id, milli in by_node.items()]
        for node_id in by_node:
            self._jobs_on[self.nodes[node_id]].add(job_id)

    def update(self, job_id: str, kept_until_ms: int, start_ms: int, *, stopping: bool) -> None:
        """Update a job that has started, has a checkpoint, or was ordered to stop."""
        entry = self.jobs[job_id]
        self.kept_until_ms[entry], self.start_ms[entry] = kept_until_ms, start_ms
        self.stopping[entry] = stopping

    def release(self, job_id: str) -> None:
        """Remove a gang and free its rows."""
        entry = self.jobs.pop(job_id)
        self.job_ids[entry] = ""
        self._free_jobs.append(entry)
        for row in self._rows_of.pop(job_id):
            self.used_milli[self.row_node[row]] -= self.row_milli[row]
            self._jobs_on[int(self.row_node[row])].discard(job_id)
            self.row_milli[row] = 0
            self.row_job[row] = -1
            self._free_rows.append(row)

    def nodes_of(self, job_id: str) -> list[str]:
        """List the nodes that a job uses."""
        return [self.node_ids[self.row_node[row]] for row in self._rows_of[job_id]]

    def held_by(self, job_ids: Iterable[str]) -> Ints:
        """GPU that these jobs hold on each node, thousandths, by entry."""
        held = np.zeros(len(self.gpu_milli), dtype=np.int64)
        for job_id in job_ids:
            rows = self._rows_of[job_id]
            np.add.at(held, self.row_node[rows], self.row_milli[rows])
        return held

    def jobs_on(self, node_id: str) -> list[str]:
        """List the jobs that use a node, sorted by id."""
        return sorted(self._jobs_on[self.nodes[node_id]])

    def _add_row(self, job: int, node_id: str, milli: int) -> int:
        node = self.nodes[node_id]
        if self._free_rows:
            row = self._free_rows.pop()
        else:
            row, self.rows_used = self.rows_used, self.rows_used + 1
            self._grow("row_job", "row_node", "row_milli", entry=row)
        self.row_job[row], self.row_node[row], self.row_milli[row] = job, node, milli
        self.used_milli[node] += milli
        return row

    def _grow(self, *names: str, entry: int) -> None:
        """Double these arrays if they have no room for an entry."""
        for name in names:
            column: NDArray[Any] = getattr(self, name)
            if entry >= len(column):
                setattr(self, name, np.concatenate([column, np.zeros(len(column), dtype=column.dtype)]))


def _ints() -> Ints:
    return np.zeros(_FIRST_SIZE, dtype=np.int64)


def _entry(names: list[str], free: list[int], name: str) -> int:
    """Assign an entry to a new name: a free one, else the next."""
    if free:
        entry = free.pop()
        names[entry] = name
        return entry
    names.append(name)
    return len(names) - 1
