"""A node's state between two changes, and each owner's share of its GPUs in one window. PURE.

Every GPU microsecond of a node has one owner (ADR 81):

    a job        from bind to end of its attempt, its drain included
    overhead     a whole node from its last heartbeat until it was lost; else what no job holds of an
                 unhealthy GPU, or of a node that is suspected, draining, closed, or has other hardware now
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
"""Payer of capacity that belongs to no tenant."""


def nobody_of(tenant: str, queue: str) -> Payer:
    """Return a payer known only by tenant and queue."""
    return Payer(tenant=tenant, team="", project="", user="", queue=queue, tier="", model_name="", labels={})


class MeteringError(Exception):
    """Facts contradict each other; needs an operator's attention."""


@value
class Holder:
    """An attempt that holds GPUs of a node.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        payer: Payer of the attempt.
        gpus: (GPU index, thousandths of it); a GPU is repeated if several ranks hold parts of it.
    """

    job_id: str
    attempt: int
    payer: Payer
    gpus: tuple[tuple[int, int], ...]


@value
class Keeper:
    """Reservation or job that a node is kept for.

    Attributes:
        kind: Reason the node is kept.
        name: Name of the reservation, or id of the job.
        payer: Payer of the unused capacity.
    """

    kind: KeptKind
    name: str
    payer: Payer

    @property
    def key(self) -> tuple[str, str, str]:
        """Identity of the keeper: reservation names are unique per tenant, job ids globally."""
        reserved = self.kind is KeptKind.RESERVED
        return self.kind.value, self.payer.tenant if reserved else "", self.name


class Terms(NamedTuple):
    """Attributes of a node that determine the price of its GPUs."""

    gpu_model: str
    commitment: str = ""
    spot: bool = False


@value
class Said:
    """Purchase terms stated by a node's labels.

    Attributes:
        commitment: Commitment label; None: not stated.
        spot: Whether the provider may reclaim the node; None: not stated.
    """

    commitment: str | None = None
    spot: bool | None = None


@value
class Change:
    """Change of a node at a point in time; one of the first five fields is set, or none.

    Attributes:
        node: Change of the node's own state.
        bound: Attempt that takes GPUs.
        ended: (job, attempt) that gives its GPUs back.
        kept: Keeper the node is now kept for.
        freed: Keeper the node is no longer kept for.
        gpu_model: Set with NodeChange.JOINED.
        gpu_count: Set with NodeChange.JOINED.
        gpu_index: Set with GPU_UNHEALTHY and GPU_RECOVERED.
        said: Purchase terms; set with JOINED and TAGGED.
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
    """Owner of a share of a node; determines the payer."""

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
        gpu_model: GPU model; empty: the node has not joined.
        gpu_count: Number of GPUs.
        suspected: Whether it missed heartbeats.
        silent: Number of upcoming losses; each counts from the last heartbeat before it.
        lost: Whether it was declared lost.
        cordoned: Whether it is closed to new work.
        draining: Whether it is being drained.
        maintenance: Whether a maintenance window is in progress.
        reclaimed: Whether a reclaim is announced; it takes no new work.
        unhealthy: Indices of GPUs that take no new work.
        successor: (model, GPUs) of its new hardware, while jobs still hold the old.
        holders: Attempts that hold GPUs of the node.
        keepers: Reservations and jobs it is kept for.
        announced: Purchase terms announced by the node.
        tagged: Purchase terms set by operators; these take precedence.
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
        """Terms that determine the price of its GPUs."""
        commitment, spot = self.tagged.commitment, self.tagged.spot
        if commitment is None:
            commitment = self.announced.commitment or ""
        return Terms(self.gpu_model, commitment, bool(self.announced.spot if spot is None else spot))

    @property
    def gpus(self) -> int:
        """Number of GPUs present; 0 while the node is lost."""
        return 0 if self.lost else self.gpu_count

    def after(self, change: Change) -> Node:
        """Return the node after a change; repeating a change has no effect."""
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
        """Switch to the new hardware once no job holds the old."""
        if self.successor is None or self.holders:
            return self
        model, count = self.successor
        kept = tuple(index for index in self.unhealthy if index < count)
        return replace(self, gpu_model=model, gpu_count=count, successor=None, unhealthy=kept)

    def parts(self, node_id: str, at_ms: int) -> Iterator[tuple[Owner, Payer, int]]:
        """Yield owner, payer and thousandths of a GPU for every share of the node.

        Raises:
            MeteringError: More of a GPU is held than exists.
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
                        f"must be at most {free[index] if index < len(free) else 0}"
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
        """Return owner and payer of the healthy GPUs that no job holds."""
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
    """Usage of a node in one window.

    Attributes:
        terms: Pricing terms at the end, or the last ones before the node was forgotten.
        gpu_us: GPU microseconds of the whole node.
        parts: Payer and GPU microseconds by owner, sorted by owner.
        end: State of the node at the end of the window.
    """

    terms: Terms
    gpu_us: int
    parts: dict[Owner, tuple[Payer, int]]
    end: Node


def metered(
    node_id: str, node: Node, changes: Iterable[tuple[int, Change]], starts_at_ms: int, ends_at_ms: int
) -> Window:
    """Compute each owner's share of a node in one window.

    Args:
        node_id: Id of the node.
        node: State of the node at the start.
        changes: (milliseconds since 1970 UTC, change), sorted by time.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.
        ends_at_ms: End of the window, milliseconds since 1970 UTC.

    Raises:
        MeteringError: More of a GPU is held than exists, or the shares do not add up to the whole.
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
    """Return the id of an owner's usage of a node in one window; it is the same on every computation.

    The parts are hashed as a JSON list, so that no two lists encode alike; the list is formatted here because
    `json.dumps` takes four times as long.
    """
    kind, reason, job_id, attempt, reservation, tenant = owner
    text = (
        f"[{_quoted(kind.value)}, {_quoted(reason)}, {_quoted(job_id)}, {attempt}, {_quoted(reservation)}, "
        f"{_quoted(tenant)}, {_quoted(node_id)}, {starts_at_ms}]"
    )
    return hashlib.sha256(text.encode()).hexdigest()[:32]
