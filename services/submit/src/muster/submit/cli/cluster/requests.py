"""Requests about a node, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer
from muster.client.cli import completion, connect
from muster.client.cli.receipts import SETTLED_WITHIN_S
from muster.client.errors import NotFound
from muster.client.resources import Node, Receipt
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.messages import say
from muster.terminal.output import Format
from muster.terminal.words import did_you_mean

if TYPE_CHECKING:
    from muster.client.sync.client import Client

NodeArgument = Annotated[
    str,
    typer.Argument(
        metavar="NODE", help="Node id; `muster nodes` lists them.", autocompletion=completion.nodes
    ),
]


def existing(client: Client, node_ids: Iterable[str]) -> dict[str, Node]:
    """Return all nodes by id, after checking that these exist.

    Raises:
        NotFound: one does not; the hint names the closest matches.
    """
    known = {node.node_id: node for node in client.nodes()}
    for node_id in node_ids:
        if node_id not in known:
            hint = did_you_mean(node_id, sorted(known), "`muster nodes` lists them")
            raise NotFound(f"no node {node_id!r}", hint=hint)
    return known


def ask(
    node_id: str,
    request: Callable[[Client], Receipt],
    how: Format,
    *,
    check: Callable[[Node], None] | None = None,
) -> None:
    """Send the request and show the node's new state.

    Args:
        node_id: The node.
        request: Sends the request.
        how: Output format.
        check: Raises if the request makes no sense for the node in its present state.

    Raises:
        NotFound: the node does not exist; the hint names the closest matches.
    """
    client = connect.client()
    known = existing(client, [node_id])
    if check:
        check(known[node_id])
    receipt = request(client)
    client.settled(receipt.command_id, wait_s=SETTLED_WITHIN_S)
    node = next(n for n in client.nodes() if n.node_id == node_id)
    if how.for_people:
        say(f"{node_id}: {columns.node_state(node)}{columns.node_extras(node)}")
    else:
        output.show_one(node.raw, node.node_id, how)
