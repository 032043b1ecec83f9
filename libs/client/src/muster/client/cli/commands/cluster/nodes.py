"""`muster nodes`: the nodes of the cluster."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.cli import columns, output, texts
from muster.client.cli.connect import client
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.cli.messages import say
from muster.client.cli.output import Format, JsonOption, OutputOption, WatchOption
from muster.client.resources import Node

app = typer.Typer()


@app.command()
def nodes(
    *,
    state: Annotated[
        str | None,
        typer.Option("--state", "-s", help="Only ready, suspected, lost, cordoned, draining or maintenance."),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Only with this GPU model.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many.")] = 50,
    how: OutputOption = Format.TABLE,
    as_json: JsonOption = False,
    watch: WatchOption = False,
) -> None:
    """The nodes of the cluster."""
    connected = client()

    def fetch() -> list[Node]:
        return [n for n in connected.nodes() if _fits(n, state) and model in (None, n.gpu_model)]

    how = output.chosen(how, as_json)
    if watch:
        watch_items(lambda: fetch()[:limit], columns.nodes, how)
        return
    found = fetch()
    shown = found[:limit] if how.for_people else found
    output.show(shown, columns.nodes(), how)
    if how.for_people:
        say(_totals(found, len(shown)))


def _fits(node: Node, state: str | None) -> bool:
    return state is None or state in columns.node_state(node).split(",")


def _totals(nodes: list[Node], shown: int) -> str:
    more = f"; the first {shown} are shown, -n shows more" if shown < len(nodes) else ""
    gpus = sum(node.gpu_count for node in nodes)
    used = sum(node.gpus_used for node in nodes)
    return f"{len(nodes):,} node{'s' * (len(nodes) != 1)}, {texts.number(used)} of {gpus:,} GPUs in use{more}"
