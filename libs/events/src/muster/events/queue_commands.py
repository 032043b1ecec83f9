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
    """An amount of each resource; null says nothing of that resource.

    Attributes:
        gpu_milli: Thousandths of GPU, any model.
        gpu_milli_by_model: Thousandths of GPU per model, beside the total.
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
    """Who goes first within a tier of one queue."""

    FIFO = "FIFO"
    PRIORITY = "PRIORITY"
    DRF = "DRF"
    LEAST_ATTAINED_SERVICE = "LEAST_ATTAINED_SERVICE"


@final
@record
class QueueSettings:
    """What a queue may use, and how it is shared.

    Attributes:
        parent: Queue above, of the same tenant; null for none.
        guarantee: What its jobs may always have; unused, it is lent. Null guarantees nothing.
        maximum: What its jobs never exceed together. Null sets no bound.
        weight: Its part of usage over time among the queues beside it, 1 to 1000000.
        over_quota_weight: Its part of what is lent beyond guarantees, 0 to 1000000; 0 never
            borrows.
        order: Who goes first within a tier.
        jobs_running_max: Jobs that may hold GPUs at once.
        jobs_pending_max: Jobs that may wait at once; more are rejected.
        user_jobs_running_max: As jobs_running_max, for one user.
        user_jobs_pending_max: As jobs_pending_max, for one user.
        suspended: Why nothing of it and of those below it starts; null: it is not suspended.
        spot_percent_max: Jobs are placed on spot nodes while at most this part of the GPUs that the
            queue and those below it hold is there, percent; null: any part.
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
    """Make a queue.

    Attributes:
        queue: Name: 1 to 63 of a-z 0-9 and -.
        tenant: Tenant.
        description: For people.
        requested_by: User who asks.
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
        settings: All of them.
        requested_by: User who asks.
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
        requested_by: User who asks.
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
    """Keep whole nodes of a GPU model for a queue, from a time until another.

    Attributes:
        reservation: Name: 1 to 63 of a-z 0-9 and -; unique in its tenant while it lasts.
        tenant: Tenant.
        queue: Whose jobs may be placed there, and those of the queues below it.
        gpu_model: GPU model of the nodes.
        gpu_count: Reserve the fewest nodes with this many GPUs; null where nodes are counted.
        node_count: So many nodes; null where GPUs are counted.
        starts_at_ms: From when, milliseconds since 1970 UTC; null: at once.
        ends_at_ms: Until when, milliseconds since 1970 UTC.
        requested_by: User who asks.
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
    """End a reservation, begun or not.

    Attributes:
        reservation: Name.
        tenant: Tenant.
        requested_by: User who asks.
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
    """Let jobs of some tiers not start from a queue and those below it; its settings stay.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Its name, 1 to 63 of a-z 0-9 and -; unique in its queue.
        tiers: Jobs of these tiers do not start.
        until_ms: It ends then, milliseconds since 1970 UTC; null: when it is lifted.
        reason: Why, for those who wait.
        requested_by: User or service who asks.
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
    """End a restriction of a queue.

    Attributes:
        queue: Name.
        tenant: Tenant.
        restriction: Its name.
        requested_by: User or service who asks.
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
    'or ever; the deduplication key."},{"name":"key","type":"string","doc":"The K'
    'afka key: what this topic is ordered by."},{"name":"occurred_at_ms","type":"'
    'long","doc":"When the producer says it happened, milliseconds since 1970 UTC'
    '."},{"name":"producer","type":"string","doc":"Service and instance that wrot'
    'e the record."},{"name":"correlation_id","type":"string","doc":"Shared by ev'
    'erything that follows from one request."},{"name":"causation_id","type":["nu'
    'll","string"],"doc":"event_id of the record this one follows from.","default'
    '":null},{"name":"payload","type":[{"type":"record","name":"CreateQueue","doc'
    '":"Make a queue.","fields":[{"name":"queue","type":"string","doc":"Name: 1 t'
    'o 63 of a-z 0-9 and -."},{"name":"tenant","type":"string","doc":"Tenant."},{'
    '"name":"description","type":"string","doc":"For people.","default":""},{"nam'
    'e":"requested_by","type":"string","doc":"User who asks."},{"name":"settings"'
    ',"type":["null",{"type":"record","name":"QueueSettings","doc":"What a queue '
    'may use, and how it is shared.","fields":[{"name":"parent","type":["null","s'
    'tring"],"doc":"Queue above, of the same tenant; null for none.","default":nu'
    'll},{"name":"guarantee","type":["null",{"type":"record","name":"Quota","doc"'
    ':"An amount of each resource; null says nothing of that resource.","fields":'
    '[{"name":"gpu_milli","type":["null","long"],"doc":"Thousandths of GPU, any m'
    'odel.","default":null},{"name":"gpu_milli_by_model","type":{"type":"map","va'
    'lues":"long"},"doc":"Thousandths of GPU per model, beside the total.","defau'
    'lt":{}},{"name":"cpu_milli","type":["null","long"],"doc":"Thousandths of a C'
    'PU core.","default":null},{"name":"memory_mib","type":["null","long"],"doc":'
    '"Main memory, MiB.","default":null}],"namespace":"muster.queue_commands"}],"'
    'doc":"What its jobs may always have; unused, it is lent. Null guarantees not'
    'hing.","default":null},{"name":"maximum","type":["null","muster.queue_comman'
    'ds.Quota"],"doc":"What its jobs never exceed together. Null sets no bound.",'
    '"default":null},{"name":"weight","type":"int","doc":"Its part of usage over '
    'time among the queues beside it, 1 to 1000000.","default":1},{"name":"over_q'
    'uota_weight","type":"int","doc":"Its part of what is lent beyond guarantees,'
    ' 0 to 1000000; 0 never borrows.","default":1},{"name":"order","type":{"type"'
    ':"enum","name":"QueueOrder","doc":"Who goes first within a tier of one queue'
    '.","symbols":["FIFO","PRIORITY","DRF","LEAST_ATTAINED_SERVICE"],"default":"F'
    'IFO","namespace":"muster.queue_commands"},"doc":"Who goes first within a tie'
    'r.","default":"FIFO"},{"name":"jobs_running_max","type":["null","int"],"doc"'
    ':"Jobs that may hold GPUs at once.","default":null},{"name":"jobs_pending_ma'
    'x","type":["null","int"],"doc":"Jobs that may wait at once; more are rejecte'
    'd.","default":null},{"name":"user_jobs_running_max","type":["null","int"],"d'
    'oc":"As jobs_running_max, for one user.","default":null},{"name":"user_jobs_'
    'pending_max","type":["null","int"],"doc":"As jobs_pending_max, for one user.'
    '","default":null},{"name":"suspended","type":["null","string"],"doc":"Why no'
    'thing of it and of those below it starts; null: it is not suspended.","defau'
    'lt":null},{"name":"spot_percent_max","type":["null","int"],"doc":"Jobs are p'
    "laced on spot nodes while at most this part of the GPUs that the queue and t"
    'hose below it hold is there, percent; null: any part.","default":null}],"nam'
    'espace":"muster.queue_commands"}],"doc":"Shares and limits; null for none.",'
    '"default":null}],"namespace":"muster.queue_commands"},{"type":"record","name'
    '":"ConfigureQueue","doc":"Replace a queue\'s shares and limits.","fields":[{"'
    'name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string'
    '","doc":"Tenant."},{"name":"settings","type":"muster.queue_commands.QueueSet'
    'tings","doc":"All of them."},{"name":"requested_by","type":"string","doc":"U'
    'ser who asks."}],"namespace":"muster.queue_commands"},{"type":"record","name'
    '":"DeleteQueue","doc":"Remove an empty queue.","fields":[{"name":"queue","ty'
    'pe":"string","doc":"Name."},{"name":"tenant","type":"string","doc":"Tenant."'
    '},{"name":"requested_by","type":"string","doc":"User who asks."}],"namespace'
    '":"muster.queue_commands"},{"type":"record","name":"ReserveCapacity","doc":"'
    'Keep whole nodes of a GPU model for a queue, from a time until another.","fi'
    'elds":[{"name":"reservation","type":"string","doc":"Name: 1 to 63 of a-z 0-9'
    ' and -; unique in its tenant while it lasts."},{"name":"tenant","type":"stri'
    'ng","doc":"Tenant."},{"name":"queue","type":"string","doc":"Whose jobs may b'
    'e placed there, and those of the queues below it."},{"name":"gpu_model","typ'
    'e":"string","doc":"GPU model of the nodes."},{"name":"gpu_count","type":["nu'
    'll","int"],"doc":"Reserve the fewest nodes with this many GPUs; null where n'
    'odes are counted.","default":null},{"name":"node_count","type":["null","int"'
    '],"doc":"So many nodes; null where GPUs are counted.","default":null},{"name'
    '":"starts_at_ms","type":["null","long"],"doc":"From when, milliseconds since'
    ' 1970 UTC; null: at once.","default":null},{"name":"ends_at_ms","type":"long'
    '","doc":"Until when, milliseconds since 1970 UTC."},{"name":"requested_by","'
    'type":"string","doc":"User who asks."}],"namespace":"muster.queue_commands"}'
    ',{"type":"record","name":"CancelCapacityReservation","doc":"End a reservatio'
    'n, begun or not.","fields":[{"name":"reservation","type":"string","doc":"Nam'
    'e."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"requested_by'
    '","type":"string","doc":"User who asks."}],"namespace":"muster.queue_command'
    's"},{"type":"record","name":"RestrictQueue","doc":"Let jobs of some tiers no'
    't start from a queue and those below it; its settings stay.","fields":[{"nam'
    'e":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"string","'
    'doc":"Tenant."},{"name":"restriction","type":"string","doc":"Its name, 1 to '
    '63 of a-z 0-9 and -; unique in its queue."},{"name":"tiers","type":{"type":"'
    'array","items":{"type":"enum","name":"Tier","doc":"Highest first.","symbols"'
    ':["PRODUCTION_INFERENCE","PREMIUM_TRAINING","STANDARD_TRAINING","BATCH_INFER'
    'ENCE","INTERACTIVE"],"default":"STANDARD_TRAINING","namespace":"muster.job_c'
    'ommands"}},"doc":"Jobs of these tiers do not start."},{"name":"until_ms","ty'
    'pe":["null","long"],"doc":"It ends then, milliseconds since 1970 UTC; null: '
    'when it is lifted.","default":null},{"name":"reason","type":"string","doc":"'
    'Why, for those who wait."},{"name":"requested_by","type":"string","doc":"Use'
    'r or service who asks."}],"namespace":"muster.queue_commands"},{"type":"reco'
    'rd","name":"LiftRestriction","doc":"End a restriction of a queue.","fields":'
    '[{"name":"queue","type":"string","doc":"Name."},{"name":"tenant","type":"str'
    'ing","doc":"Tenant."},{"name":"restriction","type":"string","doc":"Its name.'
    '"},{"name":"requested_by","type":"string","doc":"User or service who asks."}'
    '],"namespace":"muster.queue_commands"}],"doc":"What happened."}]}'
)
