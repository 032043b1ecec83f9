"""Forms of jobs, queues and policies, their JSON Schema, and their conversion to records. Pure.

One form validates a job wherever it comes from: the YAML that a person writes, the JSON of the API, the Avro
record that a pipeline puts on `job-commands`; the same holds for queues and policies. Start with
`forms/job.py`; every limit is stated in the forms and in `values/rules.py`.

forms      what people fill in: jobs, queues, reservations, nodes, policies
values     quantities, ids, and the shared field types with what is allowed
documents  YAML and JSON text to plain data; what is wrong with it, field by field
records    requests to event records and back
commands   violations of whole commands, for the scheduler
lifecycle  the states of a job, and which fact may follow in which
schema     the JSON Schemas that are published

A module is imported when the first of its names is used, so that reading a file need not load the forms.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from muster.jobs.commands import command_violations
    from muster.jobs.documents.patch import merged
    from muster.jobs.documents.refusal import InvalidDocument
    from muster.jobs.documents.text import read_json, read_yaml
    from muster.jobs.forms.alert_route import (
        AlertRouteRequest,
        alert_route_data,
        alert_route_violation_as_written,
        alert_route_violations,
        to_alert_route,
    )
    from muster.jobs.forms.budget import (
        BudgetRequest,
        budget_data,
        budget_violation_as_written,
        budget_violations,
        to_budget,
    )
    from muster.jobs.forms.errors import filled
    from muster.jobs.forms.job import (
        CheckpointRequest,
        JobRequest,
        ResourcesRequest,
        RetryRequest,
        TopologyRequest,
    )
    from muster.jobs.forms.node import MaintenanceRequest, ReclaimRequest, TagRequest
    from muster.jobs.forms.policy import PolicyRequest, from_policy, policy_data, to_policy
    from muster.jobs.forms.preemption import (
        PreemptionPolicyRequest,
        preemption_policy_data,
        preemption_policy_violations,
        to_preemption_policy,
    )
    from muster.jobs.forms.queue import BranchRequest, QueueRequest, QueueSettingsRequest, TreeRequest
    from muster.jobs.forms.rates import (
        RatesRequest,
        ReratingRequest,
        card_data,
        rates_violation_as_written,
        rates_violations,
        to_rates,
        to_rerating,
    )
    from muster.jobs.forms.reservation import (
        ReservationRequest,
        reservation_violation_as_written,
        to_reservation,
    )
    from muster.jobs.forms.restriction import (
        RestrictionRequest,
        restriction_violation_as_written,
        to_restriction,
    )
    from muster.jobs.forms.token_work import (
        TokenWorkRequest,
        to_token_work,
        token_work_violation_as_written,
        token_work_violations,
    )
    from muster.jobs.records.queues import (
        from_settings,
        quota_data,
        settings_data,
        to_settings,
        violation_as_written,
    )
    from muster.jobs.records.spec import (
        document_of,
        from_spec,
        job_violation_as_written,
        parse_json,
        parse_request,
        parse_yaml,
        to_spec,
        violations,
    )
    from muster.jobs.schema import field_summaries, json_schema, json_schemas, text_fields
    from muster.jobs.values.ids import derive_job_id, id_violations

__all__ = [
    "AlertRouteRequest",
    "BranchRequest",
    "BudgetRequest",
    "CheckpointRequest",
    "InvalidDocument",
    "JobRequest",
    "MaintenanceRequest",
    "PolicyRequest",
    "PreemptionPolicyRequest",
    "QueueRequest",
    "QueueSettingsRequest",
    "RatesRequest",
    "ReclaimRequest",
    "ReratingRequest",
    "ReservationRequest",
    "ResourcesRequest",
    "RestrictionRequest",
    "RetryRequest",
    "TagRequest",
    "TokenWorkRequest",
    "TopologyRequest",
    "TreeRequest",
    "alert_route_data",
    "alert_route_violation_as_written",
    "alert_route_violations",
    "budget_data",
    "budget_violation_as_written",
    "budget_violations",
    "card_data",
    "command_violations",
    "derive_job_id",
    "document_of",
    "field_summaries",
    "filled",
    "from_policy",
    "from_settings",
    "from_spec",
    "id_violations",
    "job_violation_as_written",
    "json_schema",
    "json_schemas",
    "merged",
    "parse_json",
    "parse_request",
    "parse_yaml",
    "policy_data",
    "preemption_policy_data",
    "preemption_policy_violations",
    "quota_data",
    "rates_violation_as_written",
    "rates_violations",
    "read_json",
    "read_yaml",
    "reservation_violation_as_written",
    "restriction_violation_as_written",
    "settings_data",
    "text_fields",
    "to_alert_route",
    "to_budget",
    "to_policy",
    "to_preemption_policy",
    "to_rates",
    "to_rerating",
    "to_reservation",
    "to_restriction",
    "to_settings",
    "to_spec",
    "to_token_work",
    "token_work_violation_as_written",
    "token_work_violations",
    "violation_as_written",
    "violations",
]

_HOME: Final = {
    "BranchRequest": "forms.queue",
    "AlertRouteRequest": "forms.alert_route",
    "BudgetRequest": "forms.budget",
    "CheckpointRequest": "forms.job",
    "InvalidDocument": "documents.refusal",
    "JobRequest": "forms.job",
    "MaintenanceRequest": "forms.node",
    "PolicyRequest": "forms.policy",
    "PreemptionPolicyRequest": "forms.preemption",
    "QueueRequest": "forms.queue",
    "QueueSettingsRequest": "forms.queue",
    "RatesRequest": "forms.rates",
    "ReclaimRequest": "forms.node",
    "ReratingRequest": "forms.rates",
    "ReservationRequest": "forms.reservation",
    "ResourcesRequest": "forms.job",
    "RestrictionRequest": "forms.restriction",
    "RetryRequest": "forms.job",
    "TagRequest": "forms.node",
    "TokenWorkRequest": "forms.token_work",
    "TopologyRequest": "forms.job",
    "TreeRequest": "forms.queue",
    "alert_route_data": "forms.alert_route",
    "alert_route_violation_as_written": "forms.alert_route",
    "alert_route_violations": "forms.alert_route",
    "budget_data": "forms.budget",
    "budget_violation_as_written": "forms.budget",
    "budget_violations": "forms.budget",
    "card_data": "forms.rates",
    "command_violations": "commands",
    "derive_job_id": "values.ids",
    "document_of": "records.spec",
    "field_summaries": "schema",
    "filled": "forms.errors",
    "from_policy": "forms.policy",
    "from_settings": "records.queues",
    "from_spec": "records.spec",
    "job_violation_as_written": "records.spec",
    "id_violations": "values.ids",
    "json_schema": "schema",
    "json_schemas": "schema",
    "merged": "documents.patch",
    "parse_json": "records.spec",
    "parse_request": "records.spec",
    "parse_yaml": "records.spec",
    "policy_data": "forms.policy",
    "preemption_policy_data": "forms.preemption",
    "preemption_policy_violations": "forms.preemption",
    "quota_data": "records.queues",
    "rates_violation_as_written": "forms.rates",
    "rates_violations": "forms.rates",
    "read_json": "documents.text",
    "read_yaml": "documents.text",
    "reservation_violation_as_written": "forms.reservation",
    "restriction_violation_as_written": "forms.restriction",
    "settings_data": "records.queues",
    "text_fields": "schema",
    "to_alert_route": "forms.alert_route",
    "to_budget": "forms.budget",
    "to_policy": "forms.policy",
    "to_preemption_policy": "forms.preemption",
    "to_rates": "forms.rates",
    "to_rerating": "forms.rates",
    "to_reservation": "forms.reservation",
    "to_restriction": "forms.restriction",
    "to_settings": "records.queues",
    "to_spec": "records.spec",
    "to_token_work": "forms.token_work",
    "token_work_violation_as_written": "forms.token_work",
    "token_work_violations": "forms.token_work",
    "violation_as_written": "records.queues",
    "violations": "records.spec",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
