"""Trees by hash: changes on them equal changes on a plain mapping of paths, and write what they must."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.store.trees import (
    EMPTY,
    Changed,
    Directory,
    File,
    InTheWay,
    NoSuchPath,
    Step,
    change,
    entries_at,
    entry_at,
    last_changes,
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
        """Delete, then add."""
        return self.change(root, [*((path, None) for path in deleted), *added.items()]).root

    def change(self, root: str, steps: list[Step]) -> Changed:
        made = change(self.stored.__getitem__, root, steps)
        for hash_, data in made.written.items():
            assert hashlib.sha256(data).hexdigest() == hash_
        before = sum(each.size_bytes for each in self.files(root).values())
        self.stored |= made.written
        after = sum(each.size_bytes for each in self.files(made.root).values())
        assert made.more_bytes == after - before
        return made

    def files(self, root: str) -> dict[str, File]:
        walked = walk(self.stored.__getitem__, root)
        return {path: entry for path, entry in walked if isinstance(entry, File)}


names = st.sampled_from(["a", "b", "ä", " ", 'q"', "a.b"])
paths = st.lists(names, min_size=1, max_size=3).map("/".join)


@given(st.lists(st.tuples(paths, st.sampled_from(["x", "longer", "", "/"])), max_size=20), st.booleans())
def test_steps_change_a_tree_in_their_order(told: list[tuple[str, str]], in_one: bool) -> None:
    """ "" deletes a file, "/" a directory. A step that cannot be taken changes nothing."""
    objects, root, taken = Objects(), EMPTY, list[Step]()
    expected: dict[str, File] = {}
    for path, text in told:
        step: Step = (path, file(text)) if text.strip("/") else (path + text, None)
        try:
            after = objects.change(root, [*taken, step])
        except (NoSuchPath, InTheWay):
            below = any(other.startswith(f"{path}/") for other in expected)
            through = below or any(path.startswith(f"{other}/") for other in expected)
            assert (not below) if text == "/" else through if text else path not in expected
            continue
        gone = f"{path}/" if text == "/" else path
        left = {p: f for p, f in expected.items() if not (p == gone or (text == "/" and p.startswith(gone)))}
        expected = left if step[1] is None else left | {path: step[1]}
        assert objects.files(after.root) == expected
        if in_one:
            taken.append(step)
            put = {p for p, f in taken if f is not None}
            assert after.added == {p: f for p, f in expected.items() if p in put}
        else:
            root = after.root
    again = objects.make(EMPTY, expected, [])
    assert again == objects.change(root, taken).root, "the same files, another tree"
    paths_there = entries_at(objects.stored.__getitem__, again, [*expected, "absent", "a/b/c/d"])
    assert paths_there == expected


def test_a_file_that_is_added_and_deleted_is_not_added() -> None:
    objects = Objects()
    made = objects.change(EMPTY, [("x", file("1")), ("logs/a", file("2")), ("x", None), ("logs/", None)])
    assert (made.root, made.added) == (EMPTY, {})


def test_the_last_of_two_files_at_one_path_stays() -> None:
    objects = Objects()
    made = objects.change(EMPTY, [("x", file("first")), ("x", None), ("x", file("last")), ("x", file("x"))])
    assert objects.files(made.root) == made.added == {"x": file("x")}


def test_entries_changed_last_where_they_were_put_last() -> None:
    objects = Objects()
    first = objects.make(EMPTY, {"a/one": file("1"), "two": file("2")}, [])
    second = objects.make(first, {"a/one": file("other")}, [])
    third = objects.make(second, {"b/three": file("3")}, ["two"])
    fourth = objects.make(third, {"two": file("2")}, [])
    entries = entries_at(objects.stored.__getitem__, fourth, ["a", "a/one", "b/three", "two"])
    roots = [fourth, fourth, third, second, first]
    found = last_changes(objects.stored.__getitem__, roots, entries)
    assert found == {"two": 1, "b/three": 2, "a": 3, "a/one": 3}
    assert last_changes(objects.stored.__getitem__, [first], {"two": file("2")}) == {}


def test_only_directories_on_the_path_are_rewritten() -> None:
    objects = Objects()
    root = objects.make(EMPTY, {"a/b/one": file("1"), "c/two": file("2")}, [])
    made = change(objects.stored.__getitem__, root, [("a/b/three", file("3"))])
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
