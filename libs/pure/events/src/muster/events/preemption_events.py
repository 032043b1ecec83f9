"""Preemption plans and their outcomes.

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
    """Plans follow this policy from now on.

    Attributes:
        policy: The whole policy.
        requested_by: Sender of the request.
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
    """Reason for choosing a victim."""

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
        user: User who submitted it.
        ranks_kept: Ranks it continues with; 0: it is evicted and waits again.
        gpu_milli_freed: Thousandths of a GPU that it would free.
        cost_gpu_ms: Its part of the price, GPU milliseconds: its work since the last checkpoint,
            its drain, a restart, and its delay by priority.
        lost_gpu_ms: Its own loss, GPU milliseconds: its work since the last checkpoint, or since
            its bind. 0: it saves before, or the planner did not say.
        reason: Reason for choosing this job.
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
    """Placement of one rank of the job.

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
    """The requesting job fits if these jobs yield; the scheduler checks the plan first.

    Attributes:
        plan_id: Plan.
        job_id: Requesting job; empty: a reservation requests it.
        tenant: Tenant.
        queue: Queue.
        cause: What entitles it.
        reservation: Reservation that has begun; empty: a job requests it.
        victims: Victims, by job id.
        placements: Placement of the job once they have yielded, in rank order; empty for a
            reservation.
        cost_gpu_ms: Price: the sum over the victims.
        cost_gpu_ms_min: Lower bound of the price of any set of victims of the same rank.
        exact: Whether no other set of victims is better; false: the price is within the bound
            above, but not proven best.
        gain_gpu_ms: GPU milliseconds that the job gains by starting sooner.
        as_of_seq: State of the scheduler's log at which this holds.
        expires_at_ms: Time from which it is void, milliseconds since 1970 UTC.
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
    """Reason why no plan is made."""

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
    """No plan is made, with the reason.

    Attributes:
        job_id: Requesting job; empty: a reservation requests it.
        tenant: Tenant.
        queue: Queue.
        cause: What entitles it.
        reservation: Reservation that has begun; empty: a job requests it.
        reason: Reason.
        message: One sentence.
        cost_gpu_ms: Price of the plan that was not worth it; 0: there was none.
        gain_gpu_ms: Its gain.
        as_of_seq: State of the scheduler's log at which this holds.
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
    """Outcome of a plan."""

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
        job_id: Job that it was made for; empty: a reservation.
        tenant: Tenant.
        outcome: ACCEPTED: the scheduler carries it out. REFUSED: the scheduler does not, and gives
            the reason. SERVED: the job was bound before. VICTIM_ENDED: a victim's attempt ended
            before. MOOT: the job no longer waits. EXPIRED: the scheduler did not decide in time.
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
    'oc":"Preemption plans and their outcomes.","fields":[{"name":"event_id","typ'
    'e":"string","doc":"Unique for ever; the deduplication key."},{"name":"key","'
    'type":"string","doc":"Kafka key; records with the same key keep their order.'
    '"},{"name":"occurred_at_ms","type":"long","doc":"Time of the event according'
    ' to the producer, milliseconds since 1970 UTC."},{"name":"producer","type":"'
    'string","doc":"Service and instance that wrote the record."},{"name":"correl'
    'ation_id","type":"string","doc":"Shared by everything that follows from one '
    'request."},{"name":"causation_id","type":["null","string"],"doc":"event_id o'
    'f the record this one follows from.","default":null},{"name":"seq","type":["'
    'null","long"],"doc":"seq of the input it follows from; facts of all partitio'
    'ns are ordered by seq, then index. Null: the writer assigns no order.","defa'
    'ult":null},{"name":"index","type":["null","int"],"doc":"Index among the cons'
    'equences of that input, from 0; orders count as well.","default":null},{"nam'
    'e":"tenant","type":["null","string"],"doc":"The tenant it belongs to; null: '
    'no tenant.","default":null},{"name":"sender","type":["null","string"],"doc":'
    '"Authenticated sender of the command it follows from, as TENANT/USER; null: '
    'it follows from no command, or is older than this field.","default":null},{"'
    'name":"payload","type":[{"type":"record","name":"CommandRejected","aliases":'
    '["muster.job_events.CommandRejected"],"doc":"A command that is not carried o'
    'ut, and the reason.","subject":"command","fields":[{"name":"command_id","typ'
    'e":"string","doc":"event_id of the command."},{"name":"command","type":"stri'
    'ng","doc":"Record name of the command."},{"name":"subject","type":"string","'
    'doc":"Its subject: a job, queue, node or other entity of the service."},{"na'
    'me":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"type":'
    '"enum","name":"RejectionCode","aliases":["muster.job_events.RejectionCode"],'
    '"doc":"Kinds of rejection, common to all services; each has its HTTP status.'
    '","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMPOSSIBL'
    'E_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEEDED","B'
    'AD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},"doc":'
    '"Kind of rejection."},{"name":"detail_code","type":"string","doc":"More spec'
    "ific code of the service; its README lists them. Empty: `code` is specific e"
    'nough.","default":""},{"name":"message","type":"string","doc":"Message for p'
    'eople."},{"name":"violations","type":{"type":"array","items":{"type":"record'
    '","name":"Violation","aliases":["muster.job_events.Violation"],"doc":"One vi'
    'olation in a request.","fields":[{"name":"field","type":"string","doc":"Path'
    ' of the field."},{"name":"value","type":"string","doc":"The value as sent, s'
    'hortened."},{"name":"allowed","type":"string","doc":"What is allowed."}],"na'
    'mespace":"muster.command_answers"}},"doc":"Violations by field.","default":['
    ']}],"namespace":"muster.command_answers"},{"type":"record","name":"CommandRe'
    'peated","aliases":["muster.job_events.CommandRepeated"],"doc":"A command tha'
    't was already carried out came again; nothing changed.","subject":"command",'
    '"fields":[{"name":"command_id","type":"string","doc":"event_id of the comman'
    'd."},{"name":"command","type":"string","doc":"Record name of the command."},'
    '{"name":"subject","type":"string","doc":"Its subject."}],"namespace":"muster'
    '.command_answers"},{"type":"record","name":"PreemptionPolicyActivated","subj'
    'ect":"policy","doc":"Plans follow this policy from now on.","fields":[{"name'
    '":"policy","type":{"type":"record","name":"PreemptionPolicy","doc":"Settings'
    ' for the choice of victims; a change is a command, so it replays.","fields":'
    '[{"name":"name","type":"string","doc":"Name for people."},{"name":"ran_ms_mi'
    'n","type":"long","doc":"Minimum run time of a job before it yields.","defaul'
    't":300000},{"name":"evictions_per_job_day_max","type":"int","doc":"Maximum n'
    'umber of evictions of a job within 24 hours.","default":3},{"name":"eviction'
    's_per_queue_hour_max","type":"int","doc":"Maximum number of evicted jobs of '
    'a queue within an hour.","default":64},{"name":"evictions_per_user_hour_max"'
    ',"type":"int","doc":"Maximum number of evicted jobs of a user within an hour'
    '.","default":32},{"name":"restart_ms","type":"long","doc":"Minimum cost of a'
    ' job\'s restart; the time of its last start, if that was longer.","default":1'
    '20000},{"name":"delay_ms","type":"long","doc":"Expected wait of an evicted j'
    "ob, weighted by its priority: zero at -1000, double at 1000. A job that avoi"
    'ds nodes is expected to wait longer.","default":600000},{"name":"wait_spared'
    '_ms","type":"long","doc":"Wait that a plan is expected to save the job it is'
    ' made for, weighted by its priority as delay_ms is.","default":3600000},{"na'
    'me":"gain_percent_min","type":"int","doc":"Minimum gain of a plan, as a perc'
    'entage of its price.","default":100},{"name":"plan_valid_ms","type":"long","'
    'doc":"Time after which a plan that was not carried out is void.","default":3'
    '0000},{"name":"plans_per_request_max","type":"int","doc":"Maximum number of '
    'plans for the equal jobs of one request.","default":64},{"name":"pair_rememb'
    'ered_ms","type":"long","doc":"Time for which two jobs leave each other alone'
    ' after one was evicted for the other.","default":604800000}],"namespace":"mu'
    'ster.preemption_commands"},"doc":"The whole policy."},{"name":"requested_by"'
    ',"type":"string","doc":"Sender of the request."}],"namespace":"muster.preemp'
    'tion_events"},{"type":"record","name":"PreemptionPlanned","subject":"plan","'
    'doc":"The requesting job fits if these jobs yield; the scheduler checks the '
    'plan first.","fields":[{"name":"plan_id","type":"string","doc":"Plan."},{"na'
    'me":"job_id","type":"string","doc":"Requesting job; empty: a reservation req'
    'uests it."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"queue'
    '","type":"string","doc":"Queue."},{"name":"cause","type":{"type":"enum","nam'
    'e":"PreemptionCause","doc":"What entitles it.","symbols":["GUARANTEE","TIER"'
    ',"RESERVATION","TIME_SHARED","FAIRNESS"],"default":"TIER","namespace":"muste'
    'r.job_events"},"doc":"What entitles it."},{"name":"reservation","type":"stri'
    'ng","doc":"Reservation that has begun; empty: a job requests it.","default":'
    '""},{"name":"victims","type":{"type":"array","items":{"type":"record","name"'
    ':"PlannedVictim","doc":"A job that would yield, whole or down to fewer ranks'
    '.","fields":[{"name":"job_id","type":"string","doc":"Job."},{"name":"attempt'
    '","type":"int","doc":"The attempt that would stop."},{"name":"tenant","type"'
    ':"string","doc":"Tenant."},{"name":"queue","type":"string","doc":"Queue."},{'
    '"name":"user","type":"string","doc":"User who submitted it."},{"name":"ranks'
    '_kept","type":"int","doc":"Ranks it continues with; 0: it is evicted and wai'
    'ts again."},{"name":"gpu_milli_freed","type":"long","doc":"Thousandths of a '
    'GPU that it would free."},{"name":"cost_gpu_ms","type":"long","doc":"Its par'
    "t of the price, GPU milliseconds: its work since the last checkpoint, its dr"
    'ain, a restart, and its delay by priority."},{"name":"lost_gpu_ms","type":"l'
    'ong","doc":"Its own loss, GPU milliseconds: its work since the last checkpoi'
    'nt, or since its bind. 0: it saves before, or the planner did not say.","def'
    'ault":0},{"name":"reason","type":{"type":"enum","name":"VictimReason","doc":'
    '"Reason for choosing a victim.","symbols":["BORROWS","LOWER_TIER","ELASTIC_S'
    'URPLUS","HOLDS_RESERVED","MORE_SERVICE","BEYOND_DUE"],"default":"BORROWS","n'
    'amespace":"muster.preemption_events"},"doc":"Reason for choosing this job."}'
    ',{"name":"message","type":"string","doc":"One sentence for its owner."}],"na'
    'mespace":"muster.preemption_events"}},"doc":"Victims, by job id."},{"name":"'
    'placements","type":{"type":"array","items":{"type":"record","name":"PlannedR'
    'ank","doc":"Placement of one rank of the job.","fields":[{"name":"rank","typ'
    'e":"int","doc":"Rank."},{"name":"node_id","type":"string","doc":"Node."},{"n'
    'ame":"gpu_indices","type":{"type":"array","items":"int"},"doc":"GPUs."}],"na'
    'mespace":"muster.preemption_events"}},"doc":"Placement of the job once they '
    'have yielded, in rank order; empty for a reservation."},{"name":"cost_gpu_ms'
    '","type":"long","doc":"Price: the sum over the victims."},{"name":"cost_gpu_'
    'ms_min","type":"long","doc":"Lower bound of the price of any set of victims '
    'of the same rank."},{"name":"exact","type":"boolean","doc":"Whether no other'
    " set of victims is better; false: the price is within the bound above, but n"
    'ot proven best."},{"name":"gain_gpu_ms","type":"long","doc":"GPU millisecond'
    's that the job gains by starting sooner."},{"name":"as_of_seq","type":"long"'
    ',"doc":"State of the scheduler\'s log at which this holds."},{"name":"expires'
    '_at_ms","type":"long","doc":"Time from which it is void, milliseconds since '
    '1970 UTC."}],"namespace":"muster.preemption_events"},{"type":"record","name"'
    ':"PreemptionDeclined","subject":"plan","doc":"No plan is made, with the reas'
    'on.","fields":[{"name":"job_id","type":"string","doc":"Requesting job; empty'
    ': a reservation requests it."},{"name":"tenant","type":"string","doc":"Tenan'
    't."},{"name":"queue","type":"string","doc":"Queue."},{"name":"cause","type":'
    '"muster.job_events.PreemptionCause","doc":"What entitles it."},{"name":"rese'
    'rvation","type":"string","doc":"Reservation that has begun; empty: a job req'
    'uests it.","default":""},{"name":"reason","type":{"type":"enum","name":"Decl'
    'ineReason","doc":"Reason why no plan is made.","symbols":["NOTHING_SUFFICES"'
    ',"NOT_WAITING","FITS_ALREADY","NO_GAIN","BUDGET","HYSTERESIS","TOO_YOUNG","B'
    'USY","STALE"],"default":"NOTHING_SUFFICES","namespace":"muster.preemption_ev'
    'ents"},"doc":"Reason."},{"name":"message","type":"string","doc":"One sentenc'
    'e."},{"name":"cost_gpu_ms","type":"long","doc":"Price of the plan that was n'
    'ot worth it; 0: there was none.","default":0},{"name":"gain_gpu_ms","type":"'
    'long","doc":"Its gain.","default":0},{"name":"as_of_seq","type":"long","doc"'
    ':"State of the scheduler\'s log at which this holds."}],"namespace":"muster.p'
    'reemption_events"},{"type":"record","name":"PreemptionSettled","subject":"pl'
    'an","doc":"A plan is no longer open.","fields":[{"name":"plan_id","type":"st'
    'ring","doc":"Plan."},{"name":"job_id","type":"string","doc":"Job that it was'
    ' made for; empty: a reservation."},{"name":"tenant","type":"string","doc":"T'
    'enant."},{"name":"outcome","type":{"type":"enum","name":"PlanOutcome","doc":'
    '"Outcome of a plan.","symbols":["SERVED","VICTIM_ENDED","MOOT","EXPIRED","AC'
    'CEPTED","REFUSED"],"default":"SERVED","namespace":"muster.preemption_events"'
    '},"doc":"ACCEPTED: the scheduler carries it out. REFUSED: the scheduler does'
    " not, and gives the reason. SERVED: the job was bound before. VICTIM_ENDED: "
    "a victim's attempt ended before. MOOT: the job no longer waits. EXPIRED: the"
    ' scheduler did not decide in time."}],"namespace":"muster.preemption_events"'
    '},{"type":"record","name":"Watermark","doc":"Every fact of the topic with th'
    'is seq or a lower one precedes this record, in every partition.","subject":"'
    'log","fields":[{"name":"seq","type":"long","doc":"seq of the newest input wh'
    'ose consequences are all written."},{"name":"at_ms","type":"long","doc":"Tim'
    'e of the batch it ends, milliseconds since 1970 UTC."}],"namespace":"muster.'
    'watermarks"}],"doc":"What happened."}]}'
)
