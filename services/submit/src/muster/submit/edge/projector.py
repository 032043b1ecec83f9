"""The projector: job-events and log-events into Postgres, Elasticsearch and Neo4j, each on its own."""

from __future__ import annotations

from muster.identity import ReportCheck
from muster.service import Context, Work
from muster.service.starting import projector
from muster.submit.config import Settings
from muster.submit.edge.projections import TOPICS, projections


def start(context: Context[Settings]) -> Work:
    """The role `projector`."""
    return project(context)


def project(context: Context[Settings], view: str | None = None) -> Work:
    """The same, into views of this name; None: each projection's own."""
    memberships = context.memberships()
    check = ReportCheck(context.settings.node_verifier(memberships))
    kept = projections(context.settings, check, view=view)
    return projector.project(context, kept, TOPICS, memberships)
