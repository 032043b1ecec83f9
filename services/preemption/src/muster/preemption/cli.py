"""`muster preempt`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from muster.client.cli import connect
from muster.client.cli.connect import JobArgument
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption
from muster.terminal.words import counted

app = typer.Typer()


@app.command()
def preempt(
    reference: JobArgument,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Compute a plan now; nothing is recorded, nobody is notified.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show which jobs yield to a job: the newest plan for it, or with --dry-run a plan computed now.

    For each job that yields it shows its share of the price, the work that it loses and the message to its
    owner; then the total price and what the job gains, in GPU hours. Without a plan, it shows the reason.

    Only operators see the names of other tenants' jobs.

    Examples:
        muster preempt --dry-run train
        muster preempt train --json
    """
    handle = connect.job(reference)
    if dry_run:
        found = [handle.client.preemption_dry_run(handle.job_id)]
    else:
        found = handle.client.preemption_plans(handle.job_id)
    if not found:
        say(f"no preemption was requested for {handle.job_id} within a day; try --dry-run")
    elif how.for_people:
        output.write("".join(f"{line}\n" for line in lines(found[0])))
    else:
        output.show_one(found[0], handle.job_id, how)


def lines(plan: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that describe an answer of the preemption service."""
    if plan["state"] == "DECLINED":
        yield f"no plan: {plan['message']} ({plan['reason']})"
        return
    jobs = counted(len(plan["victims"]), "job")
    open_until = f", valid until {plan['expires_at']}" if plan["state"] == "OPEN" else ""
    ended = f", ended: {plan['outcome']}" if plan["outcome"] else ""
    would = (
        "would yield" if plan["state"] == "DRY_RUN" else "yields" if len(plan["victims"]) == 1 else "yield"
    )
    yield f"{jobs} {would}, as of seq {plan['as_of_seq']}{open_until}{ended}"
    for victim in plan["victims"]:
        who = victim["job_id"] or "another tenant's job"
        queue = f", queue {victim['queue']}" if victim["queue"] else ""
        gpus = f"{victim['gpus_freed']:g} GPUs"
        cost, lost = victim["cost_gpu_hours"], victim["lost_gpu_hours"]
        yield f"  {who}{queue}: frees {gpus}, costs {cost:.2f} GPU hours, {lost:.2f} of them lost work"
        yield f"    message: {victim['message']}"
    least = "no other set costs less" if plan["exact"] else f"at least {plan['price_gpu_hours_min']:.2f}"
    yield f"price {plan['price_gpu_hours']:.2f} GPU hours ({least}); gain {plan['gain_gpu_hours']:.2f}"
    nodes = sorted({place["node_id"] for place in plan["placements"]})
    if nodes:
        yield f"then fits on {', '.join(nodes)}"
