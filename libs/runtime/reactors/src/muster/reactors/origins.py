"""Origins of addresses: the unit that is permitted or not. PURE."""

from __future__ import annotations

import httpx


def origin_of(url: httpx.URL) -> str:
    """Return scheme, host and port; the scheme's default port is left out."""
    default = {"http": 80, "https": 443}.get(url.scheme)
    port = "" if url.port in (None, default) else f":{url.port}"
    return f"{url.scheme}://{url.host}{port}"
