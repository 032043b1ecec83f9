"""A request about a node, and what became of it."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Annotated, Final

import typer
from muster.client.cli import columns, connect
from muster.client.cli.messages import say
from muster.client.client import Client
from muster.client.errors import NotFound
from muster.client.resources import Node, Receipt

NodeArgument = Annotated[str, typer.Argument(metavar="NODE", help="A node's id; `muster nodes` lists them.")]
_SETTLED_WITHIN_S: Final = 10


def ask(
    node_id: str, request: Callable[[Client], Receipt], *, check: Callable[[Node], None] | None = None
) -> None:
    """Ask it and say what the node is now.

    Args:
        node_id: the node.
        request: what is asked.
        check: raises where the node, as it is, makes the request pointless.

    Raises:
        NotFound: there is no such node; the closest are named.
    """
    client = connect.client()
    known = {node.node_id: node for node in client.nodes()}
    if node_id not in known:
        near = difflib.get_close_matches(node_id, sorted(known), n=3)
        raise NotFound(
            f"no node {node_id!r}",
            hint=f"did you mean {', '.join(near)}?" if near else "`muster nodes` lists them",
        )
    if check:
        check(known[node_id])
    receipt = request(client)
    client.settled(receipt.command_id, wait_s=_SETTLED_WITHIN_S)
    node = next(n for n in client.nodes() if n.node_id == node_id)
    say(f"{node_id}: {columns.node_state(node)}{columns.node_extras(node)}")
