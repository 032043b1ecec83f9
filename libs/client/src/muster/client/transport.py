"""One HTTP request: time-outs, retries of what may be retried, problems made errors.

A request is tried again when the service could not be reached or said 429, 502, 503 or 504. That is safe for
every method here: reads change nothing, PUT, PATCH and DELETE say what shall be and not by how much it
changes, and each POST carries one Idempotency-Key that stays the same over all its tries.
"""

from __future__ import annotations

import random
import ssl
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import httpx
from muster.backoff import Backoff
from muster.client.errors import MusterError, Unavailable, from_problem

TRIES_MAX: Final = 4
PATIENCE_S: Final = 600.0
"""How long a service that was there is waited for when it is gone."""
BACKOFF: Final = Backoff(first_ms=200, longest_ms=5_000)
_JITTER_MAX: Final = 0.5
_RETRY_AFTER_MAX_S: Final = 10.0
_RETRYABLE: Final = frozenset({429, 502, 503, 504})
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_TIMEOUT: Final = httpx.Timeout(connect=3.0, read=60.0, write=60.0, pool=60.0)


class Transport:
    """A connection pool to one API, speaking for one token. Safe to share between threads.

    Args:
        url: base address of the service.
        token: bearer token; empty for none.
        tries: how often a request is tried at most.
    """

    def __init__(self, url: str, token: str, *, tries: int = TRIES_MAX) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.url = url
        self._tries = tries
        local = httpx.URL(url).host in _LOOPBACK
        self._http = httpx.Client(
            base_url=url,
            headers=headers,
            timeout=_TIMEOUT,
            trust_env=not local,  # a proxy in the environment cannot reach this machine's own ports
            verify=_trust(url),
        )

    def close(self) -> None:
        """Close the pool."""
        self._http.close()

    def json(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """The JSON answer to a request; None when the answer is empty.

        Raises:
            Unavailable: not reached, or refused for now, after so many tries.
            MusterError: the class of the problem the service sent.
        """
        request = self._http.build_request(
            method, path, params=_present(query), json=body, content=content, headers=dict(headers or {})
        )
        response = self._send(request)
        if response.is_success:
            return response.json() if response.content else None
        raise error_of(response)

    def stream(
        self, path: str, *, query: Mapping[str, Any], headers: Mapping[str, str], silence_s: float
    ) -> httpx.Response:
        """An open answer to GET, to be read line by line and closed by the caller. One try.

        Raises:
            httpx.TransportError: not reached.
        """
        timeout = httpx.Timeout(connect=3.0, read=silence_s, write=10.0, pool=10.0)
        request = self._http.build_request(
            "GET", path, params=_present(query), headers=dict(headers), timeout=timeout
        )
        return self._http.send(request, stream=True)

    def _send(self, request: httpx.Request) -> httpx.Response:
        for pause_s in pauses(self._tries):
            try:
                response = self._http.send(request)
            except httpx.TransportError as error:
                failure: httpx.TransportError = error
                if pause_s is None:
                    raise self.unreachable(failure) from None
                time.sleep(pause_s)
                continue
            if response.status_code not in _RETRYABLE or pause_s is None:
                return response
            time.sleep(max(pause_s, _retry_after_s(response)))
        raise AssertionError("pauses() ends with None")

    def unreachable(self, error: Exception) -> Unavailable:
        """The error for an API that does not answer."""
        reason = str(error) or type(error).__name__
        return Unavailable(
            f"cannot reach Muster at {self.url}: {reason}",
            hint="is the stack up? `muster up` starts it, `muster status` shows it; "
            "MUSTER_API_URL names another one",
        )


def _trust(url: str) -> ssl.SSLContext:
    """Whom to trust over TLS. Reading the list of authorities takes 20 ms, which plain HTTP does not need."""
    return httpx.create_ssl_context() if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def error_of(response: httpx.Response) -> MusterError:
    """The error for an answer that is not a success; its body must have been read."""
    try:
        problem = response.json()
    except ValueError:
        problem = {"detail": f"HTTP {response.status_code} from {response.url}: {response.text[:200]}"}
    told = cast("dict[str, Any]", problem) if isinstance(problem, dict) else {"detail": str(problem)}
    return from_problem(response.status_code, told)


def pauses(tries: int) -> Iterator[float | None]:
    """How long to wait after each failed try, seconds; the last value is None: give up."""
    for failures in range(1, tries):
        yield pause_s(failures)
    yield None


def pause_s(failures: int) -> float:
    """How long to wait after so many failures in a row, seconds; with jitter, lest all return at once."""
    return BACKOFF.pause_ms(failures, jitter=random.uniform(0, _JITTER_MAX)) / 1000  # noqa: S311


def _retry_after_s(response: httpx.Response) -> float:
    asked = response.headers.get("Retry-After", "")
    return min(float(asked), _RETRY_AFTER_MAX_S) if asked.isdigit() else 0.0


def _present(query: Mapping[str, Any] | None) -> dict[str, Any]:
    """Query parameters without those that were not given."""
    return {name: value for name, value in (query or {}).items() if value is not None and value != ()}
