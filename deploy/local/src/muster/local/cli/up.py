"""`muster up`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from muster.local.cli import output
from muster.local.home import Home
from muster.terminal.messages import next_command, say
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def up(
    *,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="First stop all programs and delete all data.")
    ] = False,
    servers_only: Annotated[
        bool, typer.Option("--servers-only", help="Start the servers but no services.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option(help="Start only this program and those it needs; repeatable.")
    ] = None,
    port: Annotated[
        list[str] | None, typer.Option(help="Set a port as NAME=NUMBER, e.g. kafka=9092; repeatable.")
    ] = None,
    any_ports: Annotated[
        bool, typer.Option("--any-ports", help="Use free ports instead of the usual ones.")
    ] = False,
    external: Annotated[
        Path | None, typer.Option(help="Use servers that are already running, listed in this endpoints.env.")
    ] = None,
    how: OutputOption = Format.TABLE,
) -> None:
    """Start the programs of the local stack that are not running.

    Servers start in parallel, then topics and schemas are created, then the services start.

    Examples:
        muster up
        muster up --fresh --any-ports
        muster up --servers-only
    """
    if servers_only and external:
        raise typer.BadParameter(
            "cannot be combined with --external, which starts no server", param_hint="--servers-only"
        )
    from muster.local import stack
    from muster.local.cli.isolation import isolation
    from muster.local.processes import ports
    from muster.local.seed import AGENT
    from muster.local.servers import SERVERS

    home, begun = Home.default(), time.monotonic()
    with output.progress() as progress:
        started = stack.up(
            home,
            fresh=fresh,
            external_file=external,
            only=[server.name for server in SERVERS] if servers_only else only,
            asked_ports=dict(map(ports.parse, port or [])),
            any_ports=any_ports,
            progress=progress,
        )
    output.show([line for line in stack.status(home) if line.pid], how, seconds=started.seconds)
    if started.seconds:
        say(f"up in {time.monotonic() - begun:.0f} s")
        if AGENT in started.seconds and (said := isolation(home)):
            say(said)
        next_command(*_next(whole=not servers_only and not only))
    else:
        say("everything is already running; nothing was changed")


def _next(*, whole: bool) -> list[str]:
    """Suggest the next commands; a partial stack cannot run jobs."""
    jobs = [
        "muster submit examples/hello.yaml --wait   run a job",
        "muster nodes                               nodes that jobs run on",
    ]
    rest = ["muster up                                  start the other programs"]
    return [
        *(jobs if whole else rest),
        "muster status                              programs of the stack",
        "muster down                                stop everything; data is kept",
    ]
