"""The roles of this service."""

from __future__ import annotations

from muster.registry.config import Settings
from muster.service import Role, Service, declared_roles

SERVICE = Service(
    "registry",
    "Models, datasets and runs: versions, access, lineage and storage.",
    Settings,
    (
        *declared_roles("muster.registry.edge", "api", "decider"),
        Role(name="projector", kind="projector", start="muster.registry.edge.roles:PROJECTIONS"),
        Role(name="removal", kind="reactor", start="muster.registry.edge.roles:removal"),
        Role(name="repacker", kind="reactor", start="muster.registry.edge.roles:repacker"),
        Role(name="tiering", kind="reactor", start="muster.registry.edge.roles:tiering"),
    ),
)
