"""`python -m muster.local up | down | status`: the stack without the `muster` command."""

from __future__ import annotations

import typer
from muster.local.cli.down import down
from muster.local.cli.status import status
from muster.local.cli.up import up

app = typer.Typer(no_args_is_help=True)
for command in (up, down, status):
    app.command()(command)

if __name__ == "__main__":
    app()
