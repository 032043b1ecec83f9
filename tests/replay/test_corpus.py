"""Recorded logs re-step to the same decisions and the same state, whatever the order of sets and dicts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CORPUS = sorted((HERE / "corpus").glob("*.jsonl.gz"))


def restepped(file: Path, hash_seed: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, str(HERE / "restep.py"), str(file)],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout.split()


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_recorded_log_comes_out_as_recorded_under_any_hash_seed(file: Path) -> None:
    batches, hashes, state_hash = restepped(file, "0")
    assert int(batches) > 50
    assert int(hashes) > 2, "a corpus without hashes proves little"
    assert restepped(file, "4242") == [batches, hashes, state_hash]


def test_there_is_a_corpus() -> None:
    assert len(CORPUS) >= 3
