"""The roles of this service."""

from __future__ import annotations

from muster.alerts.config import Settings
from muster.service import Role, Service

SERVICE = Service(
    "alerts",
    "Who should know of what.",
    Settings,
    (
        Role(name="http", kind="api", start="muster.alerts.edge.http:API"),
        Role(name="decider", kind="decider", start="muster.alerts.edge.roles:DECIDING"),
        Role(name="projector", kind="projector", start="muster.alerts.edge.projections:TABLES"),
        Role(name="sender", kind="reactor", start="muster.alerts.edge.roles:sender"),
    ),
    api="muster.alerts.edge.http:API.build",
)
