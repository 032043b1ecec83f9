"""A report of a user about a sampled answer, as an event. PURE."""

from __future__ import annotations

import json
import re
from typing import Any, Final, cast

from muster.events.inference_samples import FeedbackGiven
from muster.events.refusal import must_be

FEEDBACK_BYTES_MAX: Final = 16 * 1024
"""Largest report."""

_NAME_CHARACTERS_MAX: Final = 200
_SAMPLE: Final = re.compile(r"[0-9a-f]{32}")


def feedback_in(body: bytes, *, repository: str, commit: str, subject: str) -> FeedbackGiven | list[str]:
    """Return the event of a report, or what is wrong with it: a sentence for each field.

    Args:
        body: JSON object with `sample`, and `rating` or `completed` or both; `task`, `segment` and
            `repository` are optional.
        repository: Model that this server serves.
        commit: Its version; empty: unknown.
        subject: Keyed hash of the user; empty: none.
    """
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        return [must_be("body", "something else", "a JSON object")]
    report = cast("dict[str, Any]", parsed)
    rating, completed = report.get("rating"), report.get("completed")
    task, segment = report.get("task", ""), report.get("segment", "")
    if wrong := _violations(report, repository):
        return wrong
    return FeedbackGiven(
        sample=report["sample"],
        repository=repository,
        commit=commit,
        task=task.strip(),
        segment=segment.strip(),
        rating=None if rating is None else float(rating),
        completed=completed,
        subject=subject,
    )


def _violations(report: dict[str, Any], repository: str) -> list[str]:
    sample, rating, completed = (report.get(name) for name in ("sample", "rating", "completed"))
    wrong: list[str] = []
    if not (isinstance(sample, str) and _SAMPLE.fullmatch(sample)):
        wrong.append(
            must_be("sample", _excerpt(sample), "the 32 hexadecimal digits of the header x-muster-sample")
        )
    if report.get("repository", repository) != repository:
        wrong.append(must_be("repository", _excerpt(report["repository"]), f"{repository}, or absent"))
    for name in ("task", "segment"):
        text = report.get(name, "")
        if not (isinstance(text, str) and len(text) <= _NAME_CHARACTERS_MAX and _is_storable(text)):
            wrong.append(
                must_be(name, _excerpt(text), f"a text of at most {_NAME_CHARACTERS_MAX} characters")
            )
    if rating is not None and not _is_rating(rating):
        wrong.append(must_be("rating", _excerpt(rating), "a number from 0 to 1, or null"))
    if not (completed is None or isinstance(completed, bool)):
        wrong.append(must_be("completed", _excerpt(completed), "true, false or null"))
    if rating is None and completed is None:
        wrong.append(must_be("rating", "null", "set, or completed must be"))
    return wrong


def _is_rating(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= cast("float", value) <= 1


def _is_storable(text: str) -> bool:
    """Return whether UTF-8 can hold the text: not halves of surrogate pairs."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _excerpt(value: object) -> str:
    return json.dumps(value)[:80]
