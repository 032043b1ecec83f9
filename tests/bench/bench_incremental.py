"""Savings of incremental checkpoints: bytes that saves after the first write, by how a state changes.

    python tests/bench/bench_incremental.py [--mib 512] [--saves 6]

Each state is numbers of 4 bytes as one rank has them, in one flat array as sharding libraries make it.
Between two saves an optimizer changes all of it, or a part; a table of embeddings has rows that steps touch,
at random or by popularity (Zipf, 1.5). Saves go to a temporary folder with the defaults of muster.checkpoint,
but for `anew_every`, so that no unchanged file is written.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np
from muster.checkpoint import Checkpointer

ROW_NUMBERS = 128
ROWS_A_SAVE = 2_000

Change = Callable[[Any, np.random.Generator], None]


def all_of_it(state: Any, generator: np.random.Generator) -> None:
    """A dense optimizer: every number changes."""
    state += generator.random()


def a_hundredth_at_the_end(state: Any, generator: np.random.Generator) -> None:
    """Adapters behind a frozen base, in the same flat parameter."""
    state[-state.size // 100 :] += generator.random()


def rows_at_random(state: Any, generator: np.random.Generator) -> None:
    """Embeddings, of which a step touches rows anywhere."""
    rows = state.reshape(-1, ROW_NUMBERS)
    rows[generator.integers(0, len(rows), ROWS_A_SAVE)] += 1


def popular_rows(state: Any, generator: np.random.Generator) -> None:
    """Embeddings sorted by popularity."""
    rows = state.reshape(-1, ROW_NUMBERS)
    rows[np.minimum(generator.zipf(1.5, ROWS_A_SAVE), len(rows)) - 1] += 1


STATES: dict[str, Change] = {
    "dense optimizer": all_of_it,
    "adapters, 1 % of a flat parameter": a_hundredth_at_the_end,
    "embeddings, rows at random": rows_at_random,
    "embeddings, popular rows first": popular_rows,
}


def main() -> None:
    """Save each state, and print what was written."""
    parser = argparse.ArgumentParser(description="What incremental checkpoints save.")
    parser.add_argument("--mib", type=int, default=512, help="size of each state")
    parser.add_argument("--saves", type=int, default=6, help="how often each is saved")
    asked = parser.parse_args()
    print(f"{asked.saves} saves of {asked.mib} MiB; written by each save after the first, of the whole")
    print(f"{'state':36}{'by file':>10}{'64 MiB':>10}{'8 MiB':>10}")
    for name, change in STATES.items():
        parts = [_part(change, asked.mib, asked.saves, chunk) for chunk in (2**40, 64 * 2**20, 8 * 2**20)]
        print(f"{name:36}" + "".join(f"{part:>10.1%}" for part in parts), flush=True)


def _part(change: Change, mib: int, saves: int, chunk_bytes: int) -> float:
    """Return the bytes that saves after the first write, as a fraction of the state."""
    generator, state, first = np.random.default_rng(7), np.zeros(mib * 2**18, dtype=np.float32), 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Checkpointer(folder, anew_every=10**6, chunk_bytes=chunk_bytes) as checkpoints,
    ):
        checkpoints.resume()
        for step in range(saves):
            checkpoints.save(step, {"state": state})
            first = first or checkpoints.cost.new_bytes
            change(state, generator)
        written = checkpoints.cost.new_bytes - first
    return written / (saves - 1) / state.nbytes


if __name__ == "__main__":
    main()
