"""Golden sets in the store, by their digest."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Depends, Request
from muster.eval.core.documents import GoldenText
from muster.store import ObjectStore, StoreSettings


class GoldenSets:
    """Golden sets as objects. Every method may raise StoreUnavailable.

    Args:
        settings: Where the bucket is.
    """

    def __init__(self, settings: StoreSettings) -> None:
        self._store = ObjectStore(settings)

    def put_set(self, tenant: str, golden: GoldenText) -> None:
        """Store a golden set."""
        self._store.put(key_of(tenant, golden.digest), golden.lines)

    def get_set(self, tenant: str, digest: str) -> bytes:
        """Return the lines of a golden set.

        Raises:
            NoSuchObject: There is none of this digest.
            ValueError: What is stored has another digest.
        """
        lines = self._store.get(key_of(tenant, digest))
        found = hashlib.sha256(lines).hexdigest()
        if found != digest:
            raise ValueError(f"golden set is {found}; must be {digest}")
        return lines

    def put_case(self, tenant: str, case: GoldenText) -> None:
        """Store a case that is proposed: a golden set of one line."""
        self._store.put(case_key(tenant, case.digest), case.lines)

    def get_case(self, tenant: str, digest: str) -> bytes:
        """Return the line of a proposed case.

        Raises:
            NoSuchObject: There is none of this digest.
        """
        return self._store.get(case_key(tenant, digest))


def case_key(tenant: str, digest: str) -> str:
    """Return the key of a proposed case."""
    return f"eval/{tenant}/proposals/{digest}.jsonl"


def key_of(tenant: str, digest: str) -> str:
    """Return the key of a golden set."""
    return f"eval/{tenant}/golden/{digest}.jsonl"


def _of(request: Request) -> GoldenSets:
    found: GoldenSets = request.app.state.stored
    return found


Stored = Annotated[GoldenSets, Depends(_of)]
