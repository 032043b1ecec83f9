"""RestrictionRequest: which jobs do not start from a queue for a while, and its conversion to the command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from muster.events.job_commands import Tier
from muster.events.queue_commands import RestrictQueue
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.values.quantities import format_time
from muster.jobs.values.rules import Allowed, Queue, Text, choice, moment, refuse, written
from pydantic import AfterValidator, Field

TIERS_MAX: Final = len(Tier)


def _each_once(tiers: tuple[Tier, ...]) -> tuple[Tier, ...]:
    if len(set(tiers)) < len(tiers):
        raise refuse()
    return tiers


TierChoice: TypeAlias = Annotated[Tier, *choice(Tier)]
Tiers: TypeAlias = Annotated[
    tuple[TierChoice, ...],
    Field(min_length=1, max_length=TIERS_MAX),
    Allowed(f"a list of 1 to {TIERS_MAX} tiers, each once: {', '.join(map(written, Tier))}"),
    AfterValidator(_each_once),
]
"""One or more tiers."""


class RestrictionRequest(Form):
    """Keeps jobs of some tiers from starting in a queue and its child queues; running jobs continue."""

    meant: ClassVar[Mapping[str, str]] = {
        "restriction": "name",
        "tier": "tiers",
        "until_ms": "until",
        "ends_at": "until",
    }

    name: Queue
    """Name of the restriction; unique in its queue. One of this name is replaced."""
    tiers: Tiers
    """Jobs of these tiers do not start."""
    until: Annotated[int, *moment()] | None = None
    """End of the restriction; absent: until it is lifted."""
    reason: Text = ""
    """Reason, shown to owners of waiting jobs."""


def to_restriction(request: RestrictionRequest, queue: str, tenant: str, requested_by: str) -> RestrictQueue:
    """The command for the log."""
    return RestrictQueue(
        queue=queue,
        tenant=tenant,
        restriction=request.name,
        tiers=request.tiers,
        until_ms=request.until,
        reason=request.reason,
        requested_by=requested_by,
    )


def restriction_violations(command: RestrictQueue) -> tuple[Violation, ...]:
    """All violations of the command by itself, named by the record's fields."""
    asked: dict[str, Any] = {
        "name": command.restriction,
        "tiers": [written(tier) for tier in command.tiers],
        "until": None if command.until_ms is None else format_time(command.until_ms),
        "reason": command.reason,
    }
    try:
        filled(RestrictionRequest, asked)
    except InvalidDocument as error:
        recorded = {"name": "restriction", "until": "until_ms"}
        return tuple(
            Violation(field=recorded.get(v.field, v.field), value=v.value, allowed=v.allowed)
            for v in error.violations
        )
    return ()


def restriction_violation_as_written(violation: Violation) -> Violation:
    """A violation that names the record's fields, in the words of the request."""
    field = {"restriction": "name", "until_ms": "until"}.get(violation.field, violation.field)
    return Violation(field=field, value=violation.value, allowed=violation.allowed)
