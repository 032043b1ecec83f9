"""The roles of this service."""

from __future__ import annotations

from muster.eval.config import Settings
from muster.service import Role, Service, declared_roles

SERVICE = Service(
    "eval",
    "Whether a version may go on: its answers to golden cases, scored and compared.",
    Settings,
    (
        *declared_roles("muster.eval.edge", "api", "decider", "projector"),
        Role(name="worker", kind="worker", start="muster.eval.edge.roles:worker"),
        Role(name="statuses", kind="reactor", start="muster.eval.edge.roles:statuses"),
    ),
)
