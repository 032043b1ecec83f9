"""Reservations as people ask for them, as the log has them, and what is wrong with either."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.queue_commands import CancelCapacityReservation, ReserveCapacity
from muster.events.shared.command_answers import Violation
from muster.jobs import (
    InvalidDocument,
    ReservationRequest,
    command_violations,
    filled,
    reservation_violation_as_written,
    to_reservation,
)

ASKED: dict[str, Any] = {
    "name": "launch",
    "queue": "vision",
    "gpu_model": "H100",
    "gpus": 64,
    "starts_at": "2026-12-01T08:00:00Z",
    "ends_at": "2026-12-01T22:00+02:00",
}
START_MS = 1_796_112_000_000
COMMAND = ReserveCapacity(
    reservation="launch",
    tenant="acme",
    queue="vision",
    gpu_model="H100",
    gpu_count=64,
    starts_at_ms=START_MS,
    ends_at_ms=START_MS + 12 * 3_600_000,
    requested_by="ada",
)


def test_the_request_and_the_command_say_the_same() -> None:
    assert to_reservation(filled(ReservationRequest, ASKED), "acme", "ada") == COMMAND
    assert command_violations(COMMAND) == ()
    assert command_violations(replace(COMMAND, starts_at_ms=None, gpu_count=None, node_count=2)) == ()
    cancel = CancelCapacityReservation(reservation="launch", tenant="acme", requested_by="ada")
    assert command_violations(cancel) == ()
    assert [v.field for v in command_violations(replace(cancel, reservation="No"))] == ["reservation"]


@pytest.mark.parametrize(
    ("changed", "field", "allowed"),
    [
        ({"ends_at": "2026-12-01T08:00:00Z"}, "ends_at", "after 2026-12-01T08:00:00.000Z, its start"),
        ({"ends_at": "2028-12-01T08:00:00Z"}, "ends_at", "at most 366 days"),
        ({"ends_at": "tomorrow"}, "ends_at", "a time with its offset"),
        ({"ends_at": "2026-12-01T20:00:00"}, "ends_at", "a time with its offset"),
        ({"starts_at": "2026-02-30T08:00Z"}, "starts_at", "a time with its offset"),
        ({"nodes": 2}, "gpus, nodes", "exactly one of gpus and nodes"),
        ({"gpus": None}, "gpus, nodes", "exactly one of gpus and nodes"),
        ({"gpus": 0}, "gpus", "a whole number from 1"),
        ({"name": "The launch"}, "name", "1 to 63"),
        ({"gpu_model": ""}, "gpu_model", "1 to 64"),
    ],
)
def test_violations_are_reported_by_field(changed: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        filled(ReservationRequest, ASKED | changed)
    [violation] = caught.value.violations
    assert violation.field == field
    assert allowed in violation.allowed


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (replace(COMMAND, ends_at_ms=START_MS), ["ends_at_ms"]),
        (replace(COMMAND, ends_at_ms=1 << 62), ["ends_at_ms"]),
        (replace(COMMAND, gpu_count=None), ["gpus, nodes"]),
        (replace(COMMAND, gpu_count=-1), ["gpu_count"]),
        (replace(COMMAND, reservation="", tenant="Acme"), ["tenant", "reservation"]),
    ],
)
def test_violations_name_the_fields_of_the_record(command: ReserveCapacity, fields: list[str]) -> None:
    assert [violation.field for violation in command_violations(command)] == fields


def test_refusals_use_the_notation_of_the_request() -> None:
    refused = Violation(field="starts_at_ms", value="1796112000000", allowed="at least 1796112000001: over")
    assert reservation_violation_as_written(refused) == Violation(
        field="starts_at",
        value="2026-12-01T08:00:00.000Z",
        allowed="at least 2026-12-01T08:00:00.001Z: over",
    )
