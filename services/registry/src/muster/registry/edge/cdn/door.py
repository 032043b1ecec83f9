"""Signed, expiring addresses at a CDN in front of the store.

CDN_URL/TOKEN/EXPIRES/BUCKET/KEY?QUERY: the CDN checks token and time like nginx's module `secure_link`:
TOKEN = base64url(MD5("EXPIRES/BUCKET/KEY SECRET")) without padding. On a cache miss it fetches the object by
the rest of the address, which the store has signed, and caches it under /BUCKET/KEY alone: a key is written
once, so its content never changes.
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
        url: Its address, without a trailing slash.
        secret: Secret shared with the CDN.
        clock: The clock.
    """

    def __init__(self, url: str, secret: str, clock: Clock) -> None:
        self._url = url
        self._secret = secret
        self._clock = clock

    def address(self, signed: str, good_for_s: int) -> str:
        """Return the CDN's address for a signed address of the store.

        Args:
            signed: Address of the store, valid for as long.
            good_for_s: Lifetime in seconds.
        """
        at = urlsplit(signed)
        expires = str(self._clock.now_ms() // 1_000 + good_for_s)
        digest = hashlib.md5(f"{expires}{at.path} {self._secret}".encode()).digest()  # noqa: S324  (the module's)
        token = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return f"{self._url}/{token}/{expires}{at.path}?{at.query}"


def cdn_of(settings: Settings, clock: Clock) -> Cdn | None:
    """Return the configured CDN; None: none is configured.

    Raises:
        OSError: its secret cannot be read.
    """
    url = settings.registry_cdn_url
    return Cdn(url, settings.cdn_secret(), clock) if url else None
