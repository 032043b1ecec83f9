"""Releases of the resource that a job waits for: the estimated ends of the jobs that hold it.

Neither the pass nor a query may take long, so in a large cell only a sample is examined: every second, third,
... eligible node, at most NODES_FOLLOWED_MAX, and the jobs there also stand for those on the skipped nodes.
Likewise at most HOLDERS_FOLLOWED_MAX holders of a quota are examined.
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
"""Maximum number of running jobs considered for the soonest releases: those that end first by their bounds. A
job that stands for others counts as many times."""

_SOONEST_MIN: Final = 32
"""Minimum number of jobs considered for the soonest releases, however many each stands for."""

NODES_FOLLOWED_MAX: Final = 128
"""Maximum number of nodes whose jobs' ends are estimated: some 1,000 jobs, about 10 ms."""

HOLDERS_FOLLOWED_MAX: Final = 2_048
"""Maximum number of holders of a quota whose ends are estimated."""


class _Holders(NamedTuple):
    """The jobs that hold a resource, or a sample of them.

    Attributes:
        ends: (estimated end in ms since 1970 UTC, job id, amount that it stands for), sorted by end.
        stands_for: Number of holders that each listed one stands for.
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
        """List (ms since 1970 UTC, amount) of the releases if attempts end at their 90th percentile."""
        return [(at_ms, part) for at_ms, _, part in self._holding(need).ends if at_ms < NEVER_MS]

    def soonest(self, need: Need) -> list[tuple[int, int]]:
        """List (ms since 1970 UTC, amount) of the releases if attempts end at their 10th percentile.

        Considers only the jobs that end first by their bounds.
        """
        holders = self._holding(need)
        most = max(_SOONEST_MIN, _SOONEST_MAX // holders.stands_for)
        return [(self._soon_ms(job_id), part) for _, job_id, part in holders.ends[:most]]

    def stands_for(self, need: Need) -> int:
        """Return the number of holders that each examined one stands for."""
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
        """Find the holders of room on the eligible nodes, or on a sample of them."""
        state = self._state
        nodes = [each for each in self._nodes_of(need.models) if each[1].job_ids]
        step = max(1, -(-len(nodes) // NODES_FOLLOWED_MAX))
        if step > 1:
            nodes.sort()  # the sample must not depend on the order in which nodes joined
        ends: list[tuple[int, str, int]] = []
        for node_id, node in nodes[::step]:
            for job_id in node.job_ids:
                job = state.jobs[job_id]
                ranks = len(job.attempt.tasks[node_id].ranks) if job.attempt else 0
                if part := need.each(job) * ranks * step:
                    ends.append((self._end_ms(job), job_id, part))
        return _Holders(ends, step)

    def _holding_quota(self, queues: frozenset[QueueKey], need: Need) -> _Holders:
        """Find the jobs of these queues that hold a quota, or a sample of them."""
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
        """Group the running jobs by the name of their queue; computed once for all quotas."""
        if self._by_queue is None:
            self._by_queue = {}
            for job in self._state.jobs.values():
                if job.attempt is not None:
                    self._by_queue.setdefault(job.spec.queue, []).append(job)
        return self._by_queue

    def _nodes_of(self, models: tuple[str, ...]) -> list[tuple[str, Node]]:
        """List the nodes of these GPU models; all nodes if no model is named."""
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
