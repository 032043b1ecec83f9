"""Room: whether the requesting job is certain to fit once others have yielded. PURE.

Placement obeys every rule of the scheduler: quotas at every level of the tree and the GPU models that they
leave, GPU models and their preferences, labels, taints, GPU memory, maintenance windows, network layout,
fractions by sharing key, MIG geometry (including GPUs whose MIG mode may be switched), CPU and memory, and
the nodes that the job avoids. A further victim never reduces the room.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace

from muster.cluster import (
    MIG,
    MIG_MODELS,
    Cluster,
    Layout,
    Placement,
    Shape,
    Strictness,
    Weights,
    Where,
    whole_card,
)
from muster.cluster.occupancy import avoided_now, keyed_shape_of, layout_of, where_of
from muster.preemption.core.candidates import Yield
from muster.preemption.core.world import World
from muster.queues.occupancy import LiveJob, Plan

Card = tuple[str, int]
"""(node_id, GPU index)."""


class Room:
    """The needs of one pending job, and checks whether the cell can meet them.

    Args:
        world: The cell.
        job: The job.
        at_ms: Time of the check, milliseconds since 1970 UTC.

    Attributes:
        shape: Resources of one rank.
        ranks: Gang size; for an elastic job its minimum.
        layout: Required or preferred position in the network.
        where: Eligible nodes.
        checks: Number of placement searches so far.
    """

    def __init__(self, world: World, job: LiveJob, at_ms: int) -> None:
        self._world, self._job, self._at_ms = world, job, at_ms
        self.shape = keyed_shape_of(job.tenant, job.spec, world.queues.policy)
        self.ranks = job.claim.placement_class.ranks
        self.layout: Layout = layout_of(job.spec)
        self.where: Where = _bounded(world, where_of(job.spec), _until_ms(job, at_ms))
        self._admitted = self.where
        topology = world.queues.policy.topology
        self._weights = Weights(
            topology.nvlink, topology.leaf, topology.spine, topology.cell, topology.stranded_gpu
        )
        self._models = tuple(each.model for each in job.spec.gpu_preferences)
        self._known: dict[frozenset[tuple[str, int]], tuple[Placement, ...] | None] = {}
        self.checks = 0
        self._avoided = self._avoided_now(world.avoids.get(job.job_id, ()))

    def placements(self, yields: Collection[Yield]) -> tuple[Placement, ...] | None:
        """Place the gang as if these had yielded, in rank order; None: it is not certain to fit."""
        key = frozenset((each.candidate.job_id, each.ranks_kept) for each in yields)
        if key not in self._known:
            with self.without(yields):
                self._known[key] = self.now()
        return self._known[key]

    @contextmanager
    def without(self, yields: Collection[Yield]) -> Generator[Plan]:
        """Open a trial in which these have yielded."""
        cluster = self._world.queues.occupancy.cluster
        with self._world.queues.trial() as plan:
            if self._world.head_job_id == self._job.job_id:
                for node_id in self._world.kept_nodes():
                    cluster.set_schedulable(node_id, schedulable=True)
            for each in yields:
                plan.release(each.candidate.job_id, each.ranks_kept)
            yield plan

    def now(self) -> tuple[Placement, ...] | None:
        """Place the gang in the current state, inside or outside a trial; None: it does not fit."""
        self.checks += 1
        shapes = self.shapes()
        if not self._avoided:
            return self._first(shapes)
        with self._world.queues.occupancy.cluster.without(self._avoided):
            found = self._first(shapes)
        return found or (self._first(shapes) if self._is_demanding else None)

    def shunned(self) -> tuple[str, ...]:
        """Nodes that the job never uses, whichever jobs yield: it avoids them and others could hold it."""
        return () if self._is_demanding else self._avoided

    def shapes(self) -> list[Shape]:
        """List the shapes to try in the current state; empty: a quota blocks the job."""
        admission = self._world.queues.admission(self._job.job_id)
        if admission.short:
            return []
        self._admitted = self.where._replace(off_spot=True) if admission.off_spot else self.where
        return self._narrowed(admission.narrowed(self.shape))

    def _narrowed(self, shape: Shape) -> list[Shape]:
        """Return one shape per GPU model in order of preference; without preferences, the shape itself."""
        if not self._models:
            return [shape]
        return [replace(shape, gpu_models=(model,)) for model in self._models if shape.accepts(model)]

    def _avoided_now(self, avoids: tuple[str, ...]) -> tuple[str, ...]:
        """Nodes that the job must avoid; ignores quotas on models, so that the result never changes."""
        if not avoids:
            return ()
        occupancy, shapes = self._world.queues.occupancy, self._narrowed(self.shape)
        with self.without(()):
            return avoided_now(occupancy.cluster, occupancy.nodes, avoids, shapes, self.ranks, self.where)

    @property
    def _is_demanding(self) -> bool:
        """Whether the layout may fail even when there is room for all ranks."""
        return self.layout.strictness == Strictness.REQUIRED or self.layout.group_ranks > 1

    def _first(self, shapes: Iterable[Shape]) -> tuple[Placement, ...] | None:
        return next((found for each in shapes if (found := self._find(each)) is not None), None)

    def _find(self, shape: Shape) -> tuple[Placement, ...] | None:
        cluster = self._world.queues.occupancy.cluster
        found = self._gang(cluster, shape)
        if found is not None or not shape.gpu_count:
            return found
        if shape.sharing == MIG:
            return self._cutting(cluster, shape)
        if shape.is_fraction and not shape.sharing:
            return None
        return self._making_whole(cluster, shape)

    def _gang(self, cluster: Cluster, shape: Shape) -> tuple[Placement, ...] | None:
        if cluster.room(shape, self.ranks, self._admitted) < self.ranks:
            return None  # counting is cheaper than searching
        return cluster.find_gang(shape, self.ranks, self.layout, self._weights, self._admitted)

    def _making_whole(self, cluster: Cluster, shape: Shape) -> tuple[Placement, ...] | None:
        """Search with MIG disabled on every empty GPU whose geometry may change."""
        cards = [card for card in cluster.empty_cut_gpus(self._admitted) if self.thawed(card)]
        if not cards:
            return None
        with cluster.trial():
            for card in cards:
                cluster.cut(*card, cut=False)
            return self._gang(cluster, shape)

    def _cutting(self, cluster: Cluster, shape: Shape) -> tuple[Placement, ...] | None:
        """Search with MIG enabled on one more empty GPU for each rank that finds no instance."""
        nodes = self._world.queues.occupancy.nodes.values()
        models = {node.joined.gpu_model for node in nodes} & {*MIG_MODELS}
        accepted = tuple(sorted(model for model in models if shape.accepts(model)))
        if not accepted:
            return None
        opened, found = replace(whole_card(shape), gpu_models=accepted), list[Placement]()
        with cluster.trial():
            for card in self._world.changed_at_ms:
                if not self.thawed(card) and not cluster.is_cut(*card):
                    cluster.mark_gpu(*card, healthy=False)
            for _ in range(self.ranks):
                place = cluster.find(shape, self._admitted)
                if place is None:
                    whole = cluster.find(opened, self._admitted)
                    if whole is None:
                        return None
                    cluster.cut(whole.node_id, whole.gpu_indices[0], cut=True)
                    place = cluster.find(shape, self._admitted)
                if place is None:
                    return None
                cluster.take(place)
                found.append(place)
        return tuple(found)

    def thawed(self, card: Card) -> bool:
        """Whether a GPU's geometry may change: its last change is at least the policy's interval ago."""
        changed_at_ms = self._world.changed_at_ms.get(card)
        interval_ms = self._world.queues.policy.mig_change_interval_ms
        return changed_at_ms is None or changed_at_ms + interval_ms <= self._at_ms


def _until_ms(job: LiveJob, at_ms: int) -> int | None:
    """Latest end of the job if it starts now, milliseconds since 1970 UTC; None: unlimited."""
    limit_ms = job.spec.wall_time_max_ms
    return None if limit_ms is None else at_ms + limit_ms + job.spec.grace_ms


def _bounded(world: World, where: Where, until_ms: int | None) -> Where:
    """Exclude nodes that close before the job ends; jobs left with the same nodes get equal results."""
    windows = [node.window for node in world.queues.occupancy.nodes.values() if node.window]
    starts = [window.starts_at_ms for window in windows if not window.begun]
    cut_ms = max((start for start in starts if until_ms is None or start <= until_ms), default=0)
    return where._replace(open_until_ms=cut_ms) if cut_ms else where
