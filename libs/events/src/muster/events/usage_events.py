"""Whose each GPU was, by the hour.

Generated from schemas/usage-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_events import AttemptOutcome
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
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.BindingClosed"

    job_id: str
    attempt: int
    tenant: str
    at_ms: int
    outcome: AttemptOutcome

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "tenant": self.tenant,
            "at_ms": self.at_ms,
            "outcome": self.outcome,
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
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.NodeChanged"

    node_id: str
    at_ms: int
    change: NodeChange
    gpu_model: str
    gpu_count: int
    gpu_index: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "at_ms": self.at_ms,
            "change": self.change,
            "gpu_model": self.gpu_model,
            "gpu_count": self.gpu_count,
            "gpu_index": self.gpu_index,
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
        reason: OVERHEAD: UNHEALTHY, SUSPECTED, SILENT, CORDONED, DRAINING, MAINTENANCE or REPLACED.
            HELD: HELD or HEAD. Else empty.
        job_id: JOB, HELD: job; else empty.
        attempt: JOB: attempt; else 0.
        reservation: RESERVED: its name; else empty.
        payer: Who pays; the platform pays where its tenant is empty.
        gpu_us: GPU microseconds: thousandths of a GPU times milliseconds. Of a correction, the
            difference.
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
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.UsageRecorded"

    node_id: str
    gpu_model: str
    starts_at_ms: int
    ends_at_ms: int
    gpu_us: int
    shares: tuple[UsageShare, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "node_id": self.node_id,
            "gpu_model": self.gpu_model,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "gpu_us": self.gpu_us,
            "shares": [x.to_datum() for x in self.shares],
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
    """

    AVRO_NAME: ClassVar[str] = "muster.usage_events.UsageCorrected"

    node_id: str
    gpu_model: str
    starts_at_ms: int
    ends_at_ms: int
    gpu_us: int
    cause: str
    shares: tuple[UsageShare, ...]

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


JobPayload: TypeAlias = JobAttributed | JobSettled

BindingPayload: TypeAlias = BindingOpened | BindingClosed

NodePayload: TypeAlias = NodeChanged

KeepingPayload: TypeAlias = NodesKept

UsagePayload: TypeAlias = UsageRecorded | UsageCorrected | LateFactRefused

WindowPayload: TypeAlias = WindowEnded

Payload: TypeAlias = (
    JobAttributed
    | JobSettled
    | BindingOpened
    | BindingClosed
    | NodeChanged
    | NodesKept
    | UsageRecorded
    | UsageCorrected
    | WindowEnded
    | LateFactRefused
    | Watermark
)

PAYLOADS: Final[Table] = table_of(
    JobAttributed,
    JobSettled,
    BindingOpened,
    BindingClosed,
    NodeChanged,
    NodesKept,
    UsageRecorded,
    UsageCorrected,
    WindowEnded,
    LateFactRefused,
    Watermark,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.usage_events","doc":"'
    'Whose each GPU was, by the hour.","fields":[{"name":"event_id","type":"strin'
    'g","doc":"Unique for ever; the deduplication key."},{"name":"key","type":"st'
    'ring","doc":"The Kafka key: what this topic is ordered by."},{"name":"occurr'
    'ed_at_ms","type":"long","doc":"When the producer says it happened, milliseco'
    'nds since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and '
    'instance that wrote the record."},{"name":"correlation_id","type":"string","'
    'doc":"Shared by everything that follows from one request."},{"name":"causati'
    'on_id","type":["null","string"],"doc":"event_id of the record this one follo'
    'ws from.","default":null},{"name":"seq","type":["null","long"],"doc":"seq of'
    " the input it follows from: facts of all partitions are ordered by seq, then"
    ' index. Null: its writer has no such order.","default":null},{"name":"index"'
    ',"type":["null","int"],"doc":"Which of that input\'s consequences it is, risi'
    'ng from 0; orders count, too.","default":null},{"name":"tenant","type":["nul'
    'l","string"],"doc":"The tenant it belongs to; null: no tenant.","default":nu'
    'll},{"name":"payload","type":[{"type":"record","name":"JobAttributed","subje'
    'ct":"job","doc":"To whom the job\'s usage is charged.","fields":[{"name":"job'
    '_id","type":"string","doc":"Job."},{"name":"payer","type":{"type":"record","'
    'name":"Payer","doc":"To whom usage is charged; empty where a fact does not s'
    'ay.","fields":[{"name":"tenant","type":"string","doc":"Tenant."},{"name":"te'
    'am","type":"string","doc":"Team, as the job says."},{"name":"project","type"'
    ':"string","doc":"Project, as the job says."},{"name":"user","type":"string",'
    '"doc":"User."},{"name":"queue","type":"string","doc":"Queue."},{"name":"tier'
    '","type":"string","doc":"Tier of the job; empty: no job."},{"name":"model_na'
    'me","type":"string","doc":"Model that the job trains; empty: none."},{"name"'
    ':"labels","type":{"type":"map","values":"string"},"doc":"Labels of the job; '
    '`experiment` is one of them."}],"namespace":"muster.usage_events"},"doc":"Wh'
    'o pays."}],"namespace":"muster.usage_events"},{"type":"record","name":"JobSe'
    'ttled","subject":"job","doc":"The job is over: nothing more is metered for i'
    't.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"tenant'
    '","type":"string","doc":"Tenant."}],"namespace":"muster.usage_events"},{"typ'
    'e":"record","name":"BindingOpened","subject":"binding","doc":"An attempt hol'
    'ds GPUs from now on.","fields":[{"name":"job_id","type":"string","doc":"Job.'
    '"},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"payer","type":"'
    'muster.usage_events.Payer","doc":"Who pays."},{"name":"at_ms","type":"long",'
    '"doc":"Since when, milliseconds since 1970 UTC."},{"name":"parts","type":{"t'
    'ype":"array","items":{"type":"record","name":"BindingPart","doc":"GPUs of on'
    'e node that an attempt holds.","fields":[{"name":"node_id","type":"string","'
    'doc":"Node."},{"name":"gpu_indices","type":{"type":"array","items":"int"},"d'
    'oc":"GPUs; the same one several times: several ranks hold parts of it."},{"n'
    'ame":"gpu_milli","type":"int","doc":"Thousandths of each."}],"namespace":"mu'
    'ster.usage_events"}},"doc":"What it holds."}],"namespace":"muster.usage_even'
    'ts"},{"type":"record","name":"BindingClosed","subject":"binding","doc":"An a'
    'ttempt holds nothing any more.","fields":[{"name":"job_id","type":"string","'
    'doc":"Job."},{"name":"attempt","type":"int","doc":"Attempt."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"at_ms","type":"long","doc":"Sin'
    'ce when, milliseconds since 1970 UTC."},{"name":"outcome","type":{"type":"en'
    'um","name":"AttemptOutcome","doc":"How.","symbols":["SUCCEEDED","FAILED","ST'
    'OPPED","TIMED_OUT","LOST","REFUSED"],"default":"REFUSED","namespace":"muster'
    '.job_events"},"doc":"How the attempt ended."}],"namespace":"muster.usage_eve'
    'nts"},{"type":"record","name":"NodeChanged","subject":"node","doc":"What a n'
    'ode has, or what its GPUs count as, changed.","fields":[{"name":"node_id","t'
    'ype":"string","doc":"Node."},{"name":"at_ms","type":"long","doc":"From when '
    "it counts, milliseconds since 1970 UTC; SILENT: from the last heartbeat of a"
    ' node that was lost."},{"name":"change","type":{"type":"enum","name":"NodeCh'
    'ange","doc":"What changed.","symbols":["OTHER","JOINED","RECOVERED","SUSPECT'
    'ED","SILENT","LOST","FORGOTTEN","CORDONED","UNCORDONED","DRAINING","UNDRAINE'
    'D","MAINTENANCE_STARTED","MAINTENANCE_ENDED","RECLAIM_ANNOUNCED","RECLAIM_WI'
    'THDRAWN","GPU_UNHEALTHY","GPU_RECOVERED"],"default":"OTHER","namespace":"mus'
    'ter.usage_events"},"doc":"What."},{"name":"gpu_model","type":"string","doc":'
    '"JOINED: its model; else empty."},{"name":"gpu_count","type":"int","doc":"JO'
    'INED: GPUs; else 0."},{"name":"gpu_index","type":"int","doc":"GPU_UNHEALTHY,'
    ' GPU_RECOVERED: which; else 0."}],"namespace":"muster.usage_events"},{"type"'
    ':"record","name":"NodesKept","subject":"keeping","doc":"Nodes are kept for s'
    'omebody from now on; takes the place of what was kept for it before.","field'
    's":[{"name":"kind","type":{"type":"enum","name":"KeptKind","doc":"Why they a'
    're kept.","symbols":["RESERVED","HELD","HEAD"],"default":"HELD","namespace":'
    '"muster.usage_events"},"doc":"RESERVED: a reservation has begun. HELD: victi'
    'ms of a preemption plan yield there. HEAD: for the head of queue."},{"name":'
    '"name","type":"string","doc":"Reservation or job."},{"name":"payer","type":"'
    'muster.usage_events.Payer","doc":"For whom."},{"name":"at_ms","type":"long",'
    '"doc":"Since when, milliseconds since 1970 UTC."},{"name":"node_ids","type":'
    '{"type":"array","items":"string"},"doc":"Nodes; none: no longer."},{"name":"'
    'begins","type":"boolean","doc":"False: they are chosen, and count as others '
    'do until the reservation begins."}],"namespace":"muster.usage_events"},{"typ'
    'e":"record","name":"UsageRecorded","subject":"usage","doc":"Whose the GPUs o'
    'f a node were in one hour; final, but for corrections.","fields":[{"name":"n'
    'ode_id","type":"string","doc":"Node."},{"name":"gpu_model","type":"string","'
    'doc":"GPU model."},{"name":"starts_at_ms","type":"long","doc":"Start of the '
    'window, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","d'
    'oc":"End of the window."},{"name":"gpu_us","type":"long","doc":"All of the n'
    'ode in the window, GPU microseconds: the sum of its shares."},{"name":"share'
    's","type":{"type":"array","items":{"type":"record","name":"UsageShare","doc"'
    ':"What one owner had of a node\'s GPUs in one window.","fields":[{"name":"usa'
    'ge_id","type":"string","doc":"Hash of owner, node and window: the same whene'
    'ver it is computed."},{"name":"kind","type":{"type":"enum","name":"UsageKind'
    '","doc":"Whose a GPU was.","symbols":["JOB","RESERVED","HELD","IDLE","OVERHE'
    'AD"],"default":"IDLE","namespace":"muster.usage_events"},"doc":"JOB: bound t'
    "o an attempt. RESERVED, HELD: kept for somebody. IDLE: free. OVERHEAD: of no"
    ' use to anybody."},{"name":"reason","type":"string","doc":"OVERHEAD: UNHEALT'
    "HY, SUSPECTED, SILENT, CORDONED, DRAINING, MAINTENANCE or REPLACED. HELD: HE"
    'LD or HEAD. Else empty."},{"name":"job_id","type":"string","doc":"JOB, HELD:'
    ' job; else empty."},{"name":"attempt","type":"int","doc":"JOB: attempt; else'
    ' 0."},{"name":"reservation","type":"string","doc":"RESERVED: its name; else '
    'empty."},{"name":"payer","type":"muster.usage_events.Payer","doc":"Who pays;'
    ' the platform pays where its tenant is empty."},{"name":"gpu_us","type":"lon'
    'g","doc":"GPU microseconds: thousandths of a GPU times milliseconds. Of a co'
    'rrection, the difference."}],"namespace":"muster.usage_events"}},"doc":"One '
    'for each owner."}],"namespace":"muster.usage_events"},{"type":"record","name'
    '":"UsageCorrected","subject":"usage","doc":"What a fact that came late chang'
    'es about a recorded hour: differences, to be added.","fields":[{"name":"node'
    '_id","type":"string","doc":"Node."},{"name":"gpu_model","type":"string","doc'
    '":"GPU model."},{"name":"starts_at_ms","type":"long","doc":"Start of the win'
    'dow, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","doc"'
    ':"End of the window."},{"name":"gpu_us","type":"long","doc":"All of the node'
    ' in the window, GPU microseconds: the sum of its shares."},{"name":"cause","'
    'type":"string","doc":"Event id of that fact."},{"name":"shares","type":{"typ'
    'e":"array","items":"muster.usage_events.UsageShare"},"doc":"One for each own'
    'er."}],"namespace":"muster.usage_events"},{"type":"record","name":"WindowEnd'
    'ed","subject":"window","doc":"Facts have reached beyond the end of this wind'
    'ow, by their own time.","fields":[{"name":"starts_at_ms","type":"long","doc"'
    ':"Start, milliseconds since 1970 UTC."},{"name":"ends_at_ms","type":"long","'
    'doc":"End."}],"namespace":"muster.usage_events"},{"type":"record","name":"La'
    'teFactRefused","subject":"usage","doc":"A fact came so late that its hour ca'
    'n no longer be corrected: it counts for nothing.","fields":[{"name":"about",'
    '"type":"string","doc":"Node or job."},{"name":"record","type":"string","doc"'
    ':"Its record."},{"name":"event_id","type":"string","doc":"Its event id."},{"'
    'name":"at_ms","type":"long","doc":"When it happened, milliseconds since 1970'
    ' UTC."},{"name":"correctable_from_ms","type":"long","doc":"Hours that begin '
    'earlier are not corrected."}],"namespace":"muster.usage_events"},{"type":"re'
    'cord","name":"Watermark","doc":"Every fact of the topic with this seq or a l'
    'ower one precedes this record, in every partition.","subject":"log","fields"'
    ':[{"name":"seq","type":"long","doc":"Of the newest input whose consequences '
    'are all written."},{"name":"at_ms","type":"long","doc":"Time of the batch it'
    ' ends, milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"}],"do'
    'c":"What happened."}]}'
)
