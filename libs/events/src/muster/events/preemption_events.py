"""Who is to yield to whom, and what became of it.

Generated from schemas/preemption-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.job_events import PreemptionCause
from muster.events.preemption_commands import PreemptionPolicy
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


class PolicyFact:
    """Base of the facts whose subject is 'policy'; as a pattern it matches all of them."""

    __slots__ = ()


class PlanFact:
    """Base of the facts whose subject is 'plan'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class PreemptionPolicyActivated(PolicyFact):
    """Plans follow this policy from here on.

    Attributes:
        policy: The whole policy.
        requested_by: Who.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_events.PreemptionPolicyActivated"

    policy: PreemptionPolicy
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "policy": self.policy.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionPolicyActivated:
        """The inverse."""
        return cls(
            policy=PreemptionPolicy.from_datum(d["policy"]),
            requested_by=d["requested_by"],
        )


class VictimReason(StrEnum):
    """Why this job."""

    BORROWS = "BORROWS"
    LOWER_TIER = "LOWER_TIER"
    ELASTIC_SURPLUS = "ELASTIC_SURPLUS"
    HOLDS_RESERVED = "HOLDS_RESERVED"
    MORE_SERVICE = "MORE_SERVICE"
    BEYOND_DUE = "BEYOND_DUE"


@final
@record
class PlannedVictim:
    """A job that would yield, whole or down to fewer ranks.

    Attributes:
        job_id: Job.
        attempt: The attempt that would stop.
        tenant: Tenant.
        queue: Queue.
        user: Who submitted it.
        ranks_kept: Ranks it goes on with; 0: it is evicted and waits again.
        gpu_milli_freed: Thousandths of GPU that it would free.
        cost_gpu_ms: Its part of the price, GPU milliseconds: its work since the last checkpoint,
            its drain, a restart, and its delay by priority.
        lost_gpu_ms: What it itself loses, GPU milliseconds: its work since the last checkpoint, or
            since its bind. 0: it saves before, or the planner did not say.
        reason: Why this job.
        message: One sentence for its owner.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_events.PlannedVictim"

    job_id: str
    attempt: int
    tenant: str
    queue: str
    user: str
    ranks_kept: int
    gpu_milli_freed: int
    cost_gpu_ms: int
    lost_gpu_ms: int = 0
    reason: VictimReason
    message: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "tenant": self.tenant,
            "queue": self.queue,
            "user": self.user,
            "ranks_kept": self.ranks_kept,
            "gpu_milli_freed": self.gpu_milli_freed,
            "cost_gpu_ms": self.cost_gpu_ms,
            "lost_gpu_ms": self.lost_gpu_ms,
            "reason": self.reason,
            "message": self.message,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PlannedVictim:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            tenant=d["tenant"],
            queue=d["queue"],
            user=d["user"],
            ranks_kept=d["ranks_kept"],
            gpu_milli_freed=d["gpu_milli_freed"],
            cost_gpu_ms=d["cost_gpu_ms"],
            lost_gpu_ms=d.get("lost_gpu_ms", 0),
            reason=VictimReason(d["reason"]),
            message=d["message"],
        )


@final
@record
class PlannedRank:
    """Where one rank of the job would go.

    Attributes:
        rank: Rank.
        node_id: Node.
        gpu_indices: GPUs.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_events.PlannedRank"

    rank: int
    node_id: str
    gpu_indices: tuple[int, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "rank": self.rank,
            "node_id": self.node_id,
            "gpu_indices": list(self.gpu_indices),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PlannedRank:
        """The inverse."""
        return cls(
            rank=d["rank"],
            node_id=d["node_id"],
            gpu_indices=tuple(d["gpu_indices"]),
        )


@final
@record
class PreemptionPlanned(PlanFact):
    """These jobs would yield, then the job that asks fits; the scheduler checks it first.

    Attributes:
        plan_id: Plan.
        job_id: Job that asks; empty where a reservation does.
        tenant: Tenant.
        queue: Queue.
        cause: What entitles it.
        reservation: Reservation that has begun; empty where a job asks.
        victims: By job id.
        placements: Where the job fits once they have yielded, in rank order; none for a
            reservation.
        cost_gpu_ms: Price: the sum over the victims.
        cost_gpu_ms_min: No set of victims of the same rank costs less than this.
        exact: No other set of victims is better; false: the price is within the bound above, but
            not proven best.
        gain_gpu_ms: GPU milliseconds that the job has sooner.
        as_of_seq: State of the scheduler's log that this is true of.
        expires_at_ms: Void from then on, milliseconds since 1970 UTC.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_events.PreemptionPlanned"

    plan_id: str
    job_id: str
    tenant: str
    queue: str
    cause: PreemptionCause
    reservation: str = ""
    victims: tuple[PlannedVictim, ...]
    placements: tuple[PlannedRank, ...]
    cost_gpu_ms: int
    cost_gpu_ms_min: int
    exact: bool
    gain_gpu_ms: int
    as_of_seq: int
    expires_at_ms: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "plan_id": self.plan_id,
            "job_id": self.job_id,
            "tenant": self.tenant,
            "queue": self.queue,
            "cause": self.cause,
            "reservation": self.reservation,
            "victims": [x.to_datum() for x in self.victims],
            "placements": [x.to_datum() for x in self.placements],
            "cost_gpu_ms": self.cost_gpu_ms,
            "cost_gpu_ms_min": self.cost_gpu_ms_min,
            "exact": self.exact,
            "gain_gpu_ms": self.gain_gpu_ms,
            "as_of_seq": self.as_of_seq,
            "expires_at_ms": self.expires_at_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionPlanned:
        """The inverse."""
        return cls(
            plan_id=d["plan_id"],
            job_id=d["job_id"],
            tenant=d["tenant"],
            queue=d["queue"],
            cause=PreemptionCause(d["cause"]),
            reservation=d.get("reservation", ""),
            victims=tuple(PlannedVictim.from_datum(x) for x in d["victims"]),
            placements=tuple(PlannedRank.from_datum(x) for x in d["placements"]),
            cost_gpu_ms=d["cost_gpu_ms"],
            cost_gpu_ms_min=d["cost_gpu_ms_min"],
            exact=d["exact"],
            gain_gpu_ms=d["gain_gpu_ms"],
            as_of_seq=d["as_of_seq"],
            expires_at_ms=d["expires_at_ms"],
        )


class DeclineReason(StrEnum):
    """Why."""

    NOTHING_SUFFICES = "NOTHING_SUFFICES"
    NOT_WAITING = "NOT_WAITING"
    FITS_ALREADY = "FITS_ALREADY"
    NO_GAIN = "NO_GAIN"
    BUDGET = "BUDGET"
    HYSTERESIS = "HYSTERESIS"
    TOO_YOUNG = "TOO_YOUNG"
    BUSY = "BUSY"
    STALE = "STALE"


@final
@record
class PreemptionDeclined(PlanFact):
    """No plan is made, and why.

    Attributes:
        job_id: Job that asks; empty where a reservation does.
        tenant: Tenant.
        queue: Queue.
        cause: What entitles it.
        reservation: Reservation that has begun; empty where a job asks.
        reason: Why.
        message: One sentence.
        cost_gpu_ms: Price of the plan that was not worth it; 0: there was none.
        gain_gpu_ms: Its gain.
        as_of_seq: State of the scheduler's log that this is true of.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_events.PreemptionDeclined"

    job_id: str
    tenant: str
    queue: str
    cause: PreemptionCause
    reservation: str = ""
    reason: DeclineReason
    message: str
    cost_gpu_ms: int = 0
    gain_gpu_ms: int = 0
    as_of_seq: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "tenant": self.tenant,
            "queue": self.queue,
            "cause": self.cause,
            "reservation": self.reservation,
            "reason": self.reason,
            "message": self.message,
            "cost_gpu_ms": self.cost_gpu_ms,
            "gain_gpu_ms": self.gain_gpu_ms,
            "as_of_seq": self.as_of_seq,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionDeclined:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            tenant=d["tenant"],
            queue=d["queue"],
            cause=PreemptionCause(d["cause"]),
            reservation=d.get("reservation", ""),
            reason=DeclineReason(d["reason"]),
            message=d["message"],
            cost_gpu_ms=d.get("cost_gpu_ms", 0),
            gain_gpu_ms=d.get("gain_gpu_ms", 0),
            as_of_seq=d["as_of_seq"],
        )


class PlanOutcome(StrEnum):
    """How."""

    SERVED = "SERVED"
    VICTIM_ENDED = "VICTIM_ENDED"
    MOOT = "MOOT"
    EXPIRED = "EXPIRED"
    ACCEPTED = "ACCEPTED"
    REFUSED = "REFUSED"


@final
@record
class PreemptionSettled(PlanFact):
    """A plan is no longer open.

    Attributes:
        plan_id: Plan.
        job_id: Job it was made for; empty for a reservation.
        tenant: Tenant.
        outcome: ACCEPTED: the scheduler carries it out. REFUSED: the scheduler does not, and says
            why. SERVED: the job was bound before. VICTIM_ENDED: a victim's attempt was over before.
            MOOT: the job no longer waits. EXPIRED: the scheduler did not judge it in time.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_events.PreemptionSettled"

    plan_id: str
    job_id: str
    tenant: str
    outcome: PlanOutcome

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "plan_id": self.plan_id,
            "job_id": self.job_id,
            "tenant": self.tenant,
            "outcome": self.outcome,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionSettled:
        """The inverse."""
        return cls(
            plan_id=d["plan_id"],
            job_id=d["job_id"],
            tenant=d["tenant"],
            outcome=PlanOutcome(d["outcome"]),
        )


PolicyPayload: TypeAlias = PreemptionPolicyActivated

PlanPayload: TypeAlias = PreemptionPlanned | PreemptionDeclined | PreemptionSettled

PreemptionEvent: TypeAlias = (
    PreemptionPolicyActivated | PreemptionPlanned | PreemptionDeclined | PreemptionSettled
)

Payload: TypeAlias = PreemptionEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    PreemptionPolicyActivated,
    PreemptionPlanned,
    PreemptionDeclined,
    PreemptionSettled,
    Watermark,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.preemption_events","d'
    'oc":"Who is to yield to whom, and what became of it.","fields":[{"name":"eve'
    'nt_id","type":"string","doc":"Unique for ever; the deduplication key."},{"na'
    'me":"key","type":"string","doc":"The Kafka key: what this topic is ordered b'
    'y."},{"name":"occurred_at_ms","type":"long","doc":"When the producer says it'
    ' happened, milliseconds since 1970 UTC."},{"name":"producer","type":"string"'
    ',"doc":"Service and instance that wrote the record."},{"name":"correlation_i'
    'd","type":"string","doc":"Shared by everything that follows from one request'
    '."},{"name":"causation_id","type":["null","string"],"doc":"event_id of the r'
    'ecord this one follows from.","default":null},{"name":"seq","type":["null","'
    'long"],"doc":"seq of the input it follows from: facts of all partitions are '
    'ordered by seq, then index. Null: its writer has no such order.","default":n'
    'ull},{"name":"index","type":["null","int"],"doc":"Which of that input\'s cons'
    'equences it is, rising from 0; orders count, too.","default":null},{"name":"'
    'tenant","type":["null","string"],"doc":"The tenant it belongs to; null: no t'
    'enant.","default":null},{"name":"sender","type":["null","string"],"doc":"The'
    " judged sender of the command that it follows from, as TENANT/USER; null: it"
    ' follows from none, or the record is older than this field.","default":null}'
    ',{"name":"payload","type":[{"type":"record","name":"CommandRejected","aliase'
    's":["muster.job_events.CommandRejected"],"doc":"A command that will not be c'
    'arried out, and why.","subject":"command","fields":[{"name":"command_id","ty'
    'pe":"string","doc":"event_id of the command."},{"name":"command","type":"str'
    'ing","doc":"Its record name."},{"name":"subject","type":"string","doc":"What'
    ' it was about: a job, queue, node, or another entity of the service."},{"nam'
    'e":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":"'
    'enum","name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],"'
    'doc":"Kinds of refusal, the same for all services; each has its HTTP status.'
    '","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBL'
    'E_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","B'
    'AD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":'
    '"Kind of refusal."},{"name":"detail_code","type":"string","doc":"The service'
    '\'s own, finer code; its README lists them. Empty: `code` says all.","default'
    '":""},{"name":"message","type":"string","doc":"For people."},{"name":"violat'
    'ions","type":{"type":"array","items":{"type":"record","name":"Violation","al'
    'iases":["muster.job_events.Violation"],"doc":"One thing wrong with a request'
    '.","fields":[{"name":"field","type":"string","doc":"Path of the field."},{"n'
    'ame":"value","type":"string","doc":"What was given, shortened."},{"name":"al'
    'lowed","type":"string","doc":"What is allowed."}],"namespace":"muster.comman'
    'd_answers"}},"doc":"Field by field.","default":[]}],"namespace":"muster.comm'
    'and_answers"},{"type":"record","name":"CommandRepeated","aliases":["muster.j'
    'ob_events.CommandRepeated"],"doc":"A command that was carried out before cam'
    'e again; nothing changed.","subject":"command","fields":[{"name":"command_id'
    '","type":"string","doc":"event_id of the command."},{"name":"command","type"'
    ':"string","doc":"Its record name."},{"name":"subject","type":"string","doc":'
    '"What it was about."}],"namespace":"muster.command_answers"},{"type":"record'
    '","name":"PreemptionPolicyActivated","subject":"policy","doc":"Plans follow '
    'this policy from here on.","fields":[{"name":"policy","type":{"type":"record'
    '","name":"PreemptionPolicy","doc":"Knobs of who yields; a change is a comman'
    'd, so it replays.","fields":[{"name":"name","type":"string","doc":"For peopl'
    'e."},{"name":"ran_ms_min","type":"long","doc":"A job that was bound more rec'
    'ently does not yield.","default":300000},{"name":"evictions_per_job_day_max"'
    ',"type":"int","doc":"How often a job may be evicted within 24 hours.","defau'
    'lt":3},{"name":"evictions_per_queue_hour_max","type":"int","doc":"How many j'
    'obs of a queue may be evicted within an hour.","default":64},{"name":"evicti'
    'ons_per_user_hour_max","type":"int","doc":"How many jobs of a user may be ev'
    'icted within an hour.","default":32},{"name":"restart_ms","type":"long","doc'
    '":"What a restart costs a job at least; as long as its last start took where'
    ' that was longer.","default":120000},{"name":"delay_ms","type":"long","doc":'
    '"How long an evicted job is expected to wait; counted by its priority: not a'
    "t all at -1000, twice at 1000. One that avoids nodes is expected to wait lon"
    'ger.","default":600000},{"name":"wait_spared_ms","type":"long","doc":"The wa'
    "it that a plan is expected to spare the job it is made for, counted by its p"
    'riority as delay_ms is.","default":3600000},{"name":"gain_percent_min","type'
    '":"int","doc":"A plan is made only when its gain is at least this part of it'
    's price.","default":100},{"name":"plan_valid_ms","type":"long","doc":"A plan'
    ' that is not carried out within this time is void.","default":30000},{"name"'
    ':"plans_per_request_max","type":"int","doc":"Most plans made for the equal j'
    'obs of one request.","default":64},{"name":"pair_remembered_ms","type":"long'
    '","doc":"Two jobs of which one was evicted for the other are left alone by e'
    'ach other for so long.","default":604800000}],"namespace":"muster.preemption'
    '_commands"},"doc":"The whole policy."},{"name":"requested_by","type":"string'
    '","doc":"Who."}],"namespace":"muster.preemption_events"},{"type":"record","n'
    'ame":"PreemptionPlanned","subject":"plan","doc":"These jobs would yield, the'
    'n the job that asks fits; the scheduler checks it first.","fields":[{"name":'
    '"plan_id","type":"string","doc":"Plan."},{"name":"job_id","type":"string","d'
    'oc":"Job that asks; empty where a reservation does."},{"name":"tenant","type'
    '":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},'
    '{"name":"cause","type":{"type":"enum","name":"PreemptionCause","doc":"What e'
    'ntitles it.","symbols":["GUARANTEE","TIER","RESERVATION","TIME_SHARED","FAIR'
    'NESS"],"default":"TIER","namespace":"muster.job_events"},"doc":"What entitle'
    's it."},{"name":"reservation","type":"string","doc":"Reservation that has be'
    'gun; empty where a job asks.","default":""},{"name":"victims","type":{"type"'
    ':"array","items":{"type":"record","name":"PlannedVictim","doc":"A job that w'
    'ould yield, whole or down to fewer ranks.","fields":[{"name":"job_id","type"'
    ':"string","doc":"Job."},{"name":"attempt","type":"int","doc":"The attempt th'
    'at would stop."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"'
    'queue","type":"string","doc":"Queue."},{"name":"user","type":"string","doc":'
    '"Who submitted it."},{"name":"ranks_kept","type":"int","doc":"Ranks it goes '
    'on with; 0: it is evicted and waits again."},{"name":"gpu_milli_freed","type'
    '":"long","doc":"Thousandths of GPU that it would free."},{"name":"cost_gpu_m'
    's","type":"long","doc":"Its part of the price, GPU milliseconds: its work si'
    'nce the last checkpoint, its drain, a restart, and its delay by priority."},'
    '{"name":"lost_gpu_ms","type":"long","doc":"What it itself loses, GPU millise'
    "conds: its work since the last checkpoint, or since its bind. 0: it saves be"
    'fore, or the planner did not say.","default":0},{"name":"reason","type":{"ty'
    'pe":"enum","name":"VictimReason","doc":"Why this job.","symbols":["BORROWS",'
    '"LOWER_TIER","ELASTIC_SURPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"]'
    ',"default":"BORROWS","namespace":"muster.preemption_events"},"doc":"Why this'
    ' job."},{"name":"message","type":"string","doc":"One sentence for its owner.'
    '"}],"namespace":"muster.preemption_events"}},"doc":"By job id."},{"name":"pl'
    'acements","type":{"type":"array","items":{"type":"record","name":"PlannedRan'
    'k","doc":"Where one rank of the job would go.","fields":[{"name":"rank","typ'
    'e":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}],"na'
    'mespace":"muster.preemption_events"}},"doc":"Where the job fits once they ha'
    've yielded, in rank order; none for a reservation."},{"name":"cost_gpu_ms","'
    'type":"long","doc":"Price: the sum over the victims."},{"name":"cost_gpu_ms_'
    'min","type":"long","doc":"No set of victims of the same rank costs less than'
    ' this."},{"name":"exact","type":"boolean","doc":"No other set of victims is '
    'better; false: the price is within the bound above, but not proven best."},{'
    '"name":"gain_gpu_ms","type":"long","doc":"GPU milliseconds that the job has '
    'sooner."},{"name":"as_of_seq","type":"long","doc":"State of the scheduler\'s '
    'log that this is true of."},{"name":"expires_at_ms","type":"long","doc":"Voi'
    'd from then on, milliseconds since 1970 UTC."}],"namespace":"muster.preempti'
    'on_events"},{"type":"record","name":"PreemptionDeclined","subject":"plan","d'
    'oc":"No plan is made, and why.","fields":[{"name":"job_id","type":"string","'
    'doc":"Job that asks; empty where a reservation does."},{"name":"tenant","typ'
    'e":"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."}'
    ',{"name":"cause","type":"muster.job_events.PreemptionCause","doc":"What enti'
    'tles it."},{"name":"reservation","type":"string","doc":"Reservation that has'
    ' begun; empty where a job asks.","default":""},{"name":"reason","type":{"typ'
    'e":"enum","name":"DeclineReason","doc":"Why.","symbols":["NOTHING_SUFFICES",'
    '"NOT_WAITING","FITS_ALREADY","NO_GAIN","BUDGET","HYSTERESIS","TOO_YOUNG","BU'
    'SY","STALE"],"default":"NOTHING_SUFFICES","namespace":"muster.preemption_eve'
    'nts"},"doc":"Why."},{"name":"message","type":"string","doc":"One sentence."}'
    ',{"name":"cost_gpu_ms","type":"long","doc":"Price of the plan that was not w'
    'orth it; 0: there was none.","default":0},{"name":"gain_gpu_ms","type":"long'
    '","doc":"Its gain.","default":0},{"name":"as_of_seq","type":"long","doc":"St'
    'ate of the scheduler\'s log that this is true of."}],"namespace":"muster.pree'
    'mption_events"},{"type":"record","name":"PreemptionSettled","subject":"plan"'
    ',"doc":"A plan is no longer open.","fields":[{"name":"plan_id","type":"strin'
    'g","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job it was made fo'
    'r; empty for a reservation."},{"name":"tenant","type":"string","doc":"Tenant'
    '."},{"name":"outcome","type":{"type":"enum","name":"PlanOutcome","doc":"How.'
    '","symbols":["SERVED","VICTIM_ENDED","MOOT","EXPIRED","ACCEPTED","REFUSED"],'
    '"default":"SERVED","namespace":"muster.preemption_events"},"doc":"ACCEPTED: '
    "the scheduler carries it out. REFUSED: the scheduler does not, and says why."
    " SERVED: the job was bound before. VICTIM_ENDED: a victim's attempt was over"
    " before. MOOT: the job no longer waits. EXPIRED: the scheduler did not judge"
    ' it in time."}],"namespace":"muster.preemption_events"},{"type":"record","na'
    'me":"Watermark","doc":"Every fact of the topic with this seq or a lower one '
    'precedes this record, in every partition.","subject":"log","fields":[{"name"'
    ':"seq","type":"long","doc":"Of the newest input whose consequences are all w'
    'ritten."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends, mi'
    'lliseconds since 1970 UTC."}],"namespace":"muster.watermarks"}],"doc":"What '
    'happened."}]}'
)
