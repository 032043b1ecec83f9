"""Compiled and plain decide the same, bit for bit: `make test-compiled`, which builds first.

Everything runs in processes of its own, each with an order of sets and dicts of its own.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from muster.compiled.loading import Mode, running

HERE = Path(__file__).parent
RESTEP = HERE / "restep.py"
DECIDED = HERE.parent / "bench" / "decided.py"
CORPUS = sorted((HERE / "corpus").glob("*.jsonl.gz"))
JOBS = "4000"

pytestmark = pytest.mark.skipif(
    running().build is None, reason="runs with compiled modules: make test-compiled"
)


def _printed(mode: Mode, hash_seed: str, script: Path, argument: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "muster.compiled", str(script), argument],
        env={**os.environ, "MUSTER_COMPILED": mode, "PYTHONHASHSEED": hash_seed},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout.split()


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_recorded_log_comes_out_the_same(file: Path) -> None:
    """Re-stepping compares every decision and every hash with those recorded."""
    plain = _printed(Mode.OFF, "0", RESTEP, str(file))
    for hash_seed in ("0", "1", "4242"):
        assert _printed(Mode.REQUIRED, hash_seed, RESTEP, str(file)) == plain


def test_every_decision_of_the_bench_load_is_the_same() -> None:
    with ThreadPoolExecutor() as workers:
        plain = workers.submit(_printed, Mode.OFF, "0", DECIDED, JOBS)
        compiled = [workers.submit(_printed, Mode.REQUIRED, seed, DECIDED, JOBS) for seed in ("1", "4242")]
        nothing, decisions, *digests = plain.result()
        assert nothing == "None" and int(decisions) > 3 * int(JOBS)
        for each in compiled:
            assert each.result() == [running().build, decisions, *digests]
