"""The service's only role: leads and decides, or stands by until the leader falls silent."""

from __future__ import annotations

from muster.preemption.config import Settings
from muster.service import Role, Service

SERVICE = Service(
    "preemption",
    "Who yields when a job is due GPUs that others hold.",
    Settings,
    (Role(name="decider", kind="decider", start="muster.preemption.edge.roles:start", alone=True),),
    api="muster.preemption.edge.http:build",
)
