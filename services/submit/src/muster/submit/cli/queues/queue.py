"""`muster queue`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from muster.client.cli import completion, receipts
from muster.client.cli.connect import client
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.errors import NotFound
from muster.client.resources import Queue
from muster.submit.cli import columns
from muster.submit.cli.queues import bars, carried_out, facts
from muster.submit.cli.queues import tree as queue_tree
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format, OutputOption, WatchOption
from muster.terminal.words import did_you_mean

if TYPE_CHECKING:
    from muster.client.sync.client import Client

app = typer.Typer(
    no_args_is_help=True, help="Show and change the queues that jobs wait in: their shares, limits and usage."
)

NewNameArgument = Annotated[str, typer.Argument(metavar="QUEUE", help="Name: 1 to 63 of a-z, 0-9 and -.")]
NameArgument = Annotated[
    str, typer.Argument(metavar="QUEUE", help="Name of the queue.", autocompletion=completion.queues)
]
_SETTINGS_HELP: Final = "Settings, e.g. guarantee.gpus=64 guarantee.memory=4TiB weight=2 maximum=null."


@app.command()
def tree(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="QUEUE", help="Show only this queue and those below it.", autocompletion=completion.queues
        ),
    ] = None,
    *,
    how: OutputOption = Format.TABLE,
    watch: WatchOption = False,
) -> None:
    """Show the queues as a tree: guaranteed, used, borrowed and lent GPUs, and fair shares.

    Examples:
        muster queue tree
        muster queue tree research --watch
    """
    connected = client()

    def fetch() -> list[Queue]:
        return _from(name, connected.queue_tree())

    if watch:
        watch_items(lambda: queue_tree.lines(fetch()), queue_tree.view, how)
    elif how in {Format.JSON, Format.YAML}:
        output.show(fetch(), columns.queues(), how)  # nested, as in the API
    else:
        lines = queue_tree.lines(fetch())
        output.show(lines, queue_tree.view(), how)
        if how.for_people and lines:
            say(bars.LEGEND)
            say(queue_tree.how_fresh(lines, datetime.now(UTC)))
            next_command(f"muster queue describe {queue_tree.most_waited_in(lines)}")


@app.command("list")
def list_queues(*, how: OutputOption = Format.TABLE) -> None:
    """List the queues, by name.

    Examples:
        muster queue list -o wide
    """
    output.show(client().queues(), columns.queues(), how)


@app.command()
def describe(name: NameArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Show a queue in full: its settings, its usage and its fair share.

    Examples:
        muster queue describe vision
    """
    queue = _queue(client(), name)
    if not how.for_people:
        output.show_one(queue.raw, queue.name, how)
        return
    output.write("".join(f"{line}\n" for line in facts.facts(queue, datetime.now(UTC))))
    next_command(f"muster list -q {name}", f"muster queue set {name} FIELD=VALUE")


@app.command()
def create(
    name: NewNameArgument,
    settings: Annotated[list[str] | None, typer.Argument(metavar="FIELD=VALUE", help=_SETTINGS_HELP)] = None,
    *,
    parent: Annotated[
        str,
        typer.Option(
            "--parent",
            "-p",
            help="Parent queue (default: top of the tree).",
            autocompletion=completion.queues,
        ),
    ] = "",
    description: Annotated[str, typer.Option("--description", "-d", help="Purpose of the queue.")] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Create a queue.

    Examples:
        muster queue create vision guarantee.gpus=64 weight=2 --parent research
    """
    from muster.client.documents.user_input import document

    connected = client()
    wanted = document(settings or ()) | ({"parent": parent} if parent else {})
    receipt = connected.create_queue(name, description=description, settings=wanted)
    receipts.report(
        connected,
        receipt,
        f"Created queue {name}",
        how=how,
        name=name,
        now=lambda: connected.queue(name).raw,
        next=f"muster submit --set queue={name} JOB.yaml",
    )


@app.command("set")
def set_fields(
    name: NameArgument,
    settings: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE", help=_SETTINGS_HELP)],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Change settings of a queue, leaving the others unchanged; FIELD=null restores the default.

    Examples:
        muster queue set vision guarantee.gpus=48 maximum=null
    """
    from muster.client.documents.queuefile import changes
    from muster.client.documents.user_input import document

    connected = client()
    before = _queue(connected, name)
    receipt = connected.change_queue(name, document(settings), if_match=before.etag)
    receipts.report(
        connected,
        receipt,
        f"Updated queue {name}",
        how=how,
        name=name,
        now=lambda: connected.queue(name).raw,
        changes=lambda: changes(before.settings, connected.queue(name).settings),
        next=f"muster queue describe {name}",
    )


@app.command()
def apply(
    file: Annotated[Path, typer.Option("--file", "-f", help="YAML file of queues; - reads stdin.")],
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change; change nothing.")
    ] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Create and update the queues in a file, parents first; applying it again changes nothing.

    Queues that are not in the file are left unchanged.

    Examples:
        muster queue apply -f examples/queues.yaml --dry-run
        muster queue apply -f examples/queues.yaml
    """
    from muster.client.documents import queuefile, user_input

    origin = "stdin" if str(file) == "-" else str(file)
    text = sys.stdin.buffer.read() if origin == "stdin" else user_input.read_bytes(file)
    wanted = queuefile.read_tree(text, origin=origin)
    connected = client()
    steps = queuefile.plan(wanted, connected.queues())
    done = carried_out.dry(steps) if dry_run else carried_out.carry_out(connected, steps)
    output.show(done, carried_out.view(), how)
    if how.for_people:
        say(carried_out.summary(done) + ("; nothing was changed (--dry-run)" if dry_run else ""))
        next_command(f"muster queue apply -f {file}" if dry_run else "muster queue tree")
    if code := carried_out.exit_code(done):
        raise typer.Exit(code)


@app.command()
def restrict(
    name: NameArgument,
    restriction: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the restriction: 1 to 63 of a-z, 0-9 and -.")
    ],
    *,
    tiers: Annotated[list[str], typer.Option("--tier", help="Tier whose jobs do not start; repeatable.")],
    until: Annotated[
        str | None,
        typer.Option("--until", help="End, e.g. 2026-12-01T00:00Z (default: until it is lifted)."),
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", help="Reason, shown to the owners of waiting jobs.")
    ] = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Keep jobs of some tiers from starting in a queue. Needs the role operator or billing.

    Running jobs continue.

    Examples:
        muster queue restrict vision year-end --tier batch-inference --reason "budget is for production"
    """
    connected = client()
    wanted = {"name": restriction, "tiers": tiers, "reason": reason} | ({"until": until} if until else {})
    receipts.report(
        connected,
        connected.restrict_queue(name, wanted),
        f"Restricted queue {name}",
        how=how,
        name=name,
        now=lambda: connected.queue(name).raw,
        next=f"muster queue lift {name} {restriction}",
    )


@app.command()
def lift(
    name: NameArgument,
    restriction: Annotated[str, typer.Argument(metavar="NAME", help="Name of the restriction.")],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Lift a restriction of a queue, including one set by a budget. Needs the role operator or billing.

    Examples:
        muster queue lift vision budget-vision-month
    """
    connected = client()
    receipts.report(
        connected,
        connected.lift_restriction(name, restriction),
        f"Lifted restriction {restriction} of queue {name}",
        how=how,
        name=name,
        now=lambda: connected.queue(name).raw,
    )


@app.command()
def delete(name: NameArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Delete a queue that has no jobs and no queues below it.

    Examples:
        muster queue delete vision
    """
    connected = client()
    _queue(connected, name)
    receipts.report(connected, connected.delete_queue(name), f"Deleted queue {name}", how=how, name=name)


def _queue(connected: Client, name: str) -> Queue:
    """Fetch the queue of that name.

    Raises:
        NotFound: it does not exist; the hint names the closest matches.
    """
    try:
        return connected.queue(name)
    except NotFound as error:
        known = [queue.name for queue in connected.queues()]
        if name in known:
            raise
        raise _unknown(name, known) from error


def _unknown(name: str, known: Sequence[str]) -> NotFound:
    return NotFound(
        f"no queue {name!r}", hint=did_you_mean(name, known, "`muster queue list` lists the queues")
    )


def _from(name: str | None, tops: list[Queue]) -> list[Queue]:
    """Return the whole tree, or the part below one queue.

    Raises:
        NotFound: no queue has that name.
    """
    if name is None:
        return tops
    found = [line.queue for line in queue_tree.lines(tops) if line.queue.name == name]
    if not found:
        raise _unknown(name, [line.queue.name for line in queue_tree.lines(tops)])
    return found
