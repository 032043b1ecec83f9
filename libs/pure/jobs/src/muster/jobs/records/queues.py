"""Queue requests to QueueSettings and back.

As with jobs (spec.py), from_settings applies the request's rules, so everything on `queue-commands` is
validated by them too. The scheduler checks whether settings fit the tree; its violations name the record's
fields, and `violation_as_written` translates them to the request's.
"""

from __future__ import annotations

import re
from typing import Any, Final

from muster.events.queue_commands import QueueSettings, Quota
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.queue import QueueSettingsRequest, QuotaRequest
from muster.jobs.values.quantities import format_memory, from_milli, to_milli
from muster.jobs.values.rules import written


def to_settings(request: QueueSettingsRequest) -> QueueSettings:
    """The record for the log."""
    limits = request.limits
    return QueueSettings(
        parent=request.parent,
        guarantee=None if request.guarantee is None else _to_quota(request.guarantee),
        maximum=None if request.maximum is None else _to_quota(request.maximum),
        weight=request.weight,
        over_quota_weight=request.over_quota_weight,
        order=request.order,
        jobs_running_max=limits.jobs_running,
        jobs_pending_max=limits.jobs_pending,
        user_jobs_running_max=limits.user_jobs_running,
        user_jobs_pending_max=limits.user_jobs_pending,
        suspended=request.suspended,
        spot_percent_max=request.spot_percent,
    )


def from_settings(settings: QueueSettings) -> QueueSettingsRequest:
    """The equivalent request.

    Raises:
        InvalidDocument: the settings break a rule; fields are named as in QueueSettings, below `settings`.
    """
    try:
        return filled(QueueSettingsRequest, settings_data(settings))
    except InvalidDocument as error:
        raise InvalidDocument([_as_recorded(v) for v in error.violations]) from None


def settings_violations(settings: QueueSettings) -> tuple[Violation, ...]:
    """All violations in a queue's settings by themselves."""
    try:
        from_settings(settings)
    except InvalidDocument as error:
        return error.violations
    return ()


def settings_data(settings: QueueSettings) -> dict[str, Any]:
    """Return every field of the settings as people write them; not validated."""
    return {
        "parent": settings.parent,
        "guarantee": settings.guarantee and quota_data(settings.guarantee),
        "maximum": settings.maximum and quota_data(settings.maximum),
        "weight": settings.weight,
        "over_quota_weight": settings.over_quota_weight,
        "order": written(settings.order),
        "limits": {
            "jobs_running": settings.jobs_running_max,
            "jobs_pending": settings.jobs_pending_max,
            "user_jobs_running": settings.user_jobs_running_max,
            "user_jobs_pending": settings.user_jobs_pending_max,
        },
        "suspended": settings.suspended,
        "spot_percent": settings.spot_percent_max,
    }


def quota_data(quota: Quota) -> dict[str, Any]:
    """An amount of each resource as people write it."""
    return {
        "gpus": None if quota.gpu_milli is None else from_milli(quota.gpu_milli),
        "gpus_by_model": {m: from_milli(milli) for m, milli in sorted(quota.gpu_milli_by_model.items())},
        "cpus": None if quota.cpu_milli is None else from_milli(quota.cpu_milli),
        "memory": None if quota.memory_mib is None else format_memory(quota.memory_mib),
    }


def violation_as_written(violation: Violation) -> Violation:
    """A violation that names a QueueSettings' field, in the words and units of the request."""
    name = violation.field.removeprefix("settings.")
    head, _, resource = name.partition(".")
    resource, _, model = resource.partition(".")
    if resource not in _RESOURCES:
        field = _LIMITS.get(name, name)
        return Violation(field=field, value=violation.value, allowed=violation.allowed)
    field = ".".join(part for part in (head, _RESOURCES[resource], model) if part)
    return Violation(
        field=field, value=_amount(resource, violation.value), allowed=_bound(resource, violation.allowed)
    )


_RESOURCES: Final = {
    "gpu_milli": "gpus",
    "gpu_milli_by_model": "gpus_by_model",
    "cpu_milli": "cpus",
    "memory_mib": "memory",
}
"""The record's name of a resource in a quota, and the request's."""

_LIMITS: Final = {
    **{
        f"{who}jobs_{state}_max": f"limits.{who}jobs_{state}"
        for who in ("", "user_")
        for state in ("running", "pending")
    },
    "spot_percent_max": "spot_percent",
}
"""The record's name of a limit, and the request's."""

_BOUND: Final = re.compile(r"(at most|at least) ([0-9]+)")


def _bound(resource: str, allowed: str) -> str:
    """The sentence with its bound in the request's unit."""
    return _BOUND.sub(lambda bound: f"{bound[1]} {_amount(resource, bound[2])}", allowed, count=1)


def _amount(resource: str, digits: str) -> str:
    """A record's amount in the request's unit; any other text is returned unchanged."""
    if not digits.isdecimal():
        return digits
    return format_memory(int(digits)) if resource == "memory_mib" else str(from_milli(int(digits)))


def _as_recorded(violation: Violation) -> Violation:
    """Rename a violation's field to the record's; the value keeps the request's unit."""
    head, _, resource = violation.field.partition(".")
    resource, _, model = resource.partition(".")
    recorded = {asked: name for name, asked in _RESOURCES.items()}
    limits = {asked: name for name, asked in _LIMITS.items()}
    if resource in recorded:
        field = ".".join(part for part in (head, recorded[resource], model) if part)
    else:
        field = limits.get(violation.field, violation.field)
    return Violation(field=f"settings.{field}", value=violation.value, allowed=violation.allowed)


def _to_quota(quota: QuotaRequest) -> Quota:
    return Quota(
        gpu_milli=None if quota.gpus is None else to_milli(quota.gpus),
        gpu_milli_by_model={m: to_milli(amount) for m, amount in sorted(quota.gpus_by_model.items())},
        cpu_milli=None if quota.cpus is None else to_milli(quota.cpus),
        memory_mib=quota.memory,
    )
