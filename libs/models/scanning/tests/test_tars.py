"""Tars are read as Python's tarfile reads them, or else are inconclusive."""

from __future__ import annotations

import io
import tarfile

import pytest
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile.case import SYSTEM
from muster.testkit.hostile.evasions import tar_member

END = bytes(1024)
HIDDEN = tar_member(b"model.pkl", SYSTEM)
GLOBAL = tar_member(b"x", b"12 size=512\n", b"g")
SPARSE = bytearray(tar_member(b"a", b"words", b"S"))
SPARSE[482] = 1
SPARSE[148:156] = b"%06o\0 " % (sum(SPARSE[:148]) + 8 * 32 + sum(SPARSE[156:512]))


def _rules(content: bytes) -> set[str]:
    return {each.rule for each in scan(Memory(content), "a.tar").findings}


@pytest.mark.parametrize("kind", [b"1", b"2", b"3", b"4", b"5", b"6", b"\0"])
def test_a_size_hides_no_member_behind_a_header_without_content(kind: bytes) -> None:
    name = b"data/" if kind == b"\0" else b"data"
    content = tar_member(name, b"", kind, size=len(HIDDEN)) + HIDDEN + END
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        assert archive.getnames() == ["data", "model.pkl"]
    assert _rules(content) >= {"archive.broken", "pickle.dangerous-import"}


@pytest.mark.parametrize("content", [GLOBAL + HIDDEN + END, bytes(SPARSE) + END], ids=["global", "sparse"])
def test_sizes_that_readers_take_differently_are_inconclusive(content: bytes) -> None:
    assert "archive.broken" in _rules(content)


def test_folders_without_a_size_are_clean() -> None:
    content = (
        tar_member(b"data", b"", b"5") + tar_member(b"old/", b"", b"\0") + tar_member(b"a.txt", b"words\n")
    )
    assert _rules(content + END) == set()
