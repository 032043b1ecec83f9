"""`muster capacity`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from muster.terminal import output
from muster.terminal.output import Format, OutputOption
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.lab.capacity.options import Tried
    from muster.lab.capacity.report import Prices
    from muster.scheduler.core.state.state import State
    from rich.status import Status

app = typer.Typer()


@app.command()
def capacity(
    *,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help="Number of nodes to try adding of each kind; default: 10 %."),
    ] = None,
    price: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL=PRICE", help="Price of a GPU-hour of a model; repeatable."),
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Show what limits the cluster, which GPUs are idle but unusable, and what more nodes would help.

    The scheduler's state is read from its snapshot and its log, as in `muster audit`, so the scheduler itself
    is not disturbed; the actual use of the hardware is read from the nodes' newest heartbeats. To try an
    option, the scheduler's own core continues from a copy of the state in virtual time, with more nodes or
    without a quota, using the run times of similar jobs.

    Prices may be given in any currency.

    Examples:
        muster capacity
        muster capacity --nodes 4 --price H100=2.5 --price A100=1.2
    """
    prices = _prices(price or ())
    from muster.events.topics import IDENTITY_EVENTS, NODE_HEARTBEATS, SCHEDULER_LOG
    from muster.identity.report_check import checking_reports
    from muster.journal import SystemClock
    from muster.lab.capacity.capacity import capacity_of
    from muster.lab.capacity.real_use import real_use
    from muster.lab.capacity.report import as_json, lines
    from muster.lab.edge.beats import newest_heartbeats
    from muster.lab.edge.live_state import live_state
    from muster.scheduler.edge.snapshots import snapshot_store
    from muster.service.audit import audit_journal
    from muster.service.settings import CapacitySettings
    from rich.console import Console

    settings = CapacitySettings.load()
    with Console(stderr=True).status("reading the scheduler's log") as status:
        with audit_journal(settings, [SCHEDULER_LOG, NODE_HEARTBEATS, IDENTITY_EVENTS]) as journal:
            state = live_state(journal, snapshot_store(settings), settings.cell)
            status.update("reading the nodes' newest heartbeats")
            with checking_reports(
                journal, settings.node_jwks_file, settings.cell, name="capacity-memberships"
            ) as check:
                beats = newest_heartbeats(journal, state, SystemClock(), check)
        use = real_use(sum(node.usable for node in state.nodes.values()), beats)
        found, options = capacity_of(state), _played(state, nodes, status)
    if how.for_people:
        output.write("".join(f"{line}\n" for line in lines(found, options, prices, use)))
    else:
        output.show_one(as_json(found, options, prices, use), settings.cell, how)


def _played(state: State, nodes: int | None, status: Status) -> list[Tried]:
    """Try every option and show the progress: each takes seconds in a large cluster."""
    from muster.lab.capacity.options import tried

    options: list[Tried] = []
    status.update("simulating without changes")
    for option in tried(state, nodes):
        options.append(option)
        status.update(f"{counted(len(options), 'option')} simulated, the last: {option.what}")
    return options


def _prices(given: list[str] | tuple[str, ...]) -> Prices:
    prices: dict[str, float] = {}
    for text in given:
        model, _, number = text.partition("=")
        try:
            prices[model] = float(number)
        except ValueError:
            prices[model] = -1.0
        if not model or not 0 < prices[model] < float("inf"):
            raise typer.BadParameter(
                f"--price is {text!r}; must be MODEL=PRICE with a price above 0, as in H100=2.5"
            )
    return prices
