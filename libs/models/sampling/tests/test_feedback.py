"""Reports of users are checked before they are events."""

from __future__ import annotations

import json

import pytest
from muster.events.inference_samples import FeedbackGiven
from muster.sampling.feedback import feedback_in

SAMPLE = "0123456789abcdef" * 2


def _feedback(report: object) -> FeedbackGiven | list[str]:
    body = report if isinstance(report, bytes) else json.dumps(report).encode()
    return feedback_in(body, repository="acme/tiny", commit="c0", subject="s")


def test_report_becomes_an_event_of_this_server() -> None:
    report = {
        "sample": SAMPLE,
        "repository": "acme/tiny",
        "task": "mail",
        "segment": "de",
        "rating": 1,
        "completed": True,
    }
    assert _feedback(report) == FeedbackGiven(
        sample=SAMPLE,
        repository="acme/tiny",
        commit="c0",
        task="mail",
        segment="de",
        rating=1.0,
        completed=True,
        subject="s",
    )


def test_report_needs_only_a_sample_and_an_opinion() -> None:
    given = _feedback({"sample": SAMPLE, "completed": False})
    assert isinstance(given, FeedbackGiven)
    assert (given.rating, given.completed, given.task) == (None, False, "")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sample": "x"}, 'sample is "x"; must be the 32 hexadecimal digits of the header x-muster-sample'),
        ({"repository": "other/one"}, 'repository is "other/one"; must be acme/tiny, or absent'),
        ({"rating": 1.5}, "rating is 1.5; must be a number from 0 to 1, or null"),
        ({"rating": True}, "rating is true; must be a number from 0 to 1, or null"),
        ({"rating": float("nan")}, "rating is NaN; must be a number from 0 to 1, or null"),
        ({"rating": 10**400}, f"rating is 1{'0' * 79}; must be a number from 0 to 1, or null"),
        ({"rating": None}, "rating is null; must be set, or completed must be"),
        ({"completed": "yes"}, 'completed is "yes"; must be true, false or null'),
        ({"task": 5}, "task is 5; must be a text of at most 200 characters"),
        ({"segment": "\ud800"}, 'segment is "\\ud800"; must be a text of at most 200 characters'),
    ],
)
def test_wrong_field_is_named(change: dict[str, object], message: str) -> None:
    assert _feedback({"sample": SAMPLE, "rating": 0.5} | change) == [message]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 10_000])
def test_other_than_an_object_is_refused(body: bytes) -> None:
    assert _feedback(body) == ["body is something else; must be a JSON object"]
