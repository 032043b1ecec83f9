"""Waiting for a view: woken by NOTIFY after every batch, and once a second in any case.

One connection listens for the whole process. After each wake-up one query loads the positions and another the
commands that requests wait for, so the cost does not grow with the number of waiting requests.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, LiteralString

import psycopg
from muster.events.wire.stamp import Asker
from muster.journal.position import Position, TopicPartition
from muster.views import commands
from muster.views.commands import CommandRow
from psycopg import sql
from psycopg.rows import class_row

_log = logging.getLogger(__name__)

INTERVAL_S: Final = 1.0
"""Maximum seconds between two queries: the delay after a lost notification."""

POSITIONS: Final[LiteralString] = 'SELECT topic, "partition", next_offset FROM positions'

_RECONNECT_S: Final = 0.5


class Watch:
    """Applied positions and commands, as of the newest query.

    Args:
        dsn: Connection string of the database.
        schema: The view's schema; its channel is `<schema>_changes`.
    """

    def __init__(self, dsn: str, schema: str) -> None:
        self._dsn = dsn
        self._schema = schema
        self._positions: dict[TopicPartition, int] = {}
        self._looks = 0
        self._looked = asyncio.Condition()
        self._asked: dict[tuple[Asker, str], list[asyncio.Future[CommandRow]]] = {}

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Listen while the context is open."""
        task = asyncio.create_task(self._listen(), name="view-watch")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def position(self, position: Position, timeout_s: float) -> bool:
        """Wait until this position is applied; False: not in time."""
        partition = (position.topic, position.partition)
        try:
            async with asyncio.timeout(timeout_s), self._looked:
                await self._looked.wait_for(lambda: self._positions.get(partition, 0) > position.offset)
        except TimeoutError:
            return False
        return True

    async def command(self, caller: Asker, command_id: str, timeout_s: float) -> CommandRow | None:
        """Wait until a command of the caller's tenant is decided; None: not in time."""
        asked = caller, command_id
        answer = asyncio.get_running_loop().create_future()
        self._asked.setdefault(asked, []).append(answer)
        try:
            async with asyncio.timeout(timeout_s):
                return await answer
        except TimeoutError:
            return None
        finally:
            waiting = self._asked.get(asked, [])
            if answer in waiting:
                waiting.remove(answer)
            if not waiting:
                self._asked.pop(asked, None)

    async def changes(self) -> AsyncGenerator[None]:
        """Yields at once, then after every query: when a batch was applied, and at least once a second."""
        seen = self._looks
        while True:
            yield
            async with self._looked:
                await self._looked.wait_for(lambda: self._looks > seen)  # noqa: B023  (called before it changes)
            seen = self._looks

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except psycopg.Error as error:
                _log.warning("watch of view %s: %s; connecting again", self._schema, error)
            await asyncio.sleep(_RECONNECT_S)

    async def _listen_once(self) -> None:
        connecting = psycopg.AsyncConnection.connect(
            self._dsn,
            autocommit=True,
            connect_timeout=5,
            application_name=f"{self._schema}-watch",
            options=f"-c search_path={self._schema}",
        )
        async with await connecting as connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(f"{self._schema}_changes")))
            while True:
                await self._look(connection)
                async for _ in connection.notifies(timeout=INTERVAL_S, stop_after=1):
                    pass  # its content is in the tables

    async def _look(self, connection: psycopg.AsyncConnection[Any]) -> None:
        asked = list(self._asked)
        positions = await (await connection.execute(POSITIONS)).fetchall()
        found = await _commands(connection, asked) if asked else ()
        self._positions = {(topic, partition): next_offset for topic, partition, next_offset in positions}
        for row in found:
            if row.outcome is not None:
                for future in self._asked.pop((Asker(row.tenant, row.user), row.command_id), []):
                    if not future.done():
                        future.set_result(row)
        async with self._looked:
            self._looks += 1
            self._looked.notify_all()


async def _commands(
    connection: psycopg.AsyncConnection[Any], asked: Sequence[tuple[Asker, str]]
) -> Sequence[CommandRow]:
    async with connection.cursor(row_factory=class_row(CommandRow)) as cursor:
        return await (await cursor.execute(commands.SELECT, commands.parameters(asked))).fetchall()
