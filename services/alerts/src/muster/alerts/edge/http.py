"""Routes of the service: alerts and their delivery; alert routes, and test alerts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from muster.alerts.core import requests
from muster.alerts.edge.projections import TABLES
from muster.api import Caller, Description, Operator
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_form
from muster.api.commands.log import asker
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.events.alerts_commands import AlertRouteTerms
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.topics import ALERTS_COMMANDS
from muster.identity.principal import BILLING_WRITE, CLUSTER_WRITE
from muster.jobs import AlertRouteRequest, alert_route_data, alert_route_violation_as_written
from muster.service.starting.api import Api
from typing_extensions import TypedDict

DESCRIPTION: Final = Description(
    text="Alerts and their routes. A caller sees alerts of its teams; with the role billing, all of its "
    "tenant; with the role operator, also those about what all tenants share.",
    tags={
        "alerts": "Alerts and their delivery.",
        "routes": "Destinations of alerts.",
        "commands": "Outcomes of requests.",
    },
    forms=(AlertRouteRequest,),
)

RouteName = Annotated[str, Path(max_length=63, description="Name of the route.", examples=["pager"])]

router = APIRouter()


class DeliveryAnswer(TypedDict):
    """Delivery of an alert by one of its routes."""

    route: str
    state: Annotated[str, "waiting, sent or not-delivered"]
    attempts: int
    reason: Annotated[str, "Reason why the last attempt failed."]
    at: Time | None


class AlertAnswer(TypedDict):
    """An alert and its deliveries."""

    alert: str
    rule: str
    series: str
    severity: str
    title: str
    text: str
    links: list[str]
    team: Annotated[str, "Empty: it belongs to no team."]
    shared: Annotated[bool, "Whether it concerns what all tenants share."]
    at: Time
    deliveries: list[DeliveryAnswer]


class RouteAnswer(TypedDict):
    """A route."""

    name: str
    webhook: Annotated[str | None, "Absent: the secret is an Apprise address."]
    secret: Annotated[str, "Name of the secret; its value is never shown."]
    severity: str
    teams: list[str]
    rules: list[str]
    platform: bool
    requested_by: str


@dataclass(frozen=True, slots=True)
class RouteRow:
    """Row of a route in the tables."""

    route: str
    terms: dict[str, Any]
    requested_by: str


@router.get(
    "/v1/alerts",
    tags=["alerts"],
    summary="List alerts and their deliveries",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[AlertAnswer]}, 503),
)
async def read_alerts(
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    series: Annotated[str | None, Query(description="Only alerts of this series.")] = None,
) -> ListAnswer[AlertAnswer]:
    """List alerts, newest first, each with its routes of the caller's tenant."""
    is_operator = caller.allows(CLUSTER_WRITE)
    parameters = {
        "tenant": caller.tenant,
        "whole": is_operator or caller.allows(BILLING_WRITE),
        "teams": list(caller.teams),
        "shared": is_operator,
        "series": series,
    }
    return await paging.read(gateway.tables, AlertAnswer, _ALERTS, parameters, _NEWEST)


@router.get(
    "/v1/alert-routes",
    tags=["routes"],
    summary="List alert routes",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[RouteAnswer]}, 503),
)
async def read_routes(caller: Operator, gateway: Gateway, paging: Paging) -> ListAnswer[RouteAnswer]:
    """List the routes of the tenant, by name."""
    rows = await gateway.tables.rows(RouteRow, _ROUTES, {"tenant": caller.tenant})
    return paging.cut(map(_route, rows), _BY_NAME)


@router.post(
    "/v1/alert-routes",
    tags=["routes"],
    status_code=202,
    summary="Set an alert route",
    openapi_extra=described(AlertRouteRequest),
    responses=asked(Decided, Receipt, 422),
)
async def set_route(*, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Set a route or replace the one of this name."""
    form = read_form(AlertRouteRequest, await read_body(request))
    command = requests.set_route(asker(caller), form, gateway.log.stamp())
    return await gateway.ask(caller, ALERTS_COMMANDS, command, wait_s)


@router.delete(
    "/v1/alert-routes/{name}",
    tags=["routes"],
    status_code=202,
    summary="Remove a route",
    responses=asked(Decided, Receipt),
)
async def remove_route(name: RouteName, caller: Operator, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """Remove a route; alerts are no longer sent by it."""
    command = requests.remove_route(asker(caller), name, gateway.log.stamp())
    return await gateway.ask(caller, ALERTS_COMMANDS, command, wait_s)


@router.post(
    "/v1/alerts/test",
    tags=["alerts"],
    status_code=202,
    summary="Send an alert that means nothing",
    responses=asked(Decided, Receipt, 404),
)
async def try_routes(
    caller: Operator,
    gateway: Gateway,
    *,
    route: Annotated[
        str | None, Query(max_length=63, description="By this route; absent: by all of the tenant's.")
    ] = None,
    wait_s: WaitS = 0,
) -> Response:
    """It is among the alerts with what became of it, as any other."""
    command = requests.try_routes(asker(caller), route, gateway.log.stamp())
    return await gateway.ask(caller, ALERTS_COMMANDS, command, wait_s)


def as_written(command: str, code: RejectionCode, violation: Violation) -> Violation | None:
    """Convert a rejected route to the fields of the request."""
    del command, code
    return alert_route_violation_as_written(violation)


def _route(row: RouteRow) -> RouteAnswer:
    written = alert_route_data(row.route, AlertRouteTerms.from_datum(row.terms))
    return {
        "name": row.route,
        "webhook": written.get("webhook"),
        "secret": written["secret"],
        "severity": written["severity"],
        "teams": written["teams"],
        "rules": written["rules"],
        "platform": written["platform"],
        "requested_by": row.requested_by,
    }


_ALERTS: Final = """
SELECT alert, rule, series, lower(severity) AS severity, title, text, links, team, a.tenant = '' AS shared,
       a.at_ms AS at, (
           SELECT coalesce(jsonb_agg(jsonb_build_object(
               'route', r.route,
               'state', CASE WHEN d.sent THEN 'sent' WHEN NOT d.sent THEN 'not-delivered' ELSE 'waiting' END,
               'attempts', coalesce(d.attempts, 0),
               'reason', coalesce(d.reason, ''),
               'at', d.at_ms) ORDER BY r.n), '[]')
           FROM ROWS FROM (jsonb_to_recordset(a.routes) AS (route text, tenant text)) WITH ORDINALITY
                    AS r(route, tenant, n)
                LEFT JOIN deliveries d ON d.alert = a.alert AND d.tenant = r.tenant AND d.route = r.route
           WHERE r.tenant = %(tenant)s
       ) AS deliveries
FROM alerts a
WHERE (a.tenant = %(tenant)s AND (%(whole)s OR team = ANY(%(teams)s)) OR a.tenant = '' AND %(shared)s)
  AND (%(series)s::text IS NULL OR series = %(series)s)
"""
_NEWEST: Final = Order({"at": int, "alert": str}, descending=True)

_ROUTES: Final = """
SELECT route, terms, requested_by FROM routes
WHERE tenant = %(tenant)s AND NOT removed
"""
_BY_NAME: Final = Order({"name": str})

API: Final = Api(
    tables=TABLES,
    routers=(router,),
    description=DESCRIPTION,
    as_written=as_written,
)
