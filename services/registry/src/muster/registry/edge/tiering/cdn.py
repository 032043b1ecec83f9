"""Addresses at a CDN that stands before the store: it gives them only to who was given one, and for a while.

CDN_URL/TOKEN/EXPIRES/BUCKET/KEY?QUERY: token and time are checked by the CDN, as nginx's module `secure_link`
does: TOKEN = base64url(MD5("EXPIRES/BUCKET/KEY SECRET")) without padding. What it does not have it fetches
with the rest of the address, which the store has signed, and keeps under /BUCKET/KEY alone: a key is written
once, so what lies at it never changes.
"""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import urlsplit

from muster.journal import Clock
from muster.registry.config import Settings


class Cdn:
    """A CDN.

    Args:
        url: Where it is, without a slash at the end.
        secret: Shared with it.
        clock: The time.
    """

    def __init__(self, url: str, secret: str, clock: Clock) -> None:
        self._url = url
        self._secret = secret
        self._clock = clock

    def address(self, signed: str, good_for_s: int) -> str:
        """Where the CDN has what the store has at an address.

        Args:
            signed: An address of the store that is good as long.
            good_for_s: Seconds.
        """
        at = urlsplit(signed)
        expires = str(self._clock.now_ms() // 1_000 + good_for_s)
        said = hashlib.md5(f"{expires}{at.path} {self._secret}".encode()).digest()  # noqa: S324  (the module's)
        token = base64.urlsafe_b64encode(said).rstrip(b"=").decode()
        return f"{self._url}/{token}/{expires}{at.path}?{at.query}"


def cdn_of(settings: Settings, clock: Clock) -> Cdn | None:
    """The one that settings name; None: there is none.

    Raises:
        OSError: its secret cannot be read.
    """
    url = settings.registry_cdn_url
    return Cdn(url, settings.cdn_secret(), clock) if url else None
