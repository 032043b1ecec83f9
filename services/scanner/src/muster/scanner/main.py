"""The roles of this service."""

from __future__ import annotations

from muster.scanner.config import Settings
from muster.service import Role, Service, declared_roles

SERVICE = Service(
    "scanner",
    "What is dangerous in what the registry keeps.",
    Settings,
    (
        *declared_roles("muster.scanner.edge", "api", "decider", "projector"),
        Role(name="worker", kind="worker", start="muster.scanner.edge.roles:worker"),
    ),
)
