"""`muster whoami`."""

from __future__ import annotations

import typer
from muster.client.cli.commands.token import claims_in_use, describe
from muster.client.settings import Settings
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def whoami(*, how: OutputOption = Format.TABLE) -> None:
    """Show whose token is in use, with its roles, teams and expiry; -o json prints its claims.

    The token is read, not verified: the service does that, with its keys.

    Examples:
        muster whoami
    """
    settings = Settings.load()
    claims = claims_in_use(settings)
    if how.for_people:
        output.write(f"{describe(claims, settings.token_from)}\n")
    else:
        output.show_one(claims, str(claims.get("sub", "")), how)
