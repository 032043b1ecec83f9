"""Golden sets in the store, by their digest."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Depends, Request
from muster.eval.core.configs.documents import GoldenText
from muster.store import ObjectStore, StoreSettings
from muster.store.keys import proposed_case_key
from muster.store.sealed.recipients import Sealer


class NoSealer(Exception):
    """There is no key to seal held-out cases."""


class GoldenSets:
    """Golden sets as objects. Every method may raise StoreUnavailable.

    Args:
        settings: Where the bucket is.
        sealer: Seals held-out cases; None: there is no key, and sets must have none.
    """

    def __init__(self, settings: StoreSettings, sealer: Sealer | None = None) -> None:
        self._store = ObjectStore(settings)
        self._sealer = sealer

    def put_set(self, tenant: str, golden: GoldenText) -> GoldenText:
        """Store a golden set, and its held-out cases apart and sealed; return it as it is stored.

        Raises:
            NoSealer: It has held-out cases, and there is no key to seal them.
        """
        if golden.held_out_lines:
            if self._sealer is None:
                raise NoSealer
            held_out = self._sealer.digest(f"{tenant}\n".encode() + golden.held_out_lines)
            self._store.put(held_out_key(tenant, held_out), self._sealer.seal(golden.held_out_lines))
            golden = golden.sealed(held_out, golden.held_out_tasks)
        self._store.put(key_of(tenant, golden.digest), golden.lines)
        return golden

    def get_held_out(self, tenant: str, digest: str) -> bytes:
        """Return held-out cases, sealed; only workers can open them.

        Raises:
            NoSuchObject: There are none of this keyed digest.
        """
        return self._store.get(held_out_key(tenant, digest))

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
        self._store.put(proposed_case_key(tenant, case.digest), case.lines)

    def get_case(self, tenant: str, digest: str) -> bytes:
        """Return the line of a proposed case.

        Raises:
            NoSuchObject: There is none of this digest.
        """
        return self._store.get(proposed_case_key(tenant, digest))


def held_out_key(tenant: str, digest: str) -> str:
    """Return the key of held-out cases."""
    return f"eval/{tenant}/held-out/{digest}.sealed"


def key_of(tenant: str, digest: str) -> str:
    """Return the key of a golden set."""
    return f"eval/{tenant}/golden/{digest}.jsonl"


def _of(request: Request) -> GoldenSets:
    found: GoldenSets = request.app.state.stored
    return found


Stored = Annotated[GoldenSets, Depends(_of)]
