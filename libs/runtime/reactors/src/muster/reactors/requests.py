"""One request to a target, at a checked address.

The target's name is resolved once, every address of it is judged, and the connection goes to one that was
judged: a name that resolves otherwise a moment later changes nothing. Redirects are not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import httpx
from muster.reactors.addresses import addresses_of
from muster.reactors.origins import origin_of
from muster.reactors.reactor import Undeliverable, Undelivered

_TIMEOUT: Final = httpx.Timeout(connect=3.0, read=10.0, write=10.0, pool=10.0)
_AGAIN_LATER: Final = frozenset({408, 425, 429})
_PORTS: Final = {"http": 80, "https": 443}


def client() -> httpx.Client:
    """Return a client for `send`; safe to share between threads."""
    return httpx.Client(timeout=_TIMEOUT, trust_env=False, follow_redirects=False)


def address_of(url: httpx.URL, *, private: bool) -> str:
    """Return the address to connect to.

    Args:
        url: The target.
        private: Addresses of private networks, of this machine and the like are allowed.

    Raises:
        Undeliverable: One of its addresses is not public, and private ones are not allowed.
        Undelivered: The host's name cannot be resolved now.
    """
    port = url.port or _PORTS.get(url.scheme, 0)
    return addresses_of(url.host, port, private=private)[0]


def send(
    http: httpx.Client,
    method: str,
    url: httpx.URL,
    address: str,
    *,
    headers: Mapping[str, str],
    content: bytes | None = None,
    bytes_max: int = 0,
    is_later: Callable[[httpx.Response], bool] = lambda answer: False,
) -> bytes:
    """Send a request; return the body of its answer, or nothing if it is longer than `bytes_max`.

    Args:
        http: Client from `client`.
        method: HTTP method.
        url: The target.
        address: Address from `address_of`.
        headers: Beside `host`.
        content: Body of the request.
        bytes_max: Longest body that is read.
        is_later: Says of a refusal that a later request may succeed.

    Raises:
        Undeliverable: The target refuses it for good.
        Undelivered: The target does not answer, or not now.
    """
    request = http.build_request(
        method,
        url.copy_with(host=address),
        content=content,
        headers={**headers, "host": url.netloc.decode("ascii")},
        extensions={"sni_hostname": url.host},  # the certificate is judged by the target's name
    )
    origin = origin_of(url)
    try:
        answer = http.send(request, stream=True)
        try:
            body = _read(answer, bytes_max) if answer.is_success else b""
        finally:
            answer.close()
    except httpx.TransportError as error:
        raise Undelivered(f"{origin}: {type(error).__name__} {error}") from error
    if answer.is_success:
        return body
    if answer.is_server_error or answer.status_code in _AGAIN_LATER or is_later(answer):
        raise Undelivered(f"{origin} answered {answer.status_code}")
    raise Undeliverable(f"{origin} refused it: {answer.status_code}")


def _read(answer: httpx.Response, bytes_max: int) -> bytes:
    content = bytearray()
    if bytes_max:
        for piece in answer.iter_bytes():
            content += piece
            if len(content) > bytes_max:
                return b""
    return bytes(content)
