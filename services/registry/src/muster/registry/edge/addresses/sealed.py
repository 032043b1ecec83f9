"""Addresses of this API for one object each; every holder of an address can use it until it expires.

Objects sealed with a secret are encrypted and decrypted here, because a stock client cannot. Objects that the
store encrypts itself are read at the store but written here, because a stock client would not name the key.

BASE/sealed-objects/KEY?expires=..&signature=..                read it
BASE/sealed-uploads/KEY?size_bytes=..&expires=..&signature=..  put it, of this size
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from muster.journal import SystemClock
from muster.registry.edge.addresses.links import Links

OBJECTS: Final = "/sealed-objects"
UPLOADS: Final = "/sealed-uploads"
SIZE: Final = "size_bytes"


def to_read(links: Links, base_url: str, key: str, good_for_s: int) -> str:
    """Return an address for reading an object."""
    return _address(links, base_url, f"{OBJECTS}/{key}", {}, good_for_s)


def to_write(links: Links, base_url: str, key: str, size_bytes: int, good_for_s: int) -> str:
    """Return an address for uploading the bytes of an object."""
    return _address(links, base_url, f"{UPLOADS}/{key}", {SIZE: str(size_bytes)}, good_for_s)


def _address(links: Links, base_url: str, path: str, values: dict[str, str], good_for_s: int) -> str:
    expires_at_ms = SystemClock().now_ms() + good_for_s * 1_000
    return f"{base_url}{quote(path)}?{links.signed(path, values, expires_at_ms)}"
