"""Reservations through the API: created, read, cancelled, rejected in the terms of the request."""

from __future__ import annotations

from typing import Any

import pytest
from muster.events.job_events import CapacityReservationEnded, CapacityReserved, ReservationEnd
from muster.events.queue_commands import CancelCapacityReservation, ReserveCapacity
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.events.topics import QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.testkit.api.submit_cell import SubmitCell

pytestmark = [pytest.mark.stack]

WAIT: dict[str, Any] = {"wait_s": 20}
LAUNCH: dict[str, Any] = {
    "name": "launch",
    "queue": "vision",
    "gpu_model": "H100",
    "gpus": 16,
    "starts_at": "2026-12-01T08:00:00.000Z",
    "ends_at": "2026-12-01T20:00:00.000Z",
}
START_MS = 1_796_112_000_000


def carry_out(command: Envelope[Any]) -> Any:
    """Return the fact that carries out a command."""
    asked = command.payload
    if isinstance(asked, CancelCapacityReservation):
        return CapacityReservationEnded(
            reservation=asked.reservation,
            tenant=asked.tenant,
            queue="vision",
            reason=ReservationEnd.CANCELLED,
            requested_by=asked.requested_by,
        )
    assert isinstance(asked, ReserveCapacity)
    return CapacityReserved(
        reservation=asked.reservation,
        tenant=asked.tenant,
        queue=asked.queue,
        gpu_model=asked.gpu_model,
        gpu_count=16,
        node_ids=("n1", "n2"),
        starts_at_ms=asked.starts_at_ms or 0,
        ends_at_ms=asked.ends_at_ms,
        requested_by=asked.requested_by,
    )


def refuse(command: Envelope[Any]) -> CommandRejected:
    """Reject a command, since there are fewer GPUs."""
    violation = Violation(field="gpu_count", value="16", allowed="at most 8: of 8 GPUs of H100")
    return CommandRejected(
        command_id=command.event_id,
        command=type(command.payload).__name__,
        subject="launch",
        tenant=command.payload.tenant,
        code=RejectionCode.IMPOSSIBLE_REQUEST,
        message="gpu_count is 16",
        violations=(violation,),
    )


def test_a_reservation_is_on_the_log_as_requested(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant, "operator") as ann:
        receipts = [
            ann.post("/v1/reservations", json=LAUNCH).json(),
            ann.delete("/v1/reservations/launch").json(),
        ]
    made, cancelled = (c.payload for c in cell.commands(QUEUE_COMMANDS, receipts))
    assert (made.reservation, made.queue, made.gpu_count, made.starts_at_ms) == (
        "launch", "vision", 16, START_MS,
    )  # fmt: skip
    assert cancelled.reservation == "launch"


def test_a_reservation_is_listed_until_it_ends(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant, "operator") as ann, cell.scheduler(tenant, carry_out):
        assert ann.post("/v1/reservations", json=LAUNCH, params=WAIT).json()["outcome"] == "accepted"
        [listed] = ann.get("/v1/reservations").json()["items"]
        assert {name: listed[name] for name in LAUNCH} == LAUNCH
        assert (listed["state"], listed["nodes"]) == ("to-come", ["n1", "n2"])
        assert ann.get("/v1/reservations/launch").json() == listed
        ann.delete("/v1/reservations/launch", params=WAIT)
        assert ann.get("/v1/reservations").json()["items"] == []
        assert ann.get("/v1/reservations/launch").status_code == 404


def test_a_rejection_uses_the_fields_of_the_request(cell: SubmitCell, tenant: str) -> None:
    with cell.client(tenant, "operator") as ann:
        wrong = ann.post("/v1/reservations", json=LAUNCH | {"ends_at": LAUNCH["starts_at"]})
        assert (wrong.status_code, wrong.json()["violations"][0]["field"]) == (422, "ends_at")
        with cell.scheduler(tenant, refuse):
            refused = ann.post("/v1/reservations", json=LAUNCH, params=WAIT)
    assert refused.status_code == 422
    assert refused.json()["violations"][0]["field"] == "gpus"
    with cell.client(tenant) as bob:
        assert bob.post("/v1/reservations", json=LAUNCH).status_code == 403
