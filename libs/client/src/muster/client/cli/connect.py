"""The client and the job that a command line means."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from muster.client.cli import completion
from muster.client.errors import Unauthorized, Unavailable
from muster.client.settings import Settings, service_url
from muster.terminal.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from muster.client.sync.client import Client
    from muster.client.sync.handle import JobHandle
    from muster.client.sync.transport import Transport

DECIDED_WITHIN_S: Final = 20
"""How long a command waits for what a service decides about it."""

_opened: Final = ExitStack()

JobArgument = Annotated[
    str,
    typer.Argument(
        metavar="JOB",
        help="Its id, the beginning of it, or its name.",
        autocompletion=completion.jobs,
    ),
]


def client() -> Client:
    """A client of the API the environment names; closed when the command ends.

    Raises:
        Unauthorized: there is no token to speak with.
    """
    from muster.client.sync.client import Client

    return _opened.enter_context(Client(settings_with_token()))


def service(name: str) -> Transport:
    """A connection to a service that the client has no methods for; closed when the command ends.

    Raises:
        Unauthorized: there is no token to speak with.
        Unavailable: nothing says where the service is.
    """
    from muster.client.sync.transport import Transport

    settings, url = settings_with_token(), service_url(name)
    if not url:
        variable = f"MUSTER_{name.upper()}_URL"
        raise Unavailable(f"{variable} is not set", hint=f"set it to the address of the service {name}")
    return _opened.enter_context(closing(Transport(url, settings.token)))


def decided(
    name: str,
    method: str,
    path: str,
    *,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    content: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> str:
    """Send a command to a service that the client has no methods for; return its outcome.

    Returns:
        "accepted" or "repeated"; "pending" when the service has not decided within DECIDED_WITHIN_S.

    Raises:
        MusterError: As `service` and its `json` do, also when the command is rejected.
    """
    asked = {**(query or {}), "wait_s": DECIDED_WITHIN_S}
    answer = service(name).json(method, path, query=asked, body=body, content=content, headers=headers)
    return str(answer.get("outcome", "pending"))


def settings_with_token() -> Settings:
    """What the environment names, for what speaks to a service by itself.

    Raises:
        Unauthorized: there is no token to speak with.
    """
    settings = Settings.load()
    if not settings.token:
        raise Unauthorized(
            f"no token: neither MUSTER_TOKEN nor {settings.home / 'token'} holds one",
            hint="`muster up` writes a developer's token for the stack on this machine",
        )
    return settings


def close() -> None:
    """Close what the command opened."""
    _opened.close()


def job(reference: str) -> JobHandle:
    """The job to look at that `reference` means: of several of one name the newest, and that is said.

    Raises:
        NotFound: none.
        Conflict: several ids begin so.
    """
    from muster.client.references import resolve

    def newest(count: int) -> None:
        say(f"{count} jobs are called {reference}; showing the newest")

    made = client()
    return made.handle(resolve(made, reference, on_newest=newest))


def say_connection_lost(reason: str) -> None:
    """Reading goes on by itself; nothing is missed."""
    say(f"connection lost ({reason}); reconnecting, nothing will be missed")
