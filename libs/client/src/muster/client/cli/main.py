"""The entry point: find the command, run it, end with its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer
from muster.client import settings
from muster.client.cli import connect, messages, registry
from muster.client.errors import MusterError
from typer.core import TyperGroup
from typer.main import get_command

app = typer.Typer(
    name="muster",
    help="Run machine-learning jobs on a cluster that keeps one log of everything.",
    epilog="First time? `muster up` starts everything on this machine, `muster demo` shows it at work.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def options(
    no_color: Annotated[
        bool, typer.Option("--no-color", help="No colours; so does the variable NO_COLOR.")
    ] = False,
) -> None:
    """What comes before the command."""
    if no_color:
        os.environ["NO_COLOR"] = "1"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line and end the process with its exit code.

    Raises:
        SystemExit: always.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    _skip_the_http_librarys_own_command()
    if not registry.is_own(words):
        _tell_plug_ins_the_endpoints()
    root = cast("TyperGroup", get_command(app))
    for command in registry.commands_for(words, completing="_MUSTER_COMPLETE" in os.environ):
        root.add_command(command)
    try:
        root.main(args=words, prog_name="muster")
    except MusterError as error:
        messages.failed(error)
        raise SystemExit(error.exit_code) from None
    finally:
        connect.close()


def _tell_plug_ins_the_endpoints() -> None:
    """What `muster up` wrote, as if the shell had it: plug-ins read the environment, and that goes first."""
    for name, value in settings.endpoints(settings.Settings.load().home).items():
        os.environ.setdefault(name, value)


def _skip_the_http_librarys_own_command() -> None:
    """Let `import httpx` go without its command line (click, pygments, rich): a third of our start-up time.

    httpx itself provides for that module to be absent; None in sys.modules makes the import say so.
    """
    sys.modules.setdefault("httpx._main", None)  # pyright: ignore[reportArgumentType]
