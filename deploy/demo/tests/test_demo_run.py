"""The demo itself, with fewer pods: from nothing, on a stack of its own, everything real."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from muster.demo.nodes import AGENT
from muster.local import stack
from muster.local.home import Home
from muster.local.processes import supervisor

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(1200)]

MUSTER = Path(sys.executable).with_name("muster")


@pytest.fixture
def home() -> Generator[Home]:
    """A home in which nothing ever ran; its simulated nodes must not meet the jobs of other tests."""
    with tempfile.TemporaryDirectory(prefix="muster-demo-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # Elasticsearch gives up root, and must still reach its files
        made = Home(Path(folder))
        try:
            yield made
        finally:
            stack.down(made)


def test_the_demo_loses_nothing_and_its_page_says_so(home: Home) -> None:
    done = subprocess.run(
        [str(MUSTER), "demo", "--any-ports", "--pods", "200", "--stream-s", "5"],
        capture_output=True,
        text=True,
        timeout=1000,
        env={**os.environ, "MUSTER_HOME": str(home.root)},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 lost (as many failed in the trace)" in done.stdout
    assert "2 ranks, succeeded, exit code 0" in done.stdout
    assert re.search(
        r"  Model +local/spirals \w{7} <- checkpoint/(job-\w+)/\d+ <- attempt/\1/2\n", done.stdout
    )
    assert re.search(r"  Gate +1,000 steps .* passed 0\.9\d+; 150 steps failed 0\.\d+, so", done.stdout)
    assert "verified:" in done.stdout
    assert "GPUs allocated" in done.stdout
    assert "serving" in done.stdout
    assert " USD, if the day ended now; reconciled: " in done.stdout
    assert "the platform (idle)" in done.stdout
    assert "$ muster explain job-" in done.stdout
    assert supervisor.alive(home, AGENT) is None
