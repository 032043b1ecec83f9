"""HTTP requests with time-outs and safe retries; problems become errors.

A request is retried if the service could not be reached or answered 429, 502, 503 or 504. That is safe for
every method here: reads change nothing, PUT, PATCH and DELETE state the result rather than a change, and each
POST carries an Idempotency-Key that stays the same over all its tries.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import httpx
from muster.client.exchange import (
    PAGE_ITEMS,
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
    """A connection pool to one API, with one token.

    Args:
        url: base URL of the service.
        token: bearer token; empty for none.
        tries: maximum number of tries per request.
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
        """Send a request and return the JSON answer; None if it is empty.

        Raises:
            Unavailable: the service was unreachable or unavailable in all tries.
            MusterError: the service reported a problem of this class.
        """
        request = self._http.build_request(
            method, path, params=present(query), json=body, content=content, headers=dict(headers or {})
        )
        response = await self._send(request)
        if response.is_success:
            return response.json() if response.content else None
        raise error_of(response)

    async def listed(
        self, path: str, *, query: Mapping[str, Any] | None = None, limit: int | None = None
    ) -> dict[str, Any]:
        """Request a list page after page, and return the first page with the `items` of all.

        Args:
            path: URL path of the list.
            query: Query parameters.
            limit: Maximum number of items; None: all.

        Returns:
            The answer, as JSON; its `next_page_token` is None unless there are more than `limit` items.

        Raises:
            Unavailable: the service was unreachable or unavailable in all tries.
            MusterError: the service reported a problem of this class.
        """
        found: dict[str, Any] = {}
        items: list[Any] = []
        token: str | None = None
        while True:
            size = PAGE_ITEMS if limit is None else min(limit - len(items), PAGE_ITEMS)
            page = await self.json("GET", path, query={**(query or {}), "limit": size, "page_token": token})
            found, token = found or page, page["next_page_token"]
            items += page["items"]
            if token is None or len(items) == limit:
                return {**found, "items": items, "next_page_token": token}

    async def items(
        self, path: str, *, query: Mapping[str, Any] | None = None, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """Request a list page after page, and return its items; see `listed`."""
        return (await self.listed(path, query=query, limit=limit))["items"]

    async def decided(
        self,
        method: str,
        path: str,
        wait_s: float,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
    ) -> str:
        """Send a command, and return its outcome: "pending" if it is not decided within `wait_s` seconds."""
        answer = await self.json(method, path, query={**(query or {}), "wait_s": wait_s}, body=body)
        return str(answer.get("outcome") or "pending")

    async def stream(
        self, path: str, *, query: Mapping[str, Any], headers: Mapping[str, str], silence_s: float
    ) -> httpx.Response:
        """Open a GET response for the caller to read line by line and close. It is tried once.

        Raises:
            httpx.TransportError: the service cannot be reached.
        """
        timeout = httpx.Timeout(connect=3.0, read=silence_s, write=10.0, pool=10.0)
        request = self._http.build_request(
            "GET", path, params=present(query), headers=dict(headers), timeout=timeout
        )
        return await self._http.send(request, stream=True)

    async def pieces(self, path: str, *, query: Mapping[str, Any]) -> AsyncGenerator[bytes]:
        """Stream the body of a GET response. It is tried once, as bytes already yielded cannot be recalled.

        Raises:
            Unavailable: the service cannot be reached, or the body is incomplete.
            MusterError: the service reported a problem of this class.
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
