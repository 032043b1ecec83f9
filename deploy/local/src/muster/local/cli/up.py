"""`muster up`: start the local stack, whatever of it does not run yet."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from muster.local import ports, stack
from muster.local.cli import output
from muster.local.home import Home
from muster.local.servers import SERVERS

app = typer.Typer()


@app.command()
def up(
    *,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Stop what runs and discard all data first.")
    ] = False,
    servers_only: Annotated[
        bool, typer.Option("--servers-only", help="Start the servers, no service.")
    ] = False,
    only: Annotated[
        list[str] | None, typer.Option(help="Start this one and what it needs; repeatable.")
    ] = None,
    port: Annotated[list[str] | None, typer.Option(help="NAME=NUMBER, as in kafka=9092; repeatable.")] = None,
    any_ports: Annotated[
        bool, typer.Option("--any-ports", help="Take free ports, not the usual ones.")
    ] = False,
    external: Annotated[
        Path | None, typer.Option(help="An endpoints.env of servers that already run.")
    ] = None,
) -> None:
    """Start the local stack, whatever of it does not run yet.

    Servers are started side by side, then topics and schemas are put in place, then the services start.
    """
    if servers_only and external:
        raise typer.BadParameter("with --external no server is started at all", param_hint="--servers-only")
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
    output.show([line for line in stack.status(home) if line.pid], seconds=started.seconds)
    if started.seconds:
        output.say(f"up in {time.monotonic() - begun:.0f} s")
        output.say(
            "next: muster submit examples/hello.yaml --wait    muster nodes    muster status    muster down"
        )
    else:
        output.say("all of it runs already: nothing was changed")
