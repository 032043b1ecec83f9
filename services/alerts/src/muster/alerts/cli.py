"""`muster alerts`. It imports only the client, so it runs on a laptop without servers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.cli.receipts import tell
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="Show alerts and manage the routes they are sent by.")
_report: Final = partial(tell, by="the alerts service")

_STYLES: Final = {"critical": "red", "warning": "yellow"}
NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the route: 1 to 63 of a-z, 0-9 and -.")
]


@app.command("list")
def list_alerts(
    *,
    series: Annotated[
        str | None, typer.Option("--series", help="Show only this series, e.g. budget/vision-month.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=1000, help="Maximum number of alerts.")
    ] = 20,
    how: OutputOption = Format.TABLE,
) -> None:
    """List the alerts of your teams, newest first, with their delivery.

    With the role billing, lists all of the tenant's; with the role operator, also those about nodes.

    Examples:
        muster alerts list
        muster alerts list --series node/node-a -o json
    """
    output.show(client().alerts(series=series, limit=limit), _ALERTS, how)


@app.command()
def routes(*, how: OutputOption = Format.TABLE) -> None:
    """List the routes that alerts are sent by. Needs the role operator.

    Examples:
        muster alerts routes
    """
    output.show(client().alert_routes(), _ROUTES, how)


@app.command("set")
def set_route(
    name: NameArgument,
    *,
    secret: Annotated[str, typer.Option("--secret", help="Name of a secret in the sender's configuration.")],
    webhook: Annotated[
        str | None,
        typer.Option(
            "--webhook", help="URL to post signed alerts to (default: use the secret with Apprise)."
        ),
    ] = None,
    severity: Annotated[
        str, typer.Option("--severity", help="Minimum severity: info, warning or critical.")
    ] = "warning",
    team: Annotated[
        list[str] | None, typer.Option("--team", "-t", help="Send only alerts of this team; repeatable.")
    ] = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", help="Send only alerts of this rule; repeatable.")
    ] = None,
    platform: Annotated[bool, typer.Option("--platform", help="Include node alerts.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Set an alert route, or replace the one with this name. Needs the role operator.

    Examples:
        muster alerts set pager --webhook https://hooks.example.org/muster --secret pager --severity critical
        muster alerts set vision-slack --secret vision-slack --team vision
    """
    from muster.client.documents.user_input import refused
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
    """Remove an alert route. Needs the role operator.

    Examples:
        muster alerts remove pager
    """
    outcome = client().remove_alert_route(name, wait_s=DECIDED_WITHIN_S)
    _report(outcome, f"Route {name} removed", "muster alerts routes", name, how)


@app.command("test")
def try_routes(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Route to test (default: all).", show_default=False)
    ] = None,
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Send a test alert. Needs the role operator.

    Examples:
        muster alerts test
        muster alerts test pager
    """
    outcome = client().try_alert_routes(name, wait_s=DECIDED_WITHIN_S)
    _report(outcome, "Test alert sent", "muster alerts list -n 1", name or "test", how)


def _delivered(alert: Mapping[str, Any]) -> str:
    return ", ".join(f"{each['route']} {each['state']}" for each in alert["deliveries"])


def _urgency(alert: Mapping[str, Any]) -> str:
    return _STYLES.get(alert["severity"], "")


def _worst(alert: Mapping[str, Any]) -> str:
    states = {each["state"] for each in alert["deliveries"]}
    return "red" if "not-delivered" in states else ""


def _filters(route: Mapping[str, Any]) -> str:
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
    empty="no alerts that you may see",
)

_ROUTES: View[Mapping[str, Any]] = View(
    columns=(
        Column("ROUTE", lambda route: route["name"]),
        Column("TO", lambda route: route["webhook"] or f"Apprise, by secret {route['secret']}"),
        Column("FROM", lambda route: route["severity"]),
        Column("OF", _filters),
        Column("NODES", lambda route: "yes" if route["platform"] else ""),
        Column("SET BY", lambda route: route["requested_by"], drop=1),
    ),
    raw=dict,
    name=lambda route: route["name"],
    empty="no alert routes are set",
)
