"""Real processes: killed anywhere in a save, asked to stop one by one, begun again as another number."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from muster.checkpoint import CannotReshard, Checkpointer, OutOfStep, Replicated, Split
from muster.testkit.patience import Patience

_KILLED = Path(__file__).with_name("killed.py")
_FORK = multiprocessing.get_context("fork")


@pytest.mark.slow
@pytest.mark.parametrize("world_size", [1, 2])
def test_killed_at_any_system_call_of_a_save_a_complete_checkpoint_is_found(
    world_size: int, tmp_path: Path
) -> None:
    command = [sys.executable, str(_KILLED), str(tmp_path), str(world_size)]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 40


@pytest.mark.slow
@pytest.mark.parametrize("by_exchange", [True, False])
def test_a_stop_signal_to_one_rank_lets_all_leave_after_the_same_step(
    by_exchange: bool, tmp_path: Path
) -> None:
    """Three ranks that meet in every step; rank 2 gets SIGTERM, and so does a worker of its data loader."""
    size = 3
    barrier, ends = _FORK.Barrier(size), _FORK.SimpleQueue()
    signalled = _FORK.Event()
    texts = _FORK.Manager().list([""] * size)
    ranks = [
        _FORK.Process(
            target=_train, args=[tmp_path, rank, size, barrier, texts, by_exchange, signalled, ends]
        )
        for rank in range(size)
    ]
    for rank in ranks:
        rank.start()
    assert signalled.wait(60)
    os.kill(_pid(ranks[2]), signal.SIGTERM)
    for rank in ranks:
        rank.join(60)
    assert [rank.exitcode for rank in ranks] == [143] * size
    left = {ends.get() for _ in ranks}
    assert len(left) == 1
    saved = {_state(tmp_path, rank, size) for rank in range(size)}
    assert saved == {(next(iter(left)), rank) for rank in range(size)}


def _train(  # noqa: PLR0917  (what a process is given)
    folder: Path, rank: int, size: int, barrier: Any, texts: Any, by_exchange: bool, ready: Any, ends: Any
) -> None:
    def exchange(text: str) -> Sequence[str]:
        texts[rank] = text
        barrier.wait()
        heard = list(texts)
        barrier.wait()
        return heard

    checkpoints = Checkpointer(
        folder, rank=rank, world_size=size, exchange=exchange if by_exchange else None, every_steps=10**6
    )
    checkpoints.resume()
    loader = os.fork()
    if loader == 0:
        signal.pause()  # ends only when SIGTERM is not ignored
        os._exit(1)
    step = 0
    while True:
        barrier.wait()  # the all-reduce of a step
        step += 1
        if step == 20 and rank == 2:
            os.kill(loader, signal.SIGTERM)
            ready.set()
        if checkpoints.should_save(step):
            checkpoints.save(step, {"rank": rank})
        if checkpoints.should_stop(step):
            break
    checkpoints.close()
    assert os.waitpid(loader, os.WNOHANG) == (0, 0)
    os.kill(loader, signal.SIGKILL)
    os.waitpid(loader, 0)
    ends.put(step)
    sys.exit(143)


def _pid(process: Any) -> int:
    assert process.pid
    return process.pid


def _state(folder: Path, rank: int, size: int) -> tuple[int, int]:
    with Checkpointer(folder, rank=rank, world_size=size) as checkpoints:
        found = checkpoints.resume()
    assert found is not None
    return found.step, found.state["rank"]


@pytest.mark.parametrize("shared", [True, False])
def test_ranks_whose_newest_checkpoints_differ_go_on_from_the_same(shared: bool, tmp_path: Path) -> None:
    """Rank 1's part of the newest checkpoint is damaged, and rank 0 has no reason to look at it."""
    _gang(2, lambda rank, exchange: _save_steps(_place(tmp_path, rank, shared), rank, exchange, shared))
    part = _place(tmp_path, 1, shared) / "step-000000003" / "rank-00001" / "value.npy"
    part.write_bytes(part.read_bytes()[:-1])
    steps = _gang(2, lambda rank, exchange: _resume(_place(tmp_path, rank, shared), rank, exchange, shared))
    assert steps == [2, 2]


def test_ranks_that_share_a_folder_save_after_the_same_steps(tmp_path: Path) -> None:
    """One after the other in each step, as ranks do that meet in every step; a save is due very often."""
    ranks = [
        Checkpointer(tmp_path, rank=rank, world_size=2, mtbf_s=1e-9, overhead_max=0.999999) for rank in (0, 1)
    ]
    for checkpoints in ranks:
        checkpoints.resume()
    saved: list[list[int]] = [[], []]
    step, patience = 0, Patience()
    while len(saved[1]) < 4:
        assert not patience.is_over(saved[1][-1:]), saved
        step += 1
        for rank, checkpoints in enumerate(ranks):
            if checkpoints.should_save(step):
                checkpoints.save(step, {"value": rank})
                saved[rank].append(step)
    for checkpoints in ranks:
        checkpoints.close()
    assert saved[0] == saved[1]
    assert all(later - earlier >= 2 for earlier, later in itertools.pairwise(saved[0])), "asked for once"


def test_a_rank_that_cannot_save_keeps_the_checkpoint_from_being_complete(tmp_path: Path) -> None:
    def save(rank: int, exchange: Callable[[str], Sequence[str]]) -> int | None:
        checkpoints = _checkpointer(tmp_path / str(rank), rank, exchange, shared=False)
        checkpoints.resume()
        checkpoints.save(1, {"value": np.ones(4)})
        if rank == 1:
            (tmp_path / "1" / "step-000000002").write_text("in the way of a folder")
        checkpoints.save(2, {"value": np.ones(4)})
        checkpoints.close()
        assert (checkpoints.failure is not None) == (rank == 1)
        return max(int(path.stem.split("-")[1]) for path in (tmp_path / "0").glob("step-*.json"))

    assert _gang(2, save) == [1, 1]


def test_ranks_at_different_steps_are_reported(tmp_path: Path) -> None:
    def meet(rank: int, exchange: Callable[[str], Sequence[str]]) -> str:
        checkpoints = _checkpointer(tmp_path, rank, exchange, shared=True)
        checkpoints.resume()
        with pytest.raises(OutOfStep) as caught:
            checkpoints.should_stop(7 + rank)
        return str(caught.value)

    assert _gang(2, meet)[0] == "this rank is at 'step 7', rank 1 at 'step 8'"


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after", "chunk_bytes"), [(2, 3, 2**20), (3, 1, 2**20), (1, 4, 30)])
def test_split_arrays_are_split_again_for_another_number_of_ranks(
    before: int, after: int, chunk_bytes: int, tmp_path: Path
) -> None:
    table = np.arange(20.0).reshape(10, 2)
    for rank, rows in enumerate(np.array_split(table, before)):
        with Checkpointer(tmp_path, rank=rank, world_size=before, chunk_bytes=chunk_bytes) as checkpoints:
            checkpoints.resume()
            checkpoints.save(9, {"table": Split(rows), "model": Replicated(np.ones(3)), "epoch": 4})
    for rank, rows in enumerate(np.array_split(table, after)):
        with Checkpointer(tmp_path, rank=rank, world_size=after) as checkpoints:
            found = checkpoints.resume()
        assert found is not None
        np.testing.assert_array_equal(found.state["table"], rows)
        np.testing.assert_array_equal(found.state["model"], np.ones(3))
        assert found.state["epoch"] == 4
        for step in (10, 11):
            checkpoints.save(step, {"table": Split(rows)})
    ranks = {path.name for path in tmp_path.glob("step-*/rank-*") if path.is_dir()}
    assert ranks == {f"rank-{rank:05d}" for rank in range(after)}, "of ranks that are no more nothing is left"


def test_state_of_single_ranks_is_not_restored_for_another_number_of_ranks(tmp_path: Path) -> None:
    for rank in range(2):
        with Checkpointer(tmp_path, rank=rank, world_size=2) as checkpoints:
            checkpoints.resume()
            checkpoints.save(1, {"sampler": {"index": rank}})
    with (
        Checkpointer(tmp_path) as alone,
        pytest.raises(CannotReshard, match=r"state\.sampler\.index differs"),
    ):
        alone.resume()


def _save_steps(folder: Path, rank: int, exchange: Any, shared: bool) -> None:
    checkpoints = _checkpointer(folder, rank, exchange, shared)
    checkpoints.resume()
    for step in (1, 2, 3):
        checkpoints.save(step, {"value": np.full(4, step + rank)}, background=step == 2)
    checkpoints.close()


def _resume(folder: Path, rank: int, exchange: Any, shared: bool) -> int:
    if not shared and rank == 1:  # as the platform restores it: the record, rank 0's part and the own
        _bring(folder.parent / "0", folder)
    checkpoints = _checkpointer(folder, rank, exchange, shared)
    found = checkpoints.resume()
    checkpoints.close()
    assert found is not None
    return found.step


def _bring(source: Path, folder: Path) -> None:
    for path in source.rglob("*"):
        target = folder / path.relative_to(source)
        if path.is_file() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


def _checkpointer(folder: Path, rank: int, exchange: Any, shared: bool) -> Checkpointer:
    return Checkpointer(folder, rank=rank, world_size=2, exchange=exchange, shared=shared)


def _place(root: Path, rank: int, shared: bool) -> Path:
    return root / "0" if shared else root / str(rank)


def _gang(size: int, run: Callable[[int, Callable[[str], Sequence[str]]], Any]) -> list[Any]:
    """Run ranks as threads; what each returns."""
    barrier = threading.Barrier(size, timeout=60)
    texts, results = [""] * size, [None] * size

    def rank_of(rank: int) -> None:
        def exchange(text: str) -> Sequence[str]:
            texts[rank] = text
            barrier.wait()
            heard = list(texts)
            barrier.wait()
            return heard

        results[rank] = run(rank, exchange)

    threads = [threading.Thread(target=rank_of, args=[rank]) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results
