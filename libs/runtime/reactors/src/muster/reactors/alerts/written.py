"""Notation of a target of alerts.

`https://hooks.example.org[:8443]` for webhooks, `mailtos://smtp.example.org[:587]` for an Apprise service
whose server is ours, and `slack://` for one with a server of its own. Settings are checked with this, so it
imports nothing that is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass

import httpx
from muster.reactors.origins import origin_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Somewhere alerts may be sent.

    Attributes:
        host: Host; empty: the service's own.
        port: Port; None: the scheme's default.
        private: Whether it may have an address of a private network.
    """

    host: str
    port: int | None
    private: bool


def parse_target(written: str, *, private: bool) -> tuple[str, Target]:
    """The origin of a target, and the target.

    Args:
        written: As above.
        private: Whether it may have an address of a private network.

    Raises:
        ValueError: it is not written so.
    """
    scheme, found, server = written.strip().partition("://")
    if not scheme or not found or "/" in server or "@" in server:
        raise ValueError(
            f"target is {written!r}; must be SCHEME:// or SCHEME://HOST[:PORT], without a path or a user"
        )
    if not server:
        return f"{scheme}://", Target(host="", port=None, private=private)
    url = httpx.URL(f"{scheme}://{server}")
    return origin_of(url), Target(host=url.host, port=url.port, private=private)
