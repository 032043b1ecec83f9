"""Questions that the schedulers of a cell answer themselves: the leader, or else one that stands by.

They are asked in order, and again after a pause. A standby may be a moment behind, so the next one is
asked about what it does not know.
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
        urls: their base addresses, in the order to ask.
        token: bearer token.
    """

    def __init__(self, urls: Sequence[str], token: str) -> None:
        self._urls = urls
        self._token = token
        self._opened: list[AsyncTransport] = []

    async def aclose(self) -> None:
        """Give the connections back."""
        for transport in self._opened:
            await transport.aclose()

    async def get(self, path: str) -> Any:
        """The JSON answer of the first that has one, asked again while none answers.

        Raises:
            NotFound: none of those that answer knows it.
            Unavailable: none answers.
            MusterError: the class of the problem that was sent.
        """
        return await self._ask("GET", path, None, TRIES_MAX)

    async def post(self, path: str, body: Any) -> Any:
        """The JSON answer of the first that has one; each is asked once. For questions that carry a body.

        Raises:
            Unavailable: none answers.
            MusterError: the class of the problem that was sent.
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
            hint="`muster status` shows whether they run; MUSTER_SCHEDULER_URLS names others",
        )

    def _transports(self) -> Sequence[AsyncTransport]:
        """Made at the first question: most commands have none."""
        if not self._opened:
            self._opened = [AsyncTransport(url, self._token, tries=1) for url in self._urls]
        return self._opened
