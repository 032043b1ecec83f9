"""The roles of this service."""

from __future__ import annotations

from muster.scanner.config import Settings
from muster.service import Role, Service

SERVICE = Service(
    "scanner",
    "What is dangerous in what the registry keeps.",
    Settings,
    (
        Role(name="http", kind="api", start="muster.scanner.edge.http:API"),
        Role(name="decider", kind="decider", start="muster.scanner.edge.roles:DECIDING"),
        Role(name="projector", kind="projector", start="muster.scanner.edge.projections:TABLES"),
        Role(name="worker", kind="worker", start="muster.scanner.edge.roles:worker"),
    ),
    api="muster.scanner.edge.http:API.build",
)
