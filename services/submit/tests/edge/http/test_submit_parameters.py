"""Query parameters that contradict each other are refused, before anything is read."""

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
    ("given", "field"),
    [
        ({"label": ("a=1", "b=1", "a=2")}, "label"),
        ({"since": NOON, "until": NOON}, "since"),
        ({"since": NOON, "until": datetime.fromisoformat("2026-11-21T10:59:00Z")}, "since"),
    ],
)
def test_filters_that_no_job_can_fit_are_refused(given: dict[str, Any], field: str) -> None:
    with pytest.raises(Problem) as refused:
        asyncio.run(job_filter(**given))
    assert [violation.field for violation in refused.value.violations] == [field]


def test_a_filter_has_its_labels_and_its_times() -> None:
    found = asyncio.run(job_filter(label=("a=1", "b=x=y"), since=NOON))
    assert (found.labels, found.since_ms, found.until_ms) == ({"a": "1", "b": "x=y"}, 1_795_258_800_000, None)


def test_the_attempt_before_the_newest_is_not_another_attempt() -> None:
    with pytest.raises(Problem, match="attempt: 1; absent with previous"):
        asyncio.run(read_job_logs(job_id="job-a", caller=NOBODY, service=NOBODY, attempt=1, previous=True))
