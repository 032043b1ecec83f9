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
BENCH = HERE.parent / "bench"
CORPUS = sorted((HERE / "corpus").glob("*.jsonl.gz"))
JOBS = "4000"

pytestmark = pytest.mark.skipif(
    running().build is None, reason="runs with compiled modules: make test-compiled"
)


def _printed(mode: Mode, hash_seed: str, script: str, argument: str) -> list[str]:
    environment = {"MUSTER_COMPILED": mode, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(BENCH)}
    done = subprocess.run(
        [sys.executable, "-m", "muster.compiled", str(HERE / script), argument],
        env={**os.environ, **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout.split()


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_recorded_log_comes_out_the_same(file: Path) -> None:
    """Re-stepping compares every decision and every hash with those recorded."""
    plain = _printed(Mode.OFF, "0", "restep.py", str(file))
    for hash_seed in ("0", "1", "4242"):
        assert _printed(Mode.REQUIRED, hash_seed, "restep.py", str(file)) == plain


def test_every_decision_of_the_bench_load_is_the_same() -> None:
    runs = ((Mode.OFF, "0"), (Mode.REQUIRED, "1"), (Mode.REQUIRED, "4242"))
    with ThreadPoolExecutor(len(runs)) as workers:
        printed = workers.map(lambda run: _printed(*run, "decided.py", JOBS), runs)
        (plain, *by_plain), *others = printed
    assert plain == "None" and int(by_plain[0]) > 3 * int(JOBS)
    for build, *by_compiled in others:
        assert build == running().build
        assert by_compiled == by_plain
