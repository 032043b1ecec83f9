"""`muster queues`: the queues jobs wait in; create and delete them."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from muster.client.cli import columns, output
from muster.client.cli.connect import client
from muster.client.cli.messages import next_command, say
from muster.client.cli.output import Format, JsonOption, OutputOption

app = typer.Typer(invoke_without_command=True, help="The queues jobs wait in; create and delete them.")
NameArgument = Annotated[str, typer.Argument(metavar="QUEUE", help="1 to 63 of a-z 0-9 and -.")]
_SETTLED_WITHIN_S: Final = 10


@app.callback()
def queues(ctx: typer.Context, how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """The queues jobs wait in; create and delete them."""
    if ctx.invoked_subcommand is None:
        _list(output.chosen(how, as_json))


@app.command("list")
def list_queues(how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """The queues jobs wait in."""
    _list(output.chosen(how, as_json))


@app.command()
def create(
    name: NameArgument,
    description: Annotated[str, typer.Option("--description", "-d", help="For people.")] = "",
) -> None:
    """Make a queue."""
    connected = client()
    connected.settled(
        connected.create_queue(name, description=description).command_id, wait_s=_SETTLED_WITHIN_S
    )
    say(f"queue {name} exists")
    next_command(f"muster submit --set queue={name} JOB.yaml")


@app.command()
def delete(name: NameArgument) -> None:
    """Remove a queue that holds no job."""
    connected = client()
    connected.settled(connected.delete_queue(name).command_id, wait_s=_SETTLED_WITHIN_S)
    say(f"queue {name} is gone")


def _list(how: Format) -> None:
    output.show(client().queues(), columns.queues(), how)
