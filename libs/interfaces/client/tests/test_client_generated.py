"""The synchronous client is what its asynchronous source says, and no file of it is left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from muster.client import aio, sync

ROOT = Path(__file__).resolve().parents[4]
SCRIPT = """
import sys
from pathlib import Path
from tools.generate_client import synchronous
source, target = Path(sys.argv[1]), Path(sys.argv[2])
assert {file.name for file in source.glob("*.py")} == {file.name for file in target.glob("*.py")}
for file in sorted(source.glob("*.py")):
    assert synchronous(file) == (target / file.name).read_text(), f"{file.name}: run `make client`"
"""


@pytest.mark.slow
def test_the_synchronous_client_is_up_to_date() -> None:
    folders = [str(Path(package.__path__[0])) for package in (aio, sync)]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *folders], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
