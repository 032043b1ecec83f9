"""Requests to preemption.

Generated from schemas/preemption-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, table_of
from muster.events.wire.record import record


@final
@record
class PreemptionPolicy:
    """Settings for the choice of victims; a change is a command, so it replays.

    Attributes:
        name: Name for people.
        ran_ms_min: Minimum run time of a job before it yields.
        evictions_per_job_day_max: Maximum number of evictions of a job within 24 hours.
        evictions_per_queue_hour_max: Maximum number of evicted jobs of a queue within an hour.
        evictions_per_user_hour_max: Maximum number of evicted jobs of a user within an hour.
        restart_ms: Minimum cost of a job's restart; the time of its last start, if that was longer.
        delay_ms: Expected wait of an evicted job, weighted by its priority: zero at -1000, double
            at 1000. A job that avoids nodes is expected to wait longer.
        wait_spared_ms: Wait that a plan is expected to save the job it is made for, weighted by its
            priority as delay_ms is.
        gain_percent_min: Minimum gain of a plan, as a percentage of its price.
        plan_valid_ms: Time after which a plan that was not carried out is void.
        plans_per_request_max: Maximum number of plans for the equal jobs of one request.
        pair_remembered_ms: Time for which two jobs leave each other alone after one was evicted for
            the other.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_commands.PreemptionPolicy"

    name: str
    ran_ms_min: int = 300000
    evictions_per_job_day_max: int = 3
    evictions_per_queue_hour_max: int = 64
    evictions_per_user_hour_max: int = 32
    restart_ms: int = 120000
    delay_ms: int = 600000
    wait_spared_ms: int = 3600000
    gain_percent_min: int = 100
    plan_valid_ms: int = 30000
    plans_per_request_max: int = 64
    pair_remembered_ms: int = 604800000

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "ran_ms_min": self.ran_ms_min,
            "evictions_per_job_day_max": self.evictions_per_job_day_max,
            "evictions_per_queue_hour_max": self.evictions_per_queue_hour_max,
            "evictions_per_user_hour_max": self.evictions_per_user_hour_max,
            "restart_ms": self.restart_ms,
            "delay_ms": self.delay_ms,
            "wait_spared_ms": self.wait_spared_ms,
            "gain_percent_min": self.gain_percent_min,
            "plan_valid_ms": self.plan_valid_ms,
            "plans_per_request_max": self.plans_per_request_max,
            "pair_remembered_ms": self.pair_remembered_ms,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PreemptionPolicy:
        """The inverse."""
        return cls(
            name=d["name"],
            ran_ms_min=d.get("ran_ms_min", 300000),
            evictions_per_job_day_max=d.get("evictions_per_job_day_max", 3),
            evictions_per_queue_hour_max=d.get("evictions_per_queue_hour_max", 64),
            evictions_per_user_hour_max=d.get("evictions_per_user_hour_max", 32),
            restart_ms=d.get("restart_ms", 120000),
            delay_ms=d.get("delay_ms", 600000),
            wait_spared_ms=d.get("wait_spared_ms", 3600000),
            gain_percent_min=d.get("gain_percent_min", 100),
            plan_valid_ms=d.get("plan_valid_ms", 30000),
            plans_per_request_max=d.get("plans_per_request_max", 64),
            pair_remembered_ms=d.get("pair_remembered_ms", 604800000),
        )


@final
@record
class ActivatePreemptionPolicy:
    """Plan by this policy from now on.

    Attributes:
        policy: The whole policy.
        requested_by: Operator.
    """

    AVRO_NAME: ClassVar[str] = "muster.preemption_commands.ActivatePreemptionPolicy"

    policy: PreemptionPolicy
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "policy": self.policy.to_datum(),
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ActivatePreemptionPolicy:
        """The inverse."""
        return cls(
            policy=PreemptionPolicy.from_datum(d["policy"]),
            requested_by=d["requested_by"],
        )


PreemptionCommand: TypeAlias = ActivatePreemptionPolicy

Payload: TypeAlias = PreemptionCommand

PAYLOADS: Final[Table] = table_of(ActivatePreemptionPolicy)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.preemption_commands",'
    '"doc":"Requests to preemption.","fields":[{"name":"event_id","type":"string"'
    ',"doc":"Unique for ever; the deduplication key."},{"name":"key","type":"stri'
    'ng","doc":"Kafka key; records with the same key keep their order."},{"name":'
    '"occurred_at_ms","type":"long","doc":"Time of the event according to the pro'
    'ducer, milliseconds since 1970 UTC."},{"name":"producer","type":"string","do'
    'c":"Service and instance that wrote the record."},{"name":"correlation_id","'
    'type":"string","doc":"Shared by everything that follows from one request."},'
    '{"name":"causation_id","type":["null","string"],"doc":"event_id of the recor'
    'd this one follows from.","default":null},{"name":"payload","type":[{"type":'
    '"record","name":"ActivatePreemptionPolicy","doc":"Plan by this policy from n'
    'ow on.","fields":[{"name":"policy","type":{"type":"record","name":"Preemptio'
    'nPolicy","doc":"Settings for the choice of victims; a change is a command, s'
    'o it replays.","fields":[{"name":"name","type":"string","doc":"Name for peop'
    'le."},{"name":"ran_ms_min","type":"long","doc":"Minimum run time of a job be'
    'fore it yields.","default":300000},{"name":"evictions_per_job_day_max","type'
    '":"int","doc":"Maximum number of evictions of a job within 24 hours.","defau'
    'lt":3},{"name":"evictions_per_queue_hour_max","type":"int","doc":"Maximum nu'
    'mber of evicted jobs of a queue within an hour.","default":64},{"name":"evic'
    'tions_per_user_hour_max","type":"int","doc":"Maximum number of evicted jobs '
    'of a user within an hour.","default":32},{"name":"restart_ms","type":"long",'
    '"doc":"Minimum cost of a job\'s restart; the time of its last start, if that '
    'was longer.","default":120000},{"name":"delay_ms","type":"long","doc":"Expec'
    "ted wait of an evicted job, weighted by its priority: zero at -1000, double "
    'at 1000. A job that avoids nodes is expected to wait longer.","default":6000'
    '00},{"name":"wait_spared_ms","type":"long","doc":"Wait that a plan is expect'
    'ed to save the job it is made for, weighted by its priority as delay_ms is."'
    ',"default":3600000},{"name":"gain_percent_min","type":"int","doc":"Minimum g'
    'ain of a plan, as a percentage of its price.","default":100},{"name":"plan_v'
    'alid_ms","type":"long","doc":"Time after which a plan that was not carried o'
    'ut is void.","default":30000},{"name":"plans_per_request_max","type":"int","'
    'doc":"Maximum number of plans for the equal jobs of one request.","default":'
    '64},{"name":"pair_remembered_ms","type":"long","doc":"Time for which two job'
    's leave each other alone after one was evicted for the other.","default":604'
    '800000}],"namespace":"muster.preemption_commands"},"doc":"The whole policy."'
    '},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace":"mu'
    'ster.preemption_commands"}],"doc":"What happened."}]}'
)
