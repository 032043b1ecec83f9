"""Queries of one Postgres view: rows by statement, lists by page, and waiting for a position or an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any, Final, LiteralString, Self, TypeVar

import psycopg
from muster.events.wire.stamp import Asker
from muster.journal.position import Position
from muster.views import commands
from muster.views.commands import CommandRow
from muster.views.reading.pages import Condition, Key, Keyset, Page, page
from muster.views.reading.watch import POSITIONS, Watch
from muster.views.view import TooSlow, Unavailable
from psycopg.rows import class_row
from psycopg.sql import SQL, Composed, Identifier, Placeholder
from psycopg_pool import AsyncConnectionPool, PoolTimeout

T = TypeVar("T")
R = TypeVar("R", bound=Mapping[str, Any])

CONNECTIONS_MAX: Final = 8
TURN_S: Final = 30.0
"""Seconds that a query waits for a connection while others use all of them."""
LOOK_S: Final = 0.2
"""Least time between two queries of one stream."""
STATEMENT_S: Final = 15
"""Time limit of a statement, in seconds."""

_SETTINGS: Final = f"-c default_transaction_read_only=on -c statement_timeout={STATEMENT_S}s -c jit=off"
"""Answers read far less than planners estimate: compiling a statement takes longer than running it."""

Statement = LiteralString | Composed


class Tables:
    """Queries one PostgresView; every method that queries may raise Unavailable.

    Args:
        pool: Connections whose search path is the view's schema.
        watch: For requests that wait.
    """

    def __init__(self, pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]], watch: Watch) -> None:
        self._pool = pool
        self._turns = asyncio.Semaphore(CONNECTIONS_MAX)
        self._watch = watch

    @classmethod
    @asynccontextmanager
    async def connected(cls, dsn: str, *, view: str) -> AsyncGenerator[Self]:
        """Tables on a server, closed at the end; does not wait for the server to be up.

        Args:
            dsn: Connection string of the database.
            view: The view's schema.
        """
        pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]] = AsyncConnectionPool(
            dsn,
            kwargs={
                "autocommit": True,
                "application_name": f"{view}-queries",
                "options": f"{_SETTINGS} -c search_path={view}",
            },
            min_size=1,
            max_size=CONNECTIONS_MAX + 1,  # that one is for `missing`, however many wait
            timeout=5.0,
            open=False,
        )
        watch = Watch(dsn, view)
        await pool.open(wait=False)
        try:
            async with watch.running():
                yield cls(pool, watch)
        finally:
            await pool.close()

    async def missing(self) -> str | None:
        """Why queries cannot be answered; None: they can."""
        try:
            async with self._pool.connection(timeout=2.0) as connection:
                await connection.execute(POSITIONS)
        except (psycopg.Error, PoolTimeout) as error:
            return f"Postgres: {error}"
        return None

    async def row(self, kind: type[T], statement: Statement, parameters: Mapping[str, Any]) -> T | None:
        """Return the first row; None: there is no row."""
        rows = await self.rows(kind, statement, parameters)
        return rows[0] if rows else None

    async def keyed(self, kind: type[R], table: str, key: Mapping[str, Any]) -> R | None:
        """Return the row of a table with this key; None: there is none.

        Args:
            kind: A TypedDict whose fields are columns of the table.
            table: Name of the table.
            key: Values by column, at least one; together they are unique.
        """
        return await self.row(kind, select_by_key(table, [*kind.__annotations__], [*key]), key)

    async def rows(self, kind: type[T], statement: Statement, parameters: Mapping[str, Any]) -> list[T]:
        """Return all rows, as values of a dataclass or a TypedDict with the statement's columns as fields.

        Raises:
            TooSlow: The statement reached its time limit.
            Unavailable: Postgres does not answer, or the tables do not exist yet.
        """
        try:
            async with (
                self._turn(),
                self._pool.connection() as connection,
                connection.cursor(row_factory=class_row(kind)) as cursor,
            ):
                return await (await cursor.execute(statement, parameters)).fetchall()
        except psycopg.errors.UndefinedTable as error:
            raise Unavailable("the projections do not exist yet: the projector has to run once") from error
        except psycopg.errors.QueryCanceled as error:
            raise TooSlow(f"Postgres ended the query after {STATEMENT_S} s") from error
        except (psycopg.OperationalError, PoolTimeout) as error:
            raise Unavailable("Postgres does not answer") from error

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """Wait for a free connection: busy ones are an error of their own, not one of the server."""
        try:
            await asyncio.wait_for(self._turns.acquire(), TURN_S)
        except TimeoutError:
            text = f"all {CONNECTIONS_MAX} connections to Postgres are busy, for {TURN_S:g} s already"
            raise Unavailable(text) from None
        try:
            yield
        finally:
            self._turns.release()

    async def page(
        self,
        kind: type[T],
        select: LiteralString,
        keyset: Keyset,
        key_of: Callable[[T], Key],
        *,
        conditions: Iterable[Condition],
        size: int,
        behind: Key | None,
    ) -> Page[T]:
        """A page of a list.

        Args:
            kind: Type of the rows.
            select: SELECT ... FROM ..., without WHERE.
            keyset: The columns that order the list.
            key_of: The key of a row.
            conditions: All must hold.
            size: Rows of the page.
            behind: The key after which the page begins; None: the first page.
        """
        statement, parameters = keyset.statement(select, conditions, size, behind)
        rows = await self.rows(kind, statement, parameters)
        return page(rows, [key_of(row) for row in rows], size)

    async def listed(
        self,
        kind: type[T],
        statement: Statement,
        parameters: Mapping[str, Any],
        keyset: Keyset,
        key_of: Callable[[T], Key],
        *,
        size: int,
        behind: Key | None,
    ) -> Page[T]:
        """A page of the rows of a whole statement.

        Args:
            kind: Type of the rows: its fields are the statement's columns.
            statement: SELECT without ORDER BY and LIMIT.
            parameters: Parameters of the statement.
            keyset: Columns of the statement that order the list.
            key_of: The key of a row.
            size: Rows of the page.
            behind: The key after which the page begins; None: the first page.
        """
        paged, page_parameters = keyset.over(statement, size, behind)
        rows = await self.rows(kind, paged, {**parameters, **page_parameters})
        return page(rows, [key_of(row) for row in rows], size)

    async def command(self, caller: Asker, command_id: str) -> CommandRow | None:
        """A command and its outcome so far; None: it does not exist, or belongs to another tenant."""
        return await self.row(CommandRow, commands.SELECT, commands.parameters([(caller, command_id)]))

    async def wait_for_command(self, caller: Asker, command_id: str, timeout_s: float) -> CommandRow | None:
        """Wait until a command is decided; None: it is not decided in time, or belongs to another tenant."""
        found = await self.command(caller, command_id)
        if (found is None or found.outcome is None) and timeout_s > 0:
            found = await self._watch.command(caller, command_id, timeout_s)
        return found if found is not None and found.outcome is not None else None

    async def wait_for(self, position: Position, timeout_s: float) -> bool:
        """Wait until queries see this position; False: not in time."""
        return await self._watch.position(position, timeout_s)

    def changes(self) -> AsyncGenerator[None]:
        """Yields at once, then after each applied batch, and at least once a second."""
        return self._watch.changes()

    async def looks(self) -> AsyncGenerator[None]:
        """Yields when a stream should query again: at once, then after changes, with a pause in between.

        A busy projector applies many batches a second; a query for each of them would help no reader.
        """
        async with aclosing(self.changes()) as changes:
            async for _ in changes:
                yield
                await asyncio.sleep(LOOK_S)


def select_by_key(table: str, columns: Iterable[str], key: Iterable[str]) -> Composed:
    """Make the statement of one row: all names are quoted, and values are parameters named as columns.

    Args:
        table: Name of the table.
        columns: Names of the columns to read.
        key: Names of the columns that must be equal to their parameters.
    """
    conditions = (SQL("{} = {}").format(Identifier(each), Placeholder(each)) for each in key)
    return SQL("SELECT {columns} FROM {table} WHERE {conditions}").format(
        columns=SQL(", ").join(map(Identifier, columns)),
        table=Identifier(table),
        conditions=SQL(" AND ").join(conditions),
    )
