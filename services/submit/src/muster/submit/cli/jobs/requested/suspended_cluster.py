"""Suspend or resume the whole cluster: drain all its nodes, or reopen them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from muster.client.cli import connect
from muster.client.cli.receipts import settle_all
from muster.client.resources import Node, Receipt
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format
from muster.terminal.words import counted

if TYPE_CHECKING:
    from muster.client.sync.client import Client

ClusterOption = Annotated[
    bool,
    typer.Option("--cluster", help="Apply to all nodes: nothing starts anywhere. Needs the role operator."),
]
SUSPENDED: Final = "the cluster is suspended"
"""Prefix of the drain reasons that `muster resume --cluster` ends."""


def alone(references: Sequence[str] | None, queue: str | None, user: str | None, *, everything: bool) -> None:
    """Check that --cluster is the only selection.

    Raises:
        typer.BadParameter: jobs are selected as well.
    """
    if references or queue is not None or user is not None or everything:
        raise typer.BadParameter("--cluster applies to everything; omit JOB, --queue, --user and --all")


def ask(verb: Literal["suspend", "resume"], reason: str, how: Format, *, dry_run: bool, yes: bool) -> None:
    """Drain every node that is not drained, or reopen exactly those that `suspend --cluster` drained.

    Running jobs save a checkpoint in turn, stop, and keep their place in the queue.

    Raises:
        MusterError: the scheduler does not answer.
        typer.Exit: the request for a node was refused; with the exit code of the first refusal.
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


def _ask(  # noqa: PLR0917  (the request, its nodes and the options)
    verb: str,
    nodes: Sequence[Node],
    request: Callable[[Client, str], Receipt],
    how: Format,
    dry_run: bool,
    yes: bool,
) -> None:
    """Send the request for every node, then wait for all answers."""
    if dry_run or not nodes:
        output.show(nodes, columns.nodes(), how)
        return
    if not yes:
        output.show(nodes, columns.nodes(), Format.TABLE)
        typer.confirm(f"{verb} the cluster ({counted(len(nodes), 'node')})?", abort=True, err=True)
    client = connect.client()
    done, code = settle_all(client, [partial(request, client, node.node_id) for node in nodes])
    if how.for_people:
        say(f"{verb}: {counted(done, 'node')}")
    else:
        asked = {node.node_id for node in nodes}
        output.show([node for node in client.nodes() if node.node_id in asked], columns.nodes(), how)
    if code:
        raise typer.Exit(code)
