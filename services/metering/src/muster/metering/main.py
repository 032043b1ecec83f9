"""The roles of this service."""

from __future__ import annotations

from muster.metering.config import Settings
from muster.service import Role, Service

SERVICE = Service(
    "metering",
    "Owner of each GPU, and its cost.",
    Settings,
    (
        Role(name="http", kind="api", start="muster.metering.edge.http:start"),
        Role(name="decider", kind="decider", start="muster.metering.edge.roles:DECIDING"),
        Role(name="measurer", kind="window", start="muster.metering.edge.roles:measurer"),
        Role(name="projector", kind="projector", start="muster.metering.edge.projections:TABLES"),
    ),
    api="muster.metering.edge.http:API.build",
)
