"""The roles of this service."""

from __future__ import annotations

from muster.alerts.config import Settings
from muster.service import Role, Service, declared_roles

SERVICE = Service(
    "alerts",
    "Who should know of what.",
    Settings,
    (
        *declared_roles("muster.alerts.edge", "api", "decider", "projector"),
        Role(name="sender", kind="reactor", start="muster.alerts.edge.roles:sender"),
    ),
)
