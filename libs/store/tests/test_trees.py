"""Trees by hash: changes on them equal changes on a plain mapping of paths, and write what they must."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.store.trees import (
    EMPTY,
    Directory,
    File,
    InTheWay,
    NoSuchPath,
    change,
    entry_at,
    listing_bytes,
    read_listing,
    walk,
)


def file(text: str) -> File:
    hash_ = hashlib.sha256(text.encode()).hexdigest()
    return File(kind="inline", hash=hash_, size_bytes=len(text), oid=hash_[:40])


class Objects:
    """Trees that were written."""

    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}

    def make(self, root: str, added: dict[str, File], deleted: list[str]) -> str:
        made = change(self.stored.__getitem__, root, added=added, deleted=deleted)
        for hash_, data in made.written.items():
            assert hashlib.sha256(data).hexdigest() == hash_
        before = sum(each.size_bytes for each in self.files(root).values())
        self.stored |= made.written
        after = sum(each.size_bytes for each in self.files(made.root).values())
        assert made.more_bytes == after - before
        return made.root

    def files(self, root: str) -> dict[str, File]:
        walked = walk(self.stored.__getitem__, root)
        return {path: entry for path, entry in walked if isinstance(entry, File)}


names = st.sampled_from(["a", "b", "ä", " ", 'q"', "a.b"])
paths = st.lists(names, min_size=1, max_size=3).map("/".join)


@given(st.lists(st.tuples(paths, st.sampled_from(["x", "longer", ""])), max_size=20))
def test_a_tree_is_what_its_changes_say(told: list[tuple[str, str]]) -> None:
    """ "" deletes. What cannot be done changes nothing."""
    objects, root, expected = Objects(), EMPTY, dict[str, File]()
    for path, text in told:
        try:
            root = objects.make(root, {path: file(text)} if text else {}, [] if text else [path])
        except (NoSuchPath, InTheWay):
            through = any(path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in expected)
            assert through if text else path not in expected
            continue
        expected = expected | {path: file(text)} if text else {p: f for p, f in expected.items() if p != path}
        assert objects.files(root) == expected
    again = objects.make(EMPTY, expected, [])
    assert again == root, "the same files, another tree"


def test_only_directories_on_the_path_are_rewritten() -> None:
    objects = Objects()
    root = objects.make(EMPTY, {"a/b/one": file("1"), "c/two": file("2")}, [])
    made = change(objects.stored.__getitem__, root, added={"a/b/three": file("3")}, deleted=[])
    assert set(made.directories) == {"", "a", "a/b"}
    assert len(made.written) == 3


def test_a_directory_goes_whole_and_an_empty_one_with_its_last_file() -> None:
    objects = Objects()
    root = objects.make(EMPTY, {"a/b/one": file("1"), "a/two": file("2"), "three": file("3")}, [])
    assert set(objects.files(objects.make(root, {}, ["a/"]))) == {"three"}
    assert set(objects.files(objects.make(root, {"a": file("a")}, ["a/"]))) == {"a", "three"}
    assert objects.make(root, {}, ["a/", "three"]) == EMPTY
    assert isinstance(entry_at(objects.stored.__getitem__, root, "a/b"), Directory)
    left = objects.make(root, {}, ["a/b/one"])
    with pytest.raises(NoSuchPath):
        entry_at(objects.stored.__getitem__, left, "a/b")


@pytest.mark.parametrize("deleted", ["x", "a/x", "three/x", "a", "three/", "a/b/one/"])
def test_only_what_is_there_is_deleted(deleted: str) -> None:
    objects = Objects()
    root = objects.make(EMPTY, {"a/b/one": file("1"), "three": file("3")}, [])
    with pytest.raises(NoSuchPath):
        objects.make(root, {}, [deleted])


def test_malformed_listings_are_refused() -> None:
    with pytest.raises(ValueError, match="must be an entry"):
        read_listing(b'["d", "a"]\n')
    assert listing_bytes({}) == b""
