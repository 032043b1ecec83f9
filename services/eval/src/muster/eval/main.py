"""The roles of this service."""

from __future__ import annotations

from muster.eval.config import Settings
from muster.service import Role, Service

SERVICE = Service(
    "eval",
    "Whether a version may go on: its answers to golden cases, scored and compared.",
    Settings,
    (
        Role(name="http", kind="api", start="muster.eval.edge.http:API"),
        Role(name="decider", kind="decider", start="muster.eval.edge.roles:DECIDING"),
        Role(name="projector", kind="projector", start="muster.eval.edge.projections:TABLES"),
        Role(name="worker", kind="worker", start="muster.eval.edge.roles:worker"),
        Role(name="statuses", kind="reactor", start="muster.eval.edge.roles:statuses"),
    ),
    api="muster.eval.edge.http:API.build",
)
