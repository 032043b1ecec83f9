"""Lookups shared by the xet routes; their address, with the repository's id, comes with the token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import Path
from muster.cas.errors import Malformed
from muster.cas.hashing import from_hex
from muster.registry.edge.queries import ObjectRow, objects_there
from muster.registry.edge.refusals import bad_request
from muster.views.reading.tables import Tables

PREFIX: Final = "/xet/{repository}"

RepositoryId = Annotated[str, Path(pattern=r"^repo-[a-z2-7]{4,40}$")]

_AT_ONCE: Final = 1_000


def hash_of(digits: str) -> bytes:
    """Parse a xet hash of an address.

    Raises:
        Problem: 400 it is malformed.
    """
    try:
        return from_hex(digits)
    except ValueError as error:
        raise bad_request(str(error)) from None


def malformed(error: Malformed) -> Exception:
    """Return the 400 answer for malformed bytes of a client."""
    return bad_request(str(error))


async def all_there(tables: Tables, objects: Sequence[str]) -> dict[str, ObjectRow]:
    """Return those of these objects that are in the store, by object id; queries any number in batches."""
    found: dict[str, ObjectRow] = {}
    for first in range(0, len(objects), _AT_ONCE):
        found |= await objects_there(tables, objects[first : first + _AT_ONCE])
    return found
