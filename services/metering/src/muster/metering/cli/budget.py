"""`muster budget`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import DECIDED_WITHIN_S, client
from muster.client.cli.receipts import tell
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption, View

app = typer.Typer(no_args_is_help=True, help="Set and inspect budgets.")

_WIDTH: Final = 20
_WARN_PERCENT: Final = 80
NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the budget: 1 to 63 of a-z, 0-9 and -.")
]


@app.command("set")
def set_budget(
    name: NameArgument,
    *,
    team: Annotated[str | None, typer.Option("--team", "-t", help="Count the spending of this team.")] = None,
    project: Annotated[
        str | None, typer.Option("--project", help="Count the spending of this project.")
    ] = None,
    queue: Annotated[
        str | None, typer.Option("--queue", "-q", help="Count the spending of this queue and those below it.")
    ] = None,
    amount: Annotated[
        str | None, typer.Option("--amount", help="Amount of money in --currency, e.g. 5000.00.")
    ] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", help="Currency of the rate card, e.g. USD.")
    ] = None,
    hours: Annotated[
        str | None, typer.Option("--gpu-hours", help="GPU hours instead of an amount of money.")
    ] = None,
    days: Annotated[
        int | None,
        typer.Option("--rolling-days", help="Count the last N days (default: the calendar month)."),
    ] = None,
    warn: Annotated[
        int, typer.Option("--warn", help="Alert at this percentage, and at 100.")
    ] = _WARN_PERCENT,
    policy: Annotated[
        str, typer.Option("--policy", help="Action when the budget is used up: notify, block or approval.")
    ] = "notify",
    tiers: Annotated[
        list[str] | None,
        typer.Option("--tier", help="Tier that block and approval hold back; repeatable."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Set a budget, or replace the one with this name. Needs the role billing.

    Without --team, --project or --queue it covers the whole tenant. A queue's budget can hold jobs back once
    it is used up: block does so until the month ends or rolling spending falls below the budget, approval
    until somebody lifts the restriction with muster queue lift.

    Examples:
        muster budget set vision-month --team vision --amount 5000 --currency USD
        muster budget set research-week --queue research --gpu-hours 1200 --rolling-days 7
        muster budget set vision-hours --queue vision --gpu-hours 900 --policy block --tier interactive
    """
    from muster.client.documents.user_input import refused
    from muster.jobs import BudgetRequest, InvalidDocument, filled

    given = {
        "team": team,
        "project": project,
        "queue": queue,
        "amount": amount,
        "currency": currency,
        "gpu_hours": hours,
        "rolling_days": days,
        "tiers": tiers or None,
    }
    asked: dict[str, Any] = {"name": name, "warn_percent": warn, "policy": policy}
    asked |= {field: value for field, value in given.items() if value is not None}
    try:
        budget = filled(BudgetRequest, asked).model_dump(mode="json", exclude_none=True)
    except InvalidDocument as error:
        raise refused(error, name, what="budget") from None
    _report(client().set_budget(budget, wait_s=DECIDED_WITHIN_S), f"Budget {name} set", name, how)


@app.command("list")
def list_budgets(*, how: OutputOption = Format.TABLE) -> None:
    """List the budgets of your teams and their spending; with the role billing, all of the tenant's.

    Examples:
        muster budget list
    """
    output.show(client().budgets(), _BUDGETS, how)


@app.command()
def show(name: NameArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show a budget, its spending, and the thresholds it has reached.

    Examples:
        muster budget show vision-month
    """
    found = client().budget(name)
    if not how.for_people:
        output.show_one(found, name, how)
        return
    output.show([found], _BUDGETS, how)
    for each in reversed(found["thresholds"]):
        word = "reached" if each["reached"] else "eased"
        say(f"{each['at'][:16]} {each['percent']} % {word}: {each['spent']} {found['unit']} spent")
    if month := found["forecast"]:
        often = f"{month['level_percent']} % range"
        say(f"forecast for the month: {month['low']} to {month['high']} {found['unit']} ({often})")
    if found["policy"] != "notify":
        until = "the month ends or spending falls" if found["policy"] == "block" else "somebody lifts this"
        say(f"once it is used up, no {', '.join(found['tiers'])} jobs start in {found['of']} until {until}")
    if found["measured_until"]:
        say(f"usage until {found['measured_until'][:16]} is counted; set by {found['requested_by']}")
    else:
        say(f"no usage recorded yet; set by {found['requested_by']}")


@app.command()
def remove(name: NameArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Remove a budget. Needs the role billing.

    Examples:
        muster budget remove vision-month
    """
    _report(client().remove_budget(name, wait_s=DECIDED_WITHIN_S), f"Budget {name} removed", name, how)


def _report(outcome: str, done: str, name: str, how: Format) -> None:
    tell(outcome, done, "muster budget list", name, how, by="the metering service")


def _whose(budget: Mapping[str, Any]) -> str:
    return f"{budget['scope']} {budget['of']}".strip()


def _period(budget: Mapping[str, Any]) -> str:
    if budget["rolling_days"] is not None:
        return f"last {budget['rolling_days']} days"
    return str(budget["starts_at"])[:7] if budget["starts_at"] else "month"


def _bar(percent: int) -> str:
    """Draw a bar that is full at 100 %; the number beside it shows anything beyond."""
    cells = min(_WIDTH, -(-percent * _WIDTH // 100) if percent > 0 else 0)
    return "█" * cells + "·" * (_WIDTH - cells)


def _style(budget: Mapping[str, Any]) -> str:
    if not budget["reached"]:
        return ""
    return "red" if budget["percent"] >= 100 else "yellow"


_BUDGETS: View[Mapping[str, Any]] = View(
    columns=(
        Column("BUDGET", lambda budget: budget["name"]),
        Column("OF", _whose),
        Column("PERIOD", _period, drop=2),
        Column("SPENT", lambda budget: budget["spent"], right=True),
        Column("AMOUNT", lambda budget: f"{budget['amount']} {budget['unit']}", right=True),
        Column("%", lambda budget: str(budget["percent"]), right=True, style=_style),
        Column("", lambda budget: _bar(budget["percent"]), drop=1, style=_style),
    ),
    raw=dict,
    name=lambda budget: budget["name"],
    empty="no budgets are set, or none that you may see",
)
