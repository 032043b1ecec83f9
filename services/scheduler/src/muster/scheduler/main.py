"""The scheduler's one role: it leads, or stands by until the leader is silent."""

from __future__ import annotations

from muster.scheduler.config import Settings
from muster.service import Role, Service

SERVICE = Service(
    "scheduler",
    "Which job gets which GPUs, when.",
    Settings,
    (Role(name="leader", kind="decider", start="muster.scheduler.edge.service:start", alone=True),),
    api="muster.scheduler.edge.http:build",
)
