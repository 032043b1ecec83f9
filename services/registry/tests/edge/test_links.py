"""Addresses that work without a token: valid only unchanged, and for a limited time."""

from __future__ import annotations

from urllib.parse import parse_qsl

from muster.registry.edge.addresses.links import Links

LINKS = Links("a secret")
PATH = "/lfs-parts/upload-a"


def query(expires_at_ms: int = 1_000) -> dict[str, str]:
    return dict(parse_qsl(LINKS.signed(PATH, {"id": "x y", "count": "3"}, expires_at_ms)))


def test_a_link_is_valid_unchanged_and_until_it_expires() -> None:
    assert LINKS.is_good(PATH, query(), 999)
    assert not LINKS.is_good(PATH, query(), 1_000)
    assert not LINKS.is_good("/lfs-parts/upload-b", query(), 999)
    assert not Links("another").is_good(PATH, query(), 999)
    for name in ("id", "count", "expires", "signature"):
        changed = query() | {name: query()[name] + "1"}
        assert not LINKS.is_good(PATH, changed, 999), name
        assert not LINKS.is_good(PATH, {n: v for n, v in query().items() if n != name}, 999), name
    assert not LINKS.is_good(PATH, query() | {"more": "1"}, 999)
    assert not LINKS.is_good(PATH, query() | {"signature": "\u00e4"}, 999)
