"""The origin of an address: what is allowed or not. PURE."""

from __future__ import annotations

import httpx


def origin_of(url: httpx.URL) -> str:
    """Scheme, host and port, without the one that the scheme says."""
    default = {"http": 80, "https": 443}.get(url.scheme)
    port = "" if url.port in (None, default) else f":{url.port}"
    return f"{url.scheme}://{url.host}{port}"
