"""Conversion of requests to commands. PURE: ids and the time are arguments."""

from __future__ import annotations

from muster.events.alerts_commands import RemoveAlertRoute, SetAlertRoute, TryAlertRoutes
from muster.events.wire.envelope import Envelope
from muster.events.wire.stamp import Asker, Stamp, stamped
from muster.jobs import AlertRouteRequest, to_alert_route


def set_route(asker: Asker, request: AlertRouteRequest, stamp: Stamp) -> Envelope[SetAlertRoute]:
    """Return the command that sets a route, replacing one of the same name."""
    return stamped(to_alert_route(request, asker.tenant, asker.user), request.name, stamp)


def remove_route(asker: Asker, name: str, stamp: Stamp) -> Envelope[RemoveAlertRoute]:
    """Return the command that removes a route."""
    return stamped(RemoveAlertRoute(route=name, tenant=asker.tenant, requested_by=asker.user), name, stamp)


def try_routes(asker: Asker, route: str | None, stamp: Stamp) -> Envelope[TryAlertRoutes]:
    """Return the command that sends a test alert by one route, or by all."""
    command = TryAlertRoutes(tenant=asker.tenant, route=route, requested_by=asker.user)
    return stamped(command, route or asker.tenant, stamp)
