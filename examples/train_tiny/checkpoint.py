"""Atomic checkpoints: a temporary file is written, synced, renamed. Muster stores only final names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

KEPT = 2
"""Number of checkpoints kept in the folder; Muster has stored the older ones."""

VELOCITY = "velocity_"
"""Name prefix of the momentum arrays. Without them a resumed run would take a different path."""

Array: TypeAlias = NDArray[np.float64]


def save(folder: str, step: int, weights: Mapping[str, Array], velocity: Mapping[str, Array]) -> Path:
    """Write the state after a step; returns the file's path."""
    file = Path(folder) / f"step-{step:06d}.npz"
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with part.open("wb") as stream:
        momentum = {VELOCITY + name: value for name, value in velocity.items()}
        np.savez(stream, allow_pickle=False, step=np.int64(step), **weights, **momentum)
        stream.flush()
        os.fsync(stream.fileno())
    part.rename(file)
    for old in sorted(Path(folder).glob("step-*.npz"))[:-KEPT]:
        old.unlink()
    return file


def newest(folder: str) -> Path | None:
    """The newest checkpoint in the folder; None when there is none."""
    return max(Path(folder).glob("step-*.npz"), default=None)


def load(file: Path) -> tuple[int, dict[str, Array], dict[str, Array]]:
    """Step, weights and velocity."""
    with np.load(file, allow_pickle=False) as saved:
        names = [name for name in saved.files if name != "step" and not name.startswith(VELOCITY)]
        weights = {name: saved[name] for name in names}
        return int(saved["step"]), weights, {name: saved[VELOCITY + name] for name in names}
