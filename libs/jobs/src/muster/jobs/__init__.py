"""What a job, a queue and a policy may be: forms, their JSON Schema, and their conversion to records. Pure.

One form judges a job wherever it comes from: the YAML a person writes, the JSON of the API, the Avro record
a pipeline puts on `job-commands`; and so with queues and policies. Start with `request.py`; every limit is
stated in the forms and in `rules.py`.

form            Form: the base of everything people fill in
request         JobRequest: the fields of a job
queue_request   QueueRequest: those of a queue, and TreeRequest: a file of them
reservation_request  ReservationRequest: nodes kept for a queue, with its conversion to the command
node_request    TagRequest, MaintenanceRequest: what operators write of a node
policy_request  PolicyRequest: those of a policy, with its conversion to the record and back
quantities      "1h30m", "4GiB", 0.5 GPUs: text and numbers to exact integers, and back
lifecycle       the states of a job, and which fact may follow in which
rules           the shared field types; each carries the sentence that says what is allowed
refusal         InvalidDocument: what is wrong, field by field
form_errors     what pydantic finds, in words, with near misses
document        YAML and JSON text to plain data, with line numbers; nothing that can explode
patch           a part of a document laid over the whole (JSON Merge Patch)
spec            to_spec, from_spec: the request and the event record are two spellings of one thing
queues          to_settings, from_settings: the same for queues
commands        violations of whole commands, for the scheduler's door
ids             job ids: derived from an idempotency key, or checked
schema          the JSON Schemas that are published

A module is imported when the first of its names is used: reading a file must not wait for the forms.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from muster.jobs.commands import command_violations
    from muster.jobs.document import read_json, read_yaml
    from muster.jobs.form_errors import filled
    from muster.jobs.ids import derive_job_id, id_violations
    from muster.jobs.node_request import MaintenanceRequest, TagRequest
    from muster.jobs.patch import merged
    from muster.jobs.policy_request import PolicyRequest, from_policy, policy_data, to_policy
    from muster.jobs.queue_request import BranchRequest, QueueRequest, QueueSettingsRequest, TreeRequest
    from muster.jobs.queues import from_settings, quota_data, settings_data, to_settings, violation_as_written
    from muster.jobs.refusal import InvalidDocument
    from muster.jobs.request import (
        CheckpointRequest,
        JobRequest,
        ResourcesRequest,
        RetryRequest,
        TopologyRequest,
    )
    from muster.jobs.reservation_request import (
        ReservationRequest,
        reservation_violation_as_written,
        to_reservation,
    )
    from muster.jobs.schema import field_summaries, json_schema, json_schemas
    from muster.jobs.spec import from_spec, parse_json, parse_request, parse_yaml, to_spec, violations

__all__ = [
    "BranchRequest",
    "CheckpointRequest",
    "InvalidDocument",
    "JobRequest",
    "MaintenanceRequest",
    "PolicyRequest",
    "QueueRequest",
    "QueueSettingsRequest",
    "ReservationRequest",
    "ResourcesRequest",
    "RetryRequest",
    "TagRequest",
    "TopologyRequest",
    "TreeRequest",
    "command_violations",
    "derive_job_id",
    "field_summaries",
    "filled",
    "from_policy",
    "from_settings",
    "from_spec",
    "id_violations",
    "json_schema",
    "json_schemas",
    "merged",
    "parse_json",
    "parse_request",
    "parse_yaml",
    "policy_data",
    "quota_data",
    "read_json",
    "read_yaml",
    "reservation_violation_as_written",
    "settings_data",
    "to_policy",
    "to_reservation",
    "to_settings",
    "to_spec",
    "violation_as_written",
    "violations",
]

_HOME: Final = {
    "BranchRequest": "queue_request",
    "CheckpointRequest": "request",
    "InvalidDocument": "refusal",
    "JobRequest": "request",
    "MaintenanceRequest": "node_request",
    "PolicyRequest": "policy_request",
    "QueueRequest": "queue_request",
    "QueueSettingsRequest": "queue_request",
    "ReservationRequest": "reservation_request",
    "ResourcesRequest": "request",
    "RetryRequest": "request",
    "TagRequest": "node_request",
    "TopologyRequest": "request",
    "TreeRequest": "queue_request",
    "command_violations": "commands",
    "derive_job_id": "ids",
    "filled": "form_errors",
    "from_policy": "policy_request",
    "from_settings": "queues",
    "from_spec": "spec",
    "id_violations": "ids",
    "field_summaries": "schema",
    "json_schema": "schema",
    "json_schemas": "schema",
    "merged": "patch",
    "parse_json": "spec",
    "parse_request": "spec",
    "parse_yaml": "spec",
    "policy_data": "policy_request",
    "quota_data": "queues",
    "read_json": "document",
    "read_yaml": "document",
    "reservation_violation_as_written": "reservation_request",
    "settings_data": "queues",
    "to_policy": "policy_request",
    "to_reservation": "reservation_request",
    "to_settings": "queues",
    "to_spec": "spec",
    "violation_as_written": "queues",
    "violations": "spec",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
