"""A request about a queue, with the sender's token in the header `authorization` (ADR 55).

Generated from schemas/queue-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_commands import Tier
from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


@final
@record
class Quota:
    """An amount of each resource; null: not set for that resource.

    Attributes:
        gpu_milli: Thousandths of GPU, any model.
        gpu_milli_by_model: Thousandths of GPU per model, besides the total.
        cpu_milli: Thousandths of a CPU core.
        memory_mib: Main memory, MiB.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.Quota"

    gpu_milli: int | None = None
    gpu_milli_by_model: Mapping[str, int] = field(default_factory=dict[str, int])
    cpu_milli: int | None = None
    memory_mib: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "gpu_milli": self.gpu_milli,
            "gpu_milli_by_model": dict(self.gpu_milli_by_model),
            "cpu_milli": self.cpu_milli,
            "memory_mib": self.memory_mib,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Quota:
        """The inverse."""
        return cls(
            gpu_milli=d.get("gpu_milli"),
            gpu_milli_by_model=dict(d.get("gpu_milli_by_model", {})),
            cpu_milli=d.get("cpu_milli"),
            memory_mib=d.get("memory_mib"),
        )


class QueueOrder(StrEnum):
    """Order of jobs within a tier of one queue."""

    FIFO = "FIFO"
    PRIORITY = "PRIORITY"
    DRF = "DRF"
    LEAST_ATTAINED_SERVICE = "LEAST_ATTAINED_SERVICE"


@final
@record
class QueueSettings:
    """Guarantee, limits and sharing of a queue.

    Attributes:
        parent: Queue above, of the same tenant; null: none.
        guarantee: Resources that its jobs may always have; unused ones are lent. Null: no
            guarantee.
        maximum: Maximum that its jobs may hold together. Null: no limit.
        weight: Its share of usage over time among its sibling queues, 1 to 1000000.
        over_quota_weight: Its share of what is lent beyond guarantees, 0 to 1000000; 0: it never
            borrows.
        order: Order of jobs within a tier.
        jobs_running_max: Maximum number of jobs that hold GPUs at once.
        jobs_pending_max: Maximum number of jobs that wait at once; more are rejected.
        user_jobs_running_max: Like jobs_running_max, for one user.
        user_jobs_pending_max: Like jobs_pending_max, for one user.
        suspended: Reason why nothing starts from it and those below it; null: it is not suspended.
        spot_percent_max: Jobs are placed on spot nodes while at most this percentage of the GPUs
            held by the queue and those below it are spot; null: no limit.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.QueueSettings"

    parent: str | None = None
    guarantee: Quota | None = None
    maximum: Quota | None = None
    weight: int = 1
    over_quota_weight: int = 1
    order: QueueOrder = QueueOrder.FIFO
    jobs_running_max: int | None = None
    jobs_pending_max: int | None = None
    user_jobs_running_max: int | None = None
    user_jobs_pending_max: int | None = None
    suspended: str | None = None
    spot_percent_max: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "parent": self.parent,
            "guarantee": None if self.guarantee is None else self.guarantee.to_datum(),
            "maximum": None if self.maximum is None else self.maximum.to_datum(),
            "weight": self.weight,
            "over_quota_weight": self.over_quota_weight,
            "order": self.order,
            "jobs_running_max": self.jobs_running_max,
            "jobs_pending_max": self.jobs_pending_max,
            "user_jobs_running_max": self.user_jobs_running_max,
            "user_jobs_pending_max": self.user_jobs_pending_max,
            "suspended": self.suspended,
            "spot_percent_max": self.spot_percent_max,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QueueSettings:
        """The inverse."""
        return cls(
            parent=d.get("parent"),
            guarantee=None if d.get("guarantee") is None else Quota.from_datum(branch_of(d["guarantee"])),
            maximum=None if d.get("maximum") is None else Quota.from_datum(branch_of(d["maximum"])),
            weight=d.get("weight", 1),
            over_quota_weight=d.get("over_quota_weight", 1),
            order=QueueOrder(d.get("order", "FIFO")),
            jobs_running_max=d.get("jobs_running_max"),
            jobs_pending_max=d.get("jobs_pending_max"),
            user_jobs_running_max=d.get("user_jobs_running_max"),
            user_jobs_pending_max=d.get("user_jobs_pending_max"),
            suspended=d.get("suspended"),
            spot_percent_max=d.get("spot_percent_max"),
        )


@final
@record
class CreateQueue:
    """Create a queue.

    Attributes:
        queue: Name: 1 to 63 of a-z 0-9 and -.
        tenant: Tenant.
        description: Description for people.
        requested_by: Sender of the request.
        settings: Shares and limits; null for none.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.CreateQueue"

    queue: str
    tenant: str
    description: str = ""
    requested_by: str
    settings: QueueSettings | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "description": self.description,
            "requested_by": self.requested_by,
            "settings": None if self.settings is None else self.settings.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CreateQueue:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            description=d.get("description", ""),
            requested_by=d["requested_by"],
            settings=None
            if d.get("settings") is None
            else QueueSettings.from_datum(branch_of(d["settings"])),
        )


@final
@record
class ConfigureQueue:
    """Replace a queue's shares and limits.

    Attributes:
        queue: Name.
        tenant: Tenant.
        settings: The complete settings.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.ConfigureQueue"

    queue: str
    tenant: str
    settings: QueueSettings
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "settings": self.settings.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ConfigureQueue:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            settings=QueueSettings.from_datum(d["settings"]),
            requested_by=d["requested_by"],
        )


@final
@record
class DeleteQueue:
    """Remove an empty queue.

    Attributes:
        queue: Name.
        tenant: Tenant.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.DeleteQueue"

    queue: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DeleteQueue:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ReserveCapacity:
    """Reserve whole nodes of a GPU model for a queue, for a period.

    Attributes:
        reservation: Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it lasts.
        tenant: Tenant.
        queue: Queue whose jobs, with those of the queues below it, may be placed there.
        gpu_model: GPU model of the nodes.
        gpu_count: Reserve the fewest nodes with this many GPUs; null: nodes are counted.
        node_count: Number of nodes; null: GPUs are counted.
        starts_at_ms: Start, milliseconds since 1970 UTC; null: at once.
        ends_at_ms: End, milliseconds since 1970 UTC.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.ReserveCapacity"

    reservation: str
    tenant: str
    queue: str
    gpu_model: str
    gpu_count: int | None = None
    node_count: int | None = None
    starts_at_ms: int | None = None
    ends_at_ms: int
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reservation": self.reservation,
            "tenant": self.tenant,
            "queue": self.queue,
            "gpu_model": self.gpu_model,
            "gpu_count": self.gpu_count,
            "node_count": self.node_count,
            "starts_at_ms": self.starts_at_ms,
            "ends_at_ms": self.ends_at_ms,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReserveCapacity:
        """The inverse."""
        return cls(
            reservation=d["reservation"],
            tenant=d["tenant"],
            queue=d["queue"],
            gpu_model=d["gpu_model"],
            gpu_count=d.get("gpu_count"),
            node_count=d.get("node_count"),
            starts_at_ms=d.get("starts_at_ms"),
            ends_at_ms=d["ends_at_ms"],
            requested_by=d["requested_by"],
        )


@final
@record
class CancelCapacityReservation:
    """End a reservation, whether or not it has begun.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        requested_by: Sender of the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.CancelCapacityReservation"

    reservation: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "reservation": self.reservation,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CancelCapacityReservation:
        """The inverse."""
        return cls(
            reservation=d["reservation"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RestrictQueue:
    """Keep jobs of some tiers from starting from a queue and those below it; its settings are unchanged.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Name of the restriction, 1 to 63 of a-z 0-9 and -; unique in its queue.
        tiers: Jobs of these tiers do not start.
        until_ms: End, milliseconds since 1970 UTC; null: until it is lifted.
        reason: Reason, for the users whose jobs wait.
        requested_by: User or service that sends the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.RestrictQueue"

    queue: str
    tenant: str
    restriction: str
    tiers: tuple[Tier, ...]
    until_ms: int | None = None
    reason: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "restriction": self.restriction,
            "tiers": list(self.tiers),
            "until_ms": self.until_ms,
            "reason": self.reason,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RestrictQueue:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            restriction=d["restriction"],
            tiers=tuple(Tier(x) for x in d["tiers"]),
            until_ms=d.get("until_ms"),
            reason=d["reason"],
            requested_by=d["requested_by"],
        )


@final
@record
class LiftRestriction:
    """Lift a restriction of a queue.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Its name.
        requested_by: User or service that sends the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.queue_commands.LiftRestriction"

    queue: str
    tenant: str
    restriction: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "queue": self.queue,
            "tenant": self.tenant,
            "restriction": self.restriction,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LiftRestriction:
        """The inverse."""
        return cls(
            queue=d["queue"],
            tenant=d["tenant"],
            restriction=d["restriction"],
            requested_by=d["requested_by"],
        )


QueueCommand: TypeAlias = (
    CreateQueue
    | ConfigureQueue
    | DeleteQueue
    | ReserveCapacity
    | CancelCapacityReservation
    | RestrictQueue
    | LiftRestriction
)

Payload: TypeAlias = QueueCommand

PAYLOADS: Final[Table] = table_of(
    CreateQueue,
    ConfigureQueue,
    DeleteQueue,
    ReserveCapacity,
    CancelCapacityReservation,
    RestrictQueue,
    LiftRestriction,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.queue_commands","doc"'
    ":\"A request about a queue, with the sender's token in the header `authorizat"
    'ion` (ADR 55).","fields":[{"name":"event_id","type":"string","doc":"Unique f'
    'or ever; the deduplication key."},{"name":"key","type":"string","doc":"Kafka'
    ' key; records with the same key keep their order."},{"name":"occurred_at_ms"'
    ',"type":"long","doc":"Time of the event according to the producer, milliseco'
    'nds since 1970 UTC."},{"name":"producer","type":"string","doc":"Service and '
    'instance that wrote the record."},{"name":"correlation_id","type":"string","'
    'doc":"Shared by everything that follows from one request."},{"name":"causati'
    'on_id","type":["null","string"],"doc":"event_id of the record this one follo'
    'ws from.","default":null},{"name":"payload","type":[{"type":"record","name":'
    '"CreateQueue","doc":"Create a queue.","fields":[{"name":"queue","type":"stri'
    'ng","doc":"Name: 1 to 63 of a-z 0-9 and -."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"description","type":"string","doc":"Description '
    'for people.","default":""},{"name":"requested_by","type":"string","doc":"Sen'
    'der of the request."},{"name":"settings","type":["null",{"type":"record","na'
    'me":"QueueSettings","doc":"Guarantee, limits and sharing of a queue.","field'
    's":[{"name":"parent","type":["null","string"],"doc":"Queue above, of the sam'
    'e tenant; null: none.","default":null},{"name":"guarantee","type":["null",{"'
    'type":"record","name":"Quota","doc":"An amount of each resource; null: not s'
    'et for that resource.","fields":[{"name":"gpu_milli","type":["null","long"],'
    '"doc":"Thousandths of GPU, any model.","default":null},{"name":"gpu_milli_by'
    '_model","type":{"type":"map","values":"long"},"doc":"Thousandths of GPU per '
    'model, besides the total.","default":{}},{"name":"cpu_milli","type":["null",'
    '"long"],"doc":"Thousandths of a CPU core.","default":null},{"name":"memory_m'
    'ib","type":["null","long"],"doc":"Main memory, MiB.","default":null}],"names'
    'pace":"muster.queue_commands"}],"doc":"Resources that its jobs may always ha'
    've; unused ones are lent. Null: no guarantee.","default":null},{"name":"maxi'
    'mum","type":["null","muster.queue_commands.Quota"],"doc":"Maximum that its j'
    'obs may hold together. Null: no limit.","default":null},{"name":"weight","ty'
    'pe":"int","doc":"Its share of usage over time among its sibling queues, 1 to'
    ' 1000000.","default":1},{"name":"over_quota_weight","type":"int","doc":"Its '
    'share of what is lent beyond guarantees, 0 to 1000000; 0: it never borrows."'
    ',"default":1},{"name":"order","type":{"type":"enum","name":"QueueOrder","doc'
    '":"Order of jobs within a tier of one queue.","symbols":["FIFO","PRIORITY","'
    'DRF","LEAST_ATTAINED_SERVICE"],"default":"FIFO","namespace":"muster.queue_co'
    'mmands"},"doc":"Order of jobs within a tier.","default":"FIFO"},{"name":"job'
    's_running_max","type":["null","int"],"doc":"Maximum number of jobs that hold'
    ' GPUs at once.","default":null},{"name":"jobs_pending_max","type":["null","i'
    'nt"],"doc":"Maximum number of jobs that wait at once; more are rejected.","d'
    'efault":null},{"name":"user_jobs_running_max","type":["null","int"],"doc":"L'
    'ike jobs_running_max, for one user.","default":null},{"name":"user_jobs_pend'
    'ing_max","type":["null","int"],"doc":"Like jobs_pending_max, for one user.",'
    '"default":null},{"name":"suspended","type":["null","string"],"doc":"Reason w'
    'hy nothing starts from it and those below it; null: it is not suspended.","d'
    'efault":null},{"name":"spot_percent_max","type":["null","int"],"doc":"Jobs a'
    "re placed on spot nodes while at most this percentage of the GPUs held by th"
    'e queue and those below it are spot; null: no limit.","default":null}],"name'
    'space":"muster.queue_commands"}],"doc":"Shares and limits; null for none.","'
    'default":null}],"namespace":"muster.queue_commands"},{"type":"record","name"'
    ':"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","fields":[{"n'
    'ame":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string"'
    ',"doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSett'
    'ings","doc":"The complete settings."},{"name":"requested_by","type":"string"'
    ',"doc":"Sender of the request."}],"namespace":"muster.queue_commands"},{"typ'
    'e":"record","name":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"'
    'name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"requested_by","type":"string","doc":"Sender of t'
    'he request."}],"namespace":"muster.queue_commands"},{"type":"record","name":'
    '"ReserveCapacity","doc":"Reserve whole nodes of a GPU model for a queue, for'
    ' a period.","fields":[{"name":"reservation","type":"string","doc":"Name: 1 t'
    'o 63 of a-z 0-9 and -; unique in its tenant while it lasts."},{"name":"tenan'
    't","type":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Q'
    'ueue whose jobs, with those of the queues below it, may be placed there."},{'
    '"name":"gpu_model","type":"string","doc":"GPU model of the nodes."},{"name":'
    '"gpu_count","type":["null","int"],"doc":"Reserve the fewest nodes with this '
    'many GPUs; null: nodes are counted.","default":null},{"name":"node_count","t'
    'ype":["null","int"],"doc":"Number of nodes; null: GPUs are counted.","defaul'
    't":null},{"name":"starts_at_ms","type":["null","long"],"doc":"Start, millise'
    'conds since 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","'
    'type":"long","doc":"End, milliseconds since 1970 UTC."},{"name":"requested_b'
    'y","type":"string","doc":"Sender of the request."}],"namespace":"muster.queu'
    'e_commands"},{"type":"record","name":"CancelCapacityReservation","doc":"End '
    'a reservation, whether or not it has begun.","fields":[{"name":"reservation"'
    ',"type":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tena'
    'nt."},{"name":"requested_by","type":"string","doc":"Sender of the request."}'
    '],"namespace":"muster.queue_commands"},{"type":"record","name":"RestrictQueu'
    'e","doc":"Keep jobs of some tiers from starting from a queue and those below'
    ' it; its settings are unchanged.","fields":[{"name":"queue","type":"string",'
    '"doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"re'
    'striction","type":"string","doc":"Name of the restriction, 1 to 63 of a-z 0-'
    '9 and -; unique in its queue."},{"name":"tiers","type":{"type":"array","item'
    's":{"type":"enum","name":"Tier","doc":"Tiers, highest first.","symbols":["PR'
    'ODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRAINING","BATCH_INFERENCE"'
    ',"INTERACTIVE"],"default":"STANDARD_TRAINING","namespace":"muster.job_comman'
    'ds"}},"doc":"Jobs of these tiers do not start."},{"name":"until_ms","type":['
    '"null","long"],"doc":"End, milliseconds since 1970 UTC; null: until it is li'
    'fted.","default":null},{"name":"reason","type":"string","doc":"Reason, for t'
    'he users whose jobs wait."},{"name":"requested_by","type":"string","doc":"Us'
    'er or service that sends the request."}],"namespace":"muster.queue_commands"'
    '},{"type":"record","name":"LiftRestriction","doc":"Lift a restriction of a q'
    'ueue.","fields":[{"name":"queue","type":"string","doc":"Name."},{"name":"ten'
    'ant","type":"string","doc":"Tenant."},{"name":"restriction","type":"string",'
    '"doc":"Its name."},{"name":"requested_by","type":"string","doc":"User or ser'
    'vice that sends the request."}],"namespace":"muster.queue_commands"}],"doc":'
    '"What happened."}]}'
)
