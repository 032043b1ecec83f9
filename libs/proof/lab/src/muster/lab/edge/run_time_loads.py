"""Loads of run times by name, drawn with a seeded generator from the files of data/philly."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from muster.lab.durations.run_times import SYNTHETIC, Run, gavel
from muster.lab.loads.philly import read_philly, read_run_times_ms
from muster.lab.loads.traces import TraceError

GAVEL: Final = "gavel"
LOADS: Final = (*SYNTHETIC, GAVEL)


def runs_of(name: str, folder: Path, count: int, seed: int) -> list[Run]:
    """A load's runs.

    Raises:
        TraceError: The load does not exist, or a file of the folder is invalid.
    """
    if name == GAVEL:
        return gavel(read_philly(folder, None))
    if name not in SYNTHETIC:
        raise TraceError(f"load is {name!r}; allowed: {', '.join(LOADS)}")
    generator = Random(seed)  # noqa: S311 - to be repeated, not to be secret
    run_times_ms = read_run_times_ms(folder)
    drawn = generator.sample(run_times_ms, min(count, len(run_times_ms)))
    return SYNTHETIC[name](drawn, generator)
