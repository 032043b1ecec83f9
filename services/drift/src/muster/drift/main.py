"""The roles of this service."""

from __future__ import annotations

from muster.drift.config import Settings
from muster.service import Role, Service, declared_roles

SERVICE = Service(
    "drift",
    "Whether the quality of models in production has moved: charts of sampled traffic, and alarms.",
    Settings,
    (
        *declared_roles("muster.drift.edge", "api", "decider", "projector"),
        Role(name="worker", kind="worker", start="muster.drift.edge.roles:worker"),
        Role(name="windows", kind="window", start="muster.drift.edge.roles:windows"),
        Role(name="bodies", kind="reactor", start="muster.drift.edge.roles:bodies"),
    ),
)
