"""`muster reservation`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from muster.client.cli import completion, moments, receipts
from muster.client.cli.connect import client
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer(no_args_is_help=True, help="Reserve nodes for a queue for a time window.")

NOW: Final = "0s"
NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the reservation: 1 to 63 of a-z, 0-9 and -.")
]


@app.command()
def create(
    name: NameArgument,
    *,
    queue: Annotated[
        str,
        typer.Option(
            "--queue", "-q", help="Queue whose jobs may run there.", autocompletion=completion.queues
        ),
    ],
    model: Annotated[str, typer.Option("--model", "-m", help="GPU model of the nodes.")],
    gpus: Annotated[
        int | None, typer.Option("--gpus", help="Reserve the fewest nodes with this many GPUs.")
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Reserve this many nodes.")] = None,
    start: Annotated[
        str, typer.Option("--start", help="Start: a time such as 2026-12-01T08:00Z, or 2h from now.")
    ] = NOW,
    how: OutputOption = Format.TABLE,
    end: Annotated[str, typer.Option("--end", help="End: a time, or a length such as 12h or 2d.")],
) -> None:
    """Reserve nodes. Needs the role operator.

    Until the window starts, other jobs are placed there only if they end before it.

    Examples:
        muster reservation create launch -q vision -m H100 --gpus 64 --start 2026-12-01T08:00Z --end 12h
    """
    from muster.jobs.values.quantities import format_time

    connected = client()
    starts_ms = moments.moment_ms(start, moments.now_ms())
    wanted: dict[str, Any] = {
        "queue": queue, "gpu_model": model, "ends_at": format_time(moments.moment_ms(end, starts_ms))
    }  # fmt: skip
    given = {"gpus": gpus, "nodes": nodes, "starts_at": None if start == NOW else format_time(starts_ms)}
    wanted |= {field: value for field, value in given.items() if value is not None}
    receipts.report(
        connected,
        connected.reserve(name, wanted),
        f"Created reservation {name}",
        how=how,
        name=name,
        next="muster reservation list",
    )


@app.command("list")
def list_reservations(*, how: OutputOption = Format.TABLE) -> None:
    """List reservations that have not ended, by name.

    Examples:
        muster reservation list -o wide
    """
    output.show(client().reservations(), columns.reservations(), how)


@app.command()
def cancel(name: NameArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Cancel a reservation; jobs on its nodes keep running. Needs the role operator.

    Examples:
        muster reservation cancel launch
    """
    connected = client()
    receipt = connected.cancel_reservation(name)
    receipts.report(connected, receipt, f"Cancelled reservation {name}", how=how, name=name)
