"""A node between two changes, and what each owner had of its GPUs in one window. PURE.

Every GPU microsecond of a node has one owner (ADR 81):

    a job        from bind to end of its attempt, its drain included
    overhead     a node that was silent until it was lost, whole; else what no job holds of a GPU that is
                 unhealthy, or of a node that is suspected, emptied, closed, or has other hardware now
    kept         what no job holds of a node that is reserved, or held for a job
    idle         the rest

A node that has not joined, is lost or is forgotten has no GPUs. Amounts are integers: thousandths of a GPU
times milliseconds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from json.encoder import encode_basestring_ascii as _quoted
from typing import Final, NamedTuple, assert_never

from muster.events.usage_events import KeptKind, NodeChange, Payer, UsageKind
from muster.events.wire.record import value

GPU_MILLI: Final = 1_000
"""Thousandths of one GPU."""

PLATFORM: Final = Payer(tenant="", team="", project="", user="", queue="", tier="", model_name="", labels={})
"""Who pays for what nobody has."""


def nobody_of(tenant: str, queue: str) -> Payer:
    """A payer of whom no more is known."""
    return Payer(tenant=tenant, team="", project="", user="", queue=queue, tier="", model_name="", labels={})


class MeteringError(Exception):
    """Facts contradict each other: a person has to look."""


@value
class Holder:
    """An attempt that holds GPUs of a node.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        payer: Who pays.
        gpus: (GPU, thousandths of it); the same GPU several times where several ranks hold parts of it.
    """

    job_id: str
    attempt: int
    payer: Payer
    gpus: tuple[tuple[int, int], ...]


@value
class Keeper:
    """For whom a node is kept.

    Attributes:
        kind: Why.
        name: Reservation or job.
        payer: Who pays.
    """

    kind: KeptKind
    name: str
    payer: Payer

    @property
    def key(self) -> tuple[str, str, str]:
        """Who it is: names of reservations are unique in a tenant, those of jobs at all."""
        reserved = self.kind is KeptKind.RESERVED
        return self.kind.value, self.payer.tenant if reserved else "", self.name


class Terms(NamedTuple):
    """By what a GPU is priced."""

    gpu_model: str
    commitment: str = ""
    spot: bool = False


@value
class Said:
    """What labels say of how a node was bought.

    Attributes:
        commitment: None: nothing.
        spot: Whether its provider may take it back; None: nothing.
    """

    commitment: str | None = None
    spot: bool | None = None


@value
class Change:
    """What becomes of a node at a time; one of four.

    Attributes:
        node: What the node has or counts as.
        bound: An attempt takes GPUs.
        ended: (job, attempt) that gives them back.
        kept: It is kept for somebody.
        freed: It is no longer.
        gpu_model: With NodeChange.JOINED.
        gpu_count: With NodeChange.JOINED.
        gpu_index: With GPU_UNHEALTHY and GPU_RECOVERED.
        said: With JOINED and TAGGED.
    """

    node: NodeChange | None = None
    bound: Holder | None = None
    ended: tuple[str, int] | None = None
    kept: Keeper | None = None
    freed: Keeper | None = None
    gpu_model: str = ""
    gpu_count: int = 0
    gpu_index: int = 0
    said: Said | None = None


class Owner(NamedTuple):
    """Whose part of a node is; the payer follows from it."""

    kind: UsageKind
    reason: str = ""
    job_id: str = ""
    attempt: int = 0
    reservation: str = ""
    tenant: str = ""


@value
class Node:
    """A node between two changes.

    Attributes:
        gpu_model: Model; empty: it has not joined.
        gpu_count: GPUs.
        suspected: It missed heartbeats.
        silent: Losses ahead; each counts from the last heartbeat before it.
        lost: It was given up.
        cordoned: Closed to new work.
        draining: Being emptied.
        maintenance: Closed for a time.
        reclaimed: It will be taken away, and takes no new work.
        unhealthy: GPUs that nothing new goes on.
        successor: (model, GPUs) that it has by now, while jobs still hold what it had.
        holders: Attempts that hold GPUs of it.
        keepers: For whom it is kept.
        announced: What it announces of how it was bought.
        tagged: What operators say; it wins.
    """

    gpu_model: str = ""
    gpu_count: int = 0
    suspected: bool = False
    silent: int = 0
    lost: bool = False
    cordoned: bool = False
    draining: bool = False
    maintenance: bool = False
    reclaimed: bool = False
    unhealthy: tuple[int, ...] = ()
    successor: tuple[str, int] | None = None
    holders: tuple[Holder, ...] = ()
    keepers: tuple[Keeper, ...] = ()
    announced: Said = Said()
    tagged: Said = Said()

    @property
    def terms(self) -> Terms:
        """By what its GPUs are priced."""
        commitment, spot = self.tagged.commitment, self.tagged.spot
        if commitment is None:
            commitment = self.announced.commitment or ""
        return Terms(self.gpu_model, commitment, bool(self.announced.spot if spot is None else spot))

    @property
    def gpus(self) -> int:
        """GPUs that are there."""
        return 0 if self.lost else self.gpu_count

    def after(self, change: Change) -> Node:
        """The node after a change; one that was made already changes nothing."""
        if change.bound is not None:
            others = self._holders_without(change.bound.job_id, change.bound.attempt)
            return replace(self, holders=(*others, change.bound))
        if change.ended is not None:
            return replace(self, holders=self._holders_without(*change.ended))._adopted()
        if change.kept is not None:
            return replace(self, keepers=(*self._keepers_without(change.kept), change.kept))
        if change.freed is not None:
            return replace(self, keepers=self._keepers_without(change.freed))
        if change.node is None:
            return self
        if change.node is NodeChange.JOINED:
            return replace(self._joined(change.gpu_model, change.gpu_count), announced=change.said or Said())
        if change.node is NodeChange.TAGGED:
            return replace(self, tagged=change.said or Said())
        return self._marked(change.node, change.gpu_index)

    def _marked(self, change: NodeChange, index: int) -> Node:  # noqa: C901, PLR0911  (one case each)
        match change:
            case NodeChange.RECOVERED:
                return replace(self, suspected=False, lost=False)
            case NodeChange.SUSPECTED:
                return replace(self, suspected=True)
            case NodeChange.SILENT:
                return replace(self, silent=self.silent + 1)
            case NodeChange.LOST:
                return replace(self, suspected=False, silent=max(0, self.silent - 1), lost=True)
            case NodeChange.FORGOTTEN:
                return Node()
            case NodeChange.CORDONED | NodeChange.UNCORDONED:
                return replace(self, cordoned=change is NodeChange.CORDONED)
            case NodeChange.DRAINING | NodeChange.UNDRAINED:
                return replace(self, draining=change is NodeChange.DRAINING)
            case NodeChange.MAINTENANCE_STARTED | NodeChange.MAINTENANCE_ENDED:
                return replace(self, maintenance=change is NodeChange.MAINTENANCE_STARTED)
            case NodeChange.RECLAIM_ANNOUNCED | NodeChange.RECLAIM_WITHDRAWN:
                return replace(self, reclaimed=change is NodeChange.RECLAIM_ANNOUNCED)
            case NodeChange.GPU_UNHEALTHY:
                return replace(self, unhealthy=tuple(sorted({*self.unhealthy, index})))
            case NodeChange.GPU_RECOVERED:
                return replace(self, unhealthy=tuple(each for each in self.unhealthy if each != index))
            case NodeChange.JOINED | NodeChange.TAGGED | NodeChange.OTHER:
                return self
            case _:
                assert_never(change)

    def _holders_without(self, job_id: str, attempt: int) -> tuple[Holder, ...]:
        return tuple(each for each in self.holders if (each.job_id, each.attempt) != (job_id, attempt))

    def _keepers_without(self, keeper: Keeper) -> tuple[Keeper, ...]:
        return tuple(each for each in self.keepers if each.key != keeper.key)

    def _joined(self, gpu_model: str, gpu_count: int) -> Node:
        heard = replace(self, suspected=False, lost=False, successor=None)
        if (gpu_model, gpu_count) == (self.gpu_model, self.gpu_count):
            return heard
        return replace(heard, successor=(gpu_model, gpu_count), unhealthy=())._adopted()

    def _adopted(self) -> Node:
        """With its new hardware, once nobody holds the old."""
        if self.successor is None or self.holders:
            return self
        model, count = self.successor
        kept = tuple(index for index in self.unhealthy if index < count)
        return replace(self, gpu_model=model, gpu_count=count, successor=None, unhealthy=kept)

    def parts(self, node_id: str, at_ms: int) -> Iterator[tuple[Owner, Payer, int]]:
        """Owner, payer and thousandths of a GPU of every part of the node.

        Raises:
            MeteringError: More is held of a GPU than there is.
        """
        if not self.gpus:
            return
        if self.silent:
            yield Owner(UsageKind.OVERHEAD, "SILENT"), PLATFORM, GPU_MILLI * self.gpus
            return
        free = [GPU_MILLI] * self.gpus
        for holder in self.holders:
            held = 0
            for index, milli in holder.gpus:
                if index >= len(free) or free[index] < milli:
                    raise MeteringError(
                        f"node {node_id}, GPU {index} at {at_ms}: {holder.job_id} holds {milli} thousandths; "
                        f"allowed are {free[index] if index < len(free) else 0}"
                    )
                free[index] -= milli
                held += milli
            tenant = holder.payer.tenant
            yield (
                Owner(UsageKind.JOB, job_id=holder.job_id, attempt=holder.attempt, tenant=tenant),
                holder.payer,
                held,
            )
        broken = 0 if self.successor else sum(free[index] for index in self.unhealthy if index < len(free))
        if broken:
            yield Owner(UsageKind.OVERHEAD, "UNHEALTHY"), PLATFORM, broken
        if sum(free) > broken:
            yield (*self._rest(), sum(free) - broken)

    def _rest(self) -> tuple[Owner, Payer]:
        """Whose healthy GPUs are that no job holds."""
        reason = self._closed()
        if reason:
            return Owner(UsageKind.OVERHEAD, reason), PLATFORM
        for kind in (KeptKind.HELD, KeptKind.RESERVED, KeptKind.HEAD):
            for keeper in self.keepers:
                if keeper.kind is kind:
                    return _kept_by(keeper), keeper.payer
        return Owner(UsageKind.IDLE), PLATFORM

    def _closed(self) -> str:
        if self.suspected:
            return "SUSPECTED"
        if self.draining:
            return "DRAINING"
        if self.maintenance:
            return "MAINTENANCE"
        if self.reclaimed:
            return "RECLAIMED"
        if self.cordoned:
            return "CORDONED"
        return "REPLACED" if self.successor else ""


def _kept_by(keeper: Keeper) -> Owner:
    tenant = keeper.payer.tenant
    if keeper.kind is KeptKind.RESERVED:
        return Owner(UsageKind.RESERVED, reservation=keeper.name, tenant=tenant)
    return Owner(UsageKind.HELD, keeper.kind.value, job_id=keeper.name, tenant=tenant)


class Window(NamedTuple):
    """What a node was in one window.

    Attributes:
        terms: What it was at the end, or while it was there.
        gpu_us: All of it.
        parts: Payer and GPU microseconds by owner, sorted by owner.
        end: The node at the end.
    """

    terms: Terms
    gpu_us: int
    parts: dict[Owner, tuple[Payer, int]]
    end: Node


def metered(
    node_id: str, node: Node, changes: Iterable[tuple[int, Change]], starts_at_ms: int, ends_at_ms: int
) -> Window:
    """What each owner had of a node in one window.

    Args:
        node_id: Its name.
        node: The node at the start.
        changes: When and what, by time.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.
        ends_at_ms: End.

    Raises:
        MeteringError: More is held of a GPU than there is, or the parts are not the whole.
    """
    parts: dict[Owner, tuple[Payer, int]] = {}
    whole_us, since_ms, terms = 0, starts_at_ms, node.terms
    for at_ms, change in (*changes, (ends_at_ms, Change())):
        passed_ms = at_ms - since_ms
        if passed_ms:
            whole_us += GPU_MILLI * node.gpus * passed_ms
            for owner, payer, milli in node.parts(node_id, since_ms):
                before = parts.get(owner)
                before_us = 0 if before is None else before[1]
                parts[owner] = (payer, before_us + milli * passed_ms)
        node, since_ms = node.after(change), at_ms
        terms = node.terms if node.gpu_model else terms
    if (sum_us := sum(us for _, us in parts.values())) != whole_us:
        raise MeteringError(f"node {node_id} at {starts_at_ms}: parts are {sum_us} GPU us of {whole_us}")
    return Window(terms, whole_us, dict(sorted(parts.items())), node)


def usage_id(owner: Owner, node_id: str, starts_at_ms: int) -> str:
    """The id of what an owner had of a node in one window: the same whenever it is computed.

    The parts are hashed as a JSON list, so that no two lists read alike; it is written here, as
    `json.dumps` would at four times the cost.
    """
    kind, reason, job_id, attempt, reservation, tenant = owner
    text = (
        f"[{_quoted(kind.value)}, {_quoted(reason)}, {_quoted(job_id)}, {attempt}, {_quoted(reservation)}, "
        f"{_quoted(tenant)}, {_quoted(node_id)}, {starts_at_ms}]"
    )
    return hashlib.sha256(text.encode()).hexdigest()[:32]
