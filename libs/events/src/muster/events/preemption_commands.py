"""What is asked of preemption.

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
    """Knobs of who yields; a change is a command, so it replays.

    Attributes:
        name: For people.
        ran_ms_min: A job that was bound more recently does not yield.
        evictions_per_job_day_max: How often a job may be evicted within 24 hours.
        evictions_per_queue_hour_max: How many jobs of a queue may be evicted within an hour.
        evictions_per_user_hour_max: How many jobs of a user may be evicted within an hour.
        restart_ms: What a restart costs a job at least; as long as its last start took where that
            was longer.
        delay_ms: How long an evicted job is expected to wait; counted by its priority: not at all
            at -1000, twice at 1000. One that avoids nodes is expected to wait longer.
        wait_spared_ms: The wait that a plan is expected to spare the job it is made for, counted by
            its priority as delay_ms is.
        gain_percent_min: A plan is made only when its gain is at least this part of its price.
        plan_valid_ms: A plan that is not carried out within this time is void.
        plans_per_request_max: Most plans made for the equal jobs of one request.
        pair_remembered_ms: Two jobs of which one was evicted for the other are left alone by each
            other for so long.
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
    '"doc":"What is asked of preemption.","fields":[{"name":"event_id","type":"st'
    'ring","doc":"Unique for ever; the deduplication key."},{"name":"key","type":'
    '"string","doc":"The Kafka key: what this topic is ordered by."},{"name":"occ'
    'urred_at_ms","type":"long","doc":"When the producer says it happened, millis'
    'econds since 1970 UTC."},{"name":"producer","type":"string","doc":"Service a'
    'nd instance that wrote the record."},{"name":"correlation_id","type":"string'
    '","doc":"Shared by everything that follows from one request."},{"name":"caus'
    'ation_id","type":["null","string"],"doc":"event_id of the record this one fo'
    'llows from.","default":null},{"name":"payload","type":[{"type":"record","nam'
    'e":"ActivatePreemptionPolicy","doc":"Plan by this policy from now on.","fiel'
    'ds":[{"name":"policy","type":{"type":"record","name":"PreemptionPolicy","doc'
    '":"Knobs of who yields; a change is a command, so it replays.","fields":[{"n'
    'ame":"name","type":"string","doc":"For people."},{"name":"ran_ms_min","type"'
    ':"long","doc":"A job that was bound more recently does not yield.","default"'
    ':300000},{"name":"evictions_per_job_day_max","type":"int","doc":"How often a'
    ' job may be evicted within 24 hours.","default":3},{"name":"evictions_per_qu'
    'eue_hour_max","type":"int","doc":"How many jobs of a queue may be evicted wi'
    'thin an hour.","default":64},{"name":"evictions_per_user_hour_max","type":"i'
    'nt","doc":"How many jobs of a user may be evicted within an hour.","default"'
    ':32},{"name":"restart_ms","type":"long","doc":"What a restart costs a job at'
    ' least; as long as its last start took where that was longer.","default":120'
    '000},{"name":"delay_ms","type":"long","doc":"How long an evicted job is expe'
    "cted to wait; counted by its priority: not at all at -1000, twice at 1000. O"
    'ne that avoids nodes is expected to wait longer.","default":600000},{"name":'
    '"wait_spared_ms","type":"long","doc":"The wait that a plan is expected to sp'
    'are the job it is made for, counted by its priority as delay_ms is.","defaul'
    't":3600000},{"name":"gain_percent_min","type":"int","doc":"A plan is made on'
    'ly when its gain is at least this part of its price.","default":100},{"name"'
    ':"plan_valid_ms","type":"long","doc":"A plan that is not carried out within '
    'this time is void.","default":30000},{"name":"plans_per_request_max","type":'
    '"int","doc":"Most plans made for the equal jobs of one request.","default":6'
    '4},{"name":"pair_remembered_ms","type":"long","doc":"Two jobs of which one w'
    'as evicted for the other are left alone by each other for so long.","default'
    '":604800000}],"namespace":"muster.preemption_commands"},"doc":"The whole pol'
    'icy."},{"name":"requested_by","type":"string","doc":"Operator."}],"namespace'
    '":"muster.preemption_commands"}],"doc":"What happened."}]}'
)
