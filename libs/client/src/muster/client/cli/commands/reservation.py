"""`muster reservation`: whole nodes kept for the jobs of a queue, from a time until another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import typer
from muster.client.cli import columns, output, receipts
from muster.client.cli.connect import client
from muster.client.cli.messages import next_command
from muster.client.cli.output import Format, JsonOption, OutputOption

app = typer.Typer(no_args_is_help=True, help="Nodes kept for the jobs of a queue, from a time until another.")

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="1 to 63 of a-z 0-9 and -.")]


@app.command()
def create(
    name: NameArgument,
    *,
    queue: Annotated[str, typer.Option("--queue", "-q", help="Whose jobs may be placed there.")],
    model: Annotated[str, typer.Option("--model", "-m", help="GPU model of the nodes.")],
    gpus: Annotated[int | None, typer.Option("--gpus", help="As few nodes as have so many GPUs.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="So many nodes.")] = None,
    start: Annotated[str | None, typer.Option("--start", help="Like 2026-12-01T08:00Z; else now.")] = None,
    end: Annotated[str | None, typer.Option("--end", help="Like 2026-12-01T20:00Z.")] = None,
    length: Annotated[str | None, typer.Option("--for", help="Instead of --end: like 12h or 2d.")] = None,
) -> None:
    """Reserve nodes; until it starts, others run there only if they end before. Needs the role operator."""
    connected = client()
    wanted: dict[str, Any] = {"queue": queue, "gpu_model": model, "ends_at": _end(start, end, length)}
    wanted |= {
        field: value
        for field, value in {"gpus": gpus, "nodes": nodes, "starts_at": start}.items()
        if value is not None
    }
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


def _end(start: str | None, end: str | None, length: str | None) -> str:
    """When it ends, as it is asked for."""
    from muster.jobs.quantities import format_time, parse_duration, parse_time

    if (end is None) == (length is None):
        raise typer.BadParameter("say either --end or --for")
    if end is not None:
        return end
    try:
        begins_ms = _now_ms() if start is None else parse_time(start)
        return format_time(begins_ms + parse_duration(length or ""))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _now_ms() -> int:
    return (datetime.now(UTC) - datetime.fromtimestamp(0, UTC)) // timedelta(milliseconds=1)
