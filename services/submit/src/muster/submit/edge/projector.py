"""The projector: job-events and log-events into Postgres, Elasticsearch and Neo4j, each on its own."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from muster.service import Context, Work
from muster.submit.config import Settings
from muster.submit.edge.projections import TOPICS, projections
from muster.views.projector import Projector


def start(context: Context[Settings]) -> Work:
    """The role `projector`."""
    return project(context)


def project(context: Context[Settings], view: str | None = None) -> Work:
    """The same, into views of this name; None: each projection's own."""
    kept = projections(context.settings, view=view)
    for projection in kept:
        context.keep(projection.view)
    projector = Projector(kept, context.journal(*TOPICS))

    def run() -> None:
        projector.start()
        context.stop.wait()
        projector.stop()

    def progress() -> dict[str, Any]:
        return {name: asdict(each) for name, each in projector.progress().items()}

    return Work(run=run, missing=projector.failure, progress=progress)
