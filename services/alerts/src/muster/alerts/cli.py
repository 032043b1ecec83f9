"""`muster alerts`. It imports the client alone: a laptop without servers runs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.cli.receipts import tell
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="Show alerts, and say where they are sent.")
_report: Final = partial(tell, by="the alerts service")

_STYLES: Final = {"critical": "red", "warning": "yellow"}
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="1 to 63 of a-z 0-9 and -.")]


@app.command("list")
def list_alerts(
    *,
    series: Annotated[str | None, typer.Option("--series", help="Only of this: budget/vision-month.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Most alerts.")] = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """List alerts of your teams, the newest first, and whether they arrived.

    With the role billing all of the tenant; with the role operator those about nodes, too.

    Examples:
        muster alerts list
        muster alerts list --series node/node-a -o json
    """
    output.show(client().alerts(series=series, limit=limit), _ALERTS, how)


@app.command()
def routes(*, how: OutputOption = Format.TABLE) -> None:
    """List where alerts are sent. Needs the role operator.

    Examples:
        muster alerts routes
    """
    output.show(client().alert_routes(), _ROUTES, how)


@app.command("set")
def set_route(
    name: NameArgument,
    *,
    secret: Annotated[str, typer.Option("--secret", help="Name of a secret that the sender has.")],
    webhook: Annotated[
        str | None, typer.Option("--webhook", help="Posted there, signed; else the secret is for Apprise.")
    ] = None,
    severity: Annotated[
        str, typer.Option("--severity", help="At least so urgent: info, warning or critical.")
    ] = "warning",
    team: Annotated[list[str] | None, typer.Option("--team", "-t", help="Only of these teams.")] = None,
    rule: Annotated[list[str] | None, typer.Option("--rule", help="Only by these rules.")] = None,
    platform: Annotated[bool, typer.Option("--platform", help="About nodes, too.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Send alerts somewhere, or replace the route of this name. Needs the role operator.

    Examples:
        muster alerts set pager --webhook https://hooks.example.org/muster --secret pager --severity critical
        muster alerts set vision-slack --secret vision-slack --team vision
    """
    from muster.client.documents.reading import refused
    from muster.jobs import AlertRouteRequest, InvalidDocument, filled

    asked: dict[str, Any] = {
        "name": name,
        "secret": secret,
        "severity": severity,
        "teams": team or [],
        "rules": rule or [],
        "platform": platform,
    }
    if webhook is not None:
        asked["webhook"] = webhook
    try:
        route = filled(AlertRouteRequest, asked).model_dump(mode="json", exclude_none=True)
    except InvalidDocument as error:
        raise refused(error, name, what="route") from None
    outcome = client().set_alert_route(route, wait_s=DECIDED_WITHIN_S)
    _report(outcome, f"Route {name} set", f"muster alerts test {name}", name, how)


@app.command()
def remove(name: NameArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Send nothing by a route any longer. Needs the role operator.

    Examples:
        muster alerts remove pager
    """
    outcome = client().remove_alert_route(name, wait_s=DECIDED_WITHIN_S)
    _report(outcome, f"Route {name} removed", "muster alerts routes", name, how)


@app.command("test")
def try_routes(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="By this route; else by all.", show_default=False)
    ] = None,
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Send an alert that means nothing, to see whether it arrives. Needs the role operator.

    Examples:
        muster alerts test
        muster alerts test pager
    """
    outcome = client().try_alert_routes(name, wait_s=DECIDED_WITHIN_S)
    _report(outcome, "A test is on its way", "muster alerts list -n 1", name or "test", how)


def _delivered(alert: Mapping[str, Any]) -> str:
    return ", ".join(f"{each['route']} {each['state']}" for each in alert["deliveries"])


def _urgency(alert: Mapping[str, Any]) -> str:
    return _STYLES.get(alert["severity"], "")


def _worst(alert: Mapping[str, Any]) -> str:
    states = {each["state"] for each in alert["deliveries"]}
    return "red" if "not-delivered" in states else ""


def _wanted(route: Mapping[str, Any]) -> str:
    limits = [f"team {team}" for team in route["teams"]] + [f"rule {rule}" for rule in route["rules"]]
    return ", ".join(limits) or "all"


_ALERTS: View[Mapping[str, Any]] = View(
    columns=(
        Column("AT", lambda alert: alert["at"][:16]),
        Column("SEVERITY", lambda alert: alert["severity"], style=_urgency),
        Column("TITLE", lambda alert: alert["title"], least=30),
        Column("TEAM", lambda alert: alert["team"], drop=1),
        Column("SENT BY", _delivered, style=_worst),
        Column("SERIES", lambda alert: alert["series"], wide=True),
        Column("TEXT", lambda alert: alert["text"].replace("\n", "  "), wide=True),
    ),
    raw=dict,
    name=lambda alert: alert["alert"],
    empty="nothing that you may see has been told",
)

_ROUTES: View[Mapping[str, Any]] = View(
    columns=(
        Column("ROUTE", lambda route: route["name"]),
        Column("TO", lambda route: route["webhook"] or f"Apprise, by secret {route['secret']}"),
        Column("FROM", lambda route: route["severity"]),
        Column("OF", _wanted),
        Column("NODES", lambda route: "yes" if route["platform"] else ""),
        Column("SET BY", lambda route: route["requested_by"], drop=1),
    ),
    raw=dict,
    name=lambda route: route["name"],
    empty="alerts are sent nowhere",
)
