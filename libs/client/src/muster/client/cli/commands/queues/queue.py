"""`muster queue`: the queues jobs wait in: a tree with shares, and what of it is in use."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer
from muster.client.cli import columns, output, receipts
from muster.client.cli.commands.queues import bars, carried_out, facts
from muster.client.cli.commands.queues import tree as queue_tree
from muster.client.cli.connect import client
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.cli.messages import next_command, say
from muster.client.cli.output import Format, JsonOption, OutputOption, WatchOption
from muster.client.errors import NotFound
from muster.client.resources import Queue

app = typer.Typer(
    no_args_is_help=True, help="The queues jobs wait in: a tree with shares, and what is in use."
)

NameArgument = Annotated[str, typer.Argument(metavar="QUEUE", help="1 to 63 of a-z 0-9 and -.")]
_SETTINGS_HELP: Final = "Like guarantee.gpus=64 guarantee.memory=4TiB weight=2 maximum=null."


@app.command()
def tree(
    name: Annotated[str | None, typer.Argument(metavar="QUEUE", help="Only this and those below it.")] = None,
    *,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
    watch: WatchOption = False,
) -> None:
    """What is guaranteed, used, borrowed, lent and due, queue below queue."""
    connected = client()

    def fetch() -> list[Queue]:
        return _from(name, connected.queue_tree())

    how = output.chosen(how, as_json)
    if watch:
        watch_items(lambda: queue_tree.lines(fetch()), queue_tree.view, how)
    elif how in {Format.JSON, Format.YAML}:
        output.show(fetch(), columns.queues(), how)  # nested, as the API says it
    else:
        lines = queue_tree.lines(fetch())
        output.show(lines, queue_tree.view(), how)
        if how.for_people and lines:
            say(bars.LEGEND)
            next_command(f"muster queue describe {queue_tree.most_waited_in(lines)}")


@app.command("list")
def list_queues(how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """The queues jobs wait in, by name."""
    output.show(client().queues(), columns.queues(), output.chosen(how, as_json))


@app.command()
def describe(name: NameArgument, how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """A queue in full: what it may have, what it has, and what is due to it."""
    queue = client().queue(name)
    how = output.chosen(how, as_json)
    if not how.for_people:
        output.show_one(queue.raw, queue.name, how)
        return
    output.write("".join(f"{line}\n" for line in facts.facts(queue, datetime.now(UTC))))
    next_command(f"muster list -q {name}", f"muster queue set {name} FIELD=VALUE")


@app.command()
def create(
    name: NameArgument,
    settings: Annotated[list[str] | None, typer.Argument(metavar="FIELD=VALUE", help=_SETTINGS_HELP)] = None,
    *,
    parent: Annotated[str, typer.Option("--parent", "-p", help="The queue above.")] = "",
    description: Annotated[str, typer.Option("--description", "-d", help="For people.")] = "",
) -> None:
    """Make a queue."""
    from muster.client.documents.reading import document

    connected = client()
    wanted = document(settings or ()) | ({"parent": parent} if parent else {})
    receipt = connected.create_queue(name, description=description, settings=wanted)
    receipts.tell(connected, receipt, f"queue {name} exists")
    next_command(f"muster submit --set queue={name} JOB.yaml")


@app.command("set")
def set_fields(
    name: NameArgument,
    settings: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE", help=_SETTINGS_HELP)],
) -> None:
    """Change some of a queue's settings; FIELD=null takes one back."""
    from muster.client.documents.queuefile import changes
    from muster.client.documents.reading import document

    connected = client()
    before = connected.queue(name)
    receipt = connected.change_queue(name, document(settings), if_match=before.etag)
    receipts.tell(connected, receipt, f"queue {name} is configured")
    for change in changes(before.settings, connected.queue(name).settings):
        output.write(f"{change}\n")
    next_command(f"muster queue describe {name}")


@app.command()
def apply(
    file: Annotated[Path, typer.Option("--file", "-f", help="A YAML file of queues; - reads stdin.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change, no more.")] = False,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
) -> None:
    """Make and configure the queues of a file, parents first; a second time changes nothing.

    Queues that the file does not name stay as they are.
    """
    from muster.client.documents import queuefile, reading

    origin = "stdin" if str(file) == "-" else str(file)
    text = sys.stdin.buffer.read() if origin == "stdin" else reading.read_bytes(file)
    wanted = queuefile.read_tree(text, origin=origin)
    connected = client()
    steps = queuefile.plan(wanted, connected.queues())
    done = carried_out.dry(steps) if dry_run else carried_out.carry_out(connected, steps)
    how = output.chosen(how, as_json)
    output.show(done, carried_out.view(), how)
    if how.for_people:
        say(carried_out.summary(done) + ("; nothing was changed (--dry-run)" if dry_run else ""))
        next_command(f"muster queue apply -f {file}" if dry_run else "muster queue tree")
    if code := carried_out.exit_code(done):
        raise typer.Exit(code)


@app.command()
def delete(name: NameArgument) -> None:
    """Remove a queue that holds no job and has none below it."""
    connected = client()
    receipts.tell(connected, connected.delete_queue(name), f"queue {name} is gone")


def _from(name: str | None, tops: list[Queue]) -> list[Queue]:
    """The whole tree, or what begins at one queue.

    Raises:
        NotFound: there is none of that name.
    """
    if name is None:
        return tops
    found = [line.queue for line in queue_tree.lines(tops) if line.queue.name == name]
    if not found:
        raise NotFound(f"no queue {name!r}", hint="`muster queue list` shows the queues there are")
    return found
