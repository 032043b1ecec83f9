"""`muster reservation`: whole nodes kept for the jobs of a queue, from a time until another."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from muster.client.cli import columns, moments, output, receipts
from muster.client.cli.connect import client
from muster.client.cli.messages import next_command
from muster.client.cli.output import Format, JsonOption, OutputOption

app = typer.Typer(no_args_is_help=True, help="Nodes kept for the jobs of a queue, from a time until another.")

NOW: Final = "0s"
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="1 to 63 of a-z 0-9 and -.")]


@app.command()
def create(
    name: NameArgument,
    *,
    queue: Annotated[str, typer.Option("--queue", "-q", help="Whose jobs may be placed there.")],
    model: Annotated[str, typer.Option("--model", "-m", help="GPU model of the nodes.")],
    gpus: Annotated[int | None, typer.Option("--gpus", help="As few nodes as have so many GPUs.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="So many nodes.")] = None,
    start: Annotated[str, typer.Option("--start", help="From when, like 2026-12-01T08:00Z, or in 2h.")] = NOW,
    end: Annotated[str, typer.Option("--end", help="Until when, or how long: like 12h or 2d.")],
) -> None:
    """Reserve nodes; until it starts, others run there only if they end before. Needs the role operator."""
    from muster.jobs.quantities import format_time

    connected = client()
    starts_ms = moments.moment_ms(start, moments.now_ms())
    wanted: dict[str, Any] = {
        "queue": queue, "gpu_model": model, "ends_at": format_time(moments.moment_ms(end, starts_ms))
    }  # fmt: skip
    given = {"gpus": gpus, "nodes": nodes, "starts_at": None if start == NOW else format_time(starts_ms)}
    wanted |= {field: value for field, value in given.items() if value is not None}
    receipts.tell(connected, connected.reserve(name, wanted), f"reservation {name} is made")
    next_command("muster reservation list", f"muster submit --set queue={queue} JOB.yaml")


@app.command("list")
def list_reservations(how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """Reservations that have not ended, by name."""
    output.show(client().reservations(), columns.reservations(), output.chosen(how, as_json))


@app.command()
def cancel(name: NameArgument) -> None:
    """Give the nodes to everybody again; what runs there goes on. Needs the role operator."""
    connected = client()
    receipts.tell(connected, connected.cancel_reservation(name), f"reservation {name} is cancelled")
