"""`muster node`: drain nodes, say what they are for, and close them for maintenance."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated

import typer
from muster.client.cli import moments
from muster.client.cli.commands.cluster import requests
from muster.client.cli.commands.cluster.requests import NodeArgument
from muster.client.cli.commands.jobs.requests import ReasonOption
from muster.client.errors import InvalidRequest, NotFound

app = typer.Typer(
    no_args_is_help=True,
    help="Drain nodes, say what they are for, close them for maintenance. For operators.",
)


@app.command()
def drain(node_id: NodeArgument, reason: ReasonOption = "") -> None:
    """Place nothing new on a node, and move what runs there: it stops with its grace and waits again."""
    requests.ask(node_id, lambda client: client.drain(node_id, reason=reason))


@app.command()
def undrain(node_id: NodeArgument) -> None:
    """Place work on a drained node again."""
    requests.ask(node_id, lambda client: client.undrain(node_id))


@app.command()
def label(
    node_id: NodeArgument,
    labels: Annotated[
        list[str], typer.Argument(metavar="KEY=VALUE|KEY-", help="zone=a sets, zone- removes.")
    ],
) -> None:
    """Set labels of a node that jobs can ask for, or remove such."""
    pairs = [text for text in labels if not text.endswith("-")]
    if wrong := [text for text in pairs if "=" not in text]:
        raise InvalidRequest(f"{wrong[0]!r} is no label", hint="allowed: KEY=VALUE to set, KEY- to remove")
    wanted = dict(text.split("=", 1) for text in pairs)
    removed = _removed(labels)
    requests.ask(
        node_id,
        lambda client: client.tag(node_id, labels=wanted, labels_removed=removed),
        check=lambda node: _require(node_id, "label", removed, node.labels),
    )


@app.command()
def taint(
    node_id: NodeArgument,
    taints: Annotated[list[str], typer.Argument(metavar="TAINT|TAINT-", help="spot sets, spot- removes.")],
) -> None:
    """Set taints of a node, which keep away jobs that do not tolerate them, or remove such."""
    wanted = [text for text in taints if not text.endswith("-")]
    removed = _removed(taints)
    requests.ask(
        node_id,
        lambda client: client.tag(node_id, taints=wanted, taints_removed=removed),
        check=lambda node: _require(node_id, "taint", removed, node.taints),
    )


@app.command()
def maintenance(
    node_id: NodeArgument,
    *,
    start: Annotated[str | None, typer.Option(help="From when, like 2026-12-01T08:00Z, or in 2h.")] = None,
    end: Annotated[str | None, typer.Option(help="Until when, or how long: like 90m.")] = None,
    off: Annotated[bool, typer.Option("--off", help="Call it off, or end it.")] = False,
    reason: ReasonOption = "",
) -> None:
    """Close a node for a time: only what ends before is placed there, and what is left is moved then."""
    if off and not (start or end):
        requests.ask(node_id, lambda client: client.cancel_maintenance(node_id))
        return
    if off or not (start and end):
        raise InvalidRequest("--start and --end are needed", hint="or --off alone, which calls it off")
    from muster.jobs.quantities import format_time

    starts_ms = moments.moment_ms(start, moments.now_ms())
    ends_ms = moments.moment_ms(end, starts_ms)
    requests.ask(
        node_id,
        lambda client: client.schedule_maintenance(
            node_id, starts_at=format_time(starts_ms), ends_at=format_time(ends_ms), reason=reason
        ),
    )


def _removed(texts: Sequence[str]) -> list[str]:
    return [text.removesuffix("-") for text in texts if text.endswith("-")]


def _require(node_id: str, what: str, removed: Sequence[str], present: Collection[str]) -> None:
    """A node must have what is to be removed.

    Raises:
        NotFound: it has not; what it has is named.
    """
    if absent := [name for name in removed if name not in present]:
        has = ", ".join(sorted(present)) or "none"
        raise NotFound(f"{node_id} has no {what} {absent[0]!r}", hint=f"it has {has}")
