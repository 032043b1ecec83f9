"""The figures of a run: as JSON for programs, as a table for people. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from end_to_end.latency import HOPS
from end_to_end.phase import Outcome
from end_to_end.usage import NAMES

SATURATED = "saturated"
SATURATED_ALONE = "saturated, projections later"


def document(outcomes: Sequence[Outcome], machine: Mapping[str, Any]) -> dict[str, Any]:
    """The figures under the names of docs/benchmarks.md, then every phase whole.

    Args:
        outcomes: Outcomes of the phases that ran; figures that were not measured are absent.
        machine: Description of the machine.
    """
    found: dict[str, Any] = {}
    for outcome in outcomes:
        if outcome.rate_per_s is not None:
            found[f"p50_ms_at_{outcome.rate_per_s}"] = outcome.latency.p50_ms
            found[f"p99_ms_at_{outcome.rate_per_s}"] = outcome.latency.p99_ms
        elif outcome.name == SATURATED:
            found["saturation_jobs_per_s"] = outcome.carried_per_s
            found["cpu_ms_per_job"] = dict(outcome.cpu_ms_per_job)
        else:
            found["saturation_without_projections_jobs_per_s"] = outcome.carried_per_s
    return {**found, "machine": dict(machine), "phases": [asdict(outcome) for outcome in outcomes]}


def table(outcomes: Sequence[Outcome]) -> str:
    """Every phase a column."""
    rows: list[tuple[str, list[str]]] = [("", [_short(outcome) for outcome in outcomes])]

    def add(title: str, values: Sequence[float | None], digits: int = 0) -> None:
        rows.append((title, ["" if value is None else f"{value:,.{digits}f}" for value in values]))

    add("jobs", [o.jobs for o in outcomes])
    add("carried, jobs/s", [o.carried_per_s for o in outcomes])
    add("command to bind seen, p50 ms", [o.latency.p50_ms for o in outcomes])
    add("command to bind seen, p99 ms", [o.latency.p99_ms for o in outcomes])
    for hop in HOPS:
        add(f"  {hop}, p50 ms", [o.hops[hop].p50_ms for o in outcomes])
    for part in (*NAMES, "total"):
        add(f"CPU ms a job, {part}", [o.cpu_ms_per_job.get(part) for o in outcomes], 2)
    add("leader, MiB at most", [o.leader_rss_max_mb for o in outcomes])
    for name in dict.fromkeys(name for o in outcomes for name in o.behind):
        add(f"{name}, records behind at the end", [o.behind.get(name) for o in outcomes])
        add(f"{name}, s to catch up", [o.caught_up_s.get(name) for o in outcomes], 1)
    add("take-overs", [o.takeovers for o in outcomes])
    add("load generator late, ms at most", [o.late_max_ms for o in outcomes])
    widths = [max(len(cells[n]) for _, cells in rows) + 2 for n in range(len(outcomes))]
    head = max(len(title) for title, _ in rows)
    return "\n".join(
        title.ljust(head) + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        for title, cells in rows
    )


def _short(outcome: Outcome) -> str:
    if outcome.rate_per_s is not None:
        return f"{outcome.rate_per_s:,}/s"
    return "burst" if outcome.name == SATURATED else "burst, no projector"
