"""`muster version`."""

from __future__ import annotations

import typer
from muster.client.settings import Settings
from muster.terminal import output
from muster.terminal.output import Format, OutputOption

app = typer.Typer()


@app.command()
def version(*, how: OutputOption = Format.TABLE) -> None:
    """Print the version of the client and the API it talks to.

    Examples:
        muster version
    """
    settings = Settings.load()
    said = {"client": _version(), "api_url": settings.api_url, "home": str(settings.home)}
    if how.for_people:
        output.write(f"muster {said['client']}\napi    {said['api_url']}\nhome   {said['home']}\n")
    else:
        output.show_one(said, said["client"], how)


def _version() -> str:
    """Return the version of the wheel `muster`, or of the client in a checkout."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("muster-client")
    except PackageNotFoundError:
        return version("muster")
