"""Locate the bytes of content by the tables, which may lag behind what the decider has read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, TypeVar

from muster.views.reading.tables import Tables

FILE: Final = "file/"
LFS: Final = "lfs/"
XORB: Final = "xorb/"
TREE: Final = "tree/"

LAG_S: Final = 2.0
"""Time that a scan waits for lagging tables, in seconds. It holds a slot; a fraction usually suffices."""

_AT_ONCE: Final = 10_000

T = TypeVar("T")


class NotYet(Exception):
    """The tables do not know it: they lag behind."""


class Gone(Exception):
    """Its bytes were removed, since nothing refers to it."""


@dataclass(frozen=True, slots=True)
class _ObjectRow:
    object: str
    object_key: str | None
    there: bool


@dataclass(frozen=True, slots=True)
class _RepackedRow:
    record: str


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A xorb that is stored as a delta from others.

    Attributes:
        object: xorb/HASH.
        delta_key: Key of the delta in the store.
        bases: Key of each base xorb, by its hash.
    """

    object: str
    delta_key: str
    bases: dict[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """Location of an object.

    Attributes:
        object: The content, KIND/HASH; of content cut into chunks, the record that locates them.
        key: Its key in the store.
    """

    object: str
    key: str


async def once_known(
    changes: AsyncGenerator[None], locate: Callable[[], Awaitable[T]], patience_s: float = LAG_S
) -> T:
    """Locate content as soon as the tables know it, so that a short lag does not postpone its scan.

    Args:
        changes: Yields at once, then whenever the tables may have changed.
        locate: Locates the content, or raises NotYet.
        patience_s: Time to wait for the tables, in seconds.

    Raises:
        NotYet: the tables still do not know it.
    """
    loop = asyncio.get_running_loop()
    until_s = loop.time() + patience_s
    async with aclosing(changes):
        await anext(changes)
        while True:
            try:
                return await locate()
            except NotYet as lacking:
                if loop.time() >= until_s:  # a pending change would resume at once and pass the timeout
                    raise
                try:
                    async with asyncio.timeout_at(until_s):
                        await anext(changes)
                except TimeoutError:
                    raise lacking from None


async def place_of(tables: Tables, object_: str) -> Place:
    """Locate content, whole or in chunks.

    Raises:
        NotYet: the tables do not know it.
        Gone: it was removed.
        Unavailable: Postgres does not answer.
    """
    found = await rows_of(tables, [object_])
    row = found.get(object_)
    if row is not None and row.there and row.object_key is not None:
        return Place(object_, row.object_key)
    if object_.startswith(LFS):
        repacked = await tables.row(_RepackedRow, _REPACKED, {"object": object_})
        if repacked is not None:
            return await place_of(tables, f"{FILE}{repacked.record}")
    if row is None:
        raise NotYet(f"the tables do not know {object_} yet")
    raise Gone(object_)


async def keys_of(tables: Tables, objects: Iterable[str]) -> dict[str, str]:
    """Keys by object, of all these objects.

    Raises:
        NotYet: the tables do not know one of them.
        Gone: one was removed.
    """
    wanted = list(objects)
    keys: dict[str, str] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        found = await rows_of(tables, wanted[first : first + _AT_ONCE])
        keys.update({name: row.object_key for name, row in found.items() if row.there and row.object_key})
    if missing := [object_ for object_ in wanted if object_ not in keys]:
        await place_of(tables, missing[0])
        raise NotYet(f"the tables do not know {missing[0]} yet")
    return keys


async def differences_of(tables: Tables, objects: Iterable[str]) -> dict[str, DifferenceRow]:
    """Rows of those xorbs that are stored as deltas, by object."""
    wanted = list(objects)
    found: dict[str, DifferenceRow] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = {"objects": wanted[first : first + _AT_ONCE]}
        found.update({row.object: row for row in await tables.rows(DifferenceRow, _DIFFERENCES, some)})
    return found


async def rows_of(tables: Tables, objects: list[str]) -> Mapping[str, _ObjectRow]:
    """Rows of objects, by object; unknown ones are left out."""
    rows = await tables.rows(_ObjectRow, _OBJECTS, {"objects": objects})
    return {row.object: row for row in rows}


_OBJECTS: Final = "SELECT object, object_key, there FROM objects WHERE object = ANY(%(objects)s)"
_DIFFERENCES: Final = """
SELECT object, delta_key, bases FROM differences WHERE object = ANY(%(objects)s) AND delta_key IS NOT NULL
"""
_REPACKED: Final = "SELECT record FROM repacked WHERE object = %(object)s"
