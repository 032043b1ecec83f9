"""`muster version`: the version of the client, and which API it speaks to."""

from __future__ import annotations

from importlib.metadata import version as version_of

import typer
from muster.client.cli import output
from muster.client.cli.output import Format, JsonOption, OutputOption
from muster.client.settings import Settings

app = typer.Typer()


@app.command()
def version(how: OutputOption = Format.TABLE, as_json: JsonOption = False) -> None:
    """The version of the client, and which API it speaks to."""
    settings = Settings.load()
    told = {"client": version_of("muster-client"), "api_url": settings.api_url, "home": str(settings.home)}
    how = output.chosen(how, as_json)
    if how.for_people:
        output.write(f"muster {told['client']}\napi    {told['api_url']}\nhome   {told['home']}\n")
    else:
        output.show_one(told, told["client"], how)
