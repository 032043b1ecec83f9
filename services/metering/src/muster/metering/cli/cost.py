"""`muster cost` and its subcommands."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import client
from muster.metering.cli.checks import reconcile, running
from muster.metering.cli.efficiency import efficiency
from muster.metering.cli.export import export
from muster.metering.cli.job_cost import job
from muster.metering.cli.options import DIMENSIONS, OnlyOption
from muster.metering.cli.periods import DAY_S, ago
from muster.metering.cli.report import report
from muster.metering.cli.split import split
from muster.metering.cli.sums import Sum, sums_of, totals
from muster.metering.cli.views import RAW, lost_of, say_lost, say_totals, view
from muster.metering.cli.whatif import whatif
from muster.terminal import durations, output
from muster.terminal.messages import next_command
from muster.terminal.output import Column, Format, OutputOption
from muster.terminal.sparkline import sparkline
from typer.core import TyperGroup

_DAYS_AS_BARS_MAX: Final = 92
_SINCE_S: Final = 30 * DAY_S
_JOB: Final = "job"


class JobsBesideCommands(TyperGroup):
    """Group in which a first word that is not a subcommand names a job: `muster cost train`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the subcommand that the first word names, else the one for a job."""
        if args and self.get_command(ctx, args[0]) is None:
            args = [_JOB, *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=JobsBesideCommands, invoke_without_command=True, subcommand_metavar="[JOB | COMMAND]")


@app.callback()
def cost(
    context: typer.Context,
    *,
    by: Annotated[
        str, typer.Option("--by", help=f"Group by up to three of these, comma-separated: {DIMENSIONS}.")
    ] = "team",
    since: durations.SinceOption = None,
    only: OnlyOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show the GPU costs of your teams; with the role billing, of your tenant; as operator, of the platform.

    Covers whole days: the last 30, or --since. A day in progress counts as far as its hours are recorded.
    With the name or id of a job, shows that job's costs by attempt.

    Examples:
        muster cost
        muster cost --by team,model --since 30d
        muster cost --by queue --only kind=job -o json
        muster cost train
    """
    if context.invoked_subcommand is None:
        _show(by, since or _SINCE_S, only or [], how)
        return
    for parameter in context.command.params:
        source = context.get_parameter_source(str(parameter.name))
        if source is not None and source.name == "COMMANDLINE":
            message = (
                f"{parameter.opts[0]} must come after {context.invoked_subcommand}, if it has that option"
            )
            raise typer.BadParameter(message)


for _command in (job, split, whatif, running, efficiency, report, export, reconcile):
    app.command()(_command)


def _show(by: str, span_s: float, only: list[str], how: Format) -> None:
    step = "day" if span_s <= _DAYS_AS_BARS_MAX * DAY_S else "month"
    answer = client().costs(by, step=step, since=ago(span_s), only=only)
    if not how.for_people:
        output.show(answer["items"], RAW, how)
        return
    sums = sums_of(answer["items"])
    whole = totals(sums)
    lost: Column[Sum] = Column("LOST", lost_of, right=True, drop=3)
    shares: Column[Sum] = Column("SHARE", lambda each: _share(each, whole), right=True, drop=4)
    bars: Column[Sum] = Column(f"PER {step.upper()}", lambda each: sparkline(each.periods), drop=1)
    output.show(sums, view(answer["by"], lost, shares, bars), how)
    say_totals(sums)
    if sums:
        by_loss = client().costs("loss", since=answer["since"], until=answer["until"], only=only)
        say_lost(sums_of(by_loss["items"]))
        next_command("muster cost running", "muster cost JOB", "muster rates show")


def _share(each: Sum, whole: dict[str, Decimal]) -> str:
    """Return its share of all charges in its currency; a dash if those are zero."""
    return f"{100 * each.charged / whole[each.currency]:.0f} %" if whole[each.currency] else "-"
