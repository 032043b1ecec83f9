"""`muster cost running` and `muster cost reconcile`: what operators look at."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from muster.client.cli.commands.costs.sums import running_sum
from muster.client.cli.commands.costs.views import RAW, say_totals, view
from muster.client.cli.connect import client
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption

_RUNNING_BY: Final = "team, project, user, queue, tier, model, kind, job"


def running(
    *,
    by: Annotated[str, typer.Option("--by", help=f"Some of {_RUNNING_BY}, by commas.")] = "queue,kind",
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what is not charged yet, as if its days ended now, the hour in progress included. For operators.

    It reads the log whole, as `reconcile` does, and checks the same: GPU time x rate.

    Examples:
        muster cost running
        muster cost running --by team
    """
    found = client().running_costs(by)
    if not how.for_people:
        output.show(found["items"], RAW, how)
    else:
        sums = [running_sum(item) for item in found["items"]]
        output.show(sums, view(found["by"]), how)
        say_totals(sums)
        word = "is" if found["reconciled"] else "IS NOT"
        say(f"an estimate, {found['at']}: it {word} GPU time x rate on {found['node_days']} node days")
        for each in found["discrepancies"]:
            output.write(f"{each['node_id']} {each['day'][:10]}: {each['what']}\n")
    if not found["reconciled"]:
        raise typer.Exit(1)


def reconcile(*, how: OutputOption = Format.TABLE) -> None:
    """Check that for every node and day the charges are GPU time x rate, by the log. Needs the role operator.

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
