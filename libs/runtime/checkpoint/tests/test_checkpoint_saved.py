"""Saved state is restored bit for bit; damage is found; a full disk does not end the job."""

from __future__ import annotations

import logging
import math
import multiprocessing
import os
import random
import resource
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.checkpoint import BadState, Checkpointer
from muster.checkpoint.arrays import SavedArray, array_content
from muster.testkit.laws import examples

_TEXT = st.text(max_size=8)
_LEAF = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXT | st.binary(max_size=20)
)
_KEY = _TEXT | st.integers() | st.tuples(st.integers(), _TEXT)
_STATE = st.recursive(
    _LEAF,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(_KEY, inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
    ),
    max_leaves=12,
)


@given(state=_STATE)
@examples(60)
def test_any_state_comes_back_as_it_was(state: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("law")
    with _resumed(folder) as checkpoints:
        assert checkpoints.save(1, state)
    with Checkpointer(folder) as again:
        found = again.resume()
    assert found is not None
    assert (found.step, found.state) == (1, state)
    assert repr(found.state) == repr(state)  # 1, 1.0 and True are equal, but not the same


def test_arrays_come_back_with_their_type_and_shape(tmp_path: Path) -> None:
    state = {
        "ones": np.ones((3, 4), dtype=np.float32),
        "column": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        "none": np.empty((0, 5)),
        "number": np.float64(0.1),
        "zero-d": np.array(7),
        "text": np.array(["a", "bcd"]),
        "../escape me.part": np.arange(3),
        "generator": np.random.default_rng(3).bit_generator.state,
    }
    with _resumed(tmp_path) as checkpoints:
        checkpoints.save(5, state)
    with Checkpointer(tmp_path) as again:
        found = again.resume()
    assert found is not None
    for name, value in state.items():
        assert type(found.state[name]) is type(value)
        np.testing.assert_equal(found.state[name], value)
        assert getattr(found.state[name], "dtype", None) == getattr(value, "dtype", None)


def test_random_numbers_go_on_where_they_stood(tmp_path: Path) -> None:
    before = random.getstate(), np.random.get_state()
    try:
        with _resumed(tmp_path) as checkpoints:
            checkpoints.save(1, {})
            expected = [random.random() for _ in range(3)], np.random.rand(3).tolist()
        with Checkpointer(tmp_path) as again:
            again.resume()
            assert ([random.random() for _ in range(3)], np.random.rand(3).tolist()) == expected
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])


def test_values_that_cannot_be_saved_are_named(tmp_path: Path) -> None:
    with (
        _resumed(tmp_path) as checkpoints,
        pytest.raises(BadState, match=r"state\.model\.0 is a set; allowed"),
    ):
        checkpoints.save(1, {"model": [{1, 2}]})


def test_only_what_changed_is_written_again(tmp_path: Path) -> None:
    frozen, weights = np.arange(50_000.0), np.zeros(1000)
    with _resumed(tmp_path, anew_every=3) as checkpoints:
        for step in (1, 2, 3, 4):
            checkpoints.save(step, {"frozen": frozen, "weights": weights + step})
        files = [next((tmp_path / f"step-{step:09d}").glob("*/frozen.npy")) for step in (3, 4)]
        assert checkpoints.cost.linked_bytes > 2 * frozen.nbytes
        assert 2 * frozen.nbytes < checkpoints.cost.new_bytes < 3 * frozen.nbytes
    assert files[0].stat().st_ino != files[1].stat().st_ino  # the fourth is written in full


def test_of_a_large_array_only_the_chunks_that_changed_are_written_again(tmp_path: Path) -> None:
    """As of embeddings of which a step touches a few rows, or of a flat parameter that is mostly frozen."""
    table, note = np.arange(10_000.0).reshape(-1, 10), b"n" * 25_000
    with _resumed(tmp_path, chunk_bytes=10_000) as checkpoints:
        checkpoints.save(1, {"table": table, "note": note})
        before = checkpoints.cost.new_bytes
        table[[7, 500, 501]] += 1
        checkpoints.save(2, {"table": table, "note": note})
        new_bytes = checkpoints.cost.new_bytes - before
    assert len(list((tmp_path / "step-000000002").glob("*/table.npy*"))) == 8
    assert 20_000 < new_bytes < 20_000 + 5_000, "two chunks, and what is no array"
    with Checkpointer(tmp_path) as again:
        found = again.resume()
    assert found is not None
    np.testing.assert_array_equal(found.state["table"], table)
    assert found.state["note"] == note


@given(
    shape=st.lists(st.integers(1, 5), min_size=1, max_size=3).map(tuple),
    dtype=st.sampled_from(["u1", "f4", "c16", "U3", "M8[s]"]),
    chunk_bytes=st.integers(16, 200),
    rows=st.tuples(st.integers(0, 5), st.integers(0, 5)),
)
@examples(60)
def test_an_array_in_chunks_of_any_size_comes_back_whole_and_by_rows(
    shape: tuple[int, ...],
    dtype: str,
    chunk_bytes: int,
    rows: tuple[int, int],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    array = np.arange(math.prod(shape)).astype(dtype).reshape(shape)
    folder = tmp_path_factory.mktemp("law")
    chunks = array_content(array).cut(chunk_bytes)
    files = [folder / str(number) for number in range(len(chunks))]
    for file, chunk in zip(files, chunks, strict=True):
        file.write_bytes(b"".join(chunk.pieces))
    saved, (first, end) = SavedArray(files), sorted(min(row, shape[0]) for row in rows)
    np.testing.assert_array_equal(saved.whole(), array)
    np.testing.assert_array_equal(saved.rows(first, end), array[first:end])
    assert (len(saved), saved.whole().dtype) == (shape[0], array.dtype)


def test_the_newest_and_every_mth_are_kept(tmp_path: Path) -> None:
    with _resumed(tmp_path, keep_last=2, keep_every_steps=4) as checkpoints:
        for step in range(1, 12):
            checkpoints.save(step, {"at": step})
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        name for step in (4, 8, 10, 11) for name in (f"step-{step:09d}", f"step-{step:09d}.json")
    )


@pytest.mark.slow
@pytest.mark.parametrize("change", ["flipped", "shorter", "gone"])
def test_a_damaged_file_is_found_and_reported_and_the_checkpoint_before_is_used(
    change: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Every file of the newest checkpoint in turn."""
    count = len(_files_of_newest(_two_checkpoints(tmp_path / "count")))
    assert count == 5  # record, manifest, state.json, weights, state of numpy's generator
    for number in range(count):
        folder = _two_checkpoints(tmp_path / str(number))
        file = _files_of_newest(folder)[number]
        _damage(file, change)
        caplog.clear()
        with Checkpointer(folder) as checkpoints:
            found = checkpoints.resume()
            gone = change == "gone" and file.parent == folder  # without a record there was no checkpoint
            assert found is not None
            assert (found.step, found.state["weights"].tolist()) == (1, [1.0, 1.0])
            assert gone or file.name in caplog.text
            assert checkpoints.save(2, {"weights": np.full(2, 9.0)})
        with Checkpointer(folder) as again:
            repaired = again.resume()
        assert repaired is not None
        assert repaired.state["weights"].tolist() == [9.0, 9.0]


def test_without_usable_checkpoints_the_job_begins_from_scratch_and_logs_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = _two_checkpoints(tmp_path)
    for file in folder.rglob("weights.npy"):
        _damage(file, "flipped")
    with Checkpointer(folder) as checkpoints:
        assert checkpoints.resume() is None
    assert "no checkpoint can be used: the job begins from scratch" in caplog.text


def test_a_full_disk_fails_the_checkpoint_and_not_the_job(tmp_path: Path) -> None:
    """A process whose files may not grow above 64 KiB: writing more is refused as on a full disk."""
    child = multiprocessing.get_context("fork").Process(target=_save_on_a_full_disk, args=[tmp_path])
    child.start()
    child.join()
    assert child.exitcode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "step-000000001",
        "step-000000001.json",
        "step-000000003",
        "step-000000003.json",
    ]
    assert not list(tmp_path.rglob(".*"))


def _save_on_a_full_disk(folder: Path) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))
    with _resumed(folder) as checkpoints:
        assert checkpoints.save(1, {"weights": np.ones(100)})
        for background in (False, True):
            checkpoints.save(2, {"small": np.ones(5), "weights": np.ones(100_000)}, background=background)
            checkpoints.close()
            assert "step 2 was not saved" in str(checkpoints.failure)
            assert "the newest complete one is of step 1" in str(checkpoints.failure)
            checkpoints._saved_step = 1  # pyright: ignore[reportPrivateUsage]
        assert checkpoints.save(3, {"weights": np.ones(100)})
        assert checkpoints.failure is None


def test_in_the_background_the_state_of_the_call_is_saved(tmp_path: Path) -> None:
    weights = np.zeros(200_000)
    with _resumed(tmp_path) as checkpoints:
        checkpoints.save(1, {"weights": weights}, background=True)
        weights += 1
    with Checkpointer(tmp_path) as again:
        found = again.resume()
    assert found is not None
    assert not found.state["weights"].any()


def test_arguments_out_of_range_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="keep_last is 1; allowed: 2 or more"):
        Checkpointer(tmp_path, keep_last=1)
    with pytest.raises(ValueError, match="overhead_max is 1; allowed: above 0 and below 1"):
        Checkpointer(tmp_path, overhead_max=1)
    with Checkpointer(tmp_path) as checkpoints, pytest.raises(ValueError, match="after a call of resume"):
        checkpoints.save(1, {})


def test_a_note_of_the_platform_is_passed_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / ".not-restored").write_text("step-000000009.json: absent\n")
    with Checkpointer(tmp_path) as checkpoints:
        assert checkpoints.resume() is None
    assert "a checkpoint cannot be used: step-000000009.json: absent" in caplog.text
    assert "from scratch" in caplog.text


def _resumed(folder: Path, **settings: Any) -> Checkpointer:
    logging.getLogger("muster.checkpoint").setLevel(logging.WARNING)
    checkpoints = Checkpointer(folder, **settings)
    checkpoints.resume()
    return checkpoints


def _two_checkpoints(folder: Path) -> Path:
    with _resumed(folder) as checkpoints:
        for step in (1, 2):
            checkpoints.save(step, {"weights": np.full(2, float(step))})
    return folder


def _files_of_newest(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "step-000000002" in str(path))


def _damage(file: Path, change: str) -> None:
    data = bytearray(file.read_bytes())
    match change:
        case "flipped":
            data[len(data) // 2] ^= 1
            file.unlink()  # it may have a second name
            file.write_bytes(data)
        case "shorter":
            file.unlink()
            file.write_bytes(data[:-1])
        case _:
            os.unlink(file)
