"""The whole cluster suspended, or resumed: all its nodes are drained, or opened again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from muster.client.cli import columns, connect
from muster.client.errors import MusterError
from muster.client.resources import Node, Receipt
from muster.terminal import output
from muster.terminal.messages import failed, say
from muster.terminal.output import Format
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.sync.client import Client

ClusterOption = Annotated[
    bool, typer.Option("--cluster", help="All nodes: nothing starts anywhere. Needs the role operator.")
]
SUSPENDED: Final = "the cluster is suspended"
"""How the reason of a drain begins that `muster resume --cluster` ends."""

_SETTLED_WITHIN_S: Final = 10


def alone(references: Sequence[str] | None, queue: str | None, user: str | None, *, everything: bool) -> None:
    """The whole cluster is meant, and no part of it.

    Raises:
        typer.BadParameter: Jobs are named, too.
    """
    if references or queue is not None or user is not None or everything:
        raise typer.BadParameter("--cluster and JOB, --queue, --user or --all: allowed: one of them")


def ask(verb: Literal["suspend", "resume"], reason: str, how: Format, *, dry_run: bool, yes: bool) -> None:
    """Drain every node that is not drained, or open those again that were drained so, and no others.

    What runs saves in turns, stops and waits at its old place.

    Raises:
        MusterError: The scheduler does not answer.
        typer.Exit: A node was refused; with the exit code of the first refusal.
    """
    if verb == "suspend":
        because = f"{SUSPENDED}: {reason}" if reason else SUSPENDED
        nodes = [node for node in connect.client().nodes() if not node.draining]
        _ask(verb, nodes, lambda client, node: client.drain(node, reason=because), how, dry_run, yes)
    else:
        nodes = [node for node in connect.client().nodes() if node.draining and _is_ours(node)]
        _ask(verb, nodes, lambda client, node: client.undrain(node), how, dry_run, yes)


def _is_ours(node: Node) -> bool:
    return str(node.raw.get("drain_reason") or "").startswith(SUSPENDED)


def _ask(  # noqa: PLR0917  (what is asked of which nodes, and how)
    verb: str,
    nodes: Sequence[Node],
    request: Callable[[Client, str], Receipt],
    how: Format,
    dry_run: bool,
    yes: bool,
) -> None:
    """Ask it of every node, then wait until all are answered."""
    if dry_run or not nodes:
        output.show(nodes, columns.nodes(), how)
        return
    if not yes:
        output.show(nodes, columns.nodes(), Format.TABLE)
        typer.confirm(f"{verb} the cluster ({counted(len(nodes), 'node')})?", abort=True, err=True)
    client, code = connect.client(), 0
    receipts: list[Receipt] = []
    for node in nodes:
        try:
            receipts.append(request(client, node.node_id))
        except MusterError as error:
            code = code or error.exit_code
            failed(error)
    for receipt in receipts:
        try:
            client.settled(receipt.command_id, wait_s=_SETTLED_WITHIN_S)
        except MusterError as error:
            code = code or error.exit_code
            failed(error)
    if how.for_people:
        say(f"{verb}: {counted(len(receipts), 'node')}")
    else:
        asked = {node.node_id for node in nodes}
        output.show([node for node in client.nodes() if node.node_id in asked], columns.nodes(), how)
    if code:
        raise typer.Exit(code)
