"""Cache of chunks on the local disk: least recently read ones are evicted, damaged ones are read again."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from muster.registry.edge.tiering.hot import HotFolder

ONE, TWO = "1" * 64, "2" * 64
KIB = 1024


def sizes(folder: Path) -> list[int]:
    return [file.stat().st_size for file in folder.glob("*/*/*")]


def test_cached_ranges_are_read_and_forgotten_ones_are_not(tmp_path: Path) -> None:
    hot = HotFolder(tmp_path / "hot", 1_000_000)
    assert hot.read(ONE, 0, 9) is None
    hot.keep(ONE, 0, 9, b"0123456789")
    hot.keep(TWO, 0, 0, b"2")
    assert hot.read(ONE, 0, 9) == b"0123456789"
    assert hot.read(ONE, 0, 8) is None, "a range is one"
    hot.forget(ONE)
    assert (hot.read(ONE, 0, 9), hot.read(TWO, 0, 0)) == (None, b"2")
    hot.forget(ONE)


def test_the_least_recently_read_ranges_are_evicted(tmp_path: Path) -> None:
    hot = HotFolder(tmp_path, 100 * KIB)
    for number in range(85):
        hot.keep(ONE, number, number, bytes(KIB))
        file = tmp_path / ONE[:2] / ONE / f"{number}-{number}"
        os.utime(file, (number, number))
    assert hot.read(ONE, 0, 0) is not None  # read now
    for number in range(85, 300):
        hot.keep(ONE, number, number, bytes(KIB))
        assert sum(sizes(tmp_path)) <= 100 * KIB
    left = {int(file.name.split("-")[0]) for file in tmp_path.glob("*/*/*")}
    assert 299 in left
    assert not left & set(range(1, 85))


@pytest.mark.slow
def test_processes_that_share_the_folder_exceed_the_limit_by_at_most_a_tenth_each(tmp_path: Path) -> None:
    processes = [HotFolder(tmp_path, 100 * KIB) for _ in range(3)]
    for number in range(600):
        processes[number % 3].keep(TWO, number, number, bytes(KIB))
        assert sum(sizes(tmp_path)) <= (100 + 3 * 10) * KIB
    assert processes[0].read(TWO, 598, 598) == bytes(KIB), "what one has kept another reads"


def test_a_range_is_cached_completely_or_not_at_all(tmp_path: Path) -> None:
    hot = HotFolder(tmp_path, 100 * 2**20)
    data = os.urandom(2**20)
    with ThreadPoolExecutor(8) as threads:
        kept = [threads.submit(hot.keep, ONE, 0, 1, data) for _ in range(40)]
        read = [threads.submit(hot.read, ONE, 0, 1) for _ in range(200)]
    assert [each.result() for each in kept] == [None] * 40
    assert {each.result() for each in read} <= {data, None}
    assert hot.read(ONE, 0, 1) == data
    assert len(sizes(tmp_path)) == 1


@pytest.mark.parametrize(("bytes_max", "data"), [(0, b"x"), (100, b"x" * 11), (100, b"")])
def test_ranges_without_room_are_not_cached(tmp_path: Path, bytes_max: int, data: bytes) -> None:
    hot = HotFolder(tmp_path, bytes_max)
    hot.keep(ONE, 0, 1, data)
    assert (hot.read(ONE, 0, 1), sizes(tmp_path)) == (None, [])


def test_a_full_disk_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("where the folder should be")
    hot = HotFolder(tmp_path / "file", 1_000)
    hot.keep(ONE, 0, 1, b"x")
    hot.forget(ONE)
    assert hot.read(ONE, 0, 1) is None
