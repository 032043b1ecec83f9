"""`muster node`."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from muster.client.cli import completion, connect, moments, texts
from muster.client.cli.receipts import settle_all
from muster.client.errors import InvalidRequest, NotFound
from muster.submit.cli import columns
from muster.submit.cli.cluster import requests
from muster.submit.cli.cluster.requests import NodeArgument
from muster.submit.cli.jobs.requested.requests import ReasonOption
from muster.terminal import durations, output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption
from muster.terminal.words import counted

app = typer.Typer(
    no_args_is_help=True,
    help="Enrol, drain, test, label, taint, reclaim and forget nodes; plan maintenance. Needs role operator.",
)


@app.command()
def enrol(
    nodes: Annotated[
        list[str], typer.Argument(metavar="NODE...", help="Node ids; * matches any characters, e.g. 'gpu-*'.")
    ],
    *,
    name: Annotated[
        str | None,
        typer.Option(help="Name to revoke it by (default: the node's id); required for several nodes."),
    ] = None,
    expires: Annotated[str, typer.Option(help="Validity, e.g. 30d.")] = "90d",
    to: Annotated[
        Path | None, typer.Option(help="Write it to this new file (mode 0600) instead of stdout.")
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Create the credential an agent uses to report for nodes. Anyone who holds it can impersonate them.

    On the node, put it in the file MUSTER_AGENT_ENROLMENT_FILE (default: $MUSTER_HOME/enrolment), mode 0600.
    The agent renews it long before it expires; `muster node revoke NAME` revokes it.

    Examples:
        muster node enrol gpu-17 --to enrolment
        muster node enrol 'gpu-*' --name rack-4 --expires 30d
    """
    if name is None and (len(nodes) > 1 or "*" in nodes[0]):
        raise InvalidRequest(
            "an enrolment of several nodes needs a name",
            hint="add --name NAME; `muster node revoke NAME` revokes it",
        )
    made = connect.client().enrol(name or nodes[0], nodes, ttl_s=int(durations.parse(expires)))
    if to is not None:
        _write_secret(to, made.enrolment)
    if not how.for_people:
        fact = {"name": made.name, "cell": made.cell, "nodes": list(made.nodes)}
        shown = {} if to is not None else {"enrolment": made.enrolment}
        output.show_one({**fact, "expires_in_s": made.expires_in_s, **shown}, made.name, how)
        return
    if to is None:
        output.write(f"{made.enrolment}\n")
    written = "" if to is None else f" in {to}"
    say(f"enrolment {made.name}{written}, valid for {texts.duration(made.expires_in_s)} in cell {made.cell}")


@app.command()
def revoke(
    name: Annotated[
        str, typer.Argument(help="Name of the enrolment: the node's id, unless --name was given.")
    ],
    *,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Revoke all enrolments of a name with their tokens and renewals.

    Unless another enrolment covers them, the nodes can no longer report and are marked lost. An enrolment
    created later under the same name is valid again.

    Examples:
        muster node revoke gpu-17 --reason 'sold'
    """
    connect.client().revoke_enrolments(name, reason=reason)
    if how.for_people:
        say(f"revoked the enrolments {name} and their tokens")
    else:
        output.show_one({"name": name, "reason": reason}, name, how)


@app.command()
def drain(node_id: NodeArgument, *, reason: ReasonOption = "", how: OutputOption = Format.TABLE) -> None:
    """Close a node to new work and move its jobs: they stop with their grace period and queue again.

    Examples:
        muster node drain gpu-17 --reason 'replace the GPU'
    """
    requests.ask(node_id, lambda client: client.drain(node_id, reason=reason), how)


@app.command()
def undrain(node_id: NodeArgument, *, how: OutputOption = Format.TABLE) -> None:
    """Open a drained node to new work again.

    Examples:
        muster node undrain gpu-17
    """
    requests.ask(node_id, lambda client: client.undrain(node_id), how)


@app.command()
def test(node_id: NodeArgument, *, reason: ReasonOption = "", how: OutputOption = Format.TABLE) -> None:
    """Have a node's agent test the node, as it does after several jobs failed there.

    Tests the disk, the memory, starting a program, the API, the shared checkpoint folder, and the state of
    the GPUs as reported by the driver. Running jobs continue. A node that fails is closed; `muster nodes`
    shows the finding.

    Examples:
        muster node test gpu-17 --reason 'new fan'
    """
    requests.ask(node_id, lambda client: client.test_node(node_id, reason=reason), how)


@app.command()
def forget(
    node_ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NODE]...", help="Node ids.", autocompletion=completion.nodes),
    ] = None,
    *,
    lost: Annotated[bool, typer.Option("--lost", help="Select all lost nodes.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    how: OutputOption = Format.TABLE,
) -> None:
    """Remove lost nodes that hold nothing, with their cordons, labels and taints.

    A node that reports again joins as new. Lost nodes without such marks are removed automatically after a
    day.

    Examples:
        muster node forget gpu-17
        muster node forget --lost
    """
    if bool(node_ids) == lost:
        raise InvalidRequest("name nodes or give --lost, not both" if lost else "name nodes, or give --lost")
    client = connect.client()
    named = frozenset(node_ids or ())
    known = requests.existing(client, node_ids or ())
    chosen = [node for node in known.values() if (node.state == "lost" if lost else node.node_id in named)]
    if not chosen:
        say("no node is lost")
        return
    if lost and not yes:
        output.show(chosen, columns.nodes(), Format.TABLE)
        typer.confirm(f"forget {counted(len(chosen), 'node')}?", abort=True, err=True)
    done, code = settle_all(client, [partial(client.forget_node, node.node_id) for node in chosen])
    if how.for_people:
        say(f"forgotten: {counted(done, 'node')}")
    else:
        left = {node.node_id for node in client.nodes()}
        output.show([node for node in chosen if node.node_id not in left], columns.nodes(), how)
    if code:
        raise typer.Exit(code)


@app.command()
def label(
    node_id: NodeArgument,
    labels: Annotated[
        list[str], typer.Argument(metavar="KEY=VALUE|KEY-", help="zone=a sets, zone- removes.")
    ],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Set or remove labels of a node, which jobs can ask for.

    Examples:
        muster node label gpu-17 zone=a disk=nvme
        muster node label gpu-17 zone-
    """
    pairs = [text for text in labels if not text.endswith("-")]
    if wrong := [text for text in pairs if "=" not in text]:
        raise InvalidRequest(f"{wrong[0]!r} is not a label", hint="use KEY=VALUE to set, KEY- to remove")
    wanted = dict(text.split("=", 1) for text in pairs)
    removed = _removed(labels)
    requests.ask(
        node_id,
        lambda client: client.tag(node_id, labels=wanted, labels_removed=removed),
        how,
        check=lambda node: _require(node_id, "label", removed, node.labels),
    )


@app.command()
def taint(
    node_id: NodeArgument,
    taints: Annotated[list[str], typer.Argument(metavar="TAINT|TAINT-", help="spot sets, spot- removes.")],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Set or remove taints of a node, which keep off jobs that do not tolerate them.

    Examples:
        muster node taint gpu-17 spot
        muster node taint gpu-17 spot-
    """
    wanted = [text for text in taints if not text.endswith("-")]
    removed = _removed(taints)
    requests.ask(
        node_id,
        lambda client: client.tag(node_id, taints=wanted, taints_removed=removed),
        how,
        check=lambda node: _require(node_id, "taint", removed, node.taints),
    )


@app.command()
def maintenance(
    node_id: NodeArgument,
    *,
    start: Annotated[
        str | None, typer.Option(help="Start: a time such as 2026-12-01T08:00Z, or 2h from now.")
    ] = None,
    end: Annotated[str | None, typer.Option(help="End: a time, or a length such as 90m.")] = None,
    off: Annotated[bool, typer.Option("--off", help="Cancel the maintenance, or end it now.")] = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Close a node for a maintenance window.

    Until the window starts, only jobs that end before it are placed there; jobs still running then are moved.

    Examples:
        muster node maintenance gpu-17 --start 2026-12-01T08:00Z --end 4h --reason 'new firmware'
        muster node maintenance gpu-17 --off
    """
    if off and not (start or end):
        requests.ask(node_id, lambda client: client.cancel_maintenance(node_id), how)
        return
    if off or not (start and end):
        raise InvalidRequest("--start and --end are required", hint="to cancel maintenance, give --off alone")
    from muster.jobs.values.quantities import format_time

    starts_ms = moments.moment_ms(start, moments.now_ms())
    ends_ms = moments.moment_ms(end, starts_ms)
    requests.ask(
        node_id,
        lambda client: client.schedule_maintenance(
            node_id, starts_at=format_time(starts_ms), ends_at=format_time(ends_ms), reason=reason
        ),
        how,
    )


@app.command()
def reclaim(
    node_id: NodeArgument,
    *,
    remaining: Annotated[
        str | None, typer.Option("--in", help="Time until the node goes away, e.g. 2m.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Cancel the reclaim.")] = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Announce that a node is about to be reclaimed, as a spot notice would.

    Nothing new is placed there; its jobs save a checkpoint in turn, stop before it goes away, and queue
    again.

    Examples:
        muster node reclaim gpu-17 --in 2m --reason 'rack sold'
        muster node reclaim gpu-17 --off
    """
    if off and remaining is None:
        requests.ask(node_id, lambda client: client.spare(node_id), how)
        return
    if off or remaining is None:
        raise InvalidRequest("--in is required", hint="e.g. --in 2m; to cancel a reclaim, give --off alone")
    requests.ask(node_id, lambda client: client.reclaim(node_id, remaining=remaining, reason=reason), how)


def _write_secret(file: Path, text: str) -> None:
    """Create a file that only its owner can read.

    Raises:
        InvalidRequest: the file exists, or its folder does not.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise InvalidRequest(
            f"{file}: {error.strerror}", hint="--to must name a new file in an existing folder"
        ) from None
    with os.fdopen(descriptor, "w") as opened:
        opened.write(f"{text}\n")


def _removed(texts: Sequence[str]) -> list[str]:
    return [text.removesuffix("-") for text in texts if text.endswith("-")]


def _require(node_id: str, what: str, removed: Sequence[str], present: Collection[str]) -> None:
    """Check that the node has everything that is to be removed.

    Raises:
        NotFound: it does not; the hint lists what it has.
    """
    if absent := [name for name in removed if name not in present]:
        has = ", ".join(sorted(present)) or "none"
        raise NotFound(f"{node_id} has no {what} {absent[0]!r}", hint=f"its {what}s: {has}")
