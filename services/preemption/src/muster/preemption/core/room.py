"""Room: whether the job that asks surely fits once others have yielded. PURE.

It is placed under every rule that the scheduler places by: quotas on every level of the tree and the models
they leave, GPU models and their preferences, labels, taints, GPU memory, maintenance windows, the layout in
the network, fractions by their sharing key, MIG geometry with GPUs that may be cut or made whole, CPU and
memory, and the nodes that the job avoids. More that yields never makes less room.
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
    """What one waiting job needs, and whether it is there.

    Args:
        world: The cell.
        job: The job.
        at_ms: The time.

    Attributes:
        shape: What one rank needs.
        ranks: Size of the gang; for an elastic job its minimum.
        layout: Where in the network.
        where: Eligible nodes.
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
        """Where the gang goes once these have yielded, in rank order; None: it does not surely fit."""
        key = frozenset((each.candidate.job_id, each.ranks_kept) for each in yields)
        if key not in self._known:
            with self.without(yields):
                self._known[key] = self.now()
        return self._known[key]

    @contextmanager
    def without(self, yields: Collection[Yield]) -> Generator[Plan]:
        """A trial in which these have yielded."""
        cluster = self._world.queues.occupancy.cluster
        with self._world.queues.trial() as plan:
            if self._world.head_job_id == self._job.job_id:
                for node_id in self._world.kept_nodes():
                    cluster.set_schedulable(node_id, schedulable=True)
            for each in yields:
                plan.release(each.candidate.job_id, each.ranks_kept)
            yield plan

    def now(self) -> tuple[Placement, ...] | None:
        """Where the gang goes as things stand, in a trial or outside."""
        self.checks += 1
        shapes = self.shapes()
        if not self._avoided:
            return self._first(shapes)
        with self._world.queues.occupancy.cluster.without(self._avoided):
            found = self._first(shapes)
        return found or (self._first(shapes) if self._is_demanding else None)

    def shunned(self) -> tuple[str, ...]:
        """The nodes where the job is not placed whoever yields: it avoids them, others could hold it."""
        return () if self._is_demanding else self._avoided

    def shapes(self) -> list[Shape]:
        """The shapes to try as things stand; none: a quota is in the way."""
        admission = self._world.queues.admission(self._job.job_id)
        if admission.short:
            return []
        self._admitted = self.where._replace(off_spot=True) if admission.off_spot else self.where
        return self._narrowed(admission.narrowed(self.shape))

    def _narrowed(self, shape: Shape) -> list[Shape]:
        """A shape for each GPU model in the order of preference; the shape itself where there is none."""
        if not self._models:
            return [shape]
        return [replace(shape, gpu_models=(model,)) for model in self._models if shape.accepts(model)]

    def _avoided_now(self, avoids: tuple[str, ...]) -> tuple[str, ...]:
        """Nodes that the job must avoid; as if no quota narrowed its models, so that it stays as it is."""
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
        """With every empty cut GPU made whole that may change."""
        cards = [card for card in cluster.empty_cut_gpus(self._admitted) if self.thawed(card)]
        if not cards:
            return None
        with cluster.trial():
            for card in cards:
                cluster.cut(*card, cut=False)
            return self._gang(cluster, shape)

    def _cutting(self, cluster: Cluster, shape: Shape) -> tuple[Placement, ...] | None:
        """With a whole GPU cut for each rank that finds no instance."""
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
        """Whether a GPU's geometry may change."""
        changed_at_ms = self._world.changed_at_ms.get(card)
        interval_ms = self._world.queues.policy.mig_change_interval_ms
        return changed_at_ms is None or changed_at_ms + interval_ms <= self._at_ms


def _until_ms(job: LiveJob, at_ms: int) -> int | None:
    """When the job has surely ended, if it starts now; None: unknown."""
    limit_ms = job.spec.wall_time_max_ms
    return None if limit_ms is None else at_ms + limit_ms + job.spec.grace_ms


def _bounded(world: World, where: Where, until_ms: int | None) -> Where:
    """Without nodes that close before the job has ended; equal for jobs for which the same nodes are left."""
    windows = [node.window for node in world.queues.occupancy.nodes.values() if node.window]
    starts = [window.starts_at_ms for window in windows if not window.begun]
    cut_ms = max((start for start in starts if until_ms is None or start <= until_ms), default=0)
    return where._replace(open_until_ms=cut_ms) if cut_ms else where
