"""Owner of each GPU, by the hour, and its cost, by the day.

Generated from schemas/usage-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_events import AttemptOutcome
from muster.events.metering_commands import BudgetTerms, RateCard, TokenWork
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class JobFact:
    """Base of the facts whose subject is 'job'; as a pattern it matches all of them."""

    __slots__ = ()


class BindingFact:
    """Base of the facts whose subject is 'binding'; as a pattern it matches all of them."""

    __slots__ = ()


class NodeFact:
    """Base of the facts whose subject is 'node'; as a pattern it matches all of them."""

    __slots__ = ()


class KeepingFact:
    """Base of the facts whose subject is 'keeping'; as a pattern it matches all of them."""

    __slots__ = ()


class UsageFact:
    """Base of the facts whose subject is 'usage'; as a pattern it matches all of them."""

    __slots__ = ()


class WindowFact:
    """Base of the facts whose subject is 'window'; as a pattern it matches all of them."""

    __slots__ = ()


class RatesFact:
    """Base of the facts whose subject is 'rates'; as a pattern it matches all of them."""

    __slots__ = ()


class ChargeFact:
    """Base of the facts whose subject is 'charge'; as a pattern it matches all of them."""

    __slots__ = ()


class QueueFact:
    """Base of the facts whose subject is 'queue'; as a pattern it matches all of them."""

    __slots__ = ()


class BudgetFact:
    """Base of the facts whose subject is 'budget'; as a pattern it matches all of them."""

    __slots__ = ()


class CostFact:
    """Base of the facts whose subject is 'cost'; as a pattern it matches all of them."""

    __slots__ = ()


class DayFact:
    """Base of the facts whose subject is 'day'; as a pattern it matches all of them."""

    __slots__ = ()


class StorageFact:
    """Base of the facts whose subject is 'storage'; as a pattern it matches all of them."""

    __slots__ = ()


class EvaluationFact:
    """Base of the facts whose subject is 'evaluation'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class Payer:
    """Payer of usage; a field is empty where a fact does not state it.

    Attributes:
        tenant: Tenant.
        team: Team, as the job says.
        project: Project, as the job says.
        user: User.
        queue: Queue.
        tier: Tier of the job; empty: no job.
        model_name: Model that the job trains; empty: none.
        labels: Labels of the job; `experiment` is one of them.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.Payer"

    tenant: str
    team: str
    project: str
    user: str
    queue: str
    tier: str
    model_name: str
    labels: Mapping[str, str]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tenant": self.tenant,
            "team": self.team,
            "project": self.project,
            "user": self.user,
            "queue": self.queue,
            "tier": self.tier,
            "model_name": self.model_name,
            "labels": dict(self.labels),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Payer:
        """The inverse."""
        return cls(
            tenant=d["tenant"],
            team=d["team"],
            project=d["project"],
            user=d["user"],
            queue=d["queue"],
            tier=d["tier"],
            model_name=d["model_name"],
            labels=dict(d["labels"]),
        )


@final
@record
class JobAttributed(JobFact):
    """Payer of a job's usage.

    Attributes:
        job_id: Job.
        payer: Payer.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.JobAttributed"

    job_id: str
    payer: Payer

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "payer": self.payer.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobAttributed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            payer=Payer.from_datum(d["payer"]),
        )


@final
@record
class JobSettled(JobFact):
    """The job has ended: nothing more is metered for it.

    Attributes:
        job_id: Job.
        tenant: Tenant.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.JobSettled"

    job_id: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> JobSettled:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
        )


@final
@record
class BindingPart:
    """GPUs of one node that an attempt holds.

    Attributes:
        node_id: Node.
        gpu_indices: GPUs; one that occurs several times: several ranks hold fractions of it.
        gpu_milli: Thousandths of each GPU.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BindingPart"

    node_id: str
    gpu_indices: tuple[int, ...]
    gpu_milli: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_indices": list(self.gpu_indices),
            "gpu_milli": self.gpu_milli,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BindingPart:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_indices=tuple(d["gpu_indices"]),
            gpu_milli=d["gpu_milli"],
        )


@final
@record
class BindingOpened(BindingFact):
    """An attempt holds GPUs from now on.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        payer: Payer.
        at_ms: Since when, milliseconds since 1970 UTC.
        parts: GPUs that it holds, by node.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BindingOpened"

    job_id: str
    attempt: int
    payer: Payer
    at_ms: int
    parts: tuple[BindingPart, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "payer": self.payer.to_datum(),
            "at_ms": self.at_ms,
            "parts": [x.to_datum() for x in self.parts],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BindingOpened:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            payer=Payer.from_datum(d["payer"]),
            at_ms=d["at_ms"],
            parts=tuple(BindingPart.from_datum(x) for x in d["parts"]),
        )


class Loss(StrEnum):
    """Reason why work is lost."""

    NONE = "NONE"
    PREEMPTED = "PREEMPTED"
    RECLAIMED = "RECLAIMED"
    MOVED = "MOVED"
    ENDED = "ENDED"
    NODE_LOST = "NODE_LOST"
    FAILED = "FAILED"


@final
@record
class BindingClosed(BindingFact):
    """An attempt no longer holds GPUs.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        tenant: Tenant.
        at_ms: Since when, milliseconds since 1970 UTC.
        outcome: How the attempt ended.
        opened_at_ms: Time since which it held GPUs, milliseconds since 1970 UTC; null: written
            before this field existed.
        lost_from_ms: Time from which its work is lost, as no checkpoint has it; null: nothing is
            lost.
        loss: Reason. PREEMPTED: it yielded to another job. RECLAIMED: its node was reclaimed.
            MOVED: it was stopped to run elsewhere. ENDED: it was stopped for good, or suspended.
            NODE_LOST, FAILED: it ended that way.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BindingClosed"

    job_id: str
    attempt: int
    tenant: str
    at_ms: int
    outcome: AttemptOutcome
    opened_at_ms: int | None = None
    lost_from_ms: int | None = None
    loss: Loss = Loss.NONE

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "tenant": self.tenant,
            "at_ms": self.at_ms,
            "outcome": self.outcome,
            "opened_at_ms": self.opened_at_ms,
            "lost_from_ms": self.lost_from_ms,
            "loss": self.loss,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BindingClosed:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            tenant=d["tenant"],
            at_ms=d["at_ms"],
            outcome=AttemptOutcome(d["outcome"]),
            opened_at_ms=d.get("opened_at_ms"),
            lost_from_ms=d.get("lost_from_ms"),
            loss=Loss(d.get("loss", "NONE")),
        )


@final
@record
class WorkSaved(BindingFact):
    """The work of an attempt until then is in the store, in a complete checkpoint.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        tenant: Tenant.
        at_ms: Time up to which its work is saved, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.WorkSaved"

    job_id: str
    attempt: int
    tenant: str
    at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "tenant": self.tenant,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WorkSaved:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            tenant=d["tenant"],
            at_ms=d["at_ms"],
        )


@final
@record
class StopOrdered(BindingFact):
    """An attempt was ordered to stop; it holds its GPUs until it has.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        tenant: Tenant.
        loss: Reason why its unsaved work will be lost.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.StopOrdered"

    job_id: str
    attempt: int
    tenant: str
    loss: Loss

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "tenant": self.tenant,
            "loss": self.loss,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StopOrdered:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            tenant=d["tenant"],
            loss=Loss(d["loss"]),
        )


class NodeChange(StrEnum):
    """What changed."""

    OTHER = "OTHER"
    JOINED = "JOINED"
    RECOVERED = "RECOVERED"
    SUSPECTED = "SUSPECTED"
    SILENT = "SILENT"
    LOST = "LOST"
    FORGOTTEN = "FORGOTTEN"
    CORDONED = "CORDONED"
    UNCORDONED = "UNCORDONED"
    DRAINING = "DRAINING"
    UNDRAINED = "UNDRAINED"
    MAINTENANCE_STARTED = "MAINTENANCE_STARTED"
    MAINTENANCE_ENDED = "MAINTENANCE_ENDED"
    RECLAIM_ANNOUNCED = "RECLAIM_ANNOUNCED"
    RECLAIM_WITHDRAWN = "RECLAIM_WITHDRAWN"
    GPU_UNHEALTHY = "GPU_UNHEALTHY"
    GPU_RECOVERED = "GPU_RECOVERED"
    TAGGED = "TAGGED"


@final
@record
class NodeChanged(NodeFact):
    """The hardware of a node, or the status of its GPUs, has changed.

    Attributes:
        node_id: Node.
        at_ms: Time from which it counts, milliseconds since 1970 UTC; SILENT: from the last
            heartbeat of a lost node.
        change: The change.
        gpu_model: JOINED: its model; otherwise empty.
        gpu_count: JOINED: number of GPUs; otherwise 0.
        gpu_index: GPU_UNHEALTHY, GPU_RECOVERED: the GPU; otherwise 0.
        commitment: JOINED, TAGGED: label `commitment` of the node; null: not labelled.
        spot: JOINED, TAGGED: whether its provider may reclaim it; null: not stated.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.NodeChanged"

    node_id: str
    at_ms: int
    change: NodeChange
    gpu_model: str
    gpu_count: int
    gpu_index: int
    commitment: str | None = None
    spot: bool | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "at_ms": self.at_ms,
            "change": self.change,
            "gpu_model": self.gpu_model,
            "gpu_count": self.gpu_count,
            "gpu_index": self.gpu_index,
            "commitment": self.commitment,
            "spot": self.spot,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodeChanged:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            at_ms=d["at_ms"],
            change=NodeChange(d["change"]),
            gpu_model=d["gpu_model"],
            gpu_count=d["gpu_count"],
            gpu_index=d["gpu_index"],
            commitment=d.get("commitment"),
            spot=d.get("spot"),
        )


class KeptKind(StrEnum):
    """Reason why nodes are kept."""

    RESERVED = "RESERVED"
    HELD = "HELD"
    HEAD = "HEAD"


@final
@record
class NodesKept(KeepingFact):
    """Nodes are kept for a reservation or a job from now on; replaces what was kept for it before.

    Attributes:
        kind: RESERVED: a reservation has begun. HELD: victims of a preemption plan yield there.
            HEAD: they are reserved for the head of queue.
        name: Reservation or job.
        payer: Payer.
        at_ms: Since when, milliseconds since 1970 UTC.
        node_ids: Nodes; empty: no longer kept.
        begins: False: the nodes are chosen, and count as others do until the reservation begins.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.NodesKept"

    kind: KeptKind
    name: str
    payer: Payer
    at_ms: int
    node_ids: tuple[str, ...]
    begins: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "kind": self.kind,
            "name": self.name,
            "payer": self.payer.to_datum(),
            "at_ms": self.at_ms,
            "node_ids": list(self.node_ids),
            "begins": self.begins,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> NodesKept:
        """The inverse."""
        return cls(
            kind=KeptKind(d["kind"]),
            name=d["name"],
            payer=Payer.from_datum(d["payer"]),
            at_ms=d["at_ms"],
            node_ids=tuple(d["node_ids"]),
            begins=d["begins"],
        )


class UsageKind(StrEnum):
    """Kind of owner of a GPU."""

    JOB = "JOB"
    RESERVED = "RESERVED"
    HELD = "HELD"
    IDLE = "IDLE"
    OVERHEAD = "OVERHEAD"


@final
@record
class UsageShare:
    """One owner's share of a node's GPUs in one window.

    Attributes:
        usage_id: Hash of owner, node and window: the same whenever it is computed.
        kind: JOB: bound to an attempt. RESERVED, HELD: kept for a reservation or job. IDLE: free.
            OVERHEAD: unusable.
        reason: OVERHEAD: UNHEALTHY, SUSPECTED, SILENT, CORDONED, DRAINING, MAINTENANCE, RECLAIMED
            or REPLACED. HELD: HELD or HEAD. Otherwise empty.
        job_id: JOB, HELD: job; otherwise empty.
        attempt: JOB: attempt; otherwise 0.
        reservation: RESERVED: its name; otherwise empty.
        payer: Payer; the platform pays where its tenant is empty.
        gpu_us: GPU microseconds: thousandths of a GPU times milliseconds. In a correction, the
            difference.
        charged_percent: Percentage of its cost that the card in force charges.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.UsageShare"

    usage_id: str
    kind: UsageKind
    reason: str
    job_id: str
    attempt: int
    reservation: str
    payer: Payer
    gpu_us: int
    charged_percent: int = 100

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "usage_id": self.usage_id,
            "kind": self.kind,
            "reason": self.reason,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reservation": self.reservation,
            "payer": self.payer.to_datum(),
            "gpu_us": self.gpu_us,
            "charged_percent": self.charged_percent,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UsageShare:
        """The inverse."""
        return cls(
            usage_id=d["usage_id"],
            kind=UsageKind(d["kind"]),
            reason=d["reason"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            reservation=d["reservation"],
            payer=Payer.from_datum(d["payer"]),
            gpu_us=d["gpu_us"],
            charged_percent=d.get("charged_percent", 100),
        )


@final
@record
class UsageRecorded(UsageFact):
    """Owners of a node's GPUs in one hour; final, except for corrections.

    Attributes:
        node_id: Node.
        gpu_model: GPU model.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.
        ends_at_ms: End of the window.
        gpu_us: GPU microseconds of the whole node in the window: the sum of its shares.
        shares: Shares, one per owner.
        currency: ISO 4217; empty: no card was in force.
        gpu_hour_micros: Price of an hour of one GPU by the card in force, millionths of the
            currency. Days are charged, not hours.
        commitment: Label `commitment` of the node; empty: none.
        spot: Whether its provider may reclaim it.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.UsageRecorded"

    node_id: str
    gpu_model: str
    starts_at_ms: int
    ends_at_ms: int
    gpu_us: int
    shares: tuple[UsageShare, ...]
    currency: str = ""
    gpu_hour_micros: int = 0
    commitment: str = ""
    spot: bool = False

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_model": self.gpu_model,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "gpu_us": self.gpu_us,
            "shares": [x.to_datum() for x in self.shares],
            "currency": self.currency,
            "gpu_hour_micros": self.gpu_hour_micros,
            "commitment": self.commitment,
            "spot": self.spot,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UsageRecorded:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_model=d["gpu_model"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            gpu_us=d["gpu_us"],
            shares=tuple(UsageShare.from_datum(x) for x in d["shares"]),
            currency=d.get("currency", ""),
            gpu_hour_micros=d.get("gpu_hour_micros", 0),
            commitment=d.get("commitment", ""),
            spot=d.get("spot", False),
        )


@final
@record
class UsageCorrected(UsageFact):
    """Change of a recorded hour by a late fact: differences, to be added.

    Attributes:
        node_id: Node.
        gpu_model: GPU model.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.
        ends_at_ms: End of the window.
        gpu_us: GPU microseconds of the whole node in the window: the sum of its shares.
        cause: event_id of that fact.
        shares: Shares, one per owner.
        currency: ISO 4217; empty: no card was in force.
        gpu_hour_micros: Price of an hour of one GPU by the card in force, millionths of the
            currency. Days are charged, not hours.
        commitment: Label `commitment` of the node; empty: none.
        spot: Whether its provider may reclaim it.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.UsageCorrected"

    node_id: str
    gpu_model: str
    starts_at_ms: int
    ends_at_ms: int
    gpu_us: int
    cause: str
    shares: tuple[UsageShare, ...]
    currency: str = ""
    gpu_hour_micros: int = 0
    commitment: str = ""
    spot: bool = False

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_model": self.gpu_model,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "gpu_us": self.gpu_us,
            "cause": self.cause,
            "shares": [x.to_datum() for x in self.shares],
            "currency": self.currency,
            "gpu_hour_micros": self.gpu_hour_micros,
            "commitment": self.commitment,
            "spot": self.spot,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UsageCorrected:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            gpu_model=d["gpu_model"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            gpu_us=d["gpu_us"],
            cause=d["cause"],
            shares=tuple(UsageShare.from_datum(x) for x in d["shares"]),
            currency=d.get("currency", ""),
            gpu_hour_micros=d.get("gpu_hour_micros", 0),
            commitment=d.get("commitment", ""),
            spot=d.get("spot", False),
        )


@final
@record
class WindowEnded(WindowFact):
    """Facts have passed the end of this window, by their own time.

    Attributes:
        starts_at_ms: Start, milliseconds since 1970 UTC.
        ends_at_ms: End.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.WindowEnded"

    starts_at_ms: int
    ends_at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WindowEnded:
        """The inverse."""
        return cls(
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
        )


@final
@record
class LateFactRefused(UsageFact):
    """A fact came too late for its hour to be corrected; it is not counted.

    Attributes:
        about: Node or job.
        record: Its record name.
        event_id: Its event_id.
        at_ms: When it happened, milliseconds since 1970 UTC.
        correctable_from_ms: Hours that begin earlier are not corrected.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.LateFactRefused"

    about: str
    record: str
    event_id: str
    at_ms: int
    correctable_from_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "about": self.about,
            "record": self.record,
            "event_id": self.event_id,
            "at_ms": self.at_ms,
            "correctable_from_ms": self.correctable_from_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LateFactRefused:
        """The inverse."""
        return cls(
            about=d["about"],
            record=d["record"],
            event_id=d["event_id"],
            at_ms=d["at_ms"],
            correctable_from_ms=d["correctable_from_ms"],
        )


@final
@record
class RatesActivated(RatesFact):
    """Usage is priced by this card from a given time until the next card begins.

    Attributes:
        card: The complete card.
        starts_at_ms: Start of an hour, milliseconds since 1970 UTC.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.RatesActivated"

    card: RateCard
    starts_at_ms: int
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "card": self.card.to_datum(),
            "starts_at_ms": self.starts_at_ms,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RatesActivated:
        """The inverse."""
        return cls(
            card=RateCard.from_datum(d["card"]),
            starts_at_ms=d["starts_at_ms"],
            requested_by=d["requested_by"],
        )


@final
@record
class UsageRerated(RatesFact):
    """Past days are priced again; charges that differ are corrected.

    Attributes:
        rerating_id: Id of the re-rating, that is of its command; corrections refer to it.
        card: The complete card.
        starts_at_ms: Start of the first day, UTC, milliseconds since 1970.
        ends_at_ms: End of the last day, UTC.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.UsageRerated"

    rerating_id: str
    card: RateCard
    starts_at_ms: int
    ends_at_ms: int
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rerating_id": self.rerating_id,
            "card": self.card.to_datum(),
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UsageRerated:
        """The inverse."""
        return cls(
            rerating_id=d["rerating_id"],
            card=RateCard.from_datum(d["card"]),
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            requested_by=d["requested_by"],
        )


@final
@record
class RateApplied:
    """Price of a part of a node's day.

    Attributes:
        card: Name of the card; empty: no card was in force, and nothing is charged.
        gpu_model: GPU model.
        commitment: Commitment.
        spot: Spot.
        gpu_hour_micros: Millionths of the currency per hour of one GPU.
        by_default: Whether the default price applies, as the card lists no rate.
        gpu_us: GPU microseconds of the node that it priced.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.RateApplied"

    card: str
    gpu_model: str
    commitment: str
    spot: bool
    gpu_hour_micros: int
    by_default: bool
    gpu_us: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "card": self.card,
            "gpu_model": self.gpu_model,
            "commitment": self.commitment,
            "spot": self.spot,
            "gpu_hour_micros": self.gpu_hour_micros,
            "by_default": self.by_default,
            "gpu_us": self.gpu_us,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RateApplied:
        """The inverse."""
        return cls(
            card=d["card"],
            gpu_model=d["gpu_model"],
            commitment=d["commitment"],
            spot=d["spot"],
            gpu_hour_micros=d["gpu_hour_micros"],
            by_default=d["by_default"],
            gpu_us=d["gpu_us"],
        )


class ChargeKind(StrEnum):
    """Kind of a charge."""

    OTHER = "OTHER"
    JOB = "JOB"
    RESERVED = "RESERVED"
    HELD = "HELD"
    IDLE = "IDLE"
    OVERHEAD = "OVERHEAD"
    BALANCE = "BALANCE"


@final
@record
class Charge:
    """One owner's share of a node on one day, and its amount.

    Attributes:
        charge_id: Hash of owner, node and day: the same whenever it is computed.
        kind: As in UsageKind. BALANCE: amount that the platform bears, or gains, because tiers are
            charged another percentage of their cost.
        reason: As in UsageShare.
        job_id: JOB, HELD: job; otherwise empty.
        attempt: JOB: attempt; otherwise 0.
        reservation: RESERVED: its name; otherwise empty.
        payer: Payer; the platform pays where its tenant is empty.
        gpu_us: GPU microseconds. In a correction, the difference; likewise in the following fields.
        cost_cents: Its part of the node's cost, hundredths of the currency.
        charged_cents: Charge: the cost times the percentage of its tier.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.Charge"

    charge_id: str
    kind: ChargeKind
    reason: str
    job_id: str
    attempt: int
    reservation: str
    payer: Payer
    gpu_us: int
    cost_cents: int
    charged_cents: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "charge_id": self.charge_id,
            "kind": self.kind,
            "reason": self.reason,
            "job_id": self.job_id,
            "attempt": self.attempt,
            "reservation": self.reservation,
            "payer": self.payer.to_datum(),
            "gpu_us": self.gpu_us,
            "cost_cents": self.cost_cents,
            "charged_cents": self.charged_cents,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Charge:
        """The inverse."""
        return cls(
            charge_id=d["charge_id"],
            kind=ChargeKind(d["kind"]),
            reason=d["reason"],
            job_id=d["job_id"],
            attempt=d["attempt"],
            reservation=d["reservation"],
            payer=Payer.from_datum(d["payer"]),
            gpu_us=d["gpu_us"],
            cost_cents=d["cost_cents"],
            charged_cents=d["charged_cents"],
        )


@final
@record
class DayCharged(ChargeFact):
    """Cost of a node's GPUs on one day, and its payers; final, except for corrections.

    Attributes:
        node_id: Node.
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: End of the day.
        currency: ISO 4217.
        gpu_us: GPU microseconds of the whole node: the sum of its charges.
        cents: Cost of the node, hundredths of the currency: the sum of its charges, both as cost
            and as charged.
        rates: Prices of the day; its cost is the sum of `gpu_us` times `gpu_hour_micros`, rounded
            once.
        charges: Charges, one per owner.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.DayCharged"

    node_id: str
    starts_at_ms: int
    ends_at_ms: int
    currency: str
    gpu_us: int
    cents: int
    rates: tuple[RateApplied, ...]
    charges: tuple[Charge, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "currency": self.currency,
            "gpu_us": self.gpu_us,
            "cents": self.cents,
            "rates": [x.to_datum() for x in self.rates],
            "charges": [x.to_datum() for x in self.charges],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DayCharged:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            currency=d["currency"],
            gpu_us=d["gpu_us"],
            cents=d["cents"],
            rates=tuple(RateApplied.from_datum(x) for x in d["rates"]),
            charges=tuple(Charge.from_datum(x) for x in d["charges"]),
        )


@final
@record
class ChargesCorrected(ChargeFact):
    """Change of a charged day by a late fact or a re-rating: differences, to be added.

    Attributes:
        node_id: Node.
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: End of the day.
        currency: ISO 4217.
        gpu_us: GPU microseconds of the whole node; the difference: the sum of its charges.
        cents: Cost of the node, hundredths of the currency; the difference: the sum of its charges,
            both as cost and as charged.
        cause: event_id of the late fact, or rerating_id; empty: an hour that was recorded late.
        rates: Prices of the day; its cost is the sum of `gpu_us` times `gpu_hour_micros`, rounded
            once.
        charges: Charges that differ.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.ChargesCorrected"

    node_id: str
    starts_at_ms: int
    ends_at_ms: int
    currency: str
    gpu_us: int
    cents: int
    cause: str
    rates: tuple[RateApplied, ...]
    charges: tuple[Charge, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "currency": self.currency,
            "gpu_us": self.gpu_us,
            "cents": self.cents,
            "cause": self.cause,
            "rates": [x.to_datum() for x in self.rates],
            "charges": [x.to_datum() for x in self.charges],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChargesCorrected:
        """The inverse."""
        return cls(
            node_id=d["node_id"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            currency=d["currency"],
            gpu_us=d["gpu_us"],
            cents=d["cents"],
            cause=d["cause"],
            rates=tuple(RateApplied.from_datum(x) for x in d["rates"]),
            charges=tuple(Charge.from_datum(x) for x in d["charges"]),
        )


@final
@record
class QueuePlaced(QueueFact):
    """Parent and limits of a queue: budgets of a queue include those below it.

    Attributes:
        queue: Name.
        tenant: Tenant.
        parent: Queue above; null: none.
        maximum_gpu_milli: Maximum for it and those below it together, thousandths of GPU; null: no
            limit.
        guarantee_gpu_milli: Guarantee of its jobs, thousandths of GPU; null: none.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.QueuePlaced"

    queue: str
    tenant: str
    parent: str | None
    maximum_gpu_milli: int | None = None
    guarantee_gpu_milli: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "parent": self.parent,
            "maximum_gpu_milli": self.maximum_gpu_milli,
            "guarantee_gpu_milli": self.guarantee_gpu_milli,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueuePlaced:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            parent=d["parent"],
            maximum_gpu_milli=d.get("maximum_gpu_milli"),
            guarantee_gpu_milli=d.get("guarantee_gpu_milli"),
        )


@final
@record
class BudgetSet(BudgetFact):
    """A budget is set; it replaces one of the same name.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        terms: The complete terms.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BudgetSet"

    budget: str
    tenant: str
    terms: BudgetTerms
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "terms": self.terms.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BudgetSet:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            terms=BudgetTerms.from_datum(d["terms"]),
            requested_by=d["requested_by"],
        )


@final
@record
class BudgetRemoved(BudgetFact):
    """A budget was removed.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BudgetRemoved"

    budget: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BudgetRemoved:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class BudgetMeasured(BudgetFact):
    """Spending of a budget: measured after each hour with spending, and when a day begins.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        starts_at_ms: Start of its period, milliseconds since 1970 UTC.
        ends_at_ms: End of its period.
        spent_micros: Spending so far, millionths of its currency, or of GPU hours.
        amount_micros: Amount of the budget.
        measured_until_ms: Hours that ended by then are counted.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BudgetMeasured"

    budget: str
    tenant: str
    starts_at_ms: int
    ends_at_ms: int
    spent_micros: int
    amount_micros: int
    measured_until_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "spent_micros": self.spent_micros,
            "amount_micros": self.amount_micros,
            "measured_until_ms": self.measured_until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BudgetMeasured:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            spent_micros=d["spent_micros"],
            amount_micros=d["amount_micros"],
            measured_until_ms=d["measured_until_ms"],
        )


@final
@record
class BudgetReached(BudgetFact):
    """A threshold of a budget is reached; reported once, until it is eased or a month begins.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        terms: Terms of the budget.
        starts_at_ms: Start of its period, milliseconds since 1970 UTC.
        ends_at_ms: End of its period.
        threshold_percent: The threshold.
        spent_micros: Spending so far, millionths of its currency, or of GPU hours.
        amount_micros: Amount of the budget.
        measured_until_ms: Hours that ended by then are counted.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BudgetReached"

    budget: str
    tenant: str
    terms: BudgetTerms
    starts_at_ms: int
    ends_at_ms: int
    threshold_percent: int
    spent_micros: int
    amount_micros: int
    measured_until_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "terms": self.terms.to_datum(),
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "threshold_percent": self.threshold_percent,
            "spent_micros": self.spent_micros,
            "amount_micros": self.amount_micros,
            "measured_until_ms": self.measured_until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BudgetReached:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            terms=BudgetTerms.from_datum(d["terms"]),
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            threshold_percent=d["threshold_percent"],
            spent_micros=d["spent_micros"],
            amount_micros=d["amount_micros"],
            measured_until_ms=d["measured_until_ms"],
        )


@final
@record
class BudgetEased(BudgetFact):
    """Spending is well below a reached threshold: after a correction, by a larger amount or other days.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        starts_at_ms: Start of its period, milliseconds since 1970 UTC.
        ends_at_ms: End of its period.
        threshold_percent: The threshold.
        spent_micros: Spending so far, millionths of its currency, or of GPU hours.
        amount_micros: Amount of the budget.
        measured_until_ms: Hours that ended by then are counted.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BudgetEased"

    budget: str
    tenant: str
    starts_at_ms: int
    ends_at_ms: int
    threshold_percent: int
    spent_micros: int
    amount_micros: int
    measured_until_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "budget": self.budget,
            "tenant": self.tenant,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "threshold_percent": self.threshold_percent,
            "spent_micros": self.spent_micros,
            "amount_micros": self.amount_micros,
            "measured_until_ms": self.measured_until_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BudgetEased:
        """The inverse."""
        return cls(
            budget=d["budget"],
            tenant=d["tenant"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            threshold_percent=d["threshold_percent"],
            spent_micros=d["spent_micros"],
            amount_micros=d["amount_micros"],
            measured_until_ms=d["measured_until_ms"],
        )


class CostDimension(StrEnum):
    """Dimension in which days are compared."""

    TEAM = "TEAM"
    PROJECT = "PROJECT"
    MODEL = "MODEL"


@final
@record
class CostSurged(CostFact):
    """A complete day cost well more than the days before it; reported once, until it has settled.

    Attributes:
        dimension: Dimension of the comparison.
        of: Name of the team, project or model.
        tenant: Tenant.
        currency: ISO 4217.
        starts_at_ms: Start of the day, milliseconds since 1970 UTC.
        ends_at_ms: Its end.
        cents: Its charge on that day, hundredths of the currency.
        mean_cents: Its mean charge on a day before it.
        history_days: Number of days before it that count.
        percent: Percentage of the mean.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.CostSurged"

    dimension: CostDimension
    of: str
    tenant: str
    currency: str
    starts_at_ms: int
    ends_at_ms: int
    cents: int
    mean_cents: int
    history_days: int
    percent: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "dimension": self.dimension,
            "of": self.of,
            "tenant": self.tenant,
            "currency": self.currency,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "cents": self.cents,
            "mean_cents": self.mean_cents,
            "history_days": self.history_days,
            "percent": self.percent,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CostSurged:
        """The inverse."""
        return cls(
            dimension=CostDimension(d["dimension"]),
            of=d["of"],
            tenant=d["tenant"],
            currency=d["currency"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            cents=d["cents"],
            mean_cents=d["mean_cents"],
            history_days=d["history_days"],
            percent=d["percent"],
        )


@final
@record
class CostSettled(CostFact):
    """A complete day is close to the days before it again, after a cost anomaly.

    Attributes:
        dimension: Dimension of the comparison.
        of: Name of the team, project or model.
        tenant: Tenant.
        currency: ISO 4217.
        starts_at_ms: Start of the day, milliseconds since 1970 UTC.
        ends_at_ms: Its end.
        cents: Its charge on that day, hundredths of the currency.
        mean_cents: Its mean charge on a day before it.
        history_days: Number of days before it that count.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.CostSettled"

    dimension: CostDimension
    of: str
    tenant: str
    currency: str
    starts_at_ms: int
    ends_at_ms: int
    cents: int
    mean_cents: int
    history_days: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "dimension": self.dimension,
            "of": self.of,
            "tenant": self.tenant,
            "currency": self.currency,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "cents": self.cents,
            "mean_cents": self.mean_cents,
            "history_days": self.history_days,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CostSettled:
        """The inverse."""
        return cls(
            dimension=CostDimension(d["dimension"]),
            of=d["of"],
            tenant=d["tenant"],
            currency=d["currency"],
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            cents=d["cents"],
            mean_cents=d["mean_cents"],
            history_days=d["history_days"],
        )


@final
@record
class DayCompared(DayFact):
    """A day is complete, and compared with those before it.

    Attributes:
        starts_at_ms: Its start, milliseconds since 1970 UTC.
        ends_at_ms: Its end.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.DayCompared"

    starts_at_ms: int
    ends_at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DayCompared:
        """The inverse."""
        return cls(
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
        )


class StoredKind(StrEnum):
    """Kind of data in the store."""

    CHECKPOINTS = "CHECKPOINTS"
    MODEL = "MODEL"
    DATASET = "DATASET"
    SPACE = "SPACE"
    EXPERIMENT = "EXPERIMENT"
    OUTPUT = "OUTPUT"


@final
@record
class StorageChanged(StorageFact):
    """The storage of a job or a repository grows from then on, or shrinks.

    Attributes:
        job_id: Job; empty: a repository.
        payer: Payer.
        at_ms: Since when, milliseconds since 1970 UTC.
        more_bytes: Added bytes; negative: removed.
        kind: Kind of stored data.
        repository: Id of the repository; empty: a job.
        attempt: For output: the attempt that wrote it; 0: all attempts.
        node_id: For output: the node on which it was written; empty: all nodes.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.StorageChanged"

    job_id: str
    payer: Payer
    at_ms: int
    more_bytes: int
    kind: StoredKind = StoredKind.CHECKPOINTS
    repository: str = ""
    attempt: int = 0
    node_id: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "payer": self.payer.to_datum(),
            "at_ms": self.at_ms,
            "more_bytes": self.more_bytes,
            "kind": self.kind,
            "repository": self.repository,
            "attempt": self.attempt,
            "node_id": self.node_id,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StorageChanged:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            payer=Payer.from_datum(d["payer"]),
            at_ms=d["at_ms"],
            more_bytes=d["more_bytes"],
            kind=StoredKind(d.get("kind", "CHECKPOINTS")),
            repository=d.get("repository", ""),
            attempt=d.get("attempt", 0),
            node_id=d.get("node_id", ""),
        )


@final
@record
class StorageCharge:
    """Storage cost of one job or repository on one day.

    Attributes:
        charge_id: Hash of job or repository, and day: the same whenever it is computed.
        job_id: Job; empty: a repository.
        payer: Payer.
        mean_bytes: Average bytes in the store over the day, rounded down.
        rest_byte_ms: Remainder: bytes x milliseconds of the day are mean_bytes x 86,400,000 plus
            this.
        size_bytes: Bytes at the end of the day.
        cents: Cost, which is also the charge.
        kind: Kind of stored data.
        repository: Id of the repository; empty: a job.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.StorageCharge"

    charge_id: str
    job_id: str
    payer: Payer
    mean_bytes: int
    rest_byte_ms: int
    size_bytes: int
    cents: int
    kind: StoredKind = StoredKind.CHECKPOINTS
    repository: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "charge_id": self.charge_id,
            "job_id": self.job_id,
            "payer": self.payer.to_datum(),
            "mean_bytes": self.mean_bytes,
            "rest_byte_ms": self.rest_byte_ms,
            "size_bytes": self.size_bytes,
            "cents": self.cents,
            "kind": self.kind,
            "repository": self.repository,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StorageCharge:
        """The inverse."""
        return cls(
            charge_id=d["charge_id"],
            job_id=d["job_id"],
            payer=Payer.from_datum(d["payer"]),
            mean_bytes=d["mean_bytes"],
            rest_byte_ms=d["rest_byte_ms"],
            size_bytes=d["size_bytes"],
            cents=d["cents"],
            kind=StoredKind(d.get("kind", "CHECKPOINTS")),
            repository=d.get("repository", ""),
        )


@final
@record
class StorageCharged(StorageFact):
    """Storage cost of at most 1,000 jobs and repositories on one day, and its payers; final.

    Attributes:
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: Its end.
        card: The card in force at its end; empty: none.
        currency: ISO 4217; empty: no card was in force.
        gb_month_micros: Price of 10^9 bytes for 30 days, millionths of the currency.
        mean_bytes: Average bytes in the store over the day, of all of them, rounded down.
        rest_byte_ms: Remainder: bytes x milliseconds of the day are mean_bytes x 86,400,000 plus
            this.
        cents: Its cost, rounded once: the sum of the charges.
        charges: Charges, one for each job and repository.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.StorageCharged"

    starts_at_ms: int
    ends_at_ms: int
    card: str
    currency: str
    gb_month_micros: int
    mean_bytes: int
    rest_byte_ms: int
    cents: int
    charges: tuple[StorageCharge, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "card": self.card,
            "currency": self.currency,
            "gb_month_micros": self.gb_month_micros,
            "mean_bytes": self.mean_bytes,
            "rest_byte_ms": self.rest_byte_ms,
            "cents": self.cents,
            "charges": [x.to_datum() for x in self.charges],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StorageCharged:
        """The inverse."""
        return cls(
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            card=d["card"],
            currency=d["currency"],
            gb_month_micros=d["gb_month_micros"],
            mean_bytes=d["mean_bytes"],
            rest_byte_ms=d["rest_byte_ms"],
            cents=d["cents"],
            charges=tuple(StorageCharge.from_datum(x) for x in d["charges"]),
        )


@final
@record
class QuotaReached(QueueFact):
    """A queue holds a large part of its own maximum; reported once, until it is eased.

    Attributes:
        queue: Name.
        tenant: Tenant.
        threshold_percent: Percentage of its maximum that was reached.
        held_gpu_milli: Thousandths of GPU held by it and those below it.
        maximum_gpu_milli: Maximum for them together.
        at_ms: When, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.QuotaReached"

    queue: str
    tenant: str
    threshold_percent: int
    held_gpu_milli: int
    maximum_gpu_milli: int
    at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "threshold_percent": self.threshold_percent,
            "held_gpu_milli": self.held_gpu_milli,
            "maximum_gpu_milli": self.maximum_gpu_milli,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QuotaReached:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            threshold_percent=d["threshold_percent"],
            held_gpu_milli=d["held_gpu_milli"],
            maximum_gpu_milli=d["maximum_gpu_milli"],
            at_ms=d["at_ms"],
        )


@final
@record
class QuotaEased(QueueFact):
    """A queue holds well less than the reported percentage of its maximum, or its maximum has changed.

    Attributes:
        queue: Name.
        tenant: Tenant.
        threshold_percent: Percentage of its maximum that was reached.
        held_gpu_milli: Thousandths of GPU held by it and those below it.
        maximum_gpu_milli: Maximum for them together; null: no limit any longer.
        at_ms: When, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.QuotaEased"

    queue: str
    tenant: str
    threshold_percent: int
    held_gpu_milli: int
    maximum_gpu_milli: int | None = None
    at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "threshold_percent": self.threshold_percent,
            "held_gpu_milli": self.held_gpu_milli,
            "maximum_gpu_milli": self.maximum_gpu_milli,
            "at_ms": self.at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QuotaEased:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            threshold_percent=d["threshold_percent"],
            held_gpu_milli=d["held_gpu_milli"],
            maximum_gpu_milli=d.get("maximum_gpu_milli"),
            at_ms=d["at_ms"],
        )


@final
@record
class TokenWorkRecorded(JobFact):
    """Work of a shared replica for each consumer in an hour, and the token weights that split its cost.

    Attributes:
        job_id: The replica.
        tenant: Its tenant.
        starts_at_ms: Start of the hour, milliseconds since 1970 UTC.
        consumers: Consumers, each once; replaces what was recorded of a consumer for the same hour.
        prompt_weight: Weight of a prompt token, by the card in force in that hour.
        output_weight: Weight of an output token.
        requested_by: Sender of the report.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.TokenWorkRecorded"

    job_id: str
    tenant: str
    starts_at_ms: int
    consumers: tuple[TokenWork, ...]
    prompt_weight: int
    output_weight: int
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "starts_at_ms": self.starts_at_ms,
            "consumers": [x.to_datum() for x in self.consumers],
            "prompt_weight": self.prompt_weight,
            "output_weight": self.output_weight,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TokenWorkRecorded:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            starts_at_ms=d["starts_at_ms"],
            consumers=tuple(TokenWork.from_datum(x) for x in d["consumers"]),
            prompt_weight=d["prompt_weight"],
            output_weight=d["output_weight"],
            requested_by=d["requested_by"],
        )


@final
@record
class EvalSpent(EvaluationFact):
    """An evaluation has ended; its cost is charged with its day.

    Attributes:
        run: Id of the evaluation.
        repository: Id of the repository that holds the version.
        at_ms: When it ended, milliseconds since 1970 UTC.
        micros: Cost, millionths of a dollar.
        priced: Whether its price was set; otherwise the cost is unknown.
        paid_cases: Cases that were asked, and paid for.
        cached_cases: Cases whose answer was kept.
        tokens_in: Prompt tokens of the cases that were asked.
        tokens_out: Tokens of their answers.
        tenant: Organisation.
        user: User who requested it; empty: nobody did.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.EvalSpent"

    run: str
    repository: str
    at_ms: int
    micros: int
    priced: bool
    paid_cases: int
    cached_cases: int
    tokens_in: int
    tokens_out: int
    tenant: str
    user: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "run": self.run,
            "repository": self.repository,
            "at_ms": self.at_ms,
            "micros": self.micros,
            "priced": self.priced,
            "paid_cases": self.paid_cases,
            "cached_cases": self.cached_cases,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "tenant": self.tenant,
            "user": self.user,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalSpent:
        """The inverse."""
        return cls(
            run=d["run"],
            repository=d["repository"],
            at_ms=d["at_ms"],
            micros=d["micros"],
            priced=d["priced"],
            paid_cases=d["paid_cases"],
            cached_cases=d["cached_cases"],
            tokens_in=d["tokens_in"],
            tokens_out=d["tokens_out"],
            tenant=d["tenant"],
            user=d.get("user", ""),
        )


@final
@record
class EvalCharge:
    """Cost of one evaluation.

    Attributes:
        charge_id: Hash of evaluation and day: the same whenever it is computed.
        run: Id of the evaluation.
        repository: Id of the repository that holds the version.
        payer: Payer.
        micros: Cost, millionths of the currency.
        cents: Cost, which is also the charge.
        priced: Whether its price was set; otherwise the cost is unknown.
        paid_cases: Cases that were asked, and paid for.
        cached_cases: Cases whose answer was kept; they cost nothing.
        tokens_in: Prompt tokens of the cases that were asked.
        tokens_out: Tokens of their answers.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.EvalCharge"

    charge_id: str
    run: str
    repository: str
    payer: Payer
    micros: int
    cents: int
    priced: bool
    paid_cases: int
    cached_cases: int
    tokens_in: int
    tokens_out: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "charge_id": self.charge_id,
            "run": self.run,
            "repository": self.repository,
            "payer": self.payer.to_datum(),
            "micros": self.micros,
            "cents": self.cents,
            "priced": self.priced,
            "paid_cases": self.paid_cases,
            "cached_cases": self.cached_cases,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalCharge:
        """The inverse."""
        return cls(
            charge_id=d["charge_id"],
            run=d["run"],
            repository=d["repository"],
            payer=Payer.from_datum(d["payer"]),
            micros=d["micros"],
            cents=d["cents"],
            priced=d["priced"],
            paid_cases=d["paid_cases"],
            cached_cases=d["cached_cases"],
            tokens_in=d["tokens_in"],
            tokens_out=d["tokens_out"],
        )


@final
@record
class EvalsCharged(EvaluationFact):
    """Cost of at most 1,000 evaluations of one day, and its payers; final.

    Attributes:
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: Its end.
        currency: ISO 4217: USD.
        micros: Their cost, millionths of the currency.
        cents: The same, rounded once: the sum of the charges.
        charges: Charges, one for each evaluation.
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.EvalsCharged"

    starts_at_ms: int
    ends_at_ms: int
    currency: str
    micros: int
    cents: int
    charges: tuple[EvalCharge, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "currency": self.currency,
            "micros": self.micros,
            "cents": self.cents,
            "charges": [x.to_datum() for x in self.charges],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EvalsCharged:
        """The inverse."""
        return cls(
            starts_at_ms=d["starts_at_ms"],
            ends_at_ms=d["ends_at_ms"],
            currency=d["currency"],
            micros=d["micros"],
            cents=d["cents"],
            charges=tuple(EvalCharge.from_datum(x) for x in d["charges"]),
        )


JobPayload: TypeAlias = JobAttributed | JobSettled | TokenWorkRecorded

BindingPayload: TypeAlias = BindingOpened | BindingClosed | WorkSaved | StopOrdered

NodePayload: TypeAlias = NodeChanged

KeepingPayload: TypeAlias = NodesKept

UsagePayload: TypeAlias = UsageRecorded | UsageCorrected | LateFactRefused

WindowPayload: TypeAlias = WindowEnded

RatesPayload: TypeAlias = RatesActivated | UsageRerated

ChargePayload: TypeAlias = DayCharged | ChargesCorrected

QueuePayload: TypeAlias = QueuePlaced | QuotaReached | QuotaEased

BudgetPayload: TypeAlias = BudgetSet | BudgetRemoved | BudgetMeasured | BudgetReached | BudgetEased

CostPayload: TypeAlias = CostSurged | CostSettled

DayPayload: TypeAlias = DayCompared

StoragePayload: TypeAlias = StorageChanged | StorageCharged

EvaluationPayload: TypeAlias = EvalSpent | EvalsCharged

UsageEvent: TypeAlias = (
    JobAttributed
    | JobSettled
    | BindingOpened
    | BindingClosed
    | WorkSaved
    | StopOrdered
    | NodeChanged
    | NodesKept
    | UsageRecorded
    | UsageCorrected
    | WindowEnded
    | LateFactRefused
    | RatesActivated
    | UsageRerated
    | DayCharged
    | ChargesCorrected
    | QueuePlaced
    | BudgetSet
    | BudgetRemoved
    | BudgetMeasured
    | BudgetReached
    | BudgetEased
    | CostSurged
    | CostSettled
    | DayCompared
    | StorageChanged
    | StorageCharged
    | QuotaReached
    | QuotaEased
    | TokenWorkRecorded
    | EvalSpent
    | EvalsCharged
)

Payload: TypeAlias = UsageEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    JobAttributed,
    JobSettled,
    BindingOpened,
    BindingClosed,
    WorkSaved,
    StopOrdered,
    NodeChanged,
    NodesKept,
    UsageRecorded,
    UsageCorrected,
    WindowEnded,
    LateFactRefused,
    RatesActivated,
    UsageRerated,
    DayCharged,
    ChargesCorrected,
    QueuePlaced,
    BudgetSet,
    BudgetRemoved,
    BudgetMeasured,
    BudgetReached,
    BudgetEased,
    CostSurged,
    CostSettled,
    DayCompared,
    CommandRejected,
    CommandRepeated,
    Watermark,
    StorageChanged,
    StorageCharged,
    QuotaReached,
    QuotaEased,
    TokenWorkRecorded,
    EvalSpent,
    EvalsCharged,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.usage_events","doc":"'
    'Owner of each GPU, by the hour, and its cost, by the day.","fields":[{"name"'
    ':"event_id","type":"string","doc":"Unique for ever; the deduplication key."}'
    ',{"name":"key","type":"string","doc":"Kafka key; records with the same key k'
    'eep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time of the'
    ' event according to the producer, milliseconds since 1970 UTC."},{"name":"pr'
    'oducer","type":"string","doc":"Service and instance that wrote the record."}'
    ',{"name":"correlation_id","type":"string","doc":"Shared by everything that f'
    'ollows from one request."},{"name":"causation_id","type":["null","string"],"'
    'doc":"event_id of the record this one follows from.","default":null},{"name"'
    ':"seq","type":["null","long"],"doc":"seq of the input it follows from; facts'
    " of all partitions are ordered by seq, then index. Null: the writer assigns "
    'no order.","default":null},{"name":"index","type":["null","int"],"doc":"Inde'
    'x among the consequences of that input, from 0; orders count as well.","defa'
    'ult":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it be'
    'longs to; null: no tenant.","default":null},{"name":"sender","type":["null",'
    '"string"],"doc":"Authenticated sender of the command it follows from, as TEN'
    'ANT/USER; null: it follows from no command, or is older than this field.","d'
    'efault":null},{"name":"payload","type":[{"type":"record","name":"JobAttribut'
    'ed","subject":"job","doc":"Payer of a job\'s usage.","fields":[{"name":"job_i'
    'd","type":"string","doc":"Job."},{"name":"payer","type":{"type":"record","na'
    'me":"Payer","doc":"Payer of usage; a field is empty where a fact does not st'
    'ate it.","fields":[{"name":"tenant","type":"string","doc":"Tenant."},{"name"'
    ':"team","type":"string","doc":"Team, as the job says."},{"name":"project","t'
    'ype":"string","doc":"Project, as the job says."},{"name":"user","type":"stri'
    'ng","doc":"User."},{"name":"queue","type":"string","doc":"Queue."},{"name":"'
    'tier","type":"string","doc":"Tier of the job; empty: no job."},{"name":"mode'
    'l_name","type":"string","doc":"Model that the job trains; empty: none."},{"n'
    'ame":"labels","type":{"type":"map","values":"string"},"doc":"Labels of the j'
    'ob; `experiment` is one of them."}],"namespace":"muster.usage_events"},"doc"'
    ':"Payer."}],"namespace":"muster.usage_events"},{"type":"record","name":"JobS'
    'ettled","subject":"job","doc":"The job has ended: nothing more is metered fo'
    'r it.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."}],"namespace":"muster.usage_events"},{"'
    'type":"record","name":"BindingOpened","subject":"binding","doc":"An attempt '
    'holds GPUs from now on.","fields":[{"name":"job_id","type":"string","doc":"J'
    'ob."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"payer","type'
    '":"muster.usage_events.Payer","doc":"Payer."},{"name":"at_ms","type":"long",'
    '"doc":"Since when, milliseconds since 1970 UTC."},{"name":"parts","type":{"t'
    'ype":"array","items":{"type":"record","name":"BindingPart","doc":"GPUs of on'
    'e node that an attempt holds.","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"d'
    'oc":"GPUs; one that occurs several times: several ranks hold fractions of it'
    '."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each GPU."}],"nam'
    'espace":"muster.usage_events"}},"doc":"GPUs that it holds, by node."}],"name'
    'space":"muster.usage_events"},{"type":"record","name":"BindingClosed","subje'
    'ct":"binding","doc":"An attempt no longer holds GPUs.","fields":[{"name":"jo'
    'b_id","type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"At'
    'tempt."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"at_ms","'
    'type":"long","doc":"Since when, milliseconds since 1970 UTC."},{"name":"outc'
    'ome","type":{"type":"enum","name":"AttemptOutcome","doc":"Outcome of an atte'
    'mpt.","symbols":["SUCCEEDED","FAILED","STOPPED","TIMED_OUT","LOST","REFUSED"'
    '],"default":"REFUSED","namespace":"muster.job_events"},"doc":"How the attemp'
    't ended."},{"name":"opened_at_ms","type":["null","long"],"doc":"Time since w'
    "hich it held GPUs, milliseconds since 1970 UTC; null: written before this fi"
    'eld existed.","default":null},{"name":"lost_from_ms","type":["null","long"],'
    '"doc":"Time from which its work is lost, as no checkpoint has it; null: noth'
    'ing is lost.","default":null},{"name":"loss","type":{"type":"enum","name":"L'
    'oss","doc":"Reason why work is lost.","symbols":["NONE","PREEMPTED","RECLAIM'
    'ED","MOVED","ENDED","NODE_LOST","FAILED"],"default":"NONE","namespace":"must'
    'er.usage_events"},"doc":"Reason. PREEMPTED: it yielded to another job. RECLA'
    "IMED: its node was reclaimed. MOVED: it was stopped to run elsewhere. ENDED:"
    " it was stopped for good, or suspended. NODE_LOST, FAILED: it ended that way"
    '.","default":"NONE"}],"namespace":"muster.usage_events"},{"type":"record","n'
    'ame":"WorkSaved","subject":"binding","doc":"The work of an attempt until the'
    'n is in the store, in a complete checkpoint.","fields":[{"name":"job_id","ty'
    'pe":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},'
    '{"name":"tenant","type":"string","doc":"Tenant."},{"name":"at_ms","type":"lo'
    'ng","doc":"Time up to which its work is saved, milliseconds since 1970 UTC."'
    '}],"namespace":"muster.usage_events"},{"type":"record","name":"StopOrdered",'
    '"subject":"binding","doc":"An attempt was ordered to stop; it holds its GPUs'
    ' until it has.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"n'
    'ame":"attempt","type":"int","doc":"Attempt."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"loss","type":"muster.usage_events.Loss","doc":"'
    'Reason why its unsaved work will be lost."}],"namespace":"muster.usage_event'
    's"},{"type":"record","name":"NodeChanged","subject":"node","doc":"The hardwa'
    're of a node, or the status of its GPUs, has changed.","fields":[{"name":"no'
    'de_id","type":"string","doc":"Node."},{"name":"at_ms","type":"long","doc":"T'
    "ime from which it counts, milliseconds since 1970 UTC; SILENT: from the last"
    ' heartbeat of a lost node."},{"name":"change","type":{"type":"enum","name":"'
    'NodeChange","doc":"What changed.","symbols":["OTHER","JOINED","RECOVERED","S'
    'USPECTED","SILENT","LOST","FORGOTTEN","CORDONED","UNCORDONED","DRAINING","UN'
    'DRAINED","MAINTENANCE_STARTED","MAINTENANCE_ENDED","RECLAIM_ANNOUNCED","RECL'
    'AIM_WITHDRAWN","GPU_UNHEALTHY","GPU_RECOVERED","TAGGED"],"default":"OTHER","'
    'namespace":"muster.usage_events"},"doc":"The change."},{"name":"gpu_model","'
    'type":"string","doc":"JOINED: its model; otherwise empty."},{"name":"gpu_cou'
    'nt","type":"int","doc":"JOINED: number of GPUs; otherwise 0."},{"name":"gpu_'
    'index","type":"int","doc":"GPU_UNHEALTHY, GPU_RECOVERED: the GPU; otherwise '
    '0."},{"name":"commitment","type":["null","string"],"doc":"JOINED, TAGGED: la'
    'bel `commitment` of the node; null: not labelled.","default":null},{"name":"'
    'spot","type":["null","boolean"],"doc":"JOINED, TAGGED: whether its provider '
    'may reclaim it; null: not stated.","default":null}],"namespace":"muster.usag'
    'e_events"},{"type":"record","name":"NodesKept","subject":"keeping","doc":"No'
    "des are kept for a reservation or a job from now on; replaces what was kept "
    'for it before.","fields":[{"name":"kind","type":{"type":"enum","name":"KeptK'
    'ind","doc":"Reason why nodes are kept.","symbols":["RESERVED","HELD","HEAD"]'
    ',"default":"HELD","namespace":"muster.usage_events"},"doc":"RESERVED: a rese'
    "rvation has begun. HELD: victims of a preemption plan yield there. HEAD: the"
    'y are reserved for the head of queue."},{"name":"name","type":"string","doc"'
    ':"Reservation or job."},{"name":"payer","type":"muster.usage_events.Payer","'
    'doc":"Payer."},{"name":"at_ms","type":"long","doc":"Since when, milliseconds'
    ' since 1970 UTC."},{"name":"node_ids","type":{"type":"array","items":"string'
    '"},"doc":"Nodes; empty: no longer kept."},{"name":"begins","type":"boolean",'
    '"doc":"False: the nodes are chosen, and count as others do until the reserva'
    'tion begins."}],"namespace":"muster.usage_events"},{"type":"record","name":"'
    'UsageRecorded","subject":"usage","doc":"Owners of a node\'s GPUs in one hour;'
    ' final, except for corrections.","fields":[{"name":"node_id","type":"string"'
    ',"doc":"Node."},{"name":"gpu_model","type":"string","doc":"GPU model."},{"na'
    'me":"starts_at_ms","type":"long","doc":"Start of the window, milliseconds si'
    'nce 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"End of the window.'
    '"},{"name":"gpu_us","type":"long","doc":"GPU microseconds of the whole node '
    'in the window: the sum of its shares."},{"name":"shares","type":{"type":"arr'
    'ay","items":{"type":"record","name":"UsageShare","doc":"One owner\'s share of'
    ' a node\'s GPUs in one window.","fields":[{"name":"usage_id","type":"string",'
    '"doc":"Hash of owner, node and window: the same whenever it is computed."},{'
    '"name":"kind","type":{"type":"enum","name":"UsageKind","doc":"Kind of owner '
    'of a GPU.","symbols":["JOB","RESERVED","HELD","IDLE","OVERHEAD"],"default":"'
    'IDLE","namespace":"muster.usage_events"},"doc":"JOB: bound to an attempt. RE'
    "SERVED, HELD: kept for a reservation or job. IDLE: free. OVERHEAD: unusable."
    '"},{"name":"reason","type":"string","doc":"OVERHEAD: UNHEALTHY, SUSPECTED, S'
    "ILENT, CORDONED, DRAINING, MAINTENANCE, RECLAIMED or REPLACED. HELD: HELD or"
    ' HEAD. Otherwise empty."},{"name":"job_id","type":"string","doc":"JOB, HELD:'
    ' job; otherwise empty."},{"name":"attempt","type":"int","doc":"JOB: attempt;'
    ' otherwise 0."},{"name":"reservation","type":"string","doc":"RESERVED: its n'
    'ame; otherwise empty."},{"name":"payer","type":"muster.usage_events.Payer","'
    'doc":"Payer; the platform pays where its tenant is empty."},{"name":"gpu_us"'
    ',"type":"long","doc":"GPU microseconds: thousandths of a GPU times milliseco'
    'nds. In a correction, the difference."},{"name":"charged_percent","type":"in'
    't","doc":"Percentage of its cost that the card in force charges.","default":'
    '100}],"namespace":"muster.usage_events"}},"doc":"Shares, one per owner."},{"'
    'name":"currency","type":"string","doc":"ISO 4217; empty: no card was in forc'
    'e.","default":""},{"name":"gpu_hour_micros","type":"long","doc":"Price of an'
    " hour of one GPU by the card in force, millionths of the currency. Days are "
    'charged, not hours.","default":0},{"name":"commitment","type":"string","doc"'
    ':"Label `commitment` of the node; empty: none.","default":""},{"name":"spot"'
    ',"type":"boolean","doc":"Whether its provider may reclaim it.","default":fal'
    'se}],"namespace":"muster.usage_events"},{"type":"record","name":"UsageCorrec'
    'ted","subject":"usage","doc":"Change of a recorded hour by a late fact: diff'
    'erences, to be added.","fields":[{"name":"node_id","type":"string","doc":"No'
    'de."},{"name":"gpu_model","type":"string","doc":"GPU model."},{"name":"start'
    's_at_ms","type":"long","doc":"Start of the window, milliseconds since 1970 U'
    'TC."},{"name":"ends_at_ms","type":"long","doc":"End of the window."},{"name"'
    ':"gpu_us","type":"long","doc":"GPU microseconds of the whole node in the win'
    'dow: the sum of its shares."},{"name":"cause","type":"string","doc":"event_i'
    'd of that fact."},{"name":"shares","type":{"type":"array","items":"muster.us'
    'age_events.UsageShare"},"doc":"Shares, one per owner."},{"name":"currency","'
    'type":"string","doc":"ISO 4217; empty: no card was in force.","default":""},'
    '{"name":"gpu_hour_micros","type":"long","doc":"Price of an hour of one GPU b'
    "y the card in force, millionths of the currency. Days are charged, not hours"
    '.","default":0},{"name":"commitment","type":"string","doc":"Label `commitmen'
    't` of the node; empty: none.","default":""},{"name":"spot","type":"boolean",'
    '"doc":"Whether its provider may reclaim it.","default":false}],"namespace":"'
    'muster.usage_events"},{"type":"record","name":"WindowEnded","subject":"windo'
    'w","doc":"Facts have passed the end of this window, by their own time.","fie'
    'lds":[{"name":"starts_at_ms","type":"long","doc":"Start, milliseconds since '
    '1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"End."}],"namespace":"m'
    'uster.usage_events"},{"type":"record","name":"LateFactRefused","subject":"us'
    'age","doc":"A fact came too late for its hour to be corrected; it is not cou'
    'nted.","fields":[{"name":"about","type":"string","doc":"Node or job."},{"nam'
    'e":"record","type":"string","doc":"Its record name."},{"name":"event_id","ty'
    'pe":"string","doc":"Its event_id."},{"name":"at_ms","type":"long","doc":"Whe'
    'n it happened, milliseconds since 1970 UTC."},{"name":"correctable_from_ms",'
    '"type":"long","doc":"Hours that begin earlier are not corrected."}],"namespa'
    'ce":"muster.usage_events"},{"type":"record","name":"RatesActivated","subject'
    '":"rates","doc":"Usage is priced by this card from a given time until the ne'
    'xt card begins.","fields":[{"name":"card","type":{"type":"record","name":"Ra'
    'teCard","doc":"A complete price list: what is not listed has the default pri'
    'ce.","fields":[{"name":"name","type":"string","doc":"Name for people."},{"na'
    'me":"currency","type":"string","doc":"ISO 4217."},{"name":"default_gpu_hour_'
    'micros","type":"long","doc":"Price of GPUs for which no rate is listed; char'
    'ges at it are marked."},{"name":"rates","type":{"type":"array","items":{"typ'
    'e":"record","name":"Rate","doc":"Price of an hour of one GPU, for one model '
    'on one kind of node.","fields":[{"name":"gpu_model","type":"string","doc":"G'
    'PU model."},{"name":"commitment","type":"string","doc":"Label `commitment` o'
    'f the nodes of this price; empty: not labelled."},{"name":"spot","type":"boo'
    'lean","doc":"Whether it applies to nodes that their provider may reclaim."},'
    '{"name":"gpu_hour_micros","type":"long","doc":"Millionths of the currency pe'
    'r hour of one GPU."}],"namespace":"muster.metering_commands"}},"doc":"Rates,'
    ' one for each model, commitment and spot."},{"name":"tier_percent","type":{"'
    'type":"map","values":"int"},"doc":"Percentage of a job\'s cost that is charge'
    "d, by tier; 100 for tiers that are not named. The platform bears the differe"
    'nce.","default":{}},{"name":"storage_gb_month_micros","type":"long","doc":"P'
    "rice of 10^9 bytes in the store for 30 days, millionths of the currency; 0: "
    'free.","default":0},{"name":"idle","type":{"type":"enum","name":"IdleSplit",'
    '"doc":"Payer of idle GPUs.","symbols":["PLATFORM","PROPORTIONAL","GUARANTEE"'
    '],"default":"PLATFORM","namespace":"muster.metering_commands"},"doc":"PLATFO'
    "RM: the platform. PROPORTIONAL: jobs that held GPUs of the node on that day,"
    " by their GPU time; the platform, if none did. GUARANTEE: queues, by their g"
    'uaranteed share of the cell; the platform, for the rest.","default":"PLATFOR'
    'M"},{"name":"prompt_token_weight","type":"int","doc":"Weight of a prompt tok'
    'en of a shared replica, relative to an output token.","default":1},{"name":"'
    'output_token_weight","type":"int","doc":"Weight of an output token of a shar'
    'ed replica.","default":4},{"name":"off_peak","type":{"type":"array","items":'
    '{"type":"record","name":"OffPeak","doc":"Hours of the week, UTC, in which jo'
    'bs are charged less.","fields":[{"name":"days","type":{"type":"array","items'
    '":{"type":"enum","name":"Weekday","doc":"A day of the week, UTC.","symbols":'
    '["MONDAY","TUESDAY","WEDNESDAY","THURSDAY","FRIDAY","SATURDAY","SUNDAY"],"na'
    'mespace":"muster.metering_commands"}},"doc":"Days; empty: every day.","defau'
    'lt":[]},{"name":"from_hour","type":"int","doc":"First hour, 0 to 23."},{"nam'
    'e":"until_hour","type":"int","doc":"End, 1 to 24, later than `from_hour`; a '
    'night needs two of these."},{"name":"percent","type":"int","doc":"Percentage'
    ' of the tier\'s charge that is then charged, 1 to 99."}],"namespace":"muster.'
    'metering_commands"}},"doc":"Off-peak hours; no hour of the week twice. A job'
    " is charged tier x hour of its cost, rounded half up to a whole percent. The"
    ' platform bears the difference; costs do not change.","default":[]}],"namesp'
    'ace":"muster.metering_commands"},"doc":"The complete card."},{"name":"starts'
    '_at_ms","type":"long","doc":"Start of an hour, milliseconds since 1970 UTC."'
    '},{"name":"requested_by","type":"string","doc":"Sender of the request."}],"n'
    'amespace":"muster.usage_events"},{"type":"record","name":"UsageRerated","sub'
    'ject":"rates","doc":"Past days are priced again; charges that differ are cor'
    'rected.","fields":[{"name":"rerating_id","type":"string","doc":"Id of the re'
    '-rating, that is of its command; corrections refer to it."},{"name":"card","'
    'type":"muster.metering_commands.RateCard","doc":"The complete card."},{"name'
    '":"starts_at_ms","type":"long","doc":"Start of the first day, UTC, milliseco'
    'nds since 1970."},{"name":"ends_at_ms","type":"long","doc":"End of the last '
    'day, UTC."},{"name":"requested_by","type":"string","doc":"Sender of the requ'
    'est."}],"namespace":"muster.usage_events"},{"type":"record","name":"DayCharg'
    'ed","subject":"charge","doc":"Cost of a node\'s GPUs on one day, and its paye'
    'rs; final, except for corrections.","fields":[{"name":"node_id","type":"stri'
    'ng","doc":"Node."},{"name":"starts_at_ms","type":"long","doc":"Start of the '
    'day, UTC, milliseconds since 1970."},{"name":"ends_at_ms","type":"long","doc'
    '":"End of the day."},{"name":"currency","type":"string","doc":"ISO 4217."},{'
    '"name":"gpu_us","type":"long","doc":"GPU microseconds of the whole node: the'
    ' sum of its charges."},{"name":"cents","type":"long","doc":"Cost of the node'
    ", hundredths of the currency: the sum of its charges, both as cost and as ch"
    'arged."},{"name":"rates","type":{"type":"array","items":{"type":"record","na'
    'me":"RateApplied","doc":"Price of a part of a node\'s day.","fields":[{"name"'
    ':"card","type":"string","doc":"Name of the card; empty: no card was in force'
    ', and nothing is charged."},{"name":"gpu_model","type":"string","doc":"GPU m'
    'odel."},{"name":"commitment","type":"string","doc":"Commitment."},{"name":"s'
    'pot","type":"boolean","doc":"Spot."},{"name":"gpu_hour_micros","type":"long"'
    ',"doc":"Millionths of the currency per hour of one GPU."},{"name":"by_defaul'
    't","type":"boolean","doc":"Whether the default price applies, as the card li'
    'sts no rate."},{"name":"gpu_us","type":"long","doc":"GPU microseconds of the'
    ' node that it priced."}],"namespace":"muster.usage_events"}},"doc":"Prices o'
    "f the day; its cost is the sum of `gpu_us` times `gpu_hour_micros`, rounded "
    'once."},{"name":"charges","type":{"type":"array","items":{"type":"record","n'
    'ame":"Charge","doc":"One owner\'s share of a node on one day, and its amount.'
    '","fields":[{"name":"charge_id","type":"string","doc":"Hash of owner, node a'
    'nd day: the same whenever it is computed."},{"name":"kind","type":{"type":"e'
    'num","name":"ChargeKind","doc":"Kind of a charge.","symbols":["OTHER","JOB",'
    '"RESERVED","HELD","IDLE","OVERHEAD","BALANCE"],"default":"OTHER","namespace"'
    ':"muster.usage_events"},"doc":"As in UsageKind. BALANCE: amount that the pla'
    "tform bears, or gains, because tiers are charged another percentage of their"
    ' cost."},{"name":"reason","type":"string","doc":"As in UsageShare."},{"name"'
    ':"job_id","type":"string","doc":"JOB, HELD: job; otherwise empty."},{"name":'
    '"attempt","type":"int","doc":"JOB: attempt; otherwise 0."},{"name":"reservat'
    'ion","type":"string","doc":"RESERVED: its name; otherwise empty."},{"name":"'
    'payer","type":"muster.usage_events.Payer","doc":"Payer; the platform pays wh'
    'ere its tenant is empty."},{"name":"gpu_us","type":"long","doc":"GPU microse'
    'conds. In a correction, the difference; likewise in the following fields."},'
    '{"name":"cost_cents","type":"long","doc":"Its part of the node\'s cost, hundr'
    'edths of the currency."},{"name":"charged_cents","type":"long","doc":"Charge'
    ': the cost times the percentage of its tier."}],"namespace":"muster.usage_ev'
    'ents"}},"doc":"Charges, one per owner."}],"namespace":"muster.usage_events"}'
    ',{"type":"record","name":"ChargesCorrected","subject":"charge","doc":"Change'
    ' of a charged day by a late fact or a re-rating: differences, to be added.",'
    '"fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"starts_a'
    't_ms","type":"long","doc":"Start of the day, UTC, milliseconds since 1970."}'
    ',{"name":"ends_at_ms","type":"long","doc":"End of the day."},{"name":"curren'
    'cy","type":"string","doc":"ISO 4217."},{"name":"gpu_us","type":"long","doc":'
    '"GPU microseconds of the whole node; the difference: the sum of its charges.'
    '"},{"name":"cents","type":"long","doc":"Cost of the node, hundredths of the '
    "currency; the difference: the sum of its charges, both as cost and as charge"
    'd."},{"name":"cause","type":"string","doc":"event_id of the late fact, or re'
    'rating_id; empty: an hour that was recorded late."},{"name":"rates","type":{'
    '"type":"array","items":"muster.usage_events.RateApplied"},"doc":"Prices of t'
    "he day; its cost is the sum of `gpu_us` times `gpu_hour_micros`, rounded onc"
    'e."},{"name":"charges","type":{"type":"array","items":"muster.usage_events.C'
    'harge"},"doc":"Charges that differ."}],"namespace":"muster.usage_events"},{"'
    'type":"record","name":"QueuePlaced","subject":"queue","doc":"Parent and limi'
    'ts of a queue: budgets of a queue include those below it.","fields":[{"name"'
    ':"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","do'
    'c":"Tenant."},{"name":"parent","type":["null","string"],"doc":"Queue above; '
    'null: none."},{"name":"maximum_gpu_milli","type":["null","long"],"default":n'
    'ull,"doc":"Maximum for it and those below it together, thousandths of GPU; n'
    'ull: no limit."},{"name":"guarantee_gpu_milli","type":["null","long"],"defau'
    'lt":null,"doc":"Guarantee of its jobs, thousandths of GPU; null: none."}],"n'
    'amespace":"muster.usage_events"},{"type":"record","name":"BudgetSet","subjec'
    't":"budget","doc":"A budget is set; it replaces one of the same name.","fiel'
    'ds":[{"name":"budget","type":"string","doc":"Name; unique in its tenant."},{'
    '"name":"tenant","type":"string","doc":"Tenant."},{"name":"terms","type":{"ty'
    'pe":"record","name":"BudgetTerms","doc":"Amount, scope and period of a budge'
    't.","fields":[{"name":"scope","type":{"type":"enum","name":"BudgetScope","do'
    'c":"Scope of the spending that counts.","symbols":["TENANT","TEAM","PROJECT"'
    ',"QUEUE"],"namespace":"muster.metering_commands"},"doc":"Scope of the spendi'
    'ng that counts; for a queue, it includes the queues below it."},{"name":"of"'
    ',"type":"string","doc":"Name of the team, project or queue; empty for the te'
    'nant."},{"name":"currency","type":"string","doc":"ISO 4217: charges count; e'
    'mpty: GPU hours count."},{"name":"amount_micros","type":"long","doc":"Millio'
    'nths of the currency, or of a GPU hour."},{"name":"rolling_days","type":["nu'
    'll","int"],"doc":"Rolling period in days, UTC, today included; null: the cal'
    'endar month.","default":null},{"name":"warn_percent","type":"int","doc":"Rep'
    'ort the budget when this percentage is spent, and when all is."},{"name":"po'
    'licy","type":{"type":"enum","name":"BudgetPolicy","doc":"What happens when a'
    'll of a budget is spent.","symbols":["NOTIFY","BLOCK","APPROVAL"],"default":'
    '"NOTIFY","namespace":"muster.metering_commands"},"doc":"What happens when al'
    "l of it is spent: it is reported; jobs of `tiers` do not start from its queu"
    'e until the period ends or spending falls; or until somebody lifts that.","d'
    'efault":"NOTIFY"},{"name":"tiers","type":{"type":"array","items":{"type":"en'
    'um","name":"Tier","doc":"Tiers, highest first.","symbols":["PRODUCTION_INFER'
    'ENCE","PREMIUM_TRAINING","STANDARD_TRAINING","BATCH_INFERENCE","INTERACTIVE"'
    '],"default":"STANDARD_TRAINING","namespace":"muster.job_commands"}},"doc":"T'
    'iers whose jobs then do not start; empty under NOTIFY.","default":[]}],"name'
    'space":"muster.metering_commands"},"doc":"The complete terms."},{"name":"req'
    'uested_by","type":"string","doc":"Sender of the request."}],"namespace":"mus'
    'ter.usage_events"},{"type":"record","name":"BudgetRemoved","subject":"budget'
    '","doc":"A budget was removed.","fields":[{"name":"budget","type":"string","'
    'doc":"Name; unique in its tenant."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"requested_by","type":"string","doc":"Sender of the reques'
    't."}],"namespace":"muster.usage_events"},{"type":"record","name":"BudgetMeas'
    'ured","subject":"budget","doc":"Spending of a budget: measured after each ho'
    'ur with spending, and when a day begins.","fields":[{"name":"budget","type":'
    '"string","doc":"Name; unique in its tenant."},{"name":"tenant","type":"strin'
    'g","doc":"Tenant."},{"name":"starts_at_ms","type":"long","doc":"Start of its'
    ' period, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","'
    'doc":"End of its period."},{"name":"spent_micros","type":"long","doc":"Spend'
    'ing so far, millionths of its currency, or of GPU hours."},{"name":"amount_m'
    'icros","type":"long","doc":"Amount of the budget."},{"name":"measured_until_'
    'ms","type":"long","doc":"Hours that ended by then are counted."}],"namespace'
    '":"muster.usage_events"},{"type":"record","name":"BudgetReached","subject":"'
    'budget","doc":"A threshold of a budget is reached; reported once, until it i'
    's eased or a month begins.","fields":[{"name":"budget","type":"string","doc"'
    ':"Name; unique in its tenant."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"terms","type":"muster.metering_commands.BudgetTerms","doc":"T'
    'erms of the budget."},{"name":"starts_at_ms","type":"long","doc":"Start of i'
    'ts period, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long"'
    ',"doc":"End of its period."},{"name":"threshold_percent","type":"int","doc":'
    '"The threshold."},{"name":"spent_micros","type":"long","doc":"Spending so fa'
    'r, millionths of its currency, or of GPU hours."},{"name":"amount_micros","t'
    'ype":"long","doc":"Amount of the budget."},{"name":"measured_until_ms","type'
    '":"long","doc":"Hours that ended by then are counted."}],"namespace":"muster'
    '.usage_events"},{"type":"record","name":"BudgetEased","subject":"budget","do'
    'c":"Spending is well below a reached threshold: after a correction, by a lar'
    'ger amount or other days.","fields":[{"name":"budget","type":"string","doc":'
    '"Name; unique in its tenant."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"starts_at_ms","type":"long","doc":"Start of its period, millis'
    'econds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"End of it'
    's period."},{"name":"threshold_percent","type":"int","doc":"The threshold."}'
    ',{"name":"spent_micros","type":"long","doc":"Spending so far, millionths of '
    'its currency, or of GPU hours."},{"name":"amount_micros","type":"long","doc"'
    ':"Amount of the budget."},{"name":"measured_until_ms","type":"long","doc":"H'
    'ours that ended by then are counted."}],"namespace":"muster.usage_events"},{'
    '"type":"record","name":"CostSurged","subject":"cost","doc":"A complete day c'
    'ost well more than the days before it; reported once, until it has settled."'
    ',"fields":[{"name":"dimension","type":{"type":"enum","name":"CostDimension",'
    '"doc":"Dimension in which days are compared.","symbols":["TEAM","PROJECT","M'
    'ODEL"],"namespace":"muster.usage_events"},"doc":"Dimension of the comparison'
    '."},{"name":"of","type":"string","doc":"Name of the team, project or model."'
    '},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"currency","type'
    '":"string","doc":"ISO 4217."},{"name":"starts_at_ms","type":"long","doc":"St'
    'art of the day, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"'
    'long","doc":"Its end."},{"name":"cents","type":"long","doc":"Its charge on t'
    'hat day, hundredths of the currency."},{"name":"mean_cents","type":"long","d'
    'oc":"Its mean charge on a day before it."},{"name":"history_days","type":"in'
    't","doc":"Number of days before it that count."},{"name":"percent","type":"l'
    'ong","doc":"Percentage of the mean."}],"namespace":"muster.usage_events"},{"'
    'type":"record","name":"CostSettled","subject":"cost","doc":"A complete day i'
    's close to the days before it again, after a cost anomaly.","fields":[{"name'
    '":"dimension","type":"muster.usage_events.CostDimension","doc":"Dimension of'
    ' the comparison."},{"name":"of","type":"string","doc":"Name of the team, pro'
    'ject or model."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'currency","type":"string","doc":"ISO 4217."},{"name":"starts_at_ms","type":"'
    'long","doc":"Start of the day, milliseconds since 1970 UTC."},{"name":"ends_'
    'at_ms","type":"long","doc":"Its end."},{"name":"cents","type":"long","doc":"'
    'Its charge on that day, hundredths of the currency."},{"name":"mean_cents","'
    'type":"long","doc":"Its mean charge on a day before it."},{"name":"history_d'
    'ays","type":"int","doc":"Number of days before it that count."}],"namespace"'
    ':"muster.usage_events"},{"type":"record","name":"DayCompared","subject":"day'
    '","doc":"A day is complete, and compared with those before it.","fields":[{"'
    'name":"starts_at_ms","type":"long","doc":"Its start, milliseconds since 1970'
    ' UTC."},{"name":"ends_at_ms","type":"long","doc":"Its end."}],"namespace":"m'
    'uster.usage_events"},{"type":"record","name":"CommandRejected","aliases":["m'
    'uster.job_events.CommandRejected"],"doc":"A command that is not carried out,'
    ' and the reason.","subject":"command","fields":[{"name":"command_id","type":'
    '"string","doc":"event_id of the command."},{"name":"command","type":"string"'
    ',"doc":"Record name of the command."},{"name":"subject","type":"string","doc'
    '":"Its subject: a job, queue, node or other entity of the service."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"en'
    'um","name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"do'
    'c":"Kinds of rejection, common to all services; each has its HTTP status.","'
    'symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBLE_R'
    'EQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","BAD_'
    'TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":"Ki'
    'nd of rejection."},{"name":"detail_code","type":"string","doc":"More specifi'
    "c code of the service; its README lists them. Empty: `code` is specific enou"
    'gh.","default":""},{"name":"message","type":"string","doc":"Message for peop'
    'le."},{"name":"violations","type":{"type":"array","items":{"type":"record","'
    'name":"Violation","aliases":["muster.job_events.Violation"],"doc":"One viola'
    'tion in a request.","fields":[{"name":"field","type":"string","doc":"Path of'
    ' the field."},{"name":"value","type":"string","doc":"The value as sent, shor'
    'tened."},{"name":"allowed","type":"string","doc":"What is allowed."}],"names'
    'pace":"muster.command_answers"}},"doc":"Violations by field.","default":[]}]'
    ',"namespace":"muster.command_answers"},{"type":"record","name":"CommandRepea'
    'ted","aliases":["muster.job_events.CommandRepeated"],"doc":"A command that w'
    'as already carried out came again; nothing changed.","subject":"command","fi'
    'elds":[{"name":"command_id","type":"string","doc":"event_id of the command."'
    '},{"name":"command","type":"string","doc":"Record name of the command."},{"n'
    'ame":"subject","type":"string","doc":"Its subject."}],"namespace":"muster.co'
    'mmand_answers"},{"type":"record","name":"Watermark","doc":"Every fact of the'
    " topic with this seq or a lower one precedes this record, in every partition"
    '.","subject":"log","fields":[{"name":"seq","type":"long","doc":"seq of the n'
    'ewest input whose consequences are all written."},{"name":"at_ms","type":"lo'
    'ng","doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"names'
    'pace":"muster.watermarks"},{"type":"record","name":"StorageChanged","subject'
    '":"storage","doc":"The storage of a job or a repository grows from then on, '
    'or shrinks.","fields":[{"name":"job_id","type":"string","doc":"Job; empty: a'
    ' repository."},{"name":"payer","type":"muster.usage_events.Payer","doc":"Pay'
    'er."},{"name":"at_ms","type":"long","doc":"Since when, milliseconds since 19'
    '70 UTC."},{"name":"more_bytes","type":"long","doc":"Added bytes; negative: r'
    'emoved."},{"name":"kind","type":{"type":"enum","name":"StoredKind","doc":"Ki'
    'nd of data in the store.","symbols":["CHECKPOINTS","MODEL","DATASET","SPACE"'
    ',"EXPERIMENT","OUTPUT"],"default":"CHECKPOINTS","namespace":"muster.usage_ev'
    'ents"},"doc":"Kind of stored data.","default":"CHECKPOINTS"},{"name":"reposi'
    'tory","type":"string","doc":"Id of the repository; empty: a job.","default":'
    '""},{"name":"attempt","type":"int","doc":"For output: the attempt that wrote'
    ' it; 0: all attempts.","default":0},{"name":"node_id","type":"string","doc":'
    '"For output: the node on which it was written; empty: all nodes.","default":'
    '""}],"namespace":"muster.usage_events"},{"type":"record","name":"StorageChar'
    'ged","subject":"storage","doc":"Storage cost of at most 1,000 jobs and repos'
    'itories on one day, and its payers; final.","fields":[{"name":"starts_at_ms"'
    ',"type":"long","doc":"Start of the day, UTC, milliseconds since 1970."},{"na'
    'me":"ends_at_ms","type":"long","doc":"Its end."},{"name":"card","type":"stri'
    'ng","doc":"The card in force at its end; empty: none."},{"name":"currency","'
    'type":"string","doc":"ISO 4217; empty: no card was in force."},{"name":"gb_m'
    'onth_micros","type":"long","doc":"Price of 10^9 bytes for 30 days, millionth'
    's of the currency."},{"name":"mean_bytes","type":"long","doc":"Average bytes'
    ' in the store over the day, of all of them, rounded down."},{"name":"rest_by'
    'te_ms","type":"long","doc":"Remainder: bytes x milliseconds of the day are m'
    'ean_bytes x 86,400,000 plus this."},{"name":"cents","type":"long","doc":"Its'
    ' cost, rounded once: the sum of the charges."},{"name":"charges","type":{"ty'
    'pe":"array","items":{"type":"record","name":"StorageCharge","doc":"Storage c'
    'ost of one job or repository on one day.","fields":[{"name":"charge_id","typ'
    'e":"string","doc":"Hash of job or repository, and day: the same whenever it '
    'is computed."},{"name":"job_id","type":"string","doc":"Job; empty: a reposit'
    'ory."},{"name":"payer","type":"muster.usage_events.Payer","doc":"Payer."},{"'
    'name":"mean_bytes","type":"long","doc":"Average bytes in the store over the '
    'day, rounded down."},{"name":"rest_byte_ms","type":"long","doc":"Remainder: '
    'bytes x milliseconds of the day are mean_bytes x 86,400,000 plus this."},{"n'
    'ame":"size_bytes","type":"long","doc":"Bytes at the end of the day."},{"name'
    '":"cents","type":"long","doc":"Cost, which is also the charge."},{"name":"ki'
    'nd","type":"muster.usage_events.StoredKind","doc":"Kind of stored data.","de'
    'fault":"CHECKPOINTS"},{"name":"repository","type":"string","doc":"Id of the '
    'repository; empty: a job.","default":""}],"namespace":"muster.usage_events"}'
    '},"doc":"Charges, one for each job and repository."}],"namespace":"muster.us'
    'age_events"},{"type":"record","name":"QuotaReached","subject":"queue","doc":'
    '"A queue holds a large part of its own maximum; reported once, until it is e'
    'ased.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"threshold_percent","type":"in'
    't","doc":"Percentage of its maximum that was reached."},{"name":"held_gpu_mi'
    'lli","type":"long","doc":"Thousandths of GPU held by it and those below it."'
    '},{"name":"maximum_gpu_milli","type":"long","doc":"Maximum for them together'
    '."},{"name":"at_ms","type":"long","doc":"When, milliseconds since 1970 UTC."'
    '}],"namespace":"muster.usage_events"},{"type":"record","name":"QuotaEased","'
    'subject":"queue","doc":"A queue holds well less than the reported percentage'
    ' of its maximum, or its maximum has changed.","fields":[{"name":"queue","typ'
    'e":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"threshold_percent","type":"int","doc":"Percentage of its maximum t'
    'hat was reached."},{"name":"held_gpu_milli","type":"long","doc":"Thousandths'
    ' of GPU held by it and those below it."},{"name":"maximum_gpu_milli","type":'
    '["null","long"],"default":null,"doc":"Maximum for them together; null: no li'
    'mit any longer."},{"name":"at_ms","type":"long","doc":"When, milliseconds si'
    'nce 1970 UTC."}],"namespace":"muster.usage_events"},{"type":"record","name":'
    '"TokenWorkRecorded","subject":"job","doc":"Work of a shared replica for each'
    ' consumer in an hour, and the token weights that split its cost.","fields":['
    '{"name":"job_id","type":"string","doc":"The replica."},{"name":"tenant","typ'
    'e":"string","doc":"Its tenant."},{"name":"starts_at_ms","type":"long","doc":'
    '"Start of the hour, milliseconds since 1970 UTC."},{"name":"consumers","type'
    '":{"type":"array","items":{"type":"record","name":"TokenWork","doc":"Work of'
    ' a shared replica for one consumer.","fields":[{"name":"consumer","type":"st'
    'ring","doc":"Consumer: a team, a user, an application."},{"name":"prompt_tok'
    'ens","type":"long","doc":"Tokens that the replica read for it."},{"name":"ou'
    'tput_tokens","type":"long","doc":"Tokens that the replica generated for it."'
    '}],"namespace":"muster.metering_commands"}},"doc":"Consumers, each once; rep'
    'laces what was recorded of a consumer for the same hour."},{"name":"prompt_w'
    'eight","type":"int","doc":"Weight of a prompt token, by the card in force in'
    ' that hour."},{"name":"output_weight","type":"int","doc":"Weight of an outpu'
    't token."},{"name":"requested_by","type":"string","doc":"Sender of the repor'
    't."}],"namespace":"muster.usage_events"},{"type":"record","name":"EvalSpent"'
    ',"subject":"evaluation","doc":"An evaluation has ended; its cost is charged '
    'with its day.","fields":[{"name":"run","type":"string","doc":"Id of the eval'
    'uation."},{"name":"repository","type":"string","doc":"Id of the repository t'
    'hat holds the version."},{"name":"at_ms","type":"long","doc":"When it ended,'
    ' milliseconds since 1970 UTC."},{"name":"micros","type":"long","doc":"Cost, '
    'millionths of a dollar."},{"name":"priced","type":"boolean","doc":"Whether i'
    'ts price was set; otherwise the cost is unknown."},{"name":"paid_cases","typ'
    'e":"int","doc":"Cases that were asked, and paid for."},{"name":"cached_cases'
    '","type":"int","doc":"Cases whose answer was kept."},{"name":"tokens_in","ty'
    'pe":"long","doc":"Prompt tokens of the cases that were asked."},{"name":"tok'
    'ens_out","type":"long","doc":"Tokens of their answers."},{"name":"tenant","t'
    'ype":"string","doc":"Organisation."},{"name":"user","type":"string","doc":"U'
    'ser who requested it; empty: nobody did.","default":""}],"namespace":"muster'
    '.usage_events"},{"type":"record","name":"EvalsCharged","subject":"evaluation'
    '","doc":"Cost of at most 1,000 evaluations of one day, and its payers; final'
    '.","fields":[{"name":"starts_at_ms","type":"long","doc":"Start of the day, U'
    'TC, milliseconds since 1970."},{"name":"ends_at_ms","type":"long","doc":"Its'
    ' end."},{"name":"currency","type":"string","doc":"ISO 4217: USD."},{"name":"'
    'micros","type":"long","doc":"Their cost, millionths of the currency."},{"nam'
    'e":"cents","type":"long","doc":"The same, rounded once: the sum of the charg'
    'es."},{"name":"charges","type":{"type":"array","items":{"type":"record","nam'
    'e":"EvalCharge","doc":"Cost of one evaluation.","fields":[{"name":"charge_id'
    '","type":"string","doc":"Hash of evaluation and day: the same whenever it is'
    ' computed."},{"name":"run","type":"string","doc":"Id of the evaluation."},{"'
    'name":"repository","type":"string","doc":"Id of the repository that holds th'
    'e version."},{"name":"payer","type":"muster.usage_events.Payer","doc":"Payer'
    '."},{"name":"micros","type":"long","doc":"Cost, millionths of the currency."'
    '},{"name":"cents","type":"long","doc":"Cost, which is also the charge."},{"n'
    'ame":"priced","type":"boolean","doc":"Whether its price was set; otherwise t'
    'he cost is unknown."},{"name":"paid_cases","type":"int","doc":"Cases that we'
    're asked, and paid for."},{"name":"cached_cases","type":"int","doc":"Cases w'
    'hose answer was kept; they cost nothing."},{"name":"tokens_in","type":"long"'
    ',"doc":"Prompt tokens of the cases that were asked."},{"name":"tokens_out","'
    'type":"long","doc":"Tokens of their answers."}],"namespace":"muster.usage_ev'
    'ents"}},"doc":"Charges, one for each evaluation."}],"namespace":"muster.usag'
    'e_events"}],"doc":"What happened."}]}'
)
