"""When and on which nodes a gang will have room, by the estimated ends of running attempts (head_of_line).

Every rank needs a slot: whole GPUs or a part of one, CPU and memory of one node. For each node the times of
its first slot, its second slot and so on are computed, as its attempts end one after another, and as empty
GPUs of the other geometry may be changed (placement.geometry). The gang has room when there are as many slots
as ranks. Of the nodes with a slot by then the fewest that suffice are chosen, those with most slots first.

In a large cluster only the nodes that are estimated to be free first are examined. The result is then still a
valid time, but not always the earliest.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import chain, repeat
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from muster.cluster import MIG, Placement, Shape
from muster.scheduler.core.batch import orders
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.placement import avoidance, constraints, geometry, gpu_models
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State

NODES_MIN: Final = 1_024
"""Minimum number of nodes examined: it takes about 30 ms."""


class Plan(NamedTuple):
    """When and on which nodes there will be room.

    Attributes:
        node_ids: The nodes, ascending.
        starts_at_ms: When all of them have room, ms since 1970 UTC; None: unknown.
    """

    node_ids: tuple[str, ...]
    starts_at_ms: int | None


class Release(NamedTuple):
    """A placement that a rank releases on a node, and when (or at what cost, move.defrag)."""

    at_ms: int
    placement: Placement


def earliest(
    state: State,
    job: Job,
    needs: PlacementClass,
    *,
    by_limits: bool,
    among: Sequence[tuple[str, Node]] | None = None,
) -> Plan | None:
    """The earliest room for a gang; None when all usable nodes together could not hold it even when empty.

    Of several GPU models, the one that has room first is chosen. Nodes that close for maintenance before the
    job's estimated end are excluded.

    Args:
        state: The state.
        job: The gang.
        needs: Its placement class, or a narrower one.
        by_limits: Whether to trust only wall-time limits.
        among: The nodes to consider; None: all.
    """
    nodes = state.nodes.items() if among is None else among
    avoided = avoidance.avoided(state, needs)
    plans = [
        _on_nodes_of(state, nodes, job, needs._replace(shape=shape), avoided, by_limits=by_limits)
        for shape in gpu_models.in_order(state, needs)
    ]
    return min([plan for plan in plans if plan], key=_start_ms, default=None)


def could_hold(state: State, job: Job, needs: PlacementClass) -> bool:
    """Whether all usable nodes together could hold a gang if they were empty.

    Only then `earliest` can find room; it may still find none, because nodes close for maintenance.
    """
    avoided = avoidance.avoided(state, needs)
    for shape in gpu_models.in_order(state, needs):
        left, shaped = needs.ranks, needs._replace(shape=shape)
        for _, _, node in _usable(state.nodes.items(), job, shaped, avoided):
            left -= ranks_when_empty(state, node, shape)
            if left <= 0:
                return True
    return False


def _start_ms(plan: Plan) -> int:
    return NEVER_MS if plan.starts_at_ms is None else plan.starts_at_ms


def _on_nodes_of(
    state: State,
    nodes: Iterable[tuple[str, Node]],
    job: Job,
    needs: PlacementClass,
    avoided: Container[str],
    *,
    by_limits: bool,
) -> Plan | None:
    """The earliest room on eligible nodes of the shape's GPU models, without the avoided nodes."""
    usable = list(_usable(nodes, job, needs, avoided))
    examined = nsmallest(max(NODES_MIN, 2 * needs.ranks), usable, key=itemgetter(0, 1))
    slots = _all_slots(state, job, needs, examined, by_limits=by_limits)
    if len(slots) < needs.ranks and len(examined) < len(usable):
        slots = _all_slots(state, job, needs, usable, by_limits=by_limits)
    if len(slots) < needs.ranks:
        return None
    slots.sort()
    at_ms = slots[needs.ranks - 1][0]
    node_ids = _fewest([node_id for slot_ms, node_id in slots if slot_ms <= at_ms], needs.ranks)
    return Plan(node_ids, None if at_ms == NEVER_MS else at_ms)


def _usable(
    nodes: Iterable[tuple[str, Node]], job: Job, needs: PlacementClass, avoided: Container[str]
) -> Iterator[tuple[int, str, Node]]:
    """The eligible nodes that a job may use, each with the time at which it is estimated to be empty."""
    for node_id, node in nodes:
        if (
            node.usable
            and node.held_for in ("", job.job_id)
            and needs.shape.accepts(node.joined.gpu_model)
            and node_id not in avoided
            and constraints.admits(needs, node)
        ):
            yield node.clear_ms, node_id, node


def ranks_when_empty(state: State, node: Node, shape: Shape) -> int:
    """Number of ranks that a node holds when empty, on its healthy GPUs, with the geometry they need."""
    joined = node.joined
    bounds: list[int] = []
    if shape.gpu_count:
        gpus = joined.gpu_count - len(node.gpus_unhealthy)
        if shape.is_fraction:
            bounds.append(gpus * state.cluster.fractions_beside(joined.gpu_model, shape))
        else:
            bounds.append(gpus // shape.gpu_count * shape.accepts(joined.gpu_model))
    if shape.cpu_milli:
        bounds.append(joined.cpu_milli // shape.cpu_milli)
    if shape.memory_mib:
        bounds.append(joined.memory_mib // shape.memory_mib)
    return min(bounds, default=1)


def ends_at_ms(state: State, job: Job, *, by_limits: bool) -> int:
    """Estimated end of a job's attempt, ms since 1970 UTC.

    A job that fills a gap has left after its drain. `by_limits`: only wall-time limits are trusted.
    """
    attempt = job.attempt
    assert attempt is not None, f"{job.job_id} holds nothing"  # noqa: S101  (it is on a node)
    limit_ms = NEVER_MS if job.limit_ms is None else attempt.bound_at_ms + job.limit_ms
    if attempt.gap_of:  # it yields to whomever its nodes are kept for (move.gaps)
        return state.now_ms + orders.resuming_drain(state, job).total_ms
    if by_limits or limit_ms <= state.now_ms:
        return limit_ms if limit_ms > state.now_ms else state.now_ms + job.spec.grace_ms
    tier_ms = state.policy.wall_time_max_ms.get(job.spec.tier)
    if tier_ms is not None:
        stopped_ms = attempt.bound_at_ms + tier_ms + orders.resuming_drain(state, job).total_ms
        limit_ms = min(limit_ms, max(stopped_ms, state.now_ms))
    if job.p90_ms is not None and job.ends_by_ms > state.now_ms:
        return min(limit_ms, job.ends_by_ms)
    features = estimator.features_of(job.tenant, job.spec, attempt.pace_milli, policy=state.policy)
    rest = estimator.predict(state.durations, features, state.now_ms - attempt.bound_at_ms)
    return limit_ms if rest.p90_ms is None else min(limit_ms, state.now_ms + rest.p90_ms)


def _all_slots(
    state: State, job: Job, needs: PlacementClass, nodes: list[tuple[int, str, Node]], *, by_limits: bool
) -> list[tuple[int, str]]:
    """(time, node_id) of every slot that lasts for the job's estimated run time."""
    found: list[tuple[int, str]] = []
    lasts_ms = NEVER_MS if job.bound_ms is None else job.bound_ms
    for _, node_id, node in nodes:
        most = min(needs.ranks, ranks_when_empty(state, node, needs.shape))
        if most:
            ends_ms = {
                other_id: ends_at_ms(state, state.jobs[other_id], by_limits=by_limits)
                for other_id in node.job_ids
            }
            released = releases(state, node_id, ends_ms)
            at_node = slots(state, node, needs.shape, released, now_ms=state.now_ms, most=most, recuts=True)
            if node.closes_at_ms is not None:
                at_node = [at_ms for at_ms in at_node if at_ms + lasts_ms <= node.closes_at_ms]
            found += [(at_ms, node_id) for at_ms in at_node]
    return found


def releases(state: State, node_id: str, at_ms: Mapping[str, int]) -> list[Release]:
    """List what jobs release on a node, each at its time (or cost, see move.defrag), ascending."""
    found: list[Release] = []
    for job_id, ends_ms in at_ms.items():
        job = state.jobs[job_id]
        if job.attempt is not None:
            found += [Release(ends_ms, placement) for placement in job.attempt.tasks[node_id].placements]
    found.sort(key=attrgetter("at_ms"))
    return found


def slots(
    state: State, node: Node, shape: Shape, releases: list[Release], *, now_ms: int, most: int, recuts: bool
) -> list[int]:
    """The times of a node's first slot, its second, and so on; NEVER_MS for slots it will not have.

    Args:
        state: The state.
        node: A usable node.
        shape: The request of one rank.
        releases: What is released, and when (or at what cost).
        now_ms: The time (or cost) of what is free now.
        most: The number of slots wanted.
        recuts: Whether GPUs of the other geometry may change once they are empty and not frozen.
    """
    joined = node.joined
    found = [now_ms] * most
    if shape.gpu_count:
        cards = _cards(state, node, shape, releases, now_ms, recuts=recuts)
        of_cards = _part_slots(state, node, shape, cards) if shape.is_fraction else _card_slots(shape, cards)
        _delay(found, of_cards)
    if shape.cpu_milli:
        given = [(at_ms, placement.shape.cpu_milli) for at_ms, placement in releases]
        _delay(found, _amount_slots(shape.cpu_milli, joined.cpu_milli, given, now_ms))
    if shape.memory_mib:
        given = [(at_ms, placement.shape.memory_mib) for at_ms, placement in releases]
        _delay(found, _amount_slots(shape.memory_mib, joined.memory_mib, given, now_ms))
    return found


def _delay(slots: list[int], others: Iterable[int]) -> None:
    """Delay each slot until another resource is available too; in place."""
    for index, at_ms in zip(range(len(slots)), chain(others, repeat(NEVER_MS)), strict=False):
        slots[index] = max(slots[index], at_ms)


class _Card(NamedTuple):
    """A healthy GPU.

    Attributes:
        releases: What its ranks hold, in the order of release.
        matches: Whether its geometry is the one that the shape needs.
        begins_ms: The time (or cost) of what is free now.
        empty_ms: When it will be empty and of the geometry that the shape needs.
    """

    releases: list[Release]
    matches: bool
    begins_ms: int
    empty_ms: int


def _cards(
    state: State, node: Node, shape: Shape, releases: list[Release], now_ms: int, *, recuts: bool
) -> list[_Card]:
    """The healthy GPUs of a node."""
    node_id = node.joined.node_id
    by_index: list[list[Release]] = [[] for _ in range(node.joined.gpu_count)]
    for release in releases:
        for index in release.placement.gpu_indices:
            by_index[index].append(release)
    found: list[_Card] = []
    for index in (index for index in range(len(by_index)) if index not in node.gpus_unhealthy):
        matches = state.cluster.is_cut(node_id, index) == (shape.sharing == MIG)
        empty_ms = by_index[index][-1].at_ms if by_index[index] else now_ms
        if not matches:
            thaws_at_ms = geometry.thaws_at_ms(state, (node_id, index))
            empty_ms = max(empty_ms, thaws_at_ms) if recuts else NEVER_MS
        found.append(_Card(by_index[index], matches, now_ms, empty_ms))
    return found


def _card_slots(shape: Shape, cards: list[_Card]) -> list[int]:
    """When whole GPUs for one rank, for two, and so on will be free."""
    return sorted([card.empty_ms for card in cards])[shape.gpu_count - 1 :: shape.gpu_count]


def _part_slots(state: State, node: Node, shape: Shape, cards: list[_Card]) -> list[int]:
    """When parts of GPUs for one rank, for two, and so on will be free."""
    found: list[int] = []
    for card in cards:
        count = 0
        for at_ms, remaining in _stages(card):
            held = [placement for _, placement in remaining]
            more = state.cluster.fractions_beside(node.joined.gpu_model, shape, held) - count
            found += [at_ms] * more
            count += max(0, more)
    return sorted(found)


def _stages(card: _Card) -> Iterator[tuple[int, list[Release]]]:
    """(time, what is still held) of a GPU after each release; only when empty if its geometry must change."""
    at_ms = card.begins_ms
    for gone, release in enumerate(card.releases):
        if card.matches:
            yield at_ms, card.releases[gone:]
        at_ms = release.at_ms
    yield card.empty_ms, []


def _amount_slots(each: int, amount: int, releases: list[tuple[int, int]], now_ms: int) -> Iterator[int]:
    """When there will be enough of an amount for one rank, for two, and so on."""
    free = amount - sum(given for _, given in releases)
    yield from (now_ms,) * (free // each)
    left = free % each if free >= 0 else free
    for at_ms, given in releases:
        left += given
        while left >= each:
            left -= each
            yield at_ms


def _fewest(slots: list[str], ranks: int) -> tuple[str, ...]:
    """The fewest nodes that together have one of these slots for every rank."""
    counts: dict[str, int] = {}
    for node_id in slots:
        counts[node_id] = counts.get(node_id, 0) + 1
    chosen: list[str] = []
    for node_id in sorted(counts, key=lambda node_id: (-counts[node_id], node_id)):
        chosen.append(node_id)
        ranks -= counts[node_id]
        if ranks <= 0:
            break
    return tuple(sorted(chosen))
