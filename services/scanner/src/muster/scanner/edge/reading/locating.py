"""Locate the bytes of content by the tables, once these know the commit that added it last.

The registry proves, registers and only then commits, on one partition, and tables apply it in that order. So
tables that know a commit know where all of its content lies, and what they lack then was removed (ADR 175).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Final

from muster.scanner.core.orders import Order
from muster.views.reading.tables import Tables

FILE: Final = "file/"
LFS: Final = "lfs/"
XORB: Final = "xorb/"
TREE: Final = "tree/"

LAG_S: Final = 2.0
"""Time that a scan waits for the tables, in seconds. It holds a slot; a fraction usually suffices."""

_AT_ONCE: Final = 10_000


class Behind(Exception):
    """The tables do not know the commit of an order in time."""


class Gone(Exception):
    """Its bytes were removed, since nothing refers to it."""


@dataclass(frozen=True, slots=True)
class _ObjectRow:
    object: str
    object_key: str


@dataclass(frozen=True, slots=True)
class _HeldRow:
    commit: str


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


async def until_known(tables: Tables, order: Order, patience_s: float = LAG_S) -> None:
    """Wait until the tables know the commit that added the content of an order last.

    Args:
        tables: Tables of the scanner.
        order: The order.
        patience_s: Time to wait, in seconds.

    Raises:
        Behind: they do not know it in time.
        Unavailable: Postgres does not answer.
    """
    repository, commit = order.added_by
    asked = {"object": order.object, "repository": repository, "commit": commit}
    loop = asyncio.get_running_loop()
    until_s = loop.time() + patience_s
    async with aclosing(tables.changes()) as changes:
        await anext(changes)
        while await tables.row(_HeldRow, _HELD, asked) is None:
            if loop.time() >= until_s:  # a pending change would resume at once and pass the timeout
                raise Behind(f"the tables do not know commit {commit} of {repository}")
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until_s):
                    await anext(changes)


async def place_of(tables: Tables, object_: str) -> Place:
    """Locate content, whole or in chunks.

    Raises:
        Gone: it was removed.
        Unavailable: Postgres does not answer.
    """
    found = await _keys(tables, [object_])
    if object_ in found:
        return Place(object_, found[object_])
    if object_.startswith(LFS):
        repacked = await tables.row(_RepackedRow, _REPACKED, {"object": object_})
        if repacked is not None:
            return await place_of(tables, f"{FILE}{repacked.record}")
    raise Gone(object_)


async def keys_of(tables: Tables, objects: Iterable[str]) -> dict[str, str]:
    """Keys by object, of all these objects.

    Raises:
        Gone: one was removed.
    """
    wanted = list(objects)
    keys: dict[str, str] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        keys |= await _keys(tables, wanted[first : first + _AT_ONCE])
    if missing := [object_ for object_ in wanted if object_ not in keys]:
        raise Gone(missing[0])
    return keys


async def differences_of(tables: Tables, objects: Iterable[str]) -> dict[str, DifferenceRow]:
    """Rows of those xorbs that are stored as deltas, by object."""
    wanted = list(objects)
    found: dict[str, DifferenceRow] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = {"objects": wanted[first : first + _AT_ONCE]}
        found.update({row.object: row for row in await tables.rows(DifferenceRow, _DIFFERENCES, some)})
    return found


async def _keys(tables: Tables, objects: list[str]) -> Mapping[str, str]:
    rows = await tables.rows(_ObjectRow, _OBJECTS, {"objects": objects})
    return {row.object: row.object_key for row in rows}


_HELD: Final = """
SELECT commit FROM held WHERE object = %(object)s AND repository = %(repository)s AND commit = %(commit)s
"""
_OBJECTS: Final = "SELECT object, object_key FROM objects WHERE object = ANY(%(objects)s) AND there"
_DIFFERENCES: Final = """
SELECT object, delta_key, bases FROM differences WHERE object = ANY(%(objects)s) AND delta_key IS NOT NULL
"""
_REPACKED: Final = "SELECT record FROM repacked WHERE object = %(object)s"
