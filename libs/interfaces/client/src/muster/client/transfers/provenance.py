"""Origin of a version that was copied from another registry."""

from __future__ import annotations

from typing import Final

from muster.client.transfers.hub import Entry, Hub

_ORIGIN_MAX: Final = 300


def origin_of(url: str, types: str, name: str, commit: str) -> str:
    """Return the lineage name of a copy's origin."""
    kind = "" if types == "models" else f"{types}/"
    return f"code/{url}/{kind}{name}@{commit}"[:_ORIGIN_MAX]


def say_origin(to: Hub, commit: str, origin: str) -> None:
    """Record in the lineage that a commit was copied from another registry."""
    said = {"artifact": origin, "relation": "built_from", "revision": commit}
    to.json("POST", f"/v1/lineage/{to.types}/{to.name}", said)


def is_same(wanted: Entry, have: Entry | None) -> bool:
    """Return whether a file is here already, however each side stores it."""
    if have is None or have.size_bytes != wanted.size_bytes:
        return False
    if wanted.sha256 and have.sha256:
        return wanted.sha256 == have.sha256
    return not wanted.sha256 and not have.sha256 and wanted.oid == have.oid
