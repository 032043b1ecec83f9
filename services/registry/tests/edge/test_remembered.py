"""What is kept at hand stays within its weight."""

from __future__ import annotations

from muster.registry.edge.remembered import Remembered


def test_those_that_were_asked_for_longest_ago_make_room() -> None:
    kept: Remembered[str] = Remembered(10, len)
    for key, value in (("a", "aaaa"), ("b", "bbbb"), ("a", "aa")):
        kept.put(key, value)
    assert (kept.get("b"), kept.get("a")) == ("bbbb", "aa")
    kept.put("c", "ccccc")
    assert [kept.get(key) for key in "abc"] == ["aa", None, "ccccc"]
    kept.put("huge", "x" * 11)
    assert [kept.get(key) for key in ("a", "c", "huge")] == ["aa", "ccccc", None]
    kept.put("d", "d" * 10)
    assert kept.get("d") == "d" * 10
