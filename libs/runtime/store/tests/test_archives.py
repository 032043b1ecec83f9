"""Archives of working files: checking and unpacking come to the same verdict, and nothing leads outside."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.store import archives
from muster.store.archives import BadArchive, check, extract
from muster.testkit.archives import Make, add, archive
from muster.testkit.laws import examples


def symlink(name: str, target: str) -> Make:
    return add(name, b"", type=tarfile.SYMTYPE, linkname=target)


def hard_link(name: str, target: str) -> Make:
    return add(name, b"", type=tarfile.LNKTYPE, linkname=target)


def verdict(data: bytes, tmp_path: Path) -> str:
    """Return the verdict of both on an archive; empty: it is sound."""
    said: list[str] = []
    judges: tuple[Callable[[BinaryIO], None], ...] = (
        check,
        lambda stream: extract([stream], tmp_path / "into"),
    )
    for judge in judges:
        try:
            judge(io.BytesIO(data))
            said.append("")
        except BadArchive as error:
            said.append(str(error))
    assert said[0] == said[1]
    return said[0]


def test_files_folders_and_links_within_are_unpacked(tmp_path: Path) -> None:
    members = (
        add("bin/run.sh", b"#!", mode=0o755),
        add("data", b"", type=tarfile.DIRTYPE),
        add("data/" + "long" * 50, b"1" * 1024),
        symlink("data/latest", "../bin/run.sh"),
        add("again", b"", type=tarfile.LNKTYPE, linkname="bin/run.sh", mode=0o755),
        add("/etc/train.py"),
    )
    for format in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        into = tmp_path / str(format)
        data = archive(*members, tar_format=format)
        check(io.BytesIO(data))
        extract([io.BytesIO(data)], into)
        assert (into / "data" / "latest").read_bytes() == b"#!"
        assert os.access(into / "again", os.X_OK)
        assert (into / "data" / ("long" * 50)).read_bytes() == b"1" * 1024
        assert (into / "etc" / "train.py").exists()


@pytest.mark.parametrize(
    "members",
    [
        [add("../escape")],
        [add("a/../../escape")],
        [symlink("link", "/etc/passwd")],
        [symlink("link", "../../secret")],
        [symlink("here", "."), symlink("out", "here/..")],
        [add("a/b/c"), symlink("a/up", "b/.."), symlink("out", "a/up/../..")],
        [symlink("a/b/up", "../.."), hard_link("out", "a/b/up")],
    ],
)
def test_entries_that_lead_outside_are_refused(tmp_path: Path, members: Sequence[Make]) -> None:
    assert "leads outside the working folder" in verdict(archive(add("fine"), *members), tmp_path)


@pytest.mark.parametrize(
    ("member", "says"),
    [
        (
            add("device", type=tarfile.CHRTYPE),
            "'device' is a special file; allowed: files, folders and links",
        ),
        (hard_link("link", "later"), "'link' links to 'later', which is not in the archive before it"),
        (add("huge", b"", pax_headers={"size": str(2**40)}), "more than 1073741824 bytes unpacked"),
        (add("name", pax_headers={"comment": "x" * 2**21}), "a header of"),
    ],
)
def test_entries_that_no_archive_needs_are_refused(tmp_path: Path, member: Make, says: str) -> None:
    assert verdict(archive(add("fine"), member), tmp_path).startswith(says)


def test_links_that_lead_to_each_other_are_refused(tmp_path: Path) -> None:
    data = archive(symlink("a", "b"), symlink("b", "a"), add("a/file"))
    assert verdict(data, tmp_path) == "'a/file' passes more than 40 links, the most allowed"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no archive",
        b"\x1f\x8b",
        b"\x1f\x8bgarbage",
        b"\x1f\x8b\x08" + b"\0" * 20,
        gzip.compress(b""),
        gzip.compress(b"no tar" * 1000),
        archive(add("a", os.urandom(100_000)))[:50_000],
        archive(add("a"))[:-8] + b"\0" * 8,
        gzip.compress(gzip.decompress(archive(add("a"), add("b")))[:1024] + b"\1" * 4096),
    ],
    # Names, not the bytes: those hold the time, and every worker has to collect the same tests.
    ids=[
        "empty",
        "text",
        "magic alone",
        "garbage",
        "zeros",
        "nothing compressed",
        "text compressed",
        "cut off",
        "wrong checksum",
        "damaged header",
    ],
)
def test_unsound_archives_are_refused(tmp_path: Path, data: bytes) -> None:
    assert verdict(data, tmp_path)


@given(cut=st.integers(0, 400), byte=st.integers(0, 255))
@examples(200)
def test_no_damage_is_anything_but_a_bad_archive(cut: int, byte: int) -> None:
    data = bytearray(archive(add("a", b"x" * 600), symlink("b", "a"), add("c/d", bytes(600))))
    data[cut % len(data)] = byte
    for damaged in (data, data[: cut % len(data)]):
        try:
            check(io.BytesIO(damaged))
        except BadArchive as error:
            assert str(error)


def test_a_small_archive_of_a_huge_tree_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "UNPACKED_BYTES_MAX", 1000)
    data = archive(*(add(f"zeros-{n}", b"\0" * 400) for n in range(3)))
    assert verdict(data, tmp_path) == "more than 1000 bytes unpacked, the most allowed"


def test_too_many_entries_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "UNPACKED_ENTRIES_MAX", 2)
    data = archive(*(add(f"file-{n}") for n in range(3)))
    assert verdict(data, tmp_path) == "more than 2 entries, the most allowed"


def test_zeros_behind_the_last_entry_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "UNPACKED_BYTES_MAX", 1000)
    monkeypatch.setattr(archives, "_HEADERS_BYTES_MAX", 20_000)
    data = archive(add("a")) + gzip.compress(bytes(100_000))
    assert verdict(data, tmp_path) == "more than 1000 bytes unpacked, the most allowed"
