"""`muster cost running` and `muster cost reconcile`: costs so far, and whether they add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

import typer
from muster.client.cli.connect import client
from muster.metering.cli.options import OnlyOption
from muster.metering.cli.sums import RunningSum, running_sum
from muster.metering.cli.views import RAW, say_totals, view
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Column, Format, OutputOption

_RUNNING_BY: Final = "team, project, user, queue, tier, model, kind, job"


def running(
    *,
    by: Annotated[
        str, typer.Option("--by", help=f"Group by these, comma-separated: {_RUNNING_BY}.")
    ] = "queue,kind",
    only: OnlyOption = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Estimate the costs not charged yet, as if the day ended now, and the current cost per hour.

    Includes the hour in progress. The same access rules as for `muster cost` apply; operators also see
    whether the estimate equals GPU time x rate.

    Examples:
        muster cost running
        muster cost running --by team
        muster cost running --by job --only user=ann
    """
    found = client().running_costs(by, only=only or [])
    if not how.for_people:
        output.show(found["items"], RAW, how)
    else:
        sums = [running_sum(item) for item in found["items"]]
        table = view(found["by"], _TODAY, _PER_HOUR)
        output.show(sums, replace(table, empty="no uncharged costs, or none that you may see"), how)
        say_totals(sums)
        _say_checked(found)
    if found["reconciled"] is False:
        raise typer.Exit(1)


def _say_checked(found: Mapping[str, Any]) -> None:
    if found["reconciled"] is None:
        say(f"estimate as of {found['at']}")
        return
    word = "equals" if found["reconciled"] else "DOES NOT EQUAL"
    say(f"estimate as of {found['at']}: {word} GPU time x rate on {found['node_days']} node days")
    for each in found["discrepancies"]:
        output.write(f"{each['node_id']} {each['day'][:10]}: {each['what']}\n")


_TODAY: Final[Column[RunningSum]] = Column("TODAY", lambda each: f"{each.today}", right=True)
_PER_HOUR: Final[Column[RunningSum]] = Column("PER HOUR", lambda each: f"{each.per_hour}", right=True)


def reconcile(*, how: OutputOption = Format.TABLE) -> None:
    """Check from the log that all charges equal GPU time x rate, by node and day. Needs the role operator.

    Examples:
        muster cost reconcile
    """
    found = client().reconciliation()
    if not how.for_people:
        output.show_one(found, "reconciliation", how)
    else:
        for each in found["discrepancies"]:
            output.write(f"{each['node_id']} {each['day'][:10]}: {each['what']}\n")
        amounts = (
            f"{each['charged']} {each['currency']} for {each['gpu_hours']} GPU hours"
            for each in found["charged"]
        )
        word = "reconciled" if found["reconciled"] else "NOT RECONCILED"
        position = f" (log read to {found['position']})" if found["position"] else ""
        say(
            f"{word}: {found['node_days']} node days, {', '.join(amounts) or 'nothing charged yet'}{position}"
        )
    if not found["reconciled"]:
        raise typer.Exit(1)
