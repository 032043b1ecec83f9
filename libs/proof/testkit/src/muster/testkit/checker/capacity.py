"""Capacity: no GPU, core or byte is given twice at any step; gangs whole; closed nodes get nothing new."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from muster.events.job_commands import JobSpec, SandboxNeed, SpotUse, Tier
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    GpuRecovered,
    GpuUnhealthy,
    JobQueued,
    MaintenanceEnded,
    MaintenanceScheduled,
    MaintenanceStarted,
    NodeCordoned,
    NodeDraining,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeReclaiming,
    NodeRecovered,
    NodeSpared,
    NodeSuspected,
    NodeTagged,
    NodeUncordoned,
    NodeUndrained,
)
from muster.events.node_commands import StartTask
from muster.events.node_heartbeats import Sandbox
from muster.events.scheduler_log import Batch
from muster.scheduler.core.move.elastic import sizes
from muster.testkit.checker.breach import Breaches

GPU_MILLI = 1000
_HOUR_MS = 3_600_000


@dataclass(slots=True)
class _Node:
    joined: NodeJoined
    silent: bool = False
    lost: bool = False
    cordoned: bool = False
    draining: bool = False
    in_maintenance: bool = False
    taken: bool = False
    closes_at_ms: int | None = None
    labels: dict[str, str] = field(default_factory=dict[str, str])
    taints: tuple[str, ...] = ()
    unhealthy: set[int] = field(default_factory=set[int])
    gpu_milli: Counter[int] = field(default_factory=Counter[int])
    cpu_milli: int = 0
    memory_mib: int = 0
    attempts: int = 0


class Capacity:
    """Keeps its own account of all holdings."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._nodes: dict[str, _Node] = {}
        self._specs: dict[str, JobSpec] = {}
        self._p90_ms: dict[str, int | None] = {}
        self._bound: dict[str, GangBound] = {}

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        starts: dict[str, list[StartTask]] = {}
        bound: list[GangBound] = []
        for decision in batch.decisions:
            payload = decision.payload
            if isinstance(payload, StartTask):
                starts.setdefault(payload.job_id, []).append(payload)
                self._breaches.expect(
                    payload.epoch == batch.epoch, "orders carry the epoch", decision.event_id, payload.epoch
                )
            elif isinstance(payload, GangBound):
                bound.append(payload)
                self._bind(decision.event_id, payload)
                self._check_windows(decision.event_id, payload, batch.observed_at_ms)
            else:
                self._note(payload)
        for gang in bound:
            self._check_orders(gang, starts.get(gang.job_id, []))

    def _note(self, fact: Any) -> None:
        match fact:
            case JobQueued():
                self._specs[fact.job_id] = fact.spec
                self._p90_ms[fact.job_id] = fact.predicted_p90_ms
            case AttemptEnded():
                self._release(fact.job_id)
            case NodeJoined():
                self._join(fact)
            case NodeForgotten():
                self._forget(fact)
            case NodeSuspected() | NodeLost() | NodeRecovered() | NodeCordoned() | NodeUncordoned():
                self._note_node(fact, fact.node_id)
            case GpuUnhealthy() | GpuRecovered() | NodeDraining() | NodeUndrained() | NodeTagged():
                self._note_node(fact, fact.node_id)
            case MaintenanceScheduled() | MaintenanceStarted() | MaintenanceEnded():
                self._note_node(fact, fact.node_id)
            case NodeReclaiming() | NodeSpared():
                self._note_node(fact, fact.node_id)
            case _:
                pass

    def _note_node(self, fact: Any, node_id: str) -> None:
        node = self._nodes.get(node_id)
        if not self._breaches.expect(node is not None, "nodes are known", node_id, fact) or node is None:
            return
        match fact:
            case NodeSuspected() | NodeLost() | NodeRecovered():
                node.silent = not isinstance(fact, NodeRecovered)
                node.lost = isinstance(fact, NodeLost)
            case NodeCordoned() | NodeUncordoned():
                node.cordoned = isinstance(fact, NodeCordoned)
            case NodeDraining() | NodeUndrained():
                node.draining = isinstance(fact, NodeDraining)
            case NodeReclaiming() | NodeSpared():
                node.taken = isinstance(fact, NodeReclaiming)
            case NodeTagged():
                node.labels, node.taints = dict(fact.labels), fact.taints
            case MaintenanceScheduled():
                node.closes_at_ms = fact.starts_at_ms
            case MaintenanceStarted() | MaintenanceEnded():
                node.closes_at_ms, node.in_maintenance = None, isinstance(fact, MaintenanceStarted)
            case GpuUnhealthy():
                node.unhealthy.add(fact.gpu_index)
            case GpuRecovered():
                node.unhealthy.discard(fact.gpu_index)
            case _:
                raise TypeError(f"{type(fact).__name__} is about no node")

    def _join(self, fact: NodeJoined) -> None:
        node = self._nodes.get(fact.node_id)
        if node is None:
            self._nodes[fact.node_id] = _Node(fact)
            return
        if (fact.gpu_count, fact.gpu_model) != (node.joined.gpu_count, node.joined.gpu_model):
            node.unhealthy.clear()
        node.joined, node.silent, node.lost = fact, False, False

    def _forget(self, fact: NodeForgotten) -> None:
        """Drop a node with its marks: it is lost, and no gang is placed there."""
        node = self._nodes.pop(fact.node_id, None)
        placed = {place.node_id for gang in self._bound.values() for place in gang.placements}
        gone = node is not None and node.lost and fact.node_id not in placed
        self._breaches.expect(gone, "only empty lost nodes are forgotten", fact.node_id, fact)

    def _bind(self, at: str, fact: GangBound) -> None:
        expect, spec = self._breaches.expect, self._specs.get(fact.job_id)
        known = {place.node_id for place in fact.placements} <= set(self._nodes)
        if not expect(known and spec is not None, "jobs and nodes are known", at, fact) or spec is None:
            return
        expect(fact.job_id not in self._bound, "no double bind", at, fact.job_id)
        ranks = [place.rank for place in fact.placements]
        allowed = sizes(spec)
        whole = len(ranks) in allowed and ranks == list(range(len(ranks)))
        expect(whole, "all or nothing", at, f"ranks {ranks} of {allowed}")
        self._bound[fact.job_id] = fact
        for place in fact.placements:
            self._check_place(at, spec, place)
        models = {self._nodes[place.node_id].joined.gpu_model for place in fact.placements}
        expect(not spec.gpu_preferences or len(models) == 1, "one GPU model for all ranks", at, models)
        self._count(fact, +1)
        for node_id in {place.node_id for place in fact.placements}:
            self._check_node(at, self._nodes[node_id])

    def _check_place(self, at: str, spec: JobSpec, place: Any) -> None:
        expect, node, asked = self._breaches.expect, self._nodes[place.node_id], spec.resources
        closed = node.silent or node.cordoned or node.draining or node.in_maintenance or node.taken
        expect(not closed, "nothing new on closed nodes", at, place.node_id)
        indices = set(place.gpu_indices)
        expect(len(indices) == len(place.gpu_indices) == asked.gpu_count, "as many GPUs as asked", at, place)
        expect(indices <= set(range(node.joined.gpu_count)), "GPUs exist", at, place)
        expect(not indices & node.unhealthy, "nothing new on unhealthy GPUs", at, place)
        if asked.gpu_models:
            expect(node.joined.gpu_model in asked.gpu_models, "GPU model as asked", at, node.joined.gpu_model)
        memory_mib = node.joined.gpu_memory_mib
        expect(memory_mib >= asked.gpu_memory_mib_min, "GPU memory as asked", at, memory_mib)
        labels = {**node.joined.labels, **node.labels}
        taints = {*node.joined.taints, *node.taints}
        contained = node.joined.sandbox is not Sandbox.NONE or spec.sandbox is SandboxNeed.OPTIONAL
        expect(contained, "a sandbox where one is required", at, place.node_id)
        expect(spec.node_labels.items() <= labels.items(), "labels as asked", at, labels)
        expect(taints <= set(spec.tolerations), "taints are tolerated", at, taints)
        on_spot = labels.get("capacity-type") == "spot"
        says_so = spec.spot is SpotUse.ALLOWED or "capacity-type" in spec.node_labels
        serves = spec.tier is Tier.PRODUCTION_INFERENCE and not says_so
        loses_much = (spec.wall_time_max_ms or _HOUR_MS + 1) > _HOUR_MS
        unsaved = not (spec.checkpoint.enabled or says_so) and loses_much
        kept_off = on_spot and (serves or unsaved or spec.spot is SpotUse.NEVER)
        expect(not kept_off, "off spot nodes who does not go there", at, place.node_id)

    def _check_windows(self, at: str, fact: GangBound, now_ms: int) -> None:
        """Work in a maintenance window's way must end in time, at least on the fastest model."""
        p90_ms = self._p90_ms.get(fact.job_id)
        for node_id in sorted({place.node_id for place in fact.placements} & set(self._nodes)):
            closes_at_ms = self._nodes[node_id].closes_at_ms
            in_time = closes_at_ms is None or (p90_ms is not None and now_ms + p90_ms <= closes_at_ms)
            self._breaches.expect(in_time, "nothing that outlasts the time to a window", at, node_id)

    def _check_node(self, at: str, node: _Node) -> None:
        expect, joined = self._breaches.expect, node.joined
        over = {index: milli for index, milli in node.gpu_milli.items() if milli > GPU_MILLI}
        expect(not over, "no GPU twice", at, f"{joined.node_id}: {over}")
        expect(node.cpu_milli <= joined.cpu_milli, "no core twice", at, f"{joined.node_id}: {node.cpu_milli}")
        expect(
            node.memory_mib <= joined.memory_mib, "no byte twice", at, f"{joined.node_id}: {node.memory_mib}"
        )

    def _release(self, job_id: str) -> None:
        bound = self._bound.pop(job_id, None)
        if self._breaches.expect(bound is not None, "what ends was bound", job_id, "not bound") and bound:
            self._count(bound, -1)

    def _count(self, bound: GangBound, sign: int) -> None:
        asked = self._specs[bound.job_id].resources
        for place in bound.placements:
            node = self._nodes[place.node_id]
            node.cpu_milli += sign * asked.cpu_milli
            node.memory_mib += sign * asked.memory_mib
            for index in place.gpu_indices:
                node.gpu_milli[index] += sign * place.gpu_milli

    def _check_orders(self, gang: GangBound, starts: list[StartTask]) -> None:
        """Check that every rank is ordered to start exactly once, on the node to which it was bound."""
        bound = {p.rank: (p.node_id, p.gpu_indices, p.gpu_milli) for p in gang.placements}
        ordered = [(r.rank, (s.node_id, r.gpu_indices, r.gpu_milli)) for s in starts for r in s.ranks]
        same = dict(ordered) == bound and len(ordered) == len(bound)
        self._breaches.expect(same, "orders match the bind", f"{gang.job_id}/{gang.attempt}", ordered)
