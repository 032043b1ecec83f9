"""The client, connections to services and repositories, and the job that a command line refers to."""

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
    from muster.client.transfers.hub import Hub

DECIDED_WITHIN_S: Final = 20
"""Seconds a command waits for a service's decision."""

_opened: Final = ExitStack()

JobArgument = Annotated[
    str,
    typer.Argument(
        metavar="JOB",
        help="Job id, its beginning or end, or job name.",
        autocompletion=completion.jobs,
    ),
]


def client() -> Client:
    """Return a client of the configured API; closed when the command ends.

    Raises:
        Unauthorized: no token is configured.
    """
    from muster.client.sync.client import Client

    return _opened.enter_context(Client(settings_with_token()))


def service(name: str) -> Transport:
    """Return a connection to a service that the client has no methods for; closed when the command ends.

    Raises:
        Unauthorized: no token is configured.
        Unavailable: the service's address is not configured.
    """
    from muster.client.sync.transport import Transport

    settings, url = settings_with_token(), service_url(name)
    if not url:
        variable = f"MUSTER_{name.upper()}_URL"
        raise Unavailable(f"{variable} is not set", hint=f"set it to the URL of the {name} service")
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
        MusterError: as raised by `service` and its `json`, including when the command is rejected.
    """
    asked = {**(query or {}), "wait_s": DECIDED_WITHIN_S}
    answer = service(name).json(method, path, query=asked, body=body, content=content, headers=headers)
    return str(answer.get("outcome", "pending"))


def settings_with_token() -> Settings:
    """Load the settings, for code that connects to a service itself.

    Raises:
        Unauthorized: no token is configured.
    """
    settings = Settings.load()
    if not settings.token:
        raise Unauthorized(
            f"no token: MUSTER_TOKEN is not set and {settings.home / 'token'} has none",
            hint="`muster up` writes a developer token for the stack on this machine",
        )
    return settings


def hub_of(types: str, name: str) -> Hub:
    """Open a repository of the configured registry.

    Raises:
        Unauthorized: no token is configured.
    """
    from muster.client.transfers.hub import Hub

    settings = settings_with_token()
    return Hub(settings.registry_url, settings.token, types, name, origin=settings.origin)


def close() -> None:
    """Close the connections the command opened."""
    _opened.close()


def job(reference: str) -> JobHandle:
    """Find the job that `reference` names; of several with the same name the newest, with a message.

    Raises:
        NotFound: no job matches.
        Conflict: several ids begin with the reference.
    """
    from muster.client.references import resolve

    def newest(count: int) -> None:
        say(f"{count} jobs are named {reference}; showing the newest")

    made = client()
    return made.handle(resolve(made, reference, on_newest=newest))


def say_connection_lost(reason: str) -> None:
    """Report a lost connection; reading resumes by itself and misses nothing."""
    say(f"connection lost ({reason}); reconnecting, nothing will be missed")
