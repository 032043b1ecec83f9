"""Collecting: files that a run leaves out are not imported, and no others are passed over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider"]
PLUGINS = ["-p", "muster.testkit.collecting", "-W", "ignore::pytest.PytestUnknownMarkWarning"]

SEVERAL_MARKS = """
import pytest
pytestmark = [
    pytest.mark.timeout(9),
    pytest.mark.stack,
]
raise SystemExit
"""
FILES = {
    "test_one_mark.py": "import pytest\npytestmark = pytest.mark.stack\nraise SystemExit\n",
    "test_several_marks.py": SEVERAL_MARKS,
    "test_a_marked_test.py": (
        "import pytest\n\n@pytest.mark.stack\ndef test_on_servers(): ...\n\ndef test_alone(): ...\n"
    ),
    "test_another_mark.py": "import pytest\npytestmark = pytest.mark.plain\ndef test_plain(): ...\n",
}


def run(folder: Path, expression: str) -> subprocess.CompletedProcess[str]:
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return subprocess.run(
        [*COMMAND, *PLUGINS, "-m", expression, "--rootdir", str(folder), str(folder)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=False,
    )


@pytest.mark.parametrize("expression", ["not stack", "not e2e and not stack"])
def test_a_file_all_of_whose_tests_are_left_out_is_not_imported(tmp_path: Path, expression: str) -> None:
    done = run(tmp_path, expression)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed, 1 deselected" in done.stdout


@pytest.mark.parametrize("expression", ["", "stack", "not stack or plain", "not (stack and plain)"])
def test_a_file_is_imported_when_an_expression_may_want_a_test_of_it(tmp_path: Path, expression: str) -> None:
    done = run(tmp_path, expression)
    assert done.returncode != 0
    assert "SystemExit" in done.stdout + done.stderr
