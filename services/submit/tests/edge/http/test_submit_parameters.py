"""Contradictory query parameters are rejected before any query."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any, cast

import pytest
from muster.api import Problem
from muster.submit.edge.routes.jobs import job_filter
from muster.submit.edge.routes.streams import read_job_logs

NOON = datetime.fromisoformat("2026-11-21T12:00:00+01:00")
NOBODY = cast("Any", None)


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"label": ("a=1", "b=1", "a=2")}, "label"),
        ({"since": NOON, "until": NOON}, "since"),
        ({"since": NOON, "until": datetime.fromisoformat("2026-11-21T10:59:00Z")}, "since"),
    ],
)
def test_filters_that_no_job_can_match_are_rejected(parameters: dict[str, Any], field: str) -> None:
    with pytest.raises(Problem) as refused:
        asyncio.run(job_filter(**parameters))
    assert [violation.field for violation in refused.value.violations] == [field]


def test_a_filter_carries_labels_and_times() -> None:
    found = asyncio.run(job_filter(label=("a=1", "b=x=y"), since=NOON))
    assert (found.labels, found.since_ms, found.until_ms) == ({"a": "1", "b": "x=y"}, 1_795_258_800_000, None)


def test_previous_and_attempt_exclude_each_other() -> None:
    with pytest.raises(Problem, match="attempt is 1; must be absent with previous"):
        asyncio.run(read_job_logs(job_id="job-a", caller=NOBODY, service=NOBODY, attempt=1, previous=True))
