"""The answers in a story: `muster explain` for a job, `muster capacity` for the cluster."""

from __future__ import annotations

from collections.abc import Iterator

from muster.lab.capacity import report as capacity_report
from muster.lab.capacity.capacity import capacity_of
from muster.lab.capacity.options import tried
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import Explanation, explain
from muster.scheduler.core.state.state import State

_TITLE_WIDTH = 12


def why(state: State, job_id: str) -> str:
    """The summary, then the details, a line each; for an empty job id, those of the cluster."""
    if not job_id:
        return "\n".join(capacity_report.lines(capacity_of(state), tuple(tried(state)), {}))
    found = explain(state, job_id)
    return f"{job_id} is not known" if found is None else "\n".join(_lines(found))


def _lines(found: Explanation) -> Iterator[str]:
    yield wording.summary(found)
    for title, lines in wording.parts(found):
        yield f"{title:<{_TITLE_WIDTH}}{lines[0]}"
        yield from (" " * _TITLE_WIDTH + line for line in lines[1:])
