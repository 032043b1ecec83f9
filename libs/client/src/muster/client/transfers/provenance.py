"""Where a version came from that another registry had first."""

from __future__ import annotations

from typing import Final

from muster.client.transfers.hub import Entry, Hub

_ORIGIN_MAX: Final = 300


def origin_of(url: str, types: str, name: str, commit: str) -> str:
    """What a copy was built from, as lineage names it."""
    kind = "" if types == "models" else f"{types}/"
    return f"code/{url}/{kind}{name}@{commit}"[:_ORIGIN_MAX]


def say_origin(to: Hub, commit: str, origin: str) -> None:
    """A commit was built from what another registry has."""
    said = {"artifact": origin, "relation": "built_from", "revision": commit}
    to.json("POST", f"/v1/lineage/{to.types}/{to.name}", said)


def is_same(wanted: Entry, have: Entry | None) -> bool:
    """Whether a file is here already, however each side keeps it."""
    if have is None or have.size_bytes != wanted.size_bytes:
        return False
    if wanted.sha256 and have.sha256:
        return wanted.sha256 == have.sha256
    return not wanted.sha256 and not have.sha256 and wanted.oid == have.oid
