"""Kills a process at every system call of a save, and checks what the next one finds.

python killed.py FOLDER WORLD_SIZE: prints how many places were tried.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from muster.checkpoint import Checkpointer

CALLS = ("open", "write", "fsync", "replace", "link", "unlink", "mkdir", "rmdir")
OLD, NEW = 2, 3


def main(root: Path, world_size: int) -> int:
    """Try one place after the other until the child survives its save."""
    template = root / "template"
    for step in (1, OLD):
        save_all(template, world_size, step)
    place = 0
    while True:
        place += 1
        folder = root / str(place)
        shutil.copytree(template, folder)
        if world_size == 2:
            save(folder, 0, world_size, NEW)
        child = os.fork()
        if child == 0:
            die_at(place)
            save(folder, world_size - 1, world_size, NEW)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        survived = status == 0
        assert survived or os.WTERMSIG(status) == signal.SIGKILL, status
        steps = {resumed(folder, rank, world_size) for rank in range(world_size)}
        assert len(steps) == 1, steps
        assert steps <= ({NEW} if survived else {OLD, NEW}), (place, steps)
        save_all(folder, world_size, NEW + 1)
        assert resumed(folder, 0, world_size) == NEW + 1
        shutil.rmtree(folder)
        if survived:
            return place - 1


def save_all(folder: Path, world_size: int, step: int) -> None:
    """A checkpoint of all ranks."""
    for rank in range(world_size):
        save(folder, rank, world_size, step)


def save(folder: Path, rank: int, world_size: int, step: int) -> None:
    """One rank's part: one array changes with each step, one does not."""
    checkpoints = Checkpointer(folder, rank=rank, world_size=world_size)
    checkpoints.resume()
    assert checkpoints.save(step, {"frozen": np.ones(50), "weights": np.full(50, step), "rank": rank})
    checkpoints.close()


def resumed(folder: Path, rank: int, world_size: int) -> int:
    """The step that a rank goes on from, its state checked."""
    checkpoints = Checkpointer(folder, rank=rank, world_size=world_size)
    found = checkpoints.resume()
    checkpoints.close()
    assert found is not None
    assert found.state["rank"] == rank
    assert (found.state["weights"] == found.step).all()
    assert (found.state["frozen"] == 1).all()
    return found.step


def die_at(place: int) -> None:
    """Let the system call with this number be this process's last; a write leaves a half."""
    count = 0

    def counted(call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def called(*args: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            if count == place:
                if name == "write":
                    call(args[0], args[1][: len(args[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **named)

        return called

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name), name))


if __name__ == "__main__":
    sys.stdout.write(str(main(Path(sys.argv[1]), int(sys.argv[2]))))
