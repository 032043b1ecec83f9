"""ReservationRequest: a reservation of nodes for a queue, and its conversion to the command.

The scheduler checks whether there are enough nodes and whether the time is past; its violations name the
record's fields, and `reservation_violation_as_written` translates them to the request's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

from muster.events.queue_commands import ReserveCapacity
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.values.quantities import format_time
from muster.jobs.values.rules import (
    GPU_MODEL_ALLOWED,
    GPU_MODEL_PATTERN,
    Queue,
    moment,
    pattern,
    refuse,
    whole,
)
from pydantic import model_validator

GPUS_MAX: Final = 1_000_000
NODES_MAX: Final = 100_000
LENGTH_DAYS_MAX: Final = 366
_DAY_MS: Final = 86_400_000

Moment: TypeAlias = Annotated[int, *moment()]


class ReservationRequest(Form):
    """Whole nodes of a GPU model, reserved for the jobs of a queue and its child queues."""

    meant: ClassVar[Mapping[str, str]] = {
        "gpu_count": "gpus",
        "node_count": "nodes",
        "model": "gpu_model",
        "start": "starts_at",
        "start_time": "starts_at",
        "end": "ends_at",
        "end_time": "ends_at",
    }

    name: Queue
    """Name of the reservation; unique in its tenant while it exists."""
    queue: Queue
    """Queue whose jobs may be placed on the nodes."""
    gpu_model: Annotated[str, *pattern(GPU_MODEL_PATTERN, GPU_MODEL_ALLOWED)]
    """GPU model of the nodes."""
    gpus: Annotated[int, *whole(1, GPUS_MAX, "; not together with nodes")] | None = None
    """Reserve the fewest nodes with this many GPUs."""
    nodes: Annotated[int, *whole(1, NODES_MAX, "; not together with gpus")] | None = None
    """Reserve this many nodes."""
    starts_at: Moment | None = None
    """Start; absent: now."""
    ends_at: Moment
    """End."""

    @model_validator(mode="after")
    def _one_amount(self) -> Self:
        if (self.gpus is None) == (self.nodes is None):
            given = "neither" if self.gpus is None else "both"
            raise refuse(field="gpus, nodes", value=given, allowed="exactly one of gpus and nodes")
        return self

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.starts_at is None:
            return self
        if not self.starts_at < self.ends_at <= self.starts_at + LENGTH_DAYS_MAX * _DAY_MS:
            allowed = f"after {format_time(self.starts_at)}, its start, by at most {LENGTH_DAYS_MAX} days"
            raise refuse(field="ends_at", value=format_time(self.ends_at), allowed=allowed)
        return self


def to_reservation(request: ReservationRequest, tenant: str, requested_by: str) -> ReserveCapacity:
    """The command for the log."""
    return ReserveCapacity(
        reservation=request.name,
        tenant=tenant,
        queue=request.queue,
        gpu_model=request.gpu_model,
        gpu_count=request.gpus,
        node_count=request.nodes,
        starts_at_ms=request.starts_at,
        ends_at_ms=request.ends_at,
        requested_by=requested_by,
    )


def reservation_violations(command: ReserveCapacity) -> tuple[Violation, ...]:
    """All violations of the command by itself, named by the record's fields."""
    try:
        filled(ReservationRequest, _as_asked(command))
    except InvalidDocument as error:
        recorded = {asked: name for name, asked in _FIELDS.items()}
        return tuple(
            Violation(field=recorded.get(v.field, v.field), value=v.value, allowed=v.allowed)
            for v in error.violations
        )
    return ()


def reservation_violation_as_written(violation: Violation) -> Violation:
    """A violation that names the record's fields, in the words and units of the request."""
    return Violation(
        field=_FIELDS.get(violation.field, violation.field),
        value=_TIME_MS.sub(_as_time, violation.value),
        allowed=_TIME_MS.sub(_as_time, violation.allowed),
    )


def _as_asked(command: ReserveCapacity) -> dict[str, Any]:
    recorded = command.to_datum()
    asked = {written: recorded[name] for name, written in _FIELDS.items()}
    return asked | {
        name: None if asked[name] is None else format_time(asked[name]) for name in ("starts_at", "ends_at")
    }


def _as_time(digits: re.Match[str]) -> str:
    return format_time(int(digits[0]))


_FIELDS: Final = {
    "reservation": "name",
    "queue": "queue",
    "gpu_model": "gpu_model",
    "gpu_count": "gpus",
    "node_count": "nodes",
    "starts_at_ms": "starts_at",
    "ends_at_ms": "ends_at",
}
"""The record's name of a field, and the request's."""

_TIME_MS: Final = re.compile(r"\b1[0-9]{12}\b")
"""Milliseconds since 1970, from 2001 to 2033."""
