"""Whose each GPU was, by the hour, and what it cost, by the day.

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
    """To whom usage is charged; empty where a fact does not say.

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
    """To whom the job's usage is charged.

    Attributes:
        job_id: Job.
        payer: Who pays.
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
    """The job is over: nothing more is metered for it.

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
        gpu_indices: GPUs; the same one several times: several ranks hold parts of it.
        gpu_milli: Thousandths of each.
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
        payer: Who pays.
        at_ms: Since when, milliseconds since 1970 UTC.
        parts: What it holds.
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
    """Why work is lost."""

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
    """An attempt holds nothing any more.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        tenant: Tenant.
        at_ms: Since when, milliseconds since 1970 UTC.
        outcome: How the attempt ended.
        opened_at_ms: Since when it held GPUs, milliseconds since 1970 UTC; null: written before
            this was said.
        lost_from_ms: What it did from then on is lost: no checkpoint has it; null: nothing is.
        loss: Why. PREEMPTED: it yielded to another job. RECLAIMED: its node was taken away. MOVED:
            it was stopped to run elsewhere. ENDED: it was stopped for good, or suspended.
            NODE_LOST, FAILED: it ended so.
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
    """What an attempt did until then is in the store: all of a checkpoint is.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        tenant: Tenant.
        at_ms: Until when, milliseconds since 1970 UTC.
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
    """An attempt was told to stop; it holds its GPUs until it has.

    Attributes:
        job_id: Job.
        attempt: Attempt.
        tenant: Tenant.
        loss: Why what it has not saved will be lost.
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
    """What a node has, or what its GPUs count as, changed.

    Attributes:
        node_id: Node.
        at_ms: From when it counts, milliseconds since 1970 UTC; SILENT: from the last heartbeat of
            a node that was lost.
        change: What.
        gpu_model: JOINED: its model; else empty.
        gpu_count: JOINED: GPUs; else 0.
        gpu_index: GPU_UNHEALTHY, GPU_RECOVERED: which; else 0.
        commitment: JOINED, TAGGED: what the node is labelled; null: not labelled.
        spot: JOINED, TAGGED: whether its provider may take it back; null: it is not said.
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
    """Why they are kept."""

    RESERVED = "RESERVED"
    HELD = "HELD"
    HEAD = "HEAD"


@final
@record
class NodesKept(KeepingFact):
    """Nodes are kept for somebody from now on; takes the place of what was kept for it before.

    Attributes:
        kind: RESERVED: a reservation has begun. HELD: victims of a preemption plan yield there.
            HEAD: for the head of queue.
        name: Reservation or job.
        payer: For whom.
        at_ms: Since when, milliseconds since 1970 UTC.
        node_ids: Nodes; none: no longer.
        begins: False: they are chosen, and count as others do until the reservation begins.
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
    """Whose a GPU was."""

    JOB = "JOB"
    RESERVED = "RESERVED"
    HELD = "HELD"
    IDLE = "IDLE"
    OVERHEAD = "OVERHEAD"


@final
@record
class UsageShare:
    """What one owner had of a node's GPUs in one window.

    Attributes:
        usage_id: Hash of owner, node and window: the same whenever it is computed.
        kind: JOB: bound to an attempt. RESERVED, HELD: kept for somebody. IDLE: free. OVERHEAD: of
            no use to anybody.
        reason: OVERHEAD: UNHEALTHY, SUSPECTED, SILENT, CORDONED, DRAINING, MAINTENANCE, RECLAIMED
            or REPLACED. HELD: HELD or HEAD. Else empty.
        job_id: JOB, HELD: job; else empty.
        attempt: JOB: attempt; else 0.
        reservation: RESERVED: its name; else empty.
        payer: Who pays; the platform pays where its tenant is empty.
        gpu_us: GPU microseconds: thousandths of a GPU times milliseconds. Of a correction, the
            difference.
        charged_percent: What is charged of its cost by the card in force.
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
    """Whose the GPUs of a node were in one hour; final, but for corrections.

    Attributes:
        node_id: Node.
        gpu_model: GPU model.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.
        ends_at_ms: End of the window.
        gpu_us: All of the node in the window, GPU microseconds: the sum of its shares.
        shares: One for each owner.
        currency: ISO 4217; empty: no card was in force.
        gpu_hour_micros: What an hour of one GPU costs by the card in force, millionths of the
            currency. Days are charged, not hours.
        commitment: Label `commitment` of the node; empty: none.
        spot: Whether its provider may take it back.
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
    """What a fact that came late changes about a recorded hour: differences, to be added.

    Attributes:
        node_id: Node.
        gpu_model: GPU model.
        starts_at_ms: Start of the window, milliseconds since 1970 UTC.
        ends_at_ms: End of the window.
        gpu_us: All of the node in the window, GPU microseconds: the sum of its shares.
        cause: Event id of that fact.
        shares: One for each owner.
        currency: ISO 4217; empty: no card was in force.
        gpu_hour_micros: What an hour of one GPU costs by the card in force, millionths of the
            currency. Days are charged, not hours.
        commitment: Label `commitment` of the node; empty: none.
        spot: Whether its provider may take it back.
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
    """Facts have reached beyond the end of this window, by their own time.

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
    """A fact came so late that its hour can no longer be corrected: it counts for nothing.

    Attributes:
        about: Node or job.
        record: Its record.
        event_id: Its event id.
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
    """Usage is priced by this card from a time on, until the next begins.

    Attributes:
        card: The whole card.
        starts_at_ms: Start of an hour, milliseconds since 1970 UTC.
        requested_by: Who asked.
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
    """Days that were over are priced anew; charges that differ are corrected.

    Attributes:
        rerating_id: Of what is corrected because of it: the command.
        card: The whole card.
        starts_at_ms: Start of the first day, UTC, milliseconds since 1970.
        ends_at_ms: End of the last day, UTC.
        requested_by: Who asked.
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
    """By what part of a node's day was priced.

    Attributes:
        card: Name of the card; empty: no card was in force, and nothing is charged.
        gpu_model: GPU model.
        commitment: Commitment.
        spot: Spot.
        gpu_hour_micros: Millionths of the currency for an hour of one GPU.
        by_default: The card lists no rate for this.
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
    """What is charged."""

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
    """What one owner had of a node on one day, and what it comes to.

    Attributes:
        charge_id: Hash of owner, node and day: the same whenever it is computed.
        kind: As in UsageKind. BALANCE: what the platform bears, or gains, because tiers are charged
            another part than all of their cost.
        reason: As in UsageShare.
        job_id: JOB, HELD: job; else empty.
        attempt: JOB: attempt; else 0.
        reservation: RESERVED: its name; else empty.
        payer: Who pays; the platform pays where its tenant is empty.
        gpu_us: GPU microseconds. Of a correction, the difference; so in what follows.
        cost_cents: Its part of what the node cost, hundredths of the currency.
        charged_cents: What is charged: the cost, times what its tier is charged.
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
    """What the GPUs of a node cost on one day, and who pays; final, but for corrections.

    Attributes:
        node_id: Node.
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: End of the day.
        currency: ISO 4217.
        gpu_us: All of the node, GPU microseconds: the sum of its charges.
        cents: What the node cost, hundredths of the currency: the sum of its charges, by cost and
            as charged.
        rates: By what the day is priced; `gpu_us` times `gpu_hour_micros` of all, rounded once, is
            what it cost.
        charges: One for each owner.
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
    """What a late fact, or a re-rating, changes about a charged day: differences, to be added.

    Attributes:
        node_id: Node.
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: End of the day.
        currency: ISO 4217.
        gpu_us: All of the node, GPU microseconds; the difference: the sum of its charges.
        cents: What the node cost, hundredths of the currency; the difference: the sum of its
            charges, by cost and as charged.
        cause: event_id of the fact that came late, or rerating_id; empty: an hour that was recorded
            late.
        rates: By what the day is priced; `gpu_us` times `gpu_hour_micros` of all, rounded once, is
            what it cost.
        charges: Those that differ.
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
    """Where a queue lies, and what it may hold: budgets of a queue count those below it.

    Attributes:
        queue: Name.
        tenant: Tenant.
        parent: Queue above; null for none.
        maximum_gpu_milli: Thousandths of GPU that it and those below it never exceed together;
            null: no bound.
        guarantee_gpu_milli: Thousandths of GPU that its jobs may always have; null: none.
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
    """A budget holds, in place of one of the same name.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        terms: All of it.
        requested_by: Who asked.
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
    """A budget holds no longer.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        requested_by: Who asked.
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
    """What is spent of a budget: after each hour in which something was, and when a day begins.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        starts_at_ms: Start of its period, milliseconds since 1970 UTC.
        ends_at_ms: End of its period.
        spent_micros: Millionths of its currency, or of GPU hours, so far.
        amount_micros: What may be spent.
        measured_until_ms: Hours that ended until then are counted.
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
    """A threshold of a budget is reached: told once, until it is eased or a month begins.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        terms: As they are.
        starts_at_ms: Start of its period, milliseconds since 1970 UTC.
        ends_at_ms: End of its period.
        threshold_percent: Which threshold.
        spent_micros: Millionths of its currency, or of GPU hours, so far.
        amount_micros: What may be spent.
        measured_until_ms: Hours that ended until then are counted.
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
    """What is spent is well below a threshold that was reached: a correction, a larger amount, other days.

    Attributes:
        budget: Name; unique in its tenant.
        tenant: Tenant.
        starts_at_ms: Start of its period, milliseconds since 1970 UTC.
        ends_at_ms: End of its period.
        threshold_percent: Which threshold.
        spent_micros: Millionths of its currency, or of GPU hours, so far.
        amount_micros: What may be spent.
        measured_until_ms: Hours that ended until then are counted.
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
    """What days are compared for."""

    TEAM = "TEAM"
    PROJECT = "PROJECT"
    MODEL = "MODEL"


@final
@record
class CostSurged(CostFact):
    """A complete day cost well more than the days before it: told once, until it is settled.

    Attributes:
        dimension: What is compared.
        of: Name of the team, project or model.
        tenant: Tenant.
        currency: ISO 4217.
        starts_at_ms: Start of the day, milliseconds since 1970 UTC.
        ends_at_ms: Its end.
        cents: What it was charged on that day, hundredths of the currency.
        mean_cents: What it was charged on a day before it, on average.
        history_days: So many days before it count.
        percent: Of the mean.
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
    """A complete day is near the days before it again, after one that surged.

    Attributes:
        dimension: What is compared.
        of: Name of the team, project or model.
        tenant: Tenant.
        currency: ISO 4217.
        starts_at_ms: Start of the day, milliseconds since 1970 UTC.
        ends_at_ms: Its end.
        cents: What it was charged on that day, hundredths of the currency.
        mean_cents: What it was charged on a day before it, on average.
        history_days: So many days before it count.
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
    """The day is complete, and compared with those before it.

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
    """What is in the store."""

    CHECKPOINTS = "CHECKPOINTS"
    MODEL = "MODEL"
    DATASET = "DATASET"
    SPACE = "SPACE"
    EXPERIMENT = "EXPERIMENT"
    OUTPUT = "OUTPUT"


@final
@record
class StorageChanged(StorageFact):
    """What a job or a repository has in the store takes more of it from then on, or less.

    Attributes:
        job_id: Job; empty: it is a repository's.
        payer: Who pays.
        at_ms: Since when, milliseconds since 1970 UTC.
        more_bytes: So many more; negative: less.
        kind: What it is.
        repository: Id of the repository; empty: it is a job's.
        attempt: Of output: the attempt that wrote it; 0: it is of all attempts.
        node_id: Of output: the node on which it was written; empty: of all.
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
    """What one job or repository had in the store costs on one day.

    Attributes:
        charge_id: Hash of job or repository, and day: the same whenever it is computed.
        job_id: Job; empty: it is a repository's.
        payer: Who pays.
        mean_bytes: Bytes in the store on average over the day, rounded down.
        rest_byte_ms: What that leaves out: bytes x milliseconds of the day are mean_bytes x
            86,400,000 and these.
        size_bytes: Bytes at the end of the day.
        cents: Cost and charge.
        kind: What it is.
        repository: Id of the repository; empty: it is a job's.
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
    """What at most 1,000 jobs and repositories have in the store costs on one day, and who pays: final.

    Attributes:
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: Its end.
        card: The card in force at its end; empty: none.
        currency: ISO 4217; empty: no card was in force.
        gb_month_micros: Price of 10^9 bytes for 30 days, millionths of the currency.
        mean_bytes: Bytes in the store on average over the day, of all of them, rounded down.
        rest_byte_ms: What that leaves out: bytes x milliseconds of the day are mean_bytes x
            86,400,000 and these.
        cents: What that costs, rounded once: the sum of the charges.
        charges: One for each job and repository.
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
    """A queue holds so much of its own maximum: told once, until it is eased.

    Attributes:
        queue: Name.
        tenant: Tenant.
        threshold_percent: Which part of its maximum.
        held_gpu_milli: Thousandths of GPU that it and those below it hold.
        maximum_gpu_milli: What they never exceed together.
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
    """A queue holds well less than a part of its maximum that was reached, or has another maximum.

    Attributes:
        queue: Name.
        tenant: Tenant.
        threshold_percent: Which part of its maximum.
        held_gpu_milli: Thousandths of GPU that it and those below it hold.
        maximum_gpu_milli: What they never exceed together; null: no bound any longer.
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
    """What a shared replica did for whom in an hour, and what tokens count: by that its cost is split.

    Attributes:
        job_id: The replica.
        tenant: Its tenant.
        starts_at_ms: Start of the hour, milliseconds since 1970 UTC.
        consumers: Each consumer once; it replaces what was recorded of it for the same hour.
        prompt_weight: What a prompt token counts, by the card in force in that hour.
        output_weight: What an output token counts.
        requested_by: Who told it.
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
        priced: Whether its price was set; otherwise the cost is not known.
        paid_cases: Cases that were asked.
        cached_cases: Cases whose answer was there already.
        tokens_in: Tokens of the prompts of cases that were asked.
        tokens_out: Tokens of their answers.
        tenant: Organisation.
        user: Who asked; empty: nobody did.
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
        payer: Who pays.
        micros: Cost, millionths of the currency.
        cents: Cost and charge.
        priced: Whether its price was set; otherwise the cost is not known.
        paid_cases: Cases that were asked.
        cached_cases: Cases whose answer was there already: they cost nothing.
        tokens_in: Tokens of the prompts of cases that were asked.
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
    """Cost of at most 1,000 evaluations of one day, and who pays: final.

    Attributes:
        starts_at_ms: Start of the day, UTC, milliseconds since 1970.
        ends_at_ms: Its end.
        currency: ISO 4217: USD.
        micros: What they cost, millionths of the currency.
        cents: The same, rounded once: the sum of the charges.
        charges: One for each evaluation.
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
    'Whose each GPU was, by the hour, and what it cost, by the day.","fields":[{"'
    'name":"event_id","type":"string","doc":"Unique for ever; the deduplication k'
    'ey."},{"name":"key","type":"string","doc":"The Kafka key: what this topic is'
    ' ordered by."},{"name":"occurred_at_ms","type":"long","doc":"When the produc'
    'er says it happened, milliseconds since 1970 UTC."},{"name":"producer","type'
    '":"string","doc":"Service and instance that wrote the record."},{"name":"cor'
    'relation_id","type":"string","doc":"Shared by everything that follows from o'
    'ne request."},{"name":"causation_id","type":["null","string"],"doc":"event_i'
    'd of the record this one follows from.","default":null},{"name":"seq","type"'
    ':["null","long"],"doc":"seq of the input it follows from: facts of all parti'
    'tions are ordered by seq, then index. Null: its writer has no such order.","'
    'default":null},{"name":"index","type":["null","int"],"doc":"Which of that in'
    'put\'s consequences it is, rising from 0; orders count, too.","default":null}'
    ',{"name":"tenant","type":["null","string"],"doc":"The tenant it belongs to; '
    'null: no tenant.","default":null},{"name":"sender","type":["null","string"],'
    '"doc":"The judged sender of the command that it follows from, as TENANT/USER'
    '; null: it follows from none, or the record is older than this field.","defa'
    'ult":null},{"name":"payload","type":[{"type":"record","name":"JobAttributed"'
    ',"subject":"job","doc":"To whom the job\'s usage is charged.","fields":[{"nam'
    'e":"job_id","type":"string","doc":"Job."},{"name":"payer","type":{"type":"re'
    'cord","name":"Payer","doc":"To whom usage is charged; empty where a fact doe'
    's not say.","fields":[{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"team","type":"string","doc":"Team, as the job says."},{"name":"project"'
    ',"type":"string","doc":"Project, as the job says."},{"name":"user","type":"s'
    'tring","doc":"User."},{"name":"queue","type":"string","doc":"Queue."},{"name'
    '":"tier","type":"string","doc":"Tier of the job; empty: no job."},{"name":"m'
    'odel_name","type":"string","doc":"Model that the job trains; empty: none."},'
    '{"name":"labels","type":{"type":"map","values":"string"},"doc":"Labels of th'
    'e job; `experiment` is one of them."}],"namespace":"muster.usage_events"},"d'
    'oc":"Who pays."}],"namespace":"muster.usage_events"},{"type":"record","name"'
    ':"JobSettled","subject":"job","doc":"The job is over: nothing more is metere'
    'd for it.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":'
    '"tenant","type":"string","doc":"Tenant."}],"namespace":"muster.usage_events"'
    '},{"type":"record","name":"BindingOpened","subject":"binding","doc":"An atte'
    'mpt holds GPUs from now on.","fields":[{"name":"job_id","type":"string","doc'
    '":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"payer","'
    'type":"muster.usage_events.Payer","doc":"Who pays."},{"name":"at_ms","type":'
    '"long","doc":"Since when, milliseconds since 1970 UTC."},{"name":"parts","ty'
    'pe":{"type":"array","items":{"type":"record","name":"BindingPart","doc":"GPU'
    's of one node that an attempt holds.","fields":[{"name":"node_id","type":"st'
    'ring","doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"i'
    'nt"},"doc":"GPUs; the same one several times: several ranks hold parts of it'
    '."},{"name":"gpu_milli","type":"int","doc":"Thousandths of each."}],"namespa'
    'ce":"muster.usage_events"}},"doc":"What it holds."}],"namespace":"muster.usa'
    'ge_events"},{"type":"record","name":"BindingClosed","subject":"binding","doc'
    '":"An attempt holds nothing any more.","fields":[{"name":"job_id","type":"st'
    'ring","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"at_ms","type":"long","do'
    'c":"Since when, milliseconds since 1970 UTC."},{"name":"outcome","type":{"ty'
    'pe":"enum","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAIL'
    'ED","STOPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace":'
    '"muster.job_events"},"doc":"How the attempt ended."},{"name":"opened_at_ms",'
    '"type":["null","long"],"doc":"Since when it held GPUs, milliseconds since 19'
    '70 UTC; null: written before this was said.","default":null},{"name":"lost_f'
    'rom_ms","type":["null","long"],"doc":"What it did from then on is lost: no c'
    'heckpoint has it; null: nothing is.","default":null},{"name":"loss","type":{'
    '"type":"enum","name":"Loss","doc":"Why work is lost.","symbols":["NONE","PRE'
    'EMPTED","RECLAIMED","MOVED","ENDED","NODE_LOST","FAILED"],"default":"NONE","'
    'namespace":"muster.usage_events"},"doc":"Why. PREEMPTED: it yielded to anoth'
    "er job. RECLAIMED: its node was taken away. MOVED: it was stopped to run els"
    "ewhere. ENDED: it was stopped for good, or suspended. NODE_LOST, FAILED: it "
    'ended so.","default":"NONE"}],"namespace":"muster.usage_events"},{"type":"re'
    'cord","name":"WorkSaved","subject":"binding","doc":"What an attempt did unti'
    'l then is in the store: all of a checkpoint is.","fields":[{"name":"job_id",'
    '"type":"string","doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt.'
    '"},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"at_ms","type":'
    '"long","doc":"Until when, milliseconds since 1970 UTC."}],"namespace":"muste'
    'r.usage_events"},{"type":"record","name":"StopOrdered","subject":"binding","'
    'doc":"An attempt was told to stop; it holds its GPUs until it has.","fields"'
    ':[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt","type":"i'
    'nt","doc":"Attempt."},{"name":"tenant","type":"string","doc":"Tenant."},{"na'
    'me":"loss","type":"muster.usage_events.Loss","doc":"Why what it has not save'
    'd will be lost."}],"namespace":"muster.usage_events"},{"type":"record","name'
    '":"NodeChanged","subject":"node","doc":"What a node has, or what its GPUs co'
    'unt as, changed.","fields":[{"name":"node_id","type":"string","doc":"Node."}'
    ',{"name":"at_ms","type":"long","doc":"From when it counts, milliseconds sinc'
    'e 1970 UTC; SILENT: from the last heartbeat of a node that was lost."},{"nam'
    'e":"change","type":{"type":"enum","name":"NodeChange","doc":"What changed.",'
    '"symbols":["OTHER","JOINED","RECOVERED","SUSPECTED","SILENT","LOST","FORGOTT'
    'EN","CORDONED","UNCORDONED","DRAINING","UNDRAINED","MAINTENANCE_STARTED","MA'
    'INTENANCE_ENDED","RECLAIM_ANNOUNCED","RECLAIM_WITHDRAWN","GPU_UNHEALTHY","GP'
    'U_RECOVERED","TAGGED"],"default":"OTHER","namespace":"muster.usage_events"},'
    '"doc":"What."},{"name":"gpu_model","type":"string","doc":"JOINED: its model;'
    ' else empty."},{"name":"gpu_count","type":"int","doc":"JOINED: GPUs; else 0.'
    '"},{"name":"gpu_index","type":"int","doc":"GPU_UNHEALTHY, GPU_RECOVERED: whi'
    'ch; else 0."},{"name":"commitment","type":["null","string"],"doc":"JOINED, T'
    'AGGED: what the node is labelled; null: not labelled.","default":null},{"nam'
    'e":"spot","type":["null","boolean"],"doc":"JOINED, TAGGED: whether its provi'
    'der may take it back; null: it is not said.","default":null}],"namespace":"m'
    'uster.usage_events"},{"type":"record","name":"NodesKept","subject":"keeping"'
    ',"doc":"Nodes are kept for somebody from now on; takes the place of what was'
    ' kept for it before.","fields":[{"name":"kind","type":{"type":"enum","name":'
    '"KeptKind","doc":"Why they are kept.","symbols":["RESERVED","HELD","HEAD"],"'
    'default":"HELD","namespace":"muster.usage_events"},"doc":"RESERVED: a reserv'
    "ation has begun. HELD: victims of a preemption plan yield there. HEAD: for t"
    'he head of queue."},{"name":"name","type":"string","doc":"Reservation or job'
    '."},{"name":"payer","type":"muster.usage_events.Payer","doc":"For whom."},{"'
    'name":"at_ms","type":"long","doc":"Since when, milliseconds since 1970 UTC."'
    '},{"name":"node_ids","type":{"type":"array","items":"string"},"doc":"Nodes; '
    'none: no longer."},{"name":"begins","type":"boolean","doc":"False: they are '
    'chosen, and count as others do until the reservation begins."}],"namespace":'
    '"muster.usage_events"},{"type":"record","name":"UsageRecorded","subject":"us'
    'age","doc":"Whose the GPUs of a node were in one hour; final, but for correc'
    'tions.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"'
    'gpu_model","type":"string","doc":"GPU model."},{"name":"starts_at_ms","type"'
    ':"long","doc":"Start of the window, milliseconds since 1970 UTC."},{"name":"'
    'ends_at_ms","type":"long","doc":"End of the window."},{"name":"gpu_us","type'
    '":"long","doc":"All of the node in the window, GPU microseconds: the sum of '
    'its shares."},{"name":"shares","type":{"type":"array","items":{"type":"recor'
    'd","name":"UsageShare","doc":"What one owner had of a node\'s GPUs in one win'
    'dow.","fields":[{"name":"usage_id","type":"string","doc":"Hash of owner, nod'
    'e and window: the same whenever it is computed."},{"name":"kind","type":{"ty'
    'pe":"enum","name":"UsageKind","doc":"Whose a GPU was.","symbols":["JOB","RES'
    'ERVED","HELD","IDLE","OVERHEAD"],"default":"IDLE","namespace":"muster.usage_'
    'events"},"doc":"JOB: bound to an attempt. RESERVED, HELD: kept for somebody.'
    ' IDLE: free. OVERHEAD: of no use to anybody."},{"name":"reason","type":"stri'
    'ng","doc":"OVERHEAD: UNHEALTHY, SUSPECTED, SILENT, CORDONED, DRAINING, MAINT'
    'ENANCE, RECLAIMED or REPLACED. HELD: HELD or HEAD. Else empty."},{"name":"jo'
    'b_id","type":"string","doc":"JOB, HELD: job; else empty."},{"name":"attempt"'
    ',"type":"int","doc":"JOB: attempt; else 0."},{"name":"reservation","type":"s'
    'tring","doc":"RESERVED: its name; else empty."},{"name":"payer","type":"must'
    'er.usage_events.Payer","doc":"Who pays; the platform pays where its tenant i'
    's empty."},{"name":"gpu_us","type":"long","doc":"GPU microseconds: thousandt'
    'hs of a GPU times milliseconds. Of a correction, the difference."},{"name":"'
    'charged_percent","type":"int","doc":"What is charged of its cost by the card'
    ' in force.","default":100}],"namespace":"muster.usage_events"}},"doc":"One f'
    'or each owner."},{"name":"currency","type":"string","doc":"ISO 4217; empty: '
    'no card was in force.","default":""},{"name":"gpu_hour_micros","type":"long"'
    ',"doc":"What an hour of one GPU costs by the card in force, millionths of th'
    'e currency. Days are charged, not hours.","default":0},{"name":"commitment",'
    '"type":"string","doc":"Label `commitment` of the node; empty: none.","defaul'
    't":""},{"name":"spot","type":"boolean","doc":"Whether its provider may take '
    'it back.","default":false}],"namespace":"muster.usage_events"},{"type":"reco'
    'rd","name":"UsageCorrected","subject":"usage","doc":"What a fact that came l'
    'ate changes about a recorded hour: differences, to be added.","fields":[{"na'
    'me":"node_id","type":"string","doc":"Node."},{"name":"gpu_model","type":"str'
    'ing","doc":"GPU model."},{"name":"starts_at_ms","type":"long","doc":"Start o'
    'f the window, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"lo'
    'ng","doc":"End of the window."},{"name":"gpu_us","type":"long","doc":"All of'
    ' the node in the window, GPU microseconds: the sum of its shares."},{"name":'
    '"cause","type":"string","doc":"Event id of that fact."},{"name":"shares","ty'
    'pe":{"type":"array","items":"muster.usage_events.UsageShare"},"doc":"One for'
    ' each owner."},{"name":"currency","type":"string","doc":"ISO 4217; empty: no'
    ' card was in force.","default":""},{"name":"gpu_hour_micros","type":"long","'
    'doc":"What an hour of one GPU costs by the card in force, millionths of the '
    'currency. Days are charged, not hours.","default":0},{"name":"commitment","t'
    'ype":"string","doc":"Label `commitment` of the node; empty: none.","default"'
    ':""},{"name":"spot","type":"boolean","doc":"Whether its provider may take it'
    ' back.","default":false}],"namespace":"muster.usage_events"},{"type":"record'
    '","name":"WindowEnded","subject":"window","doc":"Facts have reached beyond t'
    'he end of this window, by their own time.","fields":[{"name":"starts_at_ms",'
    '"type":"long","doc":"Start, milliseconds since 1970 UTC."},{"name":"ends_at_'
    'ms","type":"long","doc":"End."}],"namespace":"muster.usage_events"},{"type":'
    '"record","name":"LateFactRefused","subject":"usage","doc":"A fact came so la'
    'te that its hour can no longer be corrected: it counts for nothing.","fields'
    '":[{"name":"about","type":"string","doc":"Node or job."},{"name":"record","t'
    'ype":"string","doc":"Its record."},{"name":"event_id","type":"string","doc":'
    '"Its event id."},{"name":"at_ms","type":"long","doc":"When it happened, mill'
    'iseconds since 1970 UTC."},{"name":"correctable_from_ms","type":"long","doc"'
    ':"Hours that begin earlier are not corrected."}],"namespace":"muster.usage_e'
    'vents"},{"type":"record","name":"RatesActivated","subject":"rates","doc":"Us'
    'age is priced by this card from a time on, until the next begins.","fields":'
    '[{"name":"card","type":{"type":"record","name":"RateCard","doc":"Prices, who'
    'le: what is not listed has the default.","fields":[{"name":"name","type":"st'
    'ring","doc":"For people."},{"name":"currency","type":"string","doc":"ISO 421'
    '7."},{"name":"default_gpu_hour_micros","type":"long","doc":"For what no rate'
    ' is listed for; charges at it say so."},{"name":"rates","type":{"type":"arra'
    'y","items":{"type":"record","name":"Rate","doc":"What an hour of one GPU cos'
    'ts, of one model on one kind of node.","fields":[{"name":"gpu_model","type":'
    '"string","doc":"GPU model."},{"name":"commitment","type":"string","doc":"As '
    'nodes of this price are labelled `commitment`; empty: not labelled."},{"name'
    '":"spot","type":"boolean","doc":"Of nodes that their provider may take back.'
    '"},{"name":"gpu_hour_micros","type":"long","doc":"Millionths of the currency'
    ' for an hour of one GPU."}],"namespace":"muster.metering_commands"}},"doc":"'
    'One for each model, commitment and spot."},{"name":"tier_percent","type":{"t'
    'ype":"map","values":"int"},"doc":"What is charged of a job\'s cost, by tier; '
    '100 where a tier is not named. The platform bears the difference.","default"'
    ':{}},{"name":"storage_gb_month_micros","type":"long","doc":"Millionths of th'
    'e currency for 10^9 bytes in the store for 30 days; 0: they cost nothing.","'
    'default":0},{"name":"idle","type":{"type":"enum","name":"IdleSplit","doc":"W'
    'ho is charged for idle GPUs.","symbols":["PLATFORM","PROPORTIONAL","GUARANTE'
    'E"],"default":"PLATFORM","namespace":"muster.metering_commands"},"doc":"PLAT'
    "FORM: the platform. PROPORTIONAL: jobs that held GPUs of the node on that da"
    "y, by their GPU time; the platform, if none did. GUARANTEE: queues by what t"
    'hey are guaranteed of the cell; the platform, what nobody is.","default":"PL'
    'ATFORM"},{"name":"prompt_token_weight","type":"int","doc":"What a prompt tok'
    'en of a shared replica counts, beside an output token.","default":1},{"name"'
    ':"output_token_weight","type":"int","doc":"What an output token of a shared '
    'replica counts.","default":4},{"name":"off_peak","type":{"type":"array","ite'
    'ms":{"type":"record","name":"OffPeak","doc":"Hours of the week, UTC, in whic'
    'h jobs are charged less.","fields":[{"name":"days","type":{"type":"array","i'
    'tems":{"type":"enum","name":"Weekday","doc":"A day of the week, UTC.","symbo'
    'ls":["MONDAY","TUESDAY","WEDNESDAY","THURSDAY","FRIDAY","SATURDAY","SUNDAY"]'
    ',"namespace":"muster.metering_commands"}},"doc":"On which days; empty: on ea'
    'ch.","default":[]},{"name":"from_hour","type":"int","doc":"The first hour, 0'
    ' to 23."},{"name":"until_hour","type":"int","doc":"Where it ends, 1 to 24, l'
    'ater than `from_hour`: a night is two of these."},{"name":"percent","type":"'
    'int","doc":"What is then charged of what the tier is charged, 1 to 99."}],"n'
    'amespace":"muster.metering_commands"}},"doc":"No hour of the week twice. Wha'
    "t is charged of a job's cost is tier x hour, to a whole percent, half a perc"
    'ent up. The platform bears the difference; costs do not change.","default":['
    ']}],"namespace":"muster.metering_commands"},"doc":"The whole card."},{"name"'
    ':"starts_at_ms","type":"long","doc":"Start of an hour, milliseconds since 19'
    '70 UTC."},{"name":"requested_by","type":"string","doc":"Who asked."}],"names'
    'pace":"muster.usage_events"},{"type":"record","name":"UsageRerated","subject'
    '":"rates","doc":"Days that were over are priced anew; charges that differ ar'
    'e corrected.","fields":[{"name":"rerating_id","type":"string","doc":"Of what'
    ' is corrected because of it: the command."},{"name":"card","type":"muster.me'
    'tering_commands.RateCard","doc":"The whole card."},{"name":"starts_at_ms","t'
    'ype":"long","doc":"Start of the first day, UTC, milliseconds since 1970."},{'
    '"name":"ends_at_ms","type":"long","doc":"End of the last day, UTC."},{"name"'
    ':"requested_by","type":"string","doc":"Who asked."}],"namespace":"muster.usa'
    'ge_events"},{"type":"record","name":"DayCharged","subject":"charge","doc":"W'
    "hat the GPUs of a node cost on one day, and who pays; final, but for correct"
    'ions.","fields":[{"name":"node_id","type":"string","doc":"Node."},{"name":"s'
    'tarts_at_ms","type":"long","doc":"Start of the day, UTC, milliseconds since '
    '1970."},{"name":"ends_at_ms","type":"long","doc":"End of the day."},{"name":'
    '"currency","type":"string","doc":"ISO 4217."},{"name":"gpu_us","type":"long"'
    ',"doc":"All of the node, GPU microseconds: the sum of its charges."},{"name"'
    ':"cents","type":"long","doc":"What the node cost, hundredths of the currency'
    ': the sum of its charges, by cost and as charged."},{"name":"rates","type":{'
    '"type":"array","items":{"type":"record","name":"RateApplied","doc":"By what '
    'part of a node\'s day was priced.","fields":[{"name":"card","type":"string","'
    'doc":"Name of the card; empty: no card was in force, and nothing is charged.'
    '"},{"name":"gpu_model","type":"string","doc":"GPU model."},{"name":"commitme'
    'nt","type":"string","doc":"Commitment."},{"name":"spot","type":"boolean","do'
    'c":"Spot."},{"name":"gpu_hour_micros","type":"long","doc":"Millionths of the'
    ' currency for an hour of one GPU."},{"name":"by_default","type":"boolean","d'
    'oc":"The card lists no rate for this."},{"name":"gpu_us","type":"long","doc"'
    ':"GPU microseconds of the node that it priced."}],"namespace":"muster.usage_'
    'events"}},"doc":"By what the day is priced; `gpu_us` times `gpu_hour_micros`'
    ' of all, rounded once, is what it cost."},{"name":"charges","type":{"type":"'
    'array","items":{"type":"record","name":"Charge","doc":"What one owner had of'
    ' a node on one day, and what it comes to.","fields":[{"name":"charge_id","ty'
    'pe":"string","doc":"Hash of owner, node and day: the same whenever it is com'
    'puted."},{"name":"kind","type":{"type":"enum","name":"ChargeKind","doc":"Wha'
    't is charged.","symbols":["OTHER","JOB","RESERVED","HELD","IDLE","OVERHEAD",'
    '"BALANCE"],"default":"OTHER","namespace":"muster.usage_events"},"doc":"As in'
    " UsageKind. BALANCE: what the platform bears, or gains, because tiers are ch"
    'arged another part than all of their cost."},{"name":"reason","type":"string'
    '","doc":"As in UsageShare."},{"name":"job_id","type":"string","doc":"JOB, HE'
    'LD: job; else empty."},{"name":"attempt","type":"int","doc":"JOB: attempt; e'
    'lse 0."},{"name":"reservation","type":"string","doc":"RESERVED: its name; el'
    'se empty."},{"name":"payer","type":"muster.usage_events.Payer","doc":"Who pa'
    'ys; the platform pays where its tenant is empty."},{"name":"gpu_us","type":"'
    'long","doc":"GPU microseconds. Of a correction, the difference; so in what f'
    'ollows."},{"name":"cost_cents","type":"long","doc":"Its part of what the nod'
    'e cost, hundredths of the currency."},{"name":"charged_cents","type":"long",'
    '"doc":"What is charged: the cost, times what its tier is charged."}],"namesp'
    'ace":"muster.usage_events"}},"doc":"One for each owner."}],"namespace":"must'
    'er.usage_events"},{"type":"record","name":"ChargesCorrected","subject":"char'
    'ge","doc":"What a late fact, or a re-rating, changes about a charged day: di'
    'fferences, to be added.","fields":[{"name":"node_id","type":"string","doc":"'
    'Node."},{"name":"starts_at_ms","type":"long","doc":"Start of the day, UTC, m'
    'illiseconds since 1970."},{"name":"ends_at_ms","type":"long","doc":"End of t'
    'he day."},{"name":"currency","type":"string","doc":"ISO 4217."},{"name":"gpu'
    '_us","type":"long","doc":"All of the node, GPU microseconds; the difference:'
    ' the sum of its charges."},{"name":"cents","type":"long","doc":"What the nod'
    "e cost, hundredths of the currency; the difference: the sum of its charges, "
    'by cost and as charged."},{"name":"cause","type":"string","doc":"event_id of'
    " the fact that came late, or rerating_id; empty: an hour that was recorded l"
    'ate."},{"name":"rates","type":{"type":"array","items":"muster.usage_events.R'
    'ateApplied"},"doc":"By what the day is priced; `gpu_us` times `gpu_hour_micr'
    'os` of all, rounded once, is what it cost."},{"name":"charges","type":{"type'
    '":"array","items":"muster.usage_events.Charge"},"doc":"Those that differ."}]'
    ',"namespace":"muster.usage_events"},{"type":"record","name":"QueuePlaced","s'
    'ubject":"queue","doc":"Where a queue lies, and what it may hold: budgets of '
    'a queue count those below it.","fields":[{"name":"queue","type":"string","do'
    'c":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"paren'
    't","type":["null","string"],"doc":"Queue above; null for none."},{"name":"ma'
    'ximum_gpu_milli","type":["null","long"],"default":null,"doc":"Thousandths of'
    ' GPU that it and those below it never exceed together; null: no bound."},{"n'
    'ame":"guarantee_gpu_milli","type":["null","long"],"default":null,"doc":"Thou'
    'sandths of GPU that its jobs may always have; null: none."}],"namespace":"mu'
    'ster.usage_events"},{"type":"record","name":"BudgetSet","subject":"budget","'
    'doc":"A budget holds, in place of one of the same name.","fields":[{"name":"'
    'budget","type":"string","doc":"Name; unique in its tenant."},{"name":"tenant'
    '","type":"string","doc":"Tenant."},{"name":"terms","type":{"type":"record","'
    'name":"BudgetTerms","doc":"How much may be spent, of what, in which time.","'
    'fields":[{"name":"scope","type":{"type":"enum","name":"BudgetScope","doc":"W'
    'hose spending counts.","symbols":["TENANT","TEAM","PROJECT","QUEUE"],"namesp'
    'ace":"muster.metering_commands"},"doc":"Whose spending counts; of a queue, t'
    'hat of those below it, too."},{"name":"of","type":"string","doc":"Name of th'
    'e team, project or queue; empty for the tenant."},{"name":"currency","type":'
    '"string","doc":"ISO 4217: what is charged counts; empty: GPU hours count."},'
    '{"name":"amount_micros","type":"long","doc":"Millionths of the currency, or '
    'of a GPU hour."},{"name":"rolling_days","type":["null","int"],"doc":"The las'
    't so many days, UTC, the present one among them; null: the calendar month.",'
    '"default":null},{"name":"warn_percent","type":"int","doc":"Told when so much'
    ' of it is spent, and when all is."},{"name":"policy","type":{"type":"enum","'
    'name":"BudgetPolicy","doc":"What happens when all of a budget is spent.","sy'
    'mbols":["NOTIFY","BLOCK","APPROVAL"],"default":"NOTIFY","namespace":"muster.'
    'metering_commands"},"doc":"What happens when all of it is spent: it is told;'
    " jobs of `tiers` do not start from its queue until the period is over or les"
    's is spent; or until somebody lifts that.","default":"NOTIFY"},{"name":"tier'
    's","type":{"type":"array","items":{"type":"enum","name":"Tier","doc":"Highes'
    't first.","symbols":["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRA'
    'INING","BATCH_INFERENCE","INTERACTIVE"],"default":"STANDARD_TRAINING","names'
    'pace":"muster.job_commands"}},"doc":"Which jobs then do not start; empty und'
    'er NOTIFY.","default":[]}],"namespace":"muster.metering_commands"},"doc":"Al'
    'l of it."},{"name":"requested_by","type":"string","doc":"Who asked."}],"name'
    'space":"muster.usage_events"},{"type":"record","name":"BudgetRemoved","subje'
    'ct":"budget","doc":"A budget holds no longer.","fields":[{"name":"budget","t'
    'ype":"string","doc":"Name; unique in its tenant."},{"name":"tenant","type":"'
    'string","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Who a'
    'sked."}],"namespace":"muster.usage_events"},{"type":"record","name":"BudgetM'
    'easured","subject":"budget","doc":"What is spent of a budget: after each hou'
    'r in which something was, and when a day begins.","fields":[{"name":"budget"'
    ',"type":"string","doc":"Name; unique in its tenant."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"starts_at_ms","type":"long","doc":"Star'
    't of its period, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":'
    '"long","doc":"End of its period."},{"name":"spent_micros","type":"long","doc'
    '":"Millionths of its currency, or of GPU hours, so far."},{"name":"amount_mi'
    'cros","type":"long","doc":"What may be spent."},{"name":"measured_until_ms",'
    '"type":"long","doc":"Hours that ended until then are counted."}],"namespace"'
    ':"muster.usage_events"},{"type":"record","name":"BudgetReached","subject":"b'
    'udget","doc":"A threshold of a budget is reached: told once, until it is eas'
    'ed or a month begins.","fields":[{"name":"budget","type":"string","doc":"Nam'
    'e; unique in its tenant."},{"name":"tenant","type":"string","doc":"Tenant."}'
    ',{"name":"terms","type":"muster.metering_commands.BudgetTerms","doc":"As the'
    'y are."},{"name":"starts_at_ms","type":"long","doc":"Start of its period, mi'
    'lliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc":"End o'
    'f its period."},{"name":"threshold_percent","type":"int","doc":"Which thresh'
    'old."},{"name":"spent_micros","type":"long","doc":"Millionths of its currenc'
    'y, or of GPU hours, so far."},{"name":"amount_micros","type":"long","doc":"W'
    'hat may be spent."},{"name":"measured_until_ms","type":"long","doc":"Hours t'
    'hat ended until then are counted."}],"namespace":"muster.usage_events"},{"ty'
    'pe":"record","name":"BudgetEased","subject":"budget","doc":"What is spent is'
    " well below a threshold that was reached: a correction, a larger amount, oth"
    'er days.","fields":[{"name":"budget","type":"string","doc":"Name; unique in '
    'its tenant."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"sta'
    'rts_at_ms","type":"long","doc":"Start of its period, milliseconds since 1970'
    ' UTC."},{"name":"ends_at_ms","type":"long","doc":"End of its period."},{"nam'
    'e":"threshold_percent","type":"int","doc":"Which threshold."},{"name":"spent'
    '_micros","type":"long","doc":"Millionths of its currency, or of GPU hours, s'
    'o far."},{"name":"amount_micros","type":"long","doc":"What may be spent."},{'
    '"name":"measured_until_ms","type":"long","doc":"Hours that ended until then '
    'are counted."}],"namespace":"muster.usage_events"},{"type":"record","name":"'
    'CostSurged","subject":"cost","doc":"A complete day cost well more than the d'
    'ays before it: told once, until it is settled.","fields":[{"name":"dimension'
    '","type":{"type":"enum","name":"CostDimension","doc":"What days are compared'
    ' for.","symbols":["TEAM","PROJECT","MODEL"],"namespace":"muster.usage_events'
    '"},"doc":"What is compared."},{"name":"of","type":"string","doc":"Name of th'
    'e team, project or model."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"currency","type":"string","doc":"ISO 4217."},{"name":"starts_at_m'
    's","type":"long","doc":"Start of the day, milliseconds since 1970 UTC."},{"n'
    'ame":"ends_at_ms","type":"long","doc":"Its end."},{"name":"cents","type":"lo'
    'ng","doc":"What it was charged on that day, hundredths of the currency."},{"'
    'name":"mean_cents","type":"long","doc":"What it was charged on a day before '
    'it, on average."},{"name":"history_days","type":"int","doc":"So many days be'
    'fore it count."},{"name":"percent","type":"long","doc":"Of the mean."}],"nam'
    'espace":"muster.usage_events"},{"type":"record","name":"CostSettled","subjec'
    't":"cost","doc":"A complete day is near the days before it again, after one '
    'that surged.","fields":[{"name":"dimension","type":"muster.usage_events.Cost'
    'Dimension","doc":"What is compared."},{"name":"of","type":"string","doc":"Na'
    'me of the team, project or model."},{"name":"tenant","type":"string","doc":"'
    'Tenant."},{"name":"currency","type":"string","doc":"ISO 4217."},{"name":"sta'
    'rts_at_ms","type":"long","doc":"Start of the day, milliseconds since 1970 UT'
    'C."},{"name":"ends_at_ms","type":"long","doc":"Its end."},{"name":"cents","t'
    'ype":"long","doc":"What it was charged on that day, hundredths of the curren'
    'cy."},{"name":"mean_cents","type":"long","doc":"What it was charged on a day'
    ' before it, on average."},{"name":"history_days","type":"int","doc":"So many'
    ' days before it count."}],"namespace":"muster.usage_events"},{"type":"record'
    '","name":"DayCompared","subject":"day","doc":"The day is complete, and compa'
    'red with those before it.","fields":[{"name":"starts_at_ms","type":"long","d'
    'oc":"Its start, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"'
    'long","doc":"Its end."}],"namespace":"muster.usage_events"},{"type":"record"'
    ',"name":"CommandRejected","aliases":["muster.job_events.CommandRejected"],"d'
    'oc":"A command that will not be carried out, and why.","subject":"command","'
    'fields":[{"name":"command_id","type":"string","doc":"event_id of the command'
    '."},{"name":"command","type":"string","doc":"Its record name."},{"name":"sub'
    'ject","type":"string","doc":"What it was about: a job, queue, node, or anoth'
    'er entity of the service."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"code","type":{"type":"enum","name":"RejectionCode","aliases":["mu'
    'ster.job_events.RejectionCode"],"doc":"Kinds of refusal, the same for all se'
    'rvices; each has its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NO'
    'T_FOUND","WRONG_STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY'
    '","FORBIDDEN","QUOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace"'
    ':"muster.command_answers"},"doc":"Kind of refusal."},{"name":"detail_code","'
    'type":"string","doc":"The service\'s own, finer code; its README lists them. '
    'Empty: `code` says all.","default":""},{"name":"message","type":"string","do'
    'c":"For people."},{"name":"violations","type":{"type":"array","items":{"type'
    '":"record","name":"Violation","aliases":["muster.job_events.Violation"],"doc'
    '":"One thing wrong with a request.","fields":[{"name":"field","type":"string'
    '","doc":"Path of the field."},{"name":"value","type":"string","doc":"What wa'
    's given, shortened."},{"name":"allowed","type":"string","doc":"What is allow'
    'ed."}],"namespace":"muster.command_answers"}},"doc":"Field by field.","defau'
    'lt":[]}],"namespace":"muster.command_answers"},{"type":"record","name":"Comm'
    'andRepeated","aliases":["muster.job_events.CommandRepeated"],"doc":"A comman'
    'd that was carried out before came again; nothing changed.","subject":"comma'
    'nd","fields":[{"name":"command_id","type":"string","doc":"event_id of the co'
    'mmand."},{"name":"command","type":"string","doc":"Its record name."},{"name"'
    ':"subject","type":"string","doc":"What it was about."}],"namespace":"muster.'
    'command_answers"},{"type":"record","name":"Watermark","doc":"Every fact of t'
    "he topic with this seq or a lower one precedes this record, in every partiti"
    'on.","subject":"log","fields":[{"name":"seq","type":"long","doc":"Of the new'
    'est input whose consequences are all written."},{"name":"at_ms","type":"long'
    '","doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"namespa'
    'ce":"muster.watermarks"},{"type":"record","name":"StorageChanged","subject":'
    '"storage","doc":"What a job or a repository has in the store takes more of i'
    't from then on, or less.","fields":[{"name":"job_id","type":"string","doc":"'
    'Job; empty: it is a repository\'s."},{"name":"payer","type":"muster.usage_eve'
    'nts.Payer","doc":"Who pays."},{"name":"at_ms","type":"long","doc":"Since whe'
    'n, milliseconds since 1970 UTC."},{"name":"more_bytes","type":"long","doc":"'
    'So many more; negative: less."},{"name":"kind","type":{"type":"enum","name":'
    '"StoredKind","doc":"What is in the store.","symbols":["CHECKPOINTS","MODEL",'
    '"DATASET","SPACE","EXPERIMENT","OUTPUT"],"default":"CHECKPOINTS","namespace"'
    ':"muster.usage_events"},"doc":"What it is.","default":"CHECKPOINTS"},{"name"'
    ':"repository","type":"string","doc":"Id of the repository; empty: it is a jo'
    'b\'s.","default":""},{"name":"attempt","type":"int","doc":"Of output: the att'
    'empt that wrote it; 0: it is of all attempts.","default":0},{"name":"node_id'
    '","type":"string","doc":"Of output: the node on which it was written; empty:'
    ' of all.","default":""}],"namespace":"muster.usage_events"},{"type":"record"'
    ',"name":"StorageCharged","subject":"storage","doc":"What at most 1,000 jobs '
    'and repositories have in the store costs on one day, and who pays: final.","'
    'fields":[{"name":"starts_at_ms","type":"long","doc":"Start of the day, UTC, '
    'milliseconds since 1970."},{"name":"ends_at_ms","type":"long","doc":"Its end'
    '."},{"name":"card","type":"string","doc":"The card in force at its end; empt'
    'y: none."},{"name":"currency","type":"string","doc":"ISO 4217; empty: no car'
    'd was in force."},{"name":"gb_month_micros","type":"long","doc":"Price of 10'
    '^9 bytes for 30 days, millionths of the currency."},{"name":"mean_bytes","ty'
    'pe":"long","doc":"Bytes in the store on average over the day, of all of them'
    ', rounded down."},{"name":"rest_byte_ms","type":"long","doc":"What that leav'
    "es out: bytes x milliseconds of the day are mean_bytes x 86,400,000 and thes"
    'e."},{"name":"cents","type":"long","doc":"What that costs, rounded once: the'
    ' sum of the charges."},{"name":"charges","type":{"type":"array","items":{"ty'
    'pe":"record","name":"StorageCharge","doc":"What one job or repository had in'
    ' the store costs on one day.","fields":[{"name":"charge_id","type":"string",'
    '"doc":"Hash of job or repository, and day: the same whenever it is computed.'
    '"},{"name":"job_id","type":"string","doc":"Job; empty: it is a repository\'s.'
    '"},{"name":"payer","type":"muster.usage_events.Payer","doc":"Who pays."},{"n'
    'ame":"mean_bytes","type":"long","doc":"Bytes in the store on average over th'
    'e day, rounded down."},{"name":"rest_byte_ms","type":"long","doc":"What that'
    " leaves out: bytes x milliseconds of the day are mean_bytes x 86,400,000 and"
    ' these."},{"name":"size_bytes","type":"long","doc":"Bytes at the end of the '
    'day."},{"name":"cents","type":"long","doc":"Cost and charge."},{"name":"kind'
    '","type":"muster.usage_events.StoredKind","doc":"What it is.","default":"CHE'
    'CKPOINTS"},{"name":"repository","type":"string","doc":"Id of the repository;'
    ' empty: it is a job\'s.","default":""}],"namespace":"muster.usage_events"}},"'
    'doc":"One for each job and repository."}],"namespace":"muster.usage_events"}'
    ',{"type":"record","name":"QuotaReached","subject":"queue","doc":"A queue hol'
    'ds so much of its own maximum: told once, until it is eased.","fields":[{"na'
    'me":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string",'
    '"doc":"Tenant."},{"name":"threshold_percent","type":"int","doc":"Which part '
    'of its maximum."},{"name":"held_gpu_milli","type":"long","doc":"Thousandths '
    'of GPU that it and those below it hold."},{"name":"maximum_gpu_milli","type"'
    ':"long","doc":"What they never exceed together."},{"name":"at_ms","type":"lo'
    'ng","doc":"When, milliseconds since 1970 UTC."}],"namespace":"muster.usage_e'
    'vents"},{"type":"record","name":"QuotaEased","subject":"queue","doc":"A queu'
    "e holds well less than a part of its maximum that was reached, or has anothe"
    'r maximum.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name"'
    ':"tenant","type":"string","doc":"Tenant."},{"name":"threshold_percent","type'
    '":"int","doc":"Which part of its maximum."},{"name":"held_gpu_milli","type":'
    '"long","doc":"Thousandths of GPU that it and those below it hold."},{"name":'
    '"maximum_gpu_milli","type":["null","long"],"default":null,"doc":"What they n'
    'ever exceed together; null: no bound any longer."},{"name":"at_ms","type":"l'
    'ong","doc":"When, milliseconds since 1970 UTC."}],"namespace":"muster.usage_'
    'events"},{"type":"record","name":"TokenWorkRecorded","subject":"job","doc":"'
    "What a shared replica did for whom in an hour, and what tokens count: by tha"
    't its cost is split.","fields":[{"name":"job_id","type":"string","doc":"The '
    'replica."},{"name":"tenant","type":"string","doc":"Its tenant."},{"name":"st'
    'arts_at_ms","type":"long","doc":"Start of the hour, milliseconds since 1970 '
    'UTC."},{"name":"consumers","type":{"type":"array","items":{"type":"record","'
    'name":"TokenWork","doc":"What a shared replica did for one consumer.","field'
    's":[{"name":"consumer","type":"string","doc":"Who: a team, a user, an applic'
    'ation."},{"name":"prompt_tokens","type":"long","doc":"Tokens that it read."}'
    ',{"name":"output_tokens","type":"long","doc":"Tokens that it wrote."}],"name'
    'space":"muster.metering_commands"}},"doc":"Each consumer once; it replaces w'
    'hat was recorded of it for the same hour."},{"name":"prompt_weight","type":"'
    'int","doc":"What a prompt token counts, by the card in force in that hour."}'
    ',{"name":"output_weight","type":"int","doc":"What an output token counts."},'
    '{"name":"requested_by","type":"string","doc":"Who told it."}],"namespace":"m'
    'uster.usage_events"},{"type":"record","name":"EvalSpent","subject":"evaluati'
    'on","doc":"An evaluation has ended; its cost is charged with its day.","fiel'
    'ds":[{"name":"run","type":"string","doc":"Id of the evaluation."},{"name":"r'
    'epository","type":"string","doc":"Id of the repository that holds the versio'
    'n."},{"name":"at_ms","type":"long","doc":"When it ended, milliseconds since '
    '1970 UTC."},{"name":"micros","type":"long","doc":"Cost, millionths of a doll'
    'ar."},{"name":"priced","type":"boolean","doc":"Whether its price was set; ot'
    'herwise the cost is not known."},{"name":"paid_cases","type":"int","doc":"Ca'
    'ses that were asked."},{"name":"cached_cases","type":"int","doc":"Cases whos'
    'e answer was there already."},{"name":"tokens_in","type":"long","doc":"Token'
    's of the prompts of cases that were asked."},{"name":"tokens_out","type":"lo'
    'ng","doc":"Tokens of their answers."},{"name":"tenant","type":"string","doc"'
    ':"Organisation."},{"name":"user","type":"string","doc":"Who asked; empty: no'
    'body did.","default":""}],"namespace":"muster.usage_events"},{"type":"record'
    '","name":"EvalsCharged","subject":"evaluation","doc":"Cost of at most 1,000 '
    'evaluations of one day, and who pays: final.","fields":[{"name":"starts_at_m'
    's","type":"long","doc":"Start of the day, UTC, milliseconds since 1970."},{"'
    'name":"ends_at_ms","type":"long","doc":"Its end."},{"name":"currency","type"'
    ':"string","doc":"ISO 4217: USD."},{"name":"micros","type":"long","doc":"What'
    ' they cost, millionths of the currency."},{"name":"cents","type":"long","doc'
    '":"The same, rounded once: the sum of the charges."},{"name":"charges","type'
    '":{"type":"array","items":{"type":"record","name":"EvalCharge","doc":"Cost o'
    'f one evaluation.","fields":[{"name":"charge_id","type":"string","doc":"Hash'
    ' of evaluation and day: the same whenever it is computed."},{"name":"run","t'
    'ype":"string","doc":"Id of the evaluation."},{"name":"repository","type":"st'
    'ring","doc":"Id of the repository that holds the version."},{"name":"payer",'
    '"type":"muster.usage_events.Payer","doc":"Who pays."},{"name":"micros","type'
    '":"long","doc":"Cost, millionths of the currency."},{"name":"cents","type":"'
    'long","doc":"Cost and charge."},{"name":"priced","type":"boolean","doc":"Whe'
    'ther its price was set; otherwise the cost is not known."},{"name":"paid_cas'
    'es","type":"int","doc":"Cases that were asked."},{"name":"cached_cases","typ'
    'e":"int","doc":"Cases whose answer was there already: they cost nothing."},{'
    '"name":"tokens_in","type":"long","doc":"Tokens of the prompts of cases that '
    'were asked."},{"name":"tokens_out","type":"long","doc":"Tokens of their answ'
    'ers."}],"namespace":"muster.usage_events"}},"doc":"One for each evaluation."'
    '}],"namespace":"muster.usage_events"}],"doc":"What happened."}]}'
)
