"""Device files of NVIDIA GPUs: what a task needs in its /dev to use its own GPUs, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

DEV = Path("/dev")
SHARED = (
    "nvidiactl",
    "nvidia-uvm",
    "nvidia-uvm-tools",
    "nvidia-modeset",
    "nvidia-caps",
    "gdrdrv",
    "infiniband",
)
"""Device files that every GPU user opens: the driver's controls, MIG's capabilities, the GPU network."""


def device_files(minors: Iterable[int], dev: Path = DEV) -> tuple[Path, ...]:
    """The device files of the GPUs with these minor numbers, and those that all share; empty without any."""
    own = [file for minor in minors if (file := dev / f"nvidia{minor}").exists()]
    shared = [file for name in SHARED if (file := dev / name).exists()]
    return (*own, *shared) if own else ()
