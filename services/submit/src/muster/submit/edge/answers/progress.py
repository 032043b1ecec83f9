"""Reported progress of ranks as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from muster.submit.core.read_model import ProgressRow
from muster.submit.edge.answers.times import Time, iso
from pydantic import Field
from typing_extensions import TypedDict


class RankProgress(TypedDict):
    """How far one rank says it is."""

    rank: int
    node_id: str
    step: Annotated[int | None, Field(description="Steps done; null: what it says cannot be read.")]
    total: Annotated[int | None, Field(description="All steps; null: the job does not know.")]
    metrics: Annotated[
        dict[str, float | Literal["nan", "inf", "-inf"]],
        Field(description="What the job shows; text where it is no number."),
    ]
    steps_per_s: float | None
    eta_s: Annotated[float | None, Field(description="Until the last step, when it was reported.")]
    reported_at: Time | None
    problem: Annotated[str, Field(description="Why what it says cannot be read; empty: it can.")]


class JobProgress(TypedDict):
    """How far a job's newest attempt is."""

    job_id: str
    attempt: int
    items: Annotated[list[RankProgress], Field(description="The ranks that said something, by rank.")]


def progress_json(row: ProgressRow) -> RankProgress:
    """How far one rank says it is."""
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
