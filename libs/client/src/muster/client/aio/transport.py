"""One HTTP request: time-outs, retries of what may be retried, problems made errors.

A request is tried again when the service could not be reached or said 429, 502, 503 or 504. That is safe for
every method here: reads change nothing, PUT, PATCH and DELETE say what shall be and not by how much it
changes, and each POST carries one Idempotency-Key that stays the same over all its tries.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import httpx
from muster.client.exchange import (
    RETRYABLE,
    SILENCE_S,
    TIMEOUT,
    TRIES_MAX,
    error_of,
    is_local,
    pauses,
    present,
    retry_after_s,
    trust,
    unreachable,
)


class AsyncTransport:
    """A connection pool to one API, speaking for one token.

    Args:
        url: base address of the service.
        token: bearer token; empty for none.
        tries: how often a request is tried at most.
    """

    def __init__(self, url: str, token: str, *, tries: int = TRIES_MAX) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.url = url
        self._tries = tries
        self._http = httpx.AsyncClient(
            base_url=url,
            headers=headers,
            timeout=TIMEOUT,
            trust_env=not is_local(url),
            verify=trust(url),
        )

    async def aclose(self) -> None:
        """Close the pool."""
        await self._http.aclose()

    async def json(
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
            Unavailable: not reached, or refused for now, after all tries.
            MusterError: the class of the problem the service sent.
        """
        request = self._http.build_request(
            method, path, params=present(query), json=body, content=content, headers=dict(headers or {})
        )
        response = await self._send(request)
        if response.is_success:
            return response.json() if response.content else None
        raise error_of(response)

    async def stream(
        self, path: str, *, query: Mapping[str, Any], headers: Mapping[str, str], silence_s: float
    ) -> httpx.Response:
        """An open answer to GET, to be read line by line and closed by the caller. One try.

        Raises:
            httpx.TransportError: not reached.
        """
        timeout = httpx.Timeout(connect=3.0, read=silence_s, write=10.0, pool=10.0)
        request = self._http.build_request(
            "GET", path, params=present(query), headers=dict(headers), timeout=timeout
        )
        return await self._http.send(request, stream=True)

    async def pieces(self, path: str, *, query: Mapping[str, Any]) -> AsyncGenerator[bytes]:
        """The body of an answer to GET, as it comes. One try: what was read cannot be taken back.

        Raises:
            Unavailable: not reached, or it ended before its end.
            MusterError: the class of the problem the service sent.
        """
        response = None
        try:
            response = await self.stream(path, query=query, headers={}, silence_s=SILENCE_S)
            if not response.is_success:
                await response.aread()
                raise error_of(response)
            async for piece in response.aiter_bytes():
                yield piece
        except httpx.TransportError as error:
            raise unreachable(self.url, error) from None
        finally:
            if response is not None:
                await response.aclose()

    async def _send(self, request: httpx.Request) -> httpx.Response:
        for pause_s in pauses(self._tries):
            try:
                response = await self._http.send(request)
            except httpx.TransportError as error:
                failure: httpx.TransportError = error
                if pause_s is None:
                    raise unreachable(self.url, failure) from None
                await sleep(pause_s)
                continue
            if response.status_code not in RETRYABLE or pause_s is None:
                return response
            await sleep(max(pause_s, retry_after_s(response)))
        raise AssertionError("pauses() ends with None")
