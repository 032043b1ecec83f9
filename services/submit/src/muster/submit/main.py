"""Submit's roles: the API, and what keeps the views it asks up to date."""

from __future__ import annotations

from muster.service import Role, Service
from muster.submit.config import Settings

SERVICE = Service(
    "submit",
    "Is this request well-formed, allowed, new?",
    Settings,
    (
        Role(name="http", kind="api", start="muster.submit.edge.http:start"),
        Role(name="projector", kind="projector", start="muster.submit.edge.projector:start"),
    ),
    api="muster.submit.edge.http:build",
)
