"""Queries answered directly by the schedulers of a cell: the leader, or else a standby.

The schedulers are queried in order, and again after a pause. A standby may lag slightly, so an object that it
does not know is looked up in the next scheduler.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Sequence
from typing import Any

from muster.client.aio.transport import AsyncTransport
from muster.client.errors import MusterError, NotFound, Unavailable
from muster.client.exchange import TRIES_MAX, pauses


class AsyncSchedulers:
    """Connections to every scheduler of a cell.

    Args:
        urls: their base URLs, in the order to try.
        token: bearer token.
    """

    def __init__(self, urls: Sequence[str], token: str) -> None:
        self._urls = urls
        self._token = token
        self._opened: list[AsyncTransport] = []

    async def aclose(self) -> None:
        """Close the connections."""
        for transport in self._opened:
            await transport.aclose()

    async def get(self, path: str) -> Any:
        """Return the first scheduler's JSON answer; retry while none answers.

        Raises:
            NotFound: no scheduler that answers knows the object.
            Unavailable: no scheduler answers.
            MusterError: the scheduler reported a problem of this class.
        """
        return await self._ask("GET", path, None, TRIES_MAX)

    async def post(self, path: str, body: Any) -> Any:
        """Return the first scheduler's JSON answer to a query with a body; each is tried once.

        Raises:
            Unavailable: no scheduler answers.
            MusterError: the scheduler reported a problem of this class.
        """
        return await self._ask("POST", path, body, 1)

    async def _ask(self, method: str, path: str, body: Any, tries: int) -> Any:
        for pause_s in pauses(tries):
            failures: list[MusterError] = []
            for transport in self._transports():
                try:
                    return await transport.json(method, path, body=body)
                except (NotFound, Unavailable) as error:
                    failures.append(error)
            unknown = [error for error in failures if isinstance(error, NotFound)]
            if unknown:
                raise unknown[0]
            if pause_s is None:
                break
            await sleep(pause_s)
        raise Unavailable(
            f"no scheduler answers at {', '.join(self._urls)}",
            hint="`muster status` shows whether they run; set MUSTER_SCHEDULER_URLS to use others",
        )

    def _transports(self) -> Sequence[AsyncTransport]:
        """Return the connections, opened at the first query because most commands make none."""
        if not self._opened:
            self._opened = [AsyncTransport(url, self._token, tries=1) for url in self._urls]
        return self._opened
