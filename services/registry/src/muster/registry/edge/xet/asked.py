"""Who asks, for which repository: its id stands in the address that a client was given with its token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import Path
from muster.cas.errors import Malformed
from muster.cas.hashing import from_hex
from muster.registry.edge.hub.errors import bad_request
from muster.registry.edge.reading import ObjectRow, objects_there
from muster.views.reading.tables import Tables

PREFIX: Final = "/xet/{repository}"

RepositoryId = Annotated[str, Path(pattern=r"^repo-[a-z2-7]{4,40}$")]

_ASKED_AT_ONCE: Final = 1_000


def hash_of(digits: str) -> bytes:
    """A hash of an address.

    Raises:
        Problem: 400 it is none.
    """
    try:
        return from_hex(digits)
    except ValueError as error:
        raise bad_request(str(error)) from None


def malformed(error: Malformed) -> Exception:
    """What is wrong with bytes that a client has sent."""
    return bad_request(str(error))


async def all_there(tables: Tables, objects: Sequence[str]) -> dict[str, ObjectRow]:
    """Those of these objects that are in the store, however many."""
    found: dict[str, ObjectRow] = {}
    for first in range(0, len(objects), _ASKED_AT_ONCE):
        found |= await objects_there(tables, objects[first : first + _ASKED_AT_ONCE])
    return found
