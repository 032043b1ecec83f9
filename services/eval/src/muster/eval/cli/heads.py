"""Commands about a version of a model; without a revision, about the newest in the registry."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from muster.client.cli.connect import client, decided
from muster.client.errors import NotFound

POLL_S: Final = 0.5
START_POLLS: Final = 120
"""Polls, a minute in all, until the eval service has read of a version that was just pushed."""


def head_of(model: str) -> str:
    """Return the commit at the head of a model's branch main.

    The registry is asked, because the eval service learns of a version only some time after its push.

    Raises:
        NotFound: There is no such model that the caller may read.
    """
    return str(client().repository("models", model)["sha"])


def decided_on(
    version: str, path: str, body: Mapping[str, Any], query: Mapping[str, Any] | None = None
) -> str:
    """Send a command about a version to the eval service; return its outcome, as `decided` does.

    A newest version of which the service has not read yet is asked for again for up to a minute.

    Args:
        version: NAMESPACE/NAME[@REVISION]; without a revision the newest commit of main in the registry.
        path: Path of the command.
        body: Its other fields.
        query: Parameters of the query.

    Raises:
        MusterError: As raised by `decided`.
    """
    model, _, revision = version.partition("@")
    head = "" if revision else head_of(model)
    asked = {"repository": model, "revision": revision or head, **body}
    polls = START_POLLS if head else 1
    while True:
        polls -= 1
        try:
            return decided("eval", "PUT", path, query=query, body=asked)
        except NotFound as error:
            if not polls or head not in str(error):  # a config, for example, will not appear
                raise
        time.sleep(POLL_S)
