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
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.events.alerts_commands import AlertRouteTerms
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.topics import ALERTS_COMMANDS
from muster.identity.principal import BILLING_WRITE, CLUSTER_WRITE
from muster.jobs import AlertRouteRequest, alert_route_data, alert_route_violation_as_written
from muster.service.starting.api import Api
from typing_extensions import TypedDict

ALERTS_MAX: Final = 1_000
"""Maximum number of alerts in one answer."""

DESCRIPTION: Final = Description(
    text="Alerts, and where they are sent. A caller sees alerts of its teams; with the role billing, all of "
    "its tenant; with the role operator, those about what all tenants share, too.",
    tags={
        "alerts": "What somebody should know of, and whether it arrived.",
        "routes": "Which alerts are sent where.",
        "commands": "What became of a request.",
    },
    forms=(AlertRouteRequest,),
)

RouteName = Annotated[str, Path(max_length=63, description="Name of the route.", examples=["pager"])]

router = APIRouter()


class DeliveryAnswer(TypedDict):
    """How an alert stands with one of its routes."""

    route: str
    state: Annotated[str, "waiting, sent or not-delivered"]
    attempts: int
    reason: Annotated[str, "Why the last attempt failed."]
    at: Time | None


class AlertAnswer(TypedDict):
    """An alert, and what became of it."""

    alert: str
    rule: str
    series: str
    severity: str
    title: str
    text: str
    links: list[str]
    team: Annotated[str, "Empty: no team's own."]
    shared: Annotated[bool, "About what all tenants share."]
    at: Time
    deliveries: list[DeliveryAnswer]


class AlertsAnswer(TypedDict):
    """Alerts, the newest first."""

    alerts: list[AlertAnswer]


class RouteAnswer(TypedDict):
    """A route."""

    name: str
    webhook: Annotated[str | None, "Absent: the secret is an Apprise address."]
    secret: Annotated[str, "Its name; nobody is told its value."]
    severity: str
    teams: list[str]
    rules: list[str]
    platform: bool
    requested_by: str


class RoutesAnswer(TypedDict):
    """Routes by name."""

    routes: list[RouteAnswer]


@dataclass(frozen=True, slots=True)
class RouteRow:
    """Row of a route in the tables."""

    route: str
    terms: dict[str, Any]
    requested_by: str


@router.get(
    "/v1/alerts",
    tags=["alerts"],
    summary="List alerts, and what became of them",
    dependencies=[NOT_OLDER],
    responses=answers({200: AlertsAnswer}, 503),
)
async def read_alerts(
    caller: Caller,
    gateway: Gateway,
    *,
    series: Annotated[str | None, Query(description="Only of this series.")] = None,
    limit: Annotated[int, Query(ge=1, le=ALERTS_MAX, description="Most alerts.")] = 100,
) -> AlertsAnswer:
    """The newest first; each with its routes of the caller's tenant."""
    is_operator = caller.allows(CLUSTER_WRITE)
    parameters = {
        "tenant": caller.tenant,
        "whole": is_operator or caller.allows(BILLING_WRITE),
        "teams": list(caller.teams),
        "shared": is_operator,
        "series": series,
        "limit": limit,
    }
    return {"alerts": await gateway.tables.rows(AlertAnswer, _ALERTS, parameters)}


@router.get(
    "/v1/alert-routes",
    tags=["routes"],
    summary="List where alerts are sent",
    dependencies=[NOT_OLDER],
    responses=answers({200: RoutesAnswer}, 503),
)
async def read_routes(caller: Operator, gateway: Gateway) -> RoutesAnswer:
    """The routes of the tenant, by name."""
    rows = await gateway.tables.rows(RouteRow, _ROUTES, {"tenant": caller.tenant})
    return {"routes": [_route(row) for row in rows]}


@router.post(
    "/v1/alert-routes",
    tags=["routes"],
    status_code=202,
    summary="Send alerts somewhere",
    openapi_extra=described(AlertRouteRequest),
    responses=asked(Decided, Receipt, 422),
)
async def set_route(*, request: Request, caller: Operator, gateway: Gateway, wait_s: WaitS = 0) -> Response:
    """One of the same name is replaced."""
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
    """Nothing is sent by it any longer."""
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
ORDER BY a.at_ms DESC, alert LIMIT %(limit)s
"""

_ROUTES: Final = """
SELECT route, terms, requested_by FROM routes
WHERE tenant = %(tenant)s AND NOT removed ORDER BY route
"""

API: Final = Api(
    tables=TABLES,
    routers=(router,),
    description=DESCRIPTION,
    as_written=as_written,
)
