"""Reported progress of ranks as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from muster.api.cursors import NextPageToken
from muster.submit.core.read_model import ProgressRow
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict


class RankProgress(TypedDict):
    """Progress reported by one rank."""

    rank: int
    node_id: str
    step: Annotated[int | None, Field(description="Steps done; null: the report cannot be read.")]
    total: Annotated[int | None, Field(description="Total number of steps; null: the job does not know.")]
    metrics: Annotated[
        dict[str, float | Literal["nan", "inf", "-inf"]],
        Field(description="Metrics reported by the job; text for values that are not finite."),
    ]
    steps_per_s: float | None
    eta_s: Annotated[float | None, Field(description="Seconds to the last step, as of `reported_at`.")]
    reported_at: Time | None
    problem: Annotated[str, Field(description="Why the report cannot be read; empty: it can.")]


class JobProgress(TypedDict):
    """Progress of a job's newest attempt."""

    job_id: str
    attempt: int
    items: Annotated[list[RankProgress], Field(description="The ranks that reported progress, by rank.")]
    next_page_token: NextPageToken


def progress_json(row: ProgressRow) -> RankProgress:
    """Convert the progress of one rank."""
    return {
        "rank": row.rank,
        "node_id": row.node_id,
        "step": row.step,
        "total": row.total,
        "metrics": dict(row.metrics or {}),  # pyright: ignore[reportReturnType]  (the row's text is one of them)
        "steps_per_s": row.steps_per_s,
        "eta_s": None if row.eta_ms is None else row.eta_ms / 1000,
        "reported_at": iso(row.reported_at_ms),
        "problem": row.problem or "",
    }
