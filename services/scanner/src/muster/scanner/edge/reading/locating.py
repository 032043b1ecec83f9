"""Where the bytes of content lie, by the tables. They may be behind what the decider has read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from muster.views.reading.tables import Tables

FILE: Final = "file/"
LFS: Final = "lfs/"
XORB: Final = "xorb/"
TREE: Final = "tree/"

_AT_ONCE: Final = 10_000


class NotYet(Exception):
    """The tables do not know it: they are behind."""


class Gone(Exception):
    """Its bytes were removed: nothing refers to it."""


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
    """A xorb that is held as its difference from others.

    Attributes:
        object: xorb/HASH.
        delta_key: Where the difference lies.
        bases: Hashes of the xorbs that it is from, and where each lies.
    """

    object: str
    delta_key: str
    bases: dict[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object lies.

    Attributes:
        object: The content, KIND/HASH; of one that was cut into chunks, the record that says where they lie.
        key: Of the store.
    """

    object: str
    key: str


async def place_of(tables: Tables, object_: str) -> Place:
    """Where content lies, whole or in chunks.

    Raises:
        NotYet: it is not known.
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
    """Keys by object; what is not there, or not known, is left out."""
    wanted = list(objects)
    keys: dict[str, str] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        found = await rows_of(tables, wanted[first : first + _AT_ONCE])
        keys.update({name: row.object_key for name, row in found.items() if row.there and row.object_key})
    return keys


async def differences_of(tables: Tables, objects: Iterable[str]) -> dict[str, DifferenceRow]:
    """Those of these xorbs that are held as differences."""
    wanted = list(objects)
    found: dict[str, DifferenceRow] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = {"objects": wanted[first : first + _AT_ONCE]}
        found.update({row.object: row for row in await tables.rows(DifferenceRow, _DIFFERENCES, some)})
    return found


async def rows_of(tables: Tables, objects: list[str]) -> Mapping[str, _ObjectRow]:
    """What the tables know of objects."""
    rows = await tables.rows(_ObjectRow, _OBJECTS, {"objects": objects})
    return {row.object: row for row in rows}


_OBJECTS: Final = "SELECT object, object_key, there FROM objects WHERE object = ANY(%(objects)s)"
_DIFFERENCES: Final = """
SELECT object, delta_key, bases FROM differences WHERE object = ANY(%(objects)s) AND delta_key IS NOT NULL
"""
_REPACKED: Final = "SELECT record FROM repacked WHERE object = %(object)s"
