"""The role that keeps projections up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from muster.events.wire.envelope import Topic
from muster.identity import MembershipFeed
from muster.service.collector import collect_rarely
from muster.service.roles import Context, Work
from muster.views.projection import Projection
from muster.views.projector import Projector


def project(
    context: Context[Any],
    projections: Sequence[Projection[Any]],
    topics: Sequence[Topic],
    memberships: MembershipFeed | None = None,
) -> Work:
    """Keep projections up to date.

    Args:
        context: Of the role.
        projections: Which; their views are closed at the end.
        topics: All that they read.
        memberships: What their judgement of reports needs to be read first; None: nothing.
    """
    collect_rarely()
    for projection in projections:
        context.keep(projection.view)
    projector = Projector(projections, context.journal(*topics))

    def run() -> None:
        if memberships is None or memberships.wait(context.stop):
            projector.start()
            context.stop.wait()
            projector.stop()

    def progress() -> dict[str, Any]:
        return {name: asdict(each) for name, each in projector.progress().items()}

    return Work(run=run, missing=projector.failure, remedies=projector.remedies, progress=progress)
