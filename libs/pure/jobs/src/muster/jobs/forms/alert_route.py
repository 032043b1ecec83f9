"""AlertRouteRequest: where alerts go and which, with its conversion to the command.

A webhook has an address that anybody may know, and a secret that signs it; all of an Apprise address is a
secret. So a request without a webhook names an Apprise address, and no secret's value is ever written here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from muster.events.alerts_commands import AlertChannel, AlertRouteTerms, AlertSeverity, SetAlertRoute
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed, Flag, Name, Queue, choice, pattern
from pydantic import Field

FILTER_MAX: Final = 64
_WEBHOOK: Final = r"^https?://[A-Za-z0-9.\[\]:-]{1,255}(/[!-~]{0,1000})?$"

Names = Annotated[
    tuple[Name, ...], Field(max_length=FILTER_MAX), Allowed(f"a list of at most {FILTER_MAX} names")
]


class AlertRouteRequest(Form):
    """A receiver of alerts, and the alerts that it gets."""

    meant: ClassVar[Mapping[str, str]] = {
        "route": "name",
        "url": "webhook",
        "level": "severity",
        "team": "teams",
        "rule": "rules",
    }

    name: Queue
    """Name of the route; unique in its tenant. One of this name is replaced."""
    webhook: (
        Annotated[
            str, *pattern(_WEBHOOK, "http:// or https://, a host, and a path, without a user or a password")
        ]
        | None
    ) = None
    """URL to which signed alerts are posted; absent: the secret is an Apprise address."""
    secret: Queue
    """Name of one of the sender's secrets: the key that signs the webhook, or the Apprise address."""
    severity: Annotated[AlertSeverity, *choice(AlertSeverity)] = AlertSeverity.WARNING
    """Minimum severity of alerts."""
    teams: Names = ()
    """Only alerts of these teams; empty: of all teams, and those of no team."""
    rules: Names = ()
    """Only alerts by these rules; empty: by all rules."""
    platform: Flag = False
    """Also alerts about shared resources, such as nodes."""


def to_alert_route(request: AlertRouteRequest, tenant: str, requested_by: str) -> SetAlertRoute:
    """The command for the log."""
    terms = AlertRouteTerms(
        channel=AlertChannel.APPRISE if request.webhook is None else AlertChannel.WEBHOOK,
        url=request.webhook or "",
        secret=request.secret,
        severity_min=request.severity,
        teams=request.teams,
        rules=request.rules,
        platform=request.platform,
    )
    return SetAlertRoute(route=request.name, tenant=tenant, terms=terms, requested_by=requested_by)


def alert_route_data(name: str, terms: AlertRouteTerms) -> dict[str, Any]:
    """A route as people write it; not validated."""
    found: dict[str, Any] = {
        "name": name,
        "secret": terms.secret,
        "severity": terms.severity_min.value.lower(),
        "teams": list(terms.teams),
        "rules": list(terms.rules),
        "platform": terms.platform,
    }
    if terms.channel is AlertChannel.WEBHOOK:
        found["webhook"] = terms.url
    return found


def alert_route_violations(command: SetAlertRoute) -> tuple[Violation, ...]:
    """All violations of the command by itself, named by the record's fields."""
    try:
        filled(AlertRouteRequest, alert_route_data(command.route, command.terms))
    except InvalidDocument as error:
        return tuple(
            Violation(field=_recorded(each.field), value=each.value, allowed=each.allowed)
            for each in error.violations
        )
    if command.terms.channel is AlertChannel.APPRISE and command.terms.url:
        return (Violation(field="terms.url", value=command.terms.url, allowed="empty for APPRISE"),)
    return ()


def alert_route_violation_as_written(violation: Violation) -> Violation:
    """A violation that names the record's fields, in the words of the request."""
    field = violation.field.removeprefix("terms.")
    return Violation(field=_WRITTEN.get(field, field), value=violation.value, allowed=violation.allowed)


def _recorded(field: str) -> str:
    names = {written: name for name, written in _WRITTEN.items()}
    return "route" if field == "name" else f"terms.{names.get(field, field)}"


_WRITTEN: Final = {"route": "name", "url": "webhook", "severity_min": "severity"}
"""The record's name of a field, and the request's."""
