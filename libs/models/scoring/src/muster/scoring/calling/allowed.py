"""Endpoints that workers may ask, and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from muster.scoring.calling.endpoints import Secret, place_of

NOT_LISTED: Final = "ENDPOINT_NOT_LISTED"
"""The workers may not ask this endpoint."""

KEY_MISSING: Final = "KEY_MISSING"
"""The workers have no key of this name."""

JUDGE_DIFFERS: Final = "JUDGE_DIFFERS"
"""This worker's judge has another prompt than the one that is decided by."""

JUDGE_REPLY_BYTES_MAX: Final = 1_000_000
"""Largest reply of a judge that is received; a larger one is one that cannot be read."""


class NotUsable(Exception):
    """An endpoint that a worker does not ask.

    Attributes:
        code: Why, stable.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def require_listed(url: str, listed: Sequence[str]) -> None:
    """Check that an endpoint may be asked.

    Args:
        url: Its base URL.
        listed: Endpoints that may be asked: SCHEME://HOST:PORT, each part may be *.

    Raises:
        NotUsable: It is not listed.
    """
    place = place_of(url)
    if not any(fnmatchcase(place, each) for each in listed):
        allowed = f"one of MUSTER_EVAL_ENDPOINTS: {', '.join(listed) or 'none'}"
        raise NotUsable(NOT_LISTED, f"url is {place}; must be {allowed}")


def key_named(tenant: str, name: str, secrets_dir: Path | None) -> Secret:
    """Return the key of an endpoint.

    Args:
        tenant: Organisation whose key it is.
        name: Its name.
        secrets_dir: Keys: files TENANT/NAME, of one line each; None: there are none.

    Raises:
        NotUsable: There is no such file.
    """
    file = None if secrets_dir is None else secrets_dir / tenant / name
    try:
        if file is not None:
            return Secret(file.read_text().strip())
    except FileNotFoundError:
        pass
    allowed = f"a file {tenant}/{name} in MUSTER_EVAL_SECRETS_DIR"
    raise NotUsable(KEY_MISSING, f"key is {name}; must be {allowed}")
