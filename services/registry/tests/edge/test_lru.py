"""The LRU cache stays within its weight limit."""

from __future__ import annotations

from muster.registry.edge.lru import LruCache


def test_the_least_recently_used_values_are_evicted() -> None:
    kept: LruCache[str] = LruCache(10, len)
    for key, value in (("a", "aaaa"), ("b", "bbbb"), ("a", "aa")):
        kept.put(key, value)
    assert (kept.get("b"), kept.get("a")) == ("bbbb", "aa")
    kept.put("c", "ccccc")
    assert [kept.get(key) for key in "abc"] == ["aa", None, "ccccc"]
    kept.put("huge", "x" * 11)
    assert [kept.get(key) for key in ("a", "c", "huge")] == ["aa", "ccccc", None]
    kept.put("d", "d" * 10)
    assert kept.get("d") == "d" * 10
