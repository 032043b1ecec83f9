"""The example's training run: killed again and again, it ends with the same weights as undisturbed."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from muster.local.processes.ports import free_block

pytestmark = [pytest.mark.slow]

_TRAIN = Path(__file__).parents[4] / "examples" / "train_tiny" / "train.py"
_STEPS, _PRINT_EVERY, _SAVE_EVERY = 400, 20, 100


def test_killed_at_random_steps_it_ends_with_the_same_bits(tmp_path: Path) -> None:
    _run(tmp_path / "undisturbed", until=None)
    chance = random.Random(20)
    killed_after = sorted(chance.sample(range(_PRINT_EVERY, _STEPS, _PRINT_EVERY), 3))
    for step in killed_after:
        lines = _run(tmp_path / "disturbed", until=f"step {step}/")
        assert lines[-1].startswith(f"step {step}/")
    lines = _run(tmp_path / "disturbed", until=None)
    assert lines[0] == f"resuming at step {killed_after[-1] // _SAVE_EVERY * _SAVE_EVERY}"
    assert _final(tmp_path / "disturbed") == _final(tmp_path / "undisturbed")


def test_a_stranger_at_the_port_of_rank_0_does_not_join_the_gang(tmp_path: Path) -> None:
    port = free_block()[0]
    ranks = [_rank(tmp_path, 0, port)]
    try:
        with _connection(port) as stranger:
            stranger.sendall(bytes.fromhex("0000002400120003") + b"a request to Kafka that finds a gang")
            ranks.append(_rank(tmp_path, 1, port))
            assert [rank.wait(240) for rank in ranks] == [0, 0]
    finally:
        _end(ranks)


def _connection(port: int) -> socket.socket:
    """Connect to rank 0, which listens as soon as it has imported numpy."""
    for _ in range(2400):
        with suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port))
        time.sleep(0.05)
    raise TimeoutError("rank 0 did not listen")


def _run(folder: Path, until: str | None) -> list[str]:
    """Train with two ranks; kill both when rank 0 prints a line that begins so. What rank 0 printed."""
    folder.mkdir(exist_ok=True)
    port = free_block()[0]
    ranks = [_rank(folder, rank, port) for rank in range(2)]
    lines: list[str] = []
    try:
        assert ranks[0].stdout
        for line in ranks[0].stdout:
            lines.append(line.strip())
            if until and line.startswith(until):
                break
        else:
            assert until is None
            assert [rank.wait(240) for rank in ranks] == [0, 0]
    finally:
        _end(ranks)
    return lines


def _end(ranks: Sequence[subprocess.Popen[str]]) -> None:
    for rank in ranks:
        rank.send_signal(signal.SIGKILL)
        rank.wait()
        assert rank.stdout
        rank.stdout.close()


def _rank(folder: Path, rank: int, port: int) -> subprocess.Popen[str]:
    own = {"RANK": str(rank), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUSTER_")}
    fixed = {"OPENBLAS_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", "TRAIN_SAMPLES": "100"}
    env = {**kept, **own, **fixed, "TRAIN_STEPS": str(_STEPS)}
    command = [sys.executable, str(_TRAIN)]
    return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)


def _final(folder: Path) -> dict[str, bytes]:
    """Every file of the last checkpoint, by rank and name."""
    last = folder / "checkpoints" / f"step-{_STEPS:09d}"
    files = {str(path.relative_to(last)): path.read_bytes() for path in last.rglob("*.npy")}
    assert any("weights.output.npy" in name for name in files)
    assert any("velocity.hidden.npy" in name for name in files)
    return {name: data for name, data in files.items() if "chance" not in name}
