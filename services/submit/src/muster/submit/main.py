"""Roles of submit: the API, the projector that updates its views, and the removal of expired checkpoints."""

from __future__ import annotations

from muster.service import Role, Service
from muster.submit.config import Settings

SERVICE = Service(
    "submit",
    "Is this request well-formed, allowed, new?",
    Settings,
    (
        Role(name="http", kind="api", start="muster.submit.edge.http:start"),
        Role(name="projector", kind="projector", start="muster.submit.edge.projections:PROJECTIONS"),
        Role(name="removal", kind="reactor", start="muster.submit.edge.removal:start"),
    ),
    api="muster.submit.edge.http:build",
)
