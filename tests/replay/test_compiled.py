"""Compiled and plain decide the same, bit for bit. Builds first, unless this machine has the build.

Everything runs in processes of its own, each with an order of sets and dicts of its own. Only `make
test-compiled` runs this: to build takes minutes of two cores.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from muster.compiled.build import build
from muster.compiled.loading import Mode, running

HERE = Path(__file__).parent
RESTEP = HERE / "restep.py"
DECIDED = HERE.parent / "bench" / "decided.py"
CORPUS = sorted((HERE / "corpus").glob("*.jsonl.gz"))
JOBS = "4000"
ROOT = HERE.parents[1]
FAST = "not stack and not e2e and not faults and not slow and not plain"
CORES = (
    "libs/runtime/deciding/tests",
    "libs/pure/jobs/tests",
    "services/metering/tests/core",
    "services/preemption/tests/core",
    "services/submit/tests/core",
)

HASH_SEEDS = ("4242",) if running().build is None else ("0", "1", "4242")

pytestmark = [pytest.mark.compiles, pytest.mark.slow, pytest.mark.xdist_group("compiles")]


@pytest.fixture(scope="module")
def digest() -> str:
    """Build these sources and return the digest of the build."""
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        pytest.skip("no C compiler")
    return build().digest


def _printed(mode: Mode, hash_seed: str, script: Path, *arguments: object) -> list[str]:
    """Return the lines that a script prints."""
    done = subprocess.run(
        [sys.executable, "-m", "muster.compiled", str(script), *map(str, arguments)],
        env={**os.environ, "MUSTER_COMPILED": mode, "PYTHONHASHSEED": hash_seed},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout.splitlines()


@pytest.mark.timeout(3_600)  # the first of them builds
def test_recorded_logs_come_out_the_same(digest: str) -> None:
    """Re-stepping compares every decision and every hash with those recorded."""
    assert digest
    plain = _printed(Mode.OFF, "0", RESTEP, *CORPUS)
    for hash_seed in HASH_SEEDS:
        assert _printed(Mode.REQUIRED, hash_seed, RESTEP, *CORPUS) == plain


def test_other_cores_pass_their_tests_compiled(digest: str) -> None:
    """Entities, plans and requests are made of the same compiled records."""
    assert digest
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-m",
            FAST,
            "--hypothesis-profile=fast",
        ]
        + [str(ROOT / tests) for tests in CORES],
        env={**environment, "MUSTER_COMPILED": Mode.REQUIRED},
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-1_000:]


@pytest.mark.skipif(running().build is None, reason="takes a minute: make test-compiled")
def test_every_decision_of_the_bench_load_is_the_same() -> None:
    with ThreadPoolExecutor() as workers:
        plain = workers.submit(_printed, Mode.OFF, "0", DECIDED, JOBS)
        compiled = [workers.submit(_printed, Mode.REQUIRED, seed, DECIDED, JOBS) for seed in ("1", "4242")]
        nothing, decisions, *digests = plain.result()[0].split()
        assert nothing == "None" and int(decisions) > 3 * int(JOBS)
        for each in compiled:
            assert each.result()[0].split() == [running().build, decisions, *digests]
