"""`muster node`."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer
from muster.client.cli import connect, moments, texts
from muster.client.cli.commands.cluster import requests
from muster.client.cli.commands.cluster.requests import NodeArgument
from muster.client.cli.commands.jobs.requested.requests import ReasonOption
from muster.client.errors import InvalidRequest, NotFound
from muster.terminal import durations, output
from muster.terminal.messages import say
from muster.terminal.output import Format, OutputOption

app = typer.Typer(
    no_args_is_help=True,
    help="Enrol, drain, label, taint and reclaim nodes, close them for maintenance. Needs the role operator.",
)


@app.command()
def enrol(
    nodes: Annotated[
        list[str], typer.Argument(metavar="NODE...", help="Node ids; * stands for any characters: 'gpu-*'.")
    ],
    *,
    name: Annotated[
        str | None,
        typer.Option(help="What it is revoked by; the node's id unless given. Needed for several nodes."),
    ] = None,
    expires: Annotated[str, typer.Option(help="How long it is valid, as in 90d.")] = "90d",
    to: Annotated[
        Path | None, typer.Option(help="Write it to this file, mode 0600, instead of stdout.")
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Make the credential that an agent needs to speak for nodes. Whoever has it can speak for them.

    On the node it belongs into the file MUSTER_AGENT_ENROLMENT_FILE, by default $MUSTER_HOME/enrolment, mode
    0600. The agent renews it long before it expires; `muster node revoke NAME` ends it.

    Examples:
        muster node enrol gpu-17 --to enrolment
        muster node enrol 'gpu-*' --name rack-4 --expires 30d
    """
    if name is None and (len(nodes) > 1 or "*" in nodes[0]):
        raise InvalidRequest(
            "several nodes need a name", hint="--name NAME; `muster node revoke NAME` ends it"
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
    say(f"enrolment {made.name}{written}, good for {texts.duration(made.expires_in_s)} in cell {made.cell}")


@app.command()
def revoke(
    name: Annotated[str, typer.Argument(help="Of the enrolment: the node's id, unless --name was given.")],
    *,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Refuse the enrolments of a name and their tokens from now on; none is renewed.

    The nodes fall silent and are lost, unless another enrolment is for them too. A later one of the same name
    counts again.

    Examples:
        muster node revoke gpu-17 --reason 'sold'
    """
    connect.client().revoke_enrolments(name, reason=reason)
    if how.for_people:
        say(f"enrolments {name} and their tokens are refused from now on")
    else:
        output.show_one({"name": name, "reason": reason}, name, how)


@app.command()
def drain(node_id: NodeArgument, *, reason: ReasonOption = "", how: OutputOption = Format.TABLE) -> None:
    """Close a node to new work and move what runs there: jobs stop with their grace period and queue again.

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
    """Have the agent of a node test it, as it does when several jobs failed there.

    Tried are its disk, its memory, starting a program, the API, the shared folder of checkpoints and what the
    driver says of its GPUs. Jobs run on. A node that fails is closed; `muster nodes` says what was found.

    Examples:
        muster node test gpu-17 --reason 'a new fan'
    """
    requests.ask(node_id, lambda client: client.test_node(node_id, reason=reason), how)


@app.command()
def label(
    node_id: NodeArgument,
    labels: Annotated[
        list[str], typer.Argument(metavar="KEY=VALUE|KEY-", help="zone=a sets, zone- removes.")
    ],
    *,
    how: OutputOption = Format.TABLE,
) -> None:
    """Set labels of a node that jobs can ask for, or remove them.

    Examples:
        muster node label gpu-17 zone=a disk=nvme
        muster node label gpu-17 zone-
    """
    pairs = [text for text in labels if not text.endswith("-")]
    if wrong := [text for text in pairs if "=" not in text]:
        raise InvalidRequest(f"{wrong[0]!r} is not a label", hint="allowed: KEY=VALUE to set, KEY- to remove")
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
    """Set taints of a node, which keep away jobs that do not tolerate them, or remove them.

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
    start: Annotated[str | None, typer.Option(help="When it starts: 2026-12-01T08:00Z, or in 2h.")] = None,
    end: Annotated[str | None, typer.Option(help="When it ends, or how long it lasts: 90m.")] = None,
    off: Annotated[bool, typer.Option("--off", help="Cancel it, or end it now.")] = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Close a node for a time window.

    Until then, only jobs that end before it are placed there; what still runs when it starts is moved.

    Examples:
        muster node maintenance gpu-17 --start 2026-12-01T08:00Z --end 4h --reason 'new firmware'
        muster node maintenance gpu-17 --off
    """
    if off and not (start or end):
        requests.ask(node_id, lambda client: client.cancel_maintenance(node_id), how)
        return
    if off or not (start and end):
        raise InvalidRequest("--start and --end are needed", hint="to cancel maintenance give --off alone")
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
    remaining: Annotated[str | None, typer.Option("--in", help="In how long it is gone: 2m.")] = None,
    off: Annotated[bool, typer.Option("--off", help="It is not taken away after all.")] = False,
    reason: ReasonOption = "",
    how: OutputOption = Format.TABLE,
) -> None:
    """Say that a node will be taken away, as the notice of a spot machine's provider does.

    Nothing new is placed there; jobs save in turn, stop before it is gone, and queue again.

    Examples:
        muster node reclaim gpu-17 --in 2m --reason 'the rack is sold'
        muster node reclaim gpu-17 --off
    """
    if off and remaining is None:
        requests.ask(node_id, lambda client: client.spare(node_id), how)
        return
    if off or remaining is None:
        raise InvalidRequest("--in is needed", hint="as in --in 2m; to withdraw it give --off alone")
    requests.ask(node_id, lambda client: client.reclaim(node_id, remaining=remaining, reason=reason), how)


def _write_secret(file: Path, text: str) -> None:
    """A new file that nobody else may read.

    Raises:
        InvalidRequest: it exists, or its folder does not.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise InvalidRequest(f"{file}: {error.strerror}", hint="--to takes the name of a new file") from None
    with os.fdopen(descriptor, "w") as opened:
        opened.write(f"{text}\n")


def _removed(texts: Sequence[str]) -> list[str]:
    return [text.removesuffix("-") for text in texts if text.endswith("-")]


def _require(node_id: str, what: str, removed: Sequence[str], present: Collection[str]) -> None:
    """A node must have what is to be removed.

    Raises:
        NotFound: it does not; the message names what it has.
    """
    if absent := [name for name in removed if name not in present]:
        has = ", ".join(sorted(present)) or "none"
        raise NotFound(f"{node_id} has no {what} {absent[0]!r}", hint=f"it has {has}")
