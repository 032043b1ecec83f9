"""`muster login`."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import typer
from muster.client.cli.commands.token import claims_in, describe
from muster.client.errors import Conflict, InvalidRequest, NotFound
from muster.client.settings import Settings, endpoints
from muster.terminal.messages import next_command, say

app = typer.Typer()
_STACK: Final = "MUSTER_KAFKA_BOOTSTRAP"
_CHECKED_WITH: Final = "/v1/jobs"


@app.command()
def login(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="Address of the API, e.g. https://muster.example.")
    ],
    *,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file", help="File with the token; - reads stdin. Default: MUSTER_TOKEN, or ask for it."
        ),
    ] = None,
) -> None:
    """Use a server from now on: check a token there, and keep it with the addresses of the cell's services.

    Writes `endpoints.env` and `token` to MUSTER_HOME (default ~/.muster), readable by you alone.

    Examples:
        muster login https://muster.example
        muster login https://muster.example --token-file token.txt
    """
    address = url.rstrip("/")
    if urlsplit(address).scheme not in {"http", "https"} or not urlsplit(address).hostname:
        raise InvalidRequest(f"URL is {url}; must be http://HOST or https://HOST, with a port if needed")
    settings = Settings.load()
    home = settings.home
    if _STACK in endpoints(home):
        raise Conflict(
            f"{home} belongs to the stack of this machine, which `muster up` started",
            hint="set MUSTER_HOME to another folder to use another server",
        )
    token = _token(token_file, settings)
    claims = claims_in(token)
    services = _services(address, token)
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    lines = [f"{name}={value}" for name, value in sorted({"MUSTER_API_URL": address, **services}.items())]
    _write(home / "endpoints.env", "".join(f"{line}\n" for line in lines))
    _write(home / "token", f"{token}\n")
    say(describe(claims, str(home / "token")))
    next_command(
        "muster run -- hostname      run a command on the cluster", "muster list                 your jobs"
    )


def _token(file: Path | None, settings: Settings) -> str:
    if file is None and settings.token_from.startswith("MUSTER_"):
        return settings.token
    if file is None and sys.stdin.isatty():
        text = getpass.getpass("Token: ")
    elif file is None or str(file) == "-":
        text = sys.stdin.read()
    else:
        try:
            text = file.read_text()
        except OSError as error:
            raise InvalidRequest(f"{file}: {error.strerror}") from None
    if not text.strip():
        raise InvalidRequest("no token was given", hint="the operator of the server issues tokens")
    return text.strip()


def _services(address: str, token: str) -> dict[str, str]:
    """Check the token at the server, and return the addresses that it publishes.

    Raises:
        MusterError: the server does not answer, is no Muster, or refuses the token.
    """
    from contextlib import closing

    from muster.client.sync.transport import Transport

    with closing(Transport(address, token)) as server:
        server.json("GET", _CHECKED_WITH, query={"limit": 1})
        try:
            answer: Any = server.json("GET", "/v1/services")
        except NotFound:
            return {}
    return {str(name): str(value) for name, value in answer["services"].items()}


def _write(file: Path, text: str) -> None:
    """Replace a file at once; only its owner may read it."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
        stream.write(text)
    part.replace(file)
