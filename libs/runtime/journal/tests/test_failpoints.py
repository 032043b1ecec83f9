"""A failpoint kills the process at its point, and only there."""

from __future__ import annotations

import subprocess
import sys

import pytest
from muster.journal import Failpoints

PROGRAM = """
from muster.journal.failpoints import Failpoints
failpoints = Failpoints("here:2")
for name in ("elsewhere", "here", "elsewhere", "here", "never"):
    print(name, flush=True)
    failpoints.hit(name)
"""


def test_the_process_kills_itself_at_the_given_pass() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == -9
    assert done.stdout.split() == ["elsewhere", "here", "elsewhere", "here"]


def test_failpoints_do_nothing_by_default() -> None:
    Failpoints().hit("anything")


@pytest.mark.parametrize("text", ["here", "here:", ":1", "here:0", "here:x", "here:-1"])
def test_a_malformed_specification_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be NAME:COUNT"):
        Failpoints(text)
