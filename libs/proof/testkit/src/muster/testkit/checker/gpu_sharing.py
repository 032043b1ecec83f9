"""Sharing: trust domains meet on a GPU only as MIG instances; geometries change rarely, on empty GPUs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from muster.cluster import MIG_MODELS
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    GpuGeometryChanged,
    JobQueued,
    NodeForgotten,
    NodeJoined,
    PolicyActivated,
    RankPlacement,
)
from muster.events.node_commands import Sharing as Mode
from muster.events.operator_commands import Policy
from muster.events.scheduler_log import Batch
from muster.testkit.checker.breach import Breaches


class _Guest(NamedTuple):
    """One rank on one GPU: its job, its trust domain, how it shares, and the memory slices it has."""

    job_id: str
    domain: tuple[str, str]
    mode: Mode
    slices: frozenset[int]


@dataclass(slots=True)
class _Card:
    guests: list[_Guest] = field(default_factory=list[_Guest])
    cut: bool = False
    changed_at_ms: int | None = None


@dataclass(slots=True)
class _Node:
    joined: NodeJoined
    successor: NodeJoined | None = None
    jobs: set[str] = field(default_factory=set[str])
    cards: dict[int, _Card] = field(default_factory=dict[int, _Card])


class Sharing:
    """Keeps its own account of shared GPUs."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._queued: dict[str, JobQueued] = {}
        self._nodes: dict[str, _Node] = {}
        self._policy: Policy | None = None
        self._now_ms = 0

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        self._now_ms = max(self._now_ms, batch.observed_at_ms)
        for decision in batch.decisions:
            self._note(decision.event_id, decision.payload)

    def _note(self, at: str, fact: Any) -> None:
        match fact:
            case JobQueued():
                self._queued[fact.job_id] = fact
            case PolicyActivated():
                self._policy = fact.policy
            case NodeJoined():
                self._join(fact)
            case NodeForgotten(node_id=node_id):
                self._nodes.pop(node_id, None)
            case GangBound():
                self._bind(at, fact)
            case AttemptEnded():
                self._release(fact.job_id)
            case GpuGeometryChanged():
                self._change(at, fact)
            case _:
                pass

    def _join(self, fact: NodeJoined) -> None:
        node = self._nodes.setdefault(fact.node_id, _Node(fact))
        same = _hardware(fact) == _hardware(node.joined)
        node.successor = None if same else fact
        _succeed(node)

    def _bind(self, at: str, fact: GangBound) -> None:
        if fact.job_id not in self._queued or not {p.node_id for p in fact.placements} <= set(self._nodes):
            return  # another rule speaks of the unknown
        for place in fact.placements:
            node = self._nodes[place.node_id]
            node.jobs.add(fact.job_id)
            for index in place.gpu_indices:
                card = node.cards.setdefault(index, _Card())
                card.guests.append(self._guest(fact.job_id, node, place))
                self._check_card(at, card, f"{place.node_id}[{index}]")
        self._check_trust(at, fact)

    def _guest(self, job_id: str, node: _Node, place: RankPlacement) -> _Guest:
        queued, slices = self._queued[job_id], frozenset[int]()
        if place.mig_profile is not None and place.mig_start is not None:
            model = MIG_MODELS.get(node.joined.gpu_model)
            profile = model.profiles.get(place.mig_profile) if model else None
            allowed = profile is not None and place.mig_start in profile.starts
            self._breaches.expect(allowed, "instances are where they may be", job_id, place)
            size = profile.memory_slices if profile else 0
            slices = frozenset(range(place.mig_start, place.mig_start + size))
        return _Guest(job_id, (queued.tenant, queued.spec.team), place.sharing, slices)

    def _check_card(self, at: str, card: _Card, name: str) -> None:
        expect, modes = self._breaches.expect, {guest.mode for guest in card.guests}
        expect(len(modes) == 1, "one way of sharing on a GPU", at, f"{name}: {modes}")
        expect(
            card.cut == (modes == {Mode.MIG}), "instances on cut GPUs, and only they", at, f"{name}: {modes}"
        )
        if modes == {Mode.MIG}:
            taken = [slice_ for guest in card.guests for slice_ in guest.slices]
            expect(len(taken) == len(set(taken)), "no slice twice", at, f"{name}: {card.guests}")
        elif len(card.guests) > 1:
            domains = {guest.domain for guest in card.guests}
            expect(len(domains) == 1, "no two trust domains on a GPU without MIG", at, f"{name}: {domains}")
            expect(modes != {Mode.EXCLUSIVE}, "who is alone stays alone", at, f"{name}: {card.guests}")

    def _check_trust(self, at: str, fact: GangBound) -> None:
        queued = self._queued[fact.job_id]
        untrusted = self._policy is not None and queued.tenant in self._policy.tenants_untrusted
        shared = [p for p in fact.placements if p.gpu_indices and p.gpu_milli < 1000]
        isolated = all(p.sharing is Mode.MIG for p in shared)
        self._breaches.expect(isolated or not untrusted, "the untrusted are isolated", at, fact.job_id)

    def _release(self, job_id: str) -> None:
        for node in self._nodes.values():
            if job_id in node.jobs:
                node.jobs.discard(job_id)
                for card in node.cards.values():
                    card.guests = [guest for guest in card.guests if guest.job_id != job_id]
                _succeed(node)

    def _change(self, at: str, fact: GpuGeometryChanged) -> None:
        expect, node = self._breaches.expect, self._nodes[fact.node_id]
        card = node.cards.setdefault(fact.gpu_index, _Card())
        expect(not card.guests, "a geometry changes on an empty GPU", at, f"{fact}: {card.guests}")
        expect(card.cut != fact.cut, "a change changes something", at, fact)
        expect(node.joined.gpu_model in MIG_MODELS, "only what can be cut is cut", at, node.joined.gpu_model)
        if card.changed_at_ms is not None and self._policy is not None:
            rested = self._now_ms - card.changed_at_ms >= self._policy.mig_change_interval_ms
            expect(rested, "a geometry changes rarely", at, f"{fact} after {card.changed_at_ms}")
        card.cut, card.changed_at_ms = fact.cut, self._now_ms


def _hardware(joined: NodeJoined) -> tuple[str, int, int, int]:
    return joined.gpu_model, joined.gpu_count, joined.cpu_milli, joined.memory_mib


def _succeed(node: _Node) -> None:
    """Replace a node's hardware once the old is empty; new GPUs are not partitioned."""
    if node.successor is not None and not node.jobs:
        node.joined, node.successor = node.successor, None
        node.cards.clear()
