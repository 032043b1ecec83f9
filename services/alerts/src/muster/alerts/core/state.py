"""Entities of the service. PURE."""

from __future__ import annotations

from typing import Final

from muster.deciding import Kind
from muster.events.alerts_events import AlertRouteSet

ROUTES: Final = Kind("route", AlertRouteSet)
"""`route_key` -> the route."""

TOLD: Final = Kind("told", int)
"""`told_key` -> last alert of a series whose rule limits repeats, milliseconds since 1970 UTC."""


def route_key(tenant: str, route: str) -> str:
    """Return the key of a route."""
    return f"{tenant}/{route}"


def told_key(rule: str, series: str) -> str:
    """Return the key of a series."""
    return f"{rule}/{series}"
