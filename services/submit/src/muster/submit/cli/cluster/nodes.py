"""`muster nodes`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from muster.client.cli import completion, texts
from muster.client.cli.connect import client
from muster.client.cli.follow.watch import watch as watch_items
from muster.client.errors import NotFound
from muster.client.resources import Node
from muster.submit.cli import columns
from muster.terminal import output
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format, OutputOption, WatchOption
from muster.terminal.words import counted, did_you_mean

if TYPE_CHECKING:
    from muster.client.sync.client import Client

app = typer.Typer()


def _known_state(state: str | None) -> str | None:
    if state is not None and state not in completion.NODE_STATES:
        raise typer.BadParameter(f"state is {state}; must be one of {', '.join(completion.NODE_STATES)}")
    return state


@app.command()
def nodes(
    *,
    state: Annotated[
        str | None,
        typer.Option(
            "--state",
            "-s",
            help="Show only nodes in this state: ready, suspected, lost, cordoned, draining, maintenance or "
            "reclaimed.",
            callback=_known_state,
            autocompletion=completion.node_states,
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Show only nodes with this GPU model.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="Maximum number of nodes.")] = 50,
    how: OutputOption = Format.TABLE,
    watch: WatchOption = False,
) -> None:
    """List the nodes, those in use first and lost ones last, and why closed nodes take no work.

    Examples:
        muster nodes --state draining
        muster nodes --model H100 -o wide
    """
    connected = client()

    def fetch() -> list[Node]:
        fitting = [n for n in connected.nodes() if _fits(n, state) and model in (None, n.gpu_model)]
        return sorted(fitting, key=_by_use)

    if watch:
        watch_items(lambda: fetch()[:limit], columns.nodes, how)
        return
    found = fetch()
    if not found and model is not None and how.for_people:
        _require_model(connected, model)
    shown = found[:limit] if how.for_people else found
    output.show(shown, columns.nodes(), how)
    if how.for_people:
        say(_totals(found, len(shown)))
        if any(node.state == "lost" for node in found):
            next_command("muster node forget --lost   remove lost nodes; needs the role operator")


def _require_model(connected: Client, model: str) -> None:
    """Raise NotFound when no node has GPUs of the model; the hint lists the models in the cluster."""
    known = {node.gpu_model for node in connected.nodes() if node.gpu_model}
    if model not in known:
        there = ", ".join(sorted(known)) or "none"
        raise NotFound(
            f"no node has GPUs of model {model!r}", hint=did_you_mean(model, known, f"models: {there}")
        )


def _by_use(node: Node) -> tuple[int, float, int, str]:
    """Order nodes: open ones, closed ones, then lost ones; of each those with most GPUs and ranks in use."""
    state = columns.node_state(node)
    standing = 2 if "lost" in state.split(",") else int(state != "ready")
    return (standing, -node.gpus_used, -node.ranks, node.node_id)


def _fits(node: Node, state: str | None) -> bool:
    return state is None or state in columns.node_state(node).split(",")


def _totals(nodes: list[Node], shown: int) -> str:
    more = f"; showing the first {shown}, use -n for more" if shown < len(nodes) else ""
    gpus = sum(node.gpu_count for node in nodes)
    used = sum(node.gpus_used for node in nodes)
    closed = sum(columns.node_state(node) != "ready" for node in nodes)
    apart = f", {closed:,} closed" if closed else ""
    return (
        f"{counted(len(nodes), 'node')}{apart}, {texts.number(used)} of {counted(gpus, 'GPU')} in use{more}"
    )
