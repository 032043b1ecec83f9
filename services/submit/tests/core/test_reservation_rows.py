"""Conversion of facts about reservations for queues to rows, JSON and answers to commands."""

from __future__ import annotations

from typing import Any

from muster.api.commands.gateway import rejection
from muster.events import job_events as fact
from muster.events.shared.command_answers import Violation
from muster.events.wire.envelope import Envelope
from muster.journal.journal import Delivery
from muster.journal.position import Position
from muster.submit.core.read_model import ReservationRow
from muster.submit.core.rows.rows import table_rows
from muster.submit.edge.answers.reservations import reservation_json
from muster.submit.edge.service import as_written
from muster.views.commands import CommandRow

WHICH: dict[str, Any] = {"reservation": "launch", "tenant": "acme", "queue": "vision"}
MADE = fact.CapacityReserved(
    **WHICH,
    gpu_model="H100",
    gpu_count=16,
    node_ids=("n1", "n2"),
    starts_at_ms=1_796_112_000_000,
    ends_at_ms=1_796_155_200_000,
    requested_by="ada",
)
STARTED = fact.CapacityReservationStarted(**WHICH)
REASSIGNED = fact.CapacityReassigned(**WHICH, node_ids=("n2", "n3"), reason="n3 for n1")
ENDED = fact.CapacityReservationEnded(**WHICH, reason=fact.ReservationEnd.CANCELLED, requested_by="ada")


def rows_of(payload: Any, at_ms: int = 1000) -> dict[str, dict[str, Any]]:
    """Return the columns and key of each row of one fact, by table."""
    envelope = Envelope(
        event_id="default:1.0",
        key="vision",
        occurred_at_ms=at_ms,
        producer="scheduler-1",
        correlation_id="c",
        causation_id="cmd-1",
        payload=payload,
    )
    rows = table_rows(Delivery(Position("job-events", 2, 9), at_ms, envelope))
    return {row.table: {**row.key, **row.columns} for row in rows}


def test_the_row_of_a_reservation_follows_the_facts() -> None:
    row: dict[str, Any] = {}
    states: list[str] = []
    for payload in (MADE, STARTED, REASSIGNED, ENDED):
        row |= rows_of(payload)["reservations"]
        states.append(row["state"])
    assert states == ["to-come", "active", "active", "cancelled"]
    assert (row["tenant"], row["reservation"], row["node_ids"]) == ("acme", "launch", ["n2", "n3"])
    assert row["ended_at_ms"] == 1000
    assert rows_of(MADE)["reservations"]["ended_at_ms"] is None, "reusing a name starts a new reservation"


def test_only_creation_and_cancellation_answer_a_command() -> None:
    for payload in (MADE, ENDED):
        assert rows_of(payload)["commands"]["subject"] == "launch"
    assert "commands" not in rows_of(STARTED)
    assert "commands" not in rows_of(REASSIGNED)


def test_a_reservation_is_converted_to_json_with_iso_times() -> None:
    columns = rows_of(MADE)["reservations"]
    row = ReservationRow(**{name: columns[name] for name in ReservationRow.__dataclass_fields__})
    assert reservation_json(row) == {
        "name": "launch",
        "queue": "vision",
        "gpu_model": "H100",
        "gpus": 16,
        "nodes": ["n1", "n2"],
        "starts_at": "2026-12-01T08:00:00.000Z",
        "ends_at": "2026-12-01T20:00:00.000Z",
        "state": "to-come",
        "requested_by": "ada",
        "reserved_at": "1970-01-01T00:00:01.000Z",
    }


def test_a_rejection_names_the_fields_of_the_request() -> None:
    violation = Violation(field="gpu_count", value="64", allowed="at most 16: of 16 GPUs of H100")
    row = CommandRow(
        command_id="cmd-1",
        tenant="acme",
        user="ada",
        outcome="rejected",
        subject="launch",
        problem={
            "command": "ReserveCapacity",
            "code": "IMPOSSIBLE_REQUEST",
            "message": "gpu_count is 64",
            "violations": [violation.to_datum()],
        },
    )
    problem = rejection(row, "scheduler", as_written)
    assert problem is not None
    assert (problem.status, problem.violations[0].field, problem.violations[0].value) == (422, "gpus", "64")
