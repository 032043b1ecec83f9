"""`muster reservation`: requests to the API, and their output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muster.testkit.api.canned_api import Answer, Api, paged

Muster = Callable[..., Any]

LAUNCH = {
    "name": "launch",
    "queue": "vision",
    "gpu_model": "H100",
    "gpus": 16,
    "nodes": ["h100-01", "h100-02"],
    "starts_at": "2026-12-01T08:00:00.000Z",
    "ends_at": "2026-12-01T20:00:00.000Z",
    "state": "to-come",
    "requested_by": "ada",
    "reserved_at": "2026-11-21T09:00:00.000Z",
}
RECEIPT = Answer(202, {"command_id": "cmd-1", "position": "queue-commands/0/1"})
ACCEPTED = Answer(200, {"command_id": "cmd-1", "outcome": "accepted", "subject": "launch", "problem": None})


def test_a_reservation_is_created_with_its_end_or_its_length(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/reservations", RECEIPT)
    api.on("GET", "/v1/commands/cmd-1", ACCEPTED)
    words = ("reservation", "create", "launch", "-q", "vision", "-m", "H100", "--gpus", "16")
    ended = muster(*words, "--start", "2026-12-01T08:00Z", "--end", "12h")
    assert "Created reservation launch" in ended.err
    [asked] = api.requests("POST", "/v1/reservations")
    assert asked.json == {
        "name": "launch",
        "queue": "vision",
        "gpu_model": "H100",
        "gpus": 16,
        "starts_at": "2026-12-01T08:00:00.000Z",
        "ends_at": "2026-12-01T20:00:00.000Z",
    }
    assert muster(*words).code == 2, "no end"
    assert "'soon' is not a time" in muster(*words, "--end", "soon").err


def test_reservations_are_listed(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/reservations", paged([LAUNCH]))
    shown = muster("reservation", "list").out
    assert "launch       vision  to-come    16  H100       2  2026-12-01 08:00Z  2026-12-01 20:00Z" in shown
    assert muster("reservation", "list", "-o", "name").out == "launch\n"


def test_a_reservation_is_cancelled(api: Api, muster: Muster) -> None:
    api.on("DELETE", "/v1/reservations/launch", RECEIPT)
    api.on("GET", "/v1/commands/cmd-1", ACCEPTED)
    assert "Cancelled reservation launch" in muster("reservation", "cancel", "launch").err
