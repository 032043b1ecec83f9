"""The role that keeps projections up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from muster.identity import ReportCheck
from muster.service.collector import collect_rarely
from muster.service.roles import Context, Work
from muster.views.declared import DeclaredProjection
from muster.views.projector import Projector


def project(
    context: Context[Any],
    declared: DeclaredProjection | Sequence[DeclaredProjection],
    *,
    view: str | None = None,
) -> Work:
    """Keep projections up to date.

    Args:
        context: Context of the role. Its settings are ViewSettings, and NodeTokenSettings if some records
            are reports.
        declared: The projections.
        view: Another name for their views; None: the service's name.
    """
    collect_rarely()
    declared = [declared] if isinstance(declared, DeclaredProjection) else declared
    memberships = context.memberships() if any(each.reports for each in declared) else None
    check = None if memberships is None else ReportCheck(context.settings.node_verifier(memberships))
    projections = [each.open(context.settings, check, view=view) for each in declared]
    for projection in projections:
        context.keep(projection.view)
    topics = {topic for each in declared for topic in each.topics}
    projector = Projector(projections, context.journal(*topics))

    def run() -> None:
        if memberships is None or memberships.wait(context.stop):
            projector.start()
            context.stop.wait()
            projector.stop()

    def progress() -> dict[str, Any]:
        return {name: asdict(each) for name, each in projector.progress().items()}

    return Work(run=run, missing=projector.failure, remedies=projector.remedies, progress=progress)
