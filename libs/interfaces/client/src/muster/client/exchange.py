"""HTTP rules shared by both clients: TLS trust, retries, and the mapping of responses to errors."""

from __future__ import annotations

import random
import ssl
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import httpx
from muster.backoff import Backoff
from muster.client.errors import MusterError, Unavailable, from_problem

TRIES_MAX: Final = 4
PAGE_ITEMS: Final = 1_000
"""Items requested of a list at once."""
PATIENCE_S: Final = 600.0
"""Seconds to wait for a service that was available and has gone."""
BACKOFF: Final = Backoff(first_ms=200, longest_ms=5_000)
RETRYABLE: Final = frozenset({429, 502, 503, 504})
TIMEOUT: Final = httpx.Timeout(connect=3.0, read=60.0, write=60.0, pool=60.0)
SILENCE_S: Final = 60.0
"""Seconds a download may stall."""
_JITTER_MAX: Final = 0.5
_RETRY_AFTER_MAX_S: Final = 10.0
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


def is_local(url: str) -> bool:
    """Return whether a URL is on this machine, whose ports a proxy in the environment cannot reach."""
    return httpx.URL(url).host in _LOOPBACK


def unreachable(url: str, error: Exception) -> Unavailable:
    """Build the error for an API that does not answer."""
    reason = str(error) or type(error).__name__
    return Unavailable(
        f"cannot reach Muster at {url}: {reason}",
        hint="is the stack running? `muster up` starts it, `muster status` shows it; "
        "set MUSTER_API_URL to use another one",
    )


def trust(url: str) -> ssl.SSLContext:
    """Return the TLS context. Loading the certificate authorities takes 20 ms, so plain HTTP skips it."""
    return httpx.create_ssl_context() if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def error_of(response: httpx.Response) -> MusterError:
    """Convert an unsuccessful response, whose body has been read, to an error."""
    try:
        problem = response.json()
    except ValueError:
        problem = {"detail": f"HTTP {response.status_code} from {response.url}: {response.text[:200]}"}
    members = cast("dict[str, Any]", problem) if isinstance(problem, dict) else {"detail": str(problem)}
    return from_problem(response.status_code, members)


def pauses(tries: int) -> Iterator[float | None]:
    """Yield the seconds to wait after each failed try; the last value is None: give up."""
    for failures in range(1, tries):
        yield pause_s(failures)
    yield None


def pause_s(failures: int) -> float:
    """Return the seconds to wait after this many failures in a row; jitter spreads out the clients."""
    return BACKOFF.pause_ms(failures, jitter=random.uniform(0, _JITTER_MAX)) / 1000  # noqa: S311


def retry_after_s(response: httpx.Response) -> float:
    """Return the seconds that the service asks to wait; 0 if it does not say."""
    asked = response.headers.get("Retry-After", "")
    return min(float(asked), _RETRY_AFTER_MAX_S) if asked.isdigit() else 0.0


def present(query: Mapping[str, Any] | None) -> dict[str, Any]:
    """Remove query parameters that are not set."""
    return {name: value for name, value in (query or {}).items() if value is not None and value != ()}
