"""When what a job waits for is released: the estimated ends of the jobs that hold it.

Neither the pass nor a question may take long, so in a large cell not every end is followed: of the nodes that
count every second, third and so on, such that they are NODES_FOLLOWED_MAX at most, and what ends there stands
for its neighbours as well. Of the holders of a quota, HOLDERS_FOLLOWED_MAX likewise.
"""

from __future__ import annotations

from itertools import chain
from typing import Final, NamedTuple

from muster.queues.tree import QueueKey
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.starts.demand import Need
from muster.scheduler.core.state.job import NEVER_MS, Job
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State

_SOON: Final = 100
"""Quantile, in thousandths, of the run time at which running jobs end at the soonest."""

_SOONEST_MAX: Final = 512
"""Running jobs considered for the soonest releases: those that end first by their bounds. A job that stands
for others counts as so many."""

_SOONEST_MIN: Final = 32
"""And at least so many are considered."""

NODES_FOLLOWED_MAX: Final = 128
"""Nodes whose jobs are followed to their ends: some 1,000 jobs, about 10 ms."""

HOLDERS_FOLLOWED_MAX: Final = 2_048
"""Jobs that hold a quota and are followed to their ends."""


class _Holders(NamedTuple):
    """Who holds a resource.

    Attributes:
        ends: (estimated end, job id, amount that it stands for), by end.
        stands_for: How many each of them stands for.
    """

    ends: list[tuple[int, str, int]]
    stands_for: int


class Releases:
    """The releases of resources in one state.

    Args:
        state: The state; must not change while this is used.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._soon: dict[str, int] = {}
        self._ends: dict[str, int] = {}
        self._by_model: dict[str, list[tuple[str, Node]]] = {}
        self._by_queue: dict[str, list[Job]] | None = None
        self._holders: dict[tuple[object, ...], _Holders] = {}

    def by_bounds(self, need: Need) -> list[tuple[int, int]]:
        """(time, amount) of the releases if attempts end at their 90th percentile."""
        return [(at_ms, part) for at_ms, _, part in self._holding(need).ends if at_ms < NEVER_MS]

    def soonest(self, need: Need) -> list[tuple[int, int]]:
        """(time, amount) of the releases if attempts end at their 10th percentile, of those bounded first."""
        holders = self._holding(need)
        most = max(_SOONEST_MIN, _SOONEST_MAX // holders.stands_for)
        return [(self._soon_ms(job_id), part) for _, job_id, part in holders.ends[:most]]

    def stands_for(self, need: Need) -> int:
        """For how many each followed holder stands."""
        return self._holding(need).stands_for

    def _holding(self, need: Need) -> _Holders:
        holders = self._holders.get(need.key)
        if holders is None:
            found = (
                self._holding_room(need) if need.queues is None else self._holding_quota(need.queues, need)
            )
            holders = self._holders[need.key] = _Holders(sorted(found.ends), found.stands_for)
        return holders

    def _holding_room(self, need: Need) -> _Holders:
        """What ends on the nodes that count, of all of them or of a part."""
        state = self._state
        nodes = [each for each in self._nodes_of(need.models) if each[1].job_ids]
        step = max(1, -(-len(nodes) // NODES_FOLLOWED_MAX))
        if step > 1:
            nodes.sort()  # which are followed must not depend on the order in which they joined
        ends: list[tuple[int, str, int]] = []
        for node_id, node in nodes[::step]:
            for job_id in node.job_ids:
                job = state.jobs[job_id]
                ranks = len(job.attempt.tasks[node_id].ranks) if job.attempt else 0
                if part := need.each(job) * ranks * step:
                    ends.append((self._end_ms(job), job_id, part))
        return _Holders(ends, step)

    def _holding_quota(self, queues: frozenset[QueueKey], need: Need) -> _Holders:
        """What the jobs of these queues hold of a quota, of all of them or of a part."""
        by_queue = self._running_by_queue()
        running = [
            *chain.from_iterable(by_queue.get(name, ()) for name in sorted({key[1] for key in queues}))
        ]
        step = max(1, -(-len(running) // HOLDERS_FOLLOWED_MAX))
        if step > 1:
            running.sort(key=lambda job: job.arrival_seq)
        ends = [
            (self._end_ms(job), job.job_id, part * step)
            for job in running[::step]
            if (part := need.part(job))
        ]
        return _Holders(ends, step)

    def _running_by_queue(self) -> dict[str, list[Job]]:
        """The running jobs by the name of their queue: looked for once for all quotas that are waited for."""
        if self._by_queue is None:
            self._by_queue = {}
            for job in self._state.jobs.values():
                if job.attempt is not None:
                    self._by_queue.setdefault(job.spec.queue, []).append(job)
        return self._by_queue

    def _nodes_of(self, models: tuple[str, ...]) -> list[tuple[str, Node]]:
        """The nodes of these GPU models; of all, if none is named."""
        if not self._by_model:
            for node_id, node in self._state.nodes.items():
                self._by_model.setdefault(node.joined.gpu_model, []).append((node_id, node))
        found = self._by_model.values() if not models else (self._by_model.get(each, []) for each in models)
        return [*chain.from_iterable(found)]

    def _end_ms(self, job: Job) -> int:
        """The estimated end of a running job by its bound, ms since 1970 UTC."""
        if job.job_id not in self._ends:
            self._ends[job.job_id] = planner.ends_at_ms(self._state, job, by_limits=False)
        return self._ends[job.job_id]

    def _soon_ms(self, job_id: str) -> int:
        """The 10th percentile of a running job's end, ms since 1970 UTC."""
        if job_id not in self._soon:
            state, job = self._state, self._state.jobs[job_id]
            pace_milli = job.attempt.pace_milli if job.attempt else FULL_PACE_MILLI
            features = estimator.features_of(job.tenant, job.spec, pace_milli)
            began_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
            levels = estimator.quantiles_ms(state.durations, features, (_SOON,), state.now_ms - began_ms)
            self._soon[job_id] = max(state.now_ms, began_ms + levels[0]) if levels else state.now_ms
        return self._soon[job_id]
