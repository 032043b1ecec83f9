"""The most expensive test comes first, whichever process spent its CPU time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import subprocess, sys, time

BURN = "import time\\nwhile time.process_time() < {s}: pass"

def test_by_itself():
    exec(BURN.format(s=time.process_time() + 0.2))

def test_by_a_child():
    subprocess.run([sys.executable, "-c", BURN.format(s=0.4)])

def test_that_waits():
    time.sleep(0.6)
"""


@pytest.mark.slow  # a test run of its own
@pytest.mark.parametrize("side_by_side", [(), ("-n", "2")], ids=["alone", "side by side"])
def test_cpu_time_of_each_test_is_reported(tmp_path: Path, side_by_side: tuple[str, ...]) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(TESTS)
    plugins = ["-p", "xdist", "-p", "muster.testkit.cpu_times", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, *plugins, *side_by_side, str(file)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    told = {name: float(s) for s, name in re.findall(r"([0-9.]+) s  .*::(\w+)", done.stdout)}
    assert list(told) == ["test_by_a_child", "test_by_itself", "test_that_waits"]
    assert told["test_by_a_child"] >= 0.4
    assert 0.2 <= told["test_by_itself"] < 0.4
    assert told["test_that_waits"] < 0.2
    assert "CPU of 3 tests: 1 s" in done.stdout
