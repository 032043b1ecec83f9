"""The address at which the caller reaches this API, from the request and trusted proxies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Final

from fastapi import Request
from muster.api.prefixes import prefix_of

_SCHEME: Final = re.compile(r"https?")
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_PREFIX: Final = re.compile(r"(/[A-Za-z0-9._~-]+)+/?")


def base_url(request: Request, proxies: Sequence[IPv4Network | IPv6Network]) -> str:
    """Return the address at which the caller reached this API, without a slash at the end.

    Args:
        request: The request; its Host header, or headers set by a trusted proxy, name the address.
        proxies: Networks of trusted proxies.
    """
    scheme, host, prefix = request.url.scheme, request.url.netloc, prefix_of(request.scope)
    if _is_proxied(request, proxies):
        scheme = _forwarded(request, "proto", _SCHEME) or scheme
        host = _forwarded(request, "host", _HOST) or host
        prefix = _forwarded(request, "prefix", _PREFIX).rstrip("/") + prefix
    return f"{scheme}://{host}{prefix}"


def _is_proxied(request: Request, proxies: Sequence[IPv4Network | IPv6Network]) -> bool:
    if request.client is None:
        return False
    try:
        peer = ip_address(request.client.host)
    except ValueError:
        return False
    return any(peer in network for network in proxies)


def _forwarded(request: Request, name: str, allowed: re.Pattern[str]) -> str:
    """Return the value set by the first of several proxies; empty: absent or malformed."""
    value = request.headers.get(f"x-forwarded-{name}", "").partition(",")[0].strip()
    return value if allowed.fullmatch(value) else ""
