"""One shell for every process: a service declares its roles, and this runs them.

settings.py   the settings that services share, each declared once; `load` names everything that is wrong
roles.py      what a service declares: Service, Role, Context, Work
shared.py     what the roles of a process share: one lease, one fold of memberships
collector.py  how often Python searches for reference cycles
audit.py      the log of a deciding service, replayed and compared
serving/      the one port of a process: health, readiness, metrics and the APIs of its roles
running/      a process and its roles, from the command line to the exit code
starting/     how each kind of role starts: what a new service needs of its own is a call
cli/          `muster audit`, `muster identity`, `muster projections`
__main__.py   `python -m muster.service host submit:projector ...`: roles of several services in one process

A module is imported when the first of its names is used: `muster` loads only what a command needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from muster.service.roles import Context, Role, Service, Work, declared_roles, installed
    from muster.service.running.command import run
    from muster.service.settings import (
        CheckpointSettings,
        DecidingSettings,
        ElasticsearchSettings,
        InvalidSettings,
        Neo4jSettings,
        NodeTokenSettings,
        PostgresSettings,
        S3Settings,
        SealedS3Settings,
        ServiceSettings,
        TokenSettings,
        ViewSettings,
        WebhookSetting,
    )
    from muster.service.starting.api import Api
    from muster.service.starting.reactor import WebhookPosts
    from muster.service.starting.worker import Workers

__all__ = [
    "Api",
    "CheckpointSettings",
    "Context",
    "DecidingSettings",
    "ElasticsearchSettings",
    "InvalidSettings",
    "Neo4jSettings",
    "NodeTokenSettings",
    "PostgresSettings",
    "Role",
    "S3Settings",
    "SealedS3Settings",
    "Service",
    "ServiceSettings",
    "TokenSettings",
    "ViewSettings",
    "WebhookPosts",
    "WebhookSetting",
    "Work",
    "Workers",
    "declared_roles",
    "installed",
    "run",
]

_HOME: Final = {
    "Api": "starting.api",
    "CheckpointSettings": "settings",
    "Context": "roles",
    "DecidingSettings": "settings",
    "ElasticsearchSettings": "settings",
    "InvalidSettings": "settings",
    "Neo4jSettings": "settings",
    "NodeTokenSettings": "settings",
    "PostgresSettings": "settings",
    "Role": "roles",
    "S3Settings": "settings",
    "SealedS3Settings": "settings",
    "Service": "roles",
    "ServiceSettings": "settings",
    "TokenSettings": "settings",
    "ViewSettings": "settings",
    "WebhookPosts": "starting.reactor",
    "WebhookSetting": "settings",
    "Work": "roles",
    "Workers": "starting.worker",
    "declared_roles": "roles",
    "installed": "roles",
    "run": "running.command",
}


def __getattr__(name: str) -> Any:
    """A public name, imported on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
