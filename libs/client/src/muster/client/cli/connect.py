"""The client and the job that a command line means."""

from __future__ import annotations

import atexit
from typing import TYPE_CHECKING, Annotated

import typer
from muster.client.errors import Unauthorized
from muster.client.settings import Settings

if TYPE_CHECKING:
    from muster.client.client import Client
    from muster.client.handle import JobHandle

JobArgument = Annotated[
    str, typer.Argument(metavar="JOB", help="Id, the beginning of one, or a name only one job has.")
]


def client() -> Client:
    """A client of the API the environment names; closed when the process ends.

    Raises:
        Unauthorized: there is no token to speak with.
    """
    settings = Settings.load()
    if not settings.token:
        raise Unauthorized(
            f"no token: neither MUSTER_TOKEN nor {settings.home / 'token'} holds one",
            hint="`muster up` writes a developer's token for the stack on this machine",
        )
    from muster.client.client import Client

    made = Client(settings)
    atexit.register(made.close)
    return made


def job(reference: str) -> JobHandle:
    """The job that `reference` means.

    Raises:
        NotFound: none; Conflict: several.
    """
    from muster.client.references import resolve

    made = client()
    return made.handle(resolve(made, reference))
