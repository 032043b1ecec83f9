"""Start of a service's process, before it has chosen its build of the compiled modules."""

import os
import subprocess
import sys

import pytest

CODE = """
import sys
from contextlib import suppress
from muster.compiled.modules import is_compiled, sources
from muster.service import InvalidSettings, installed
for service in installed().values():
    with suppress(InvalidSettings):
        service.settings.load()
print(*(sorted(name for name in sources() if is_compiled(name) and name in sys.modules)))
"""


@pytest.mark.slow
def test_no_service_imports_what_is_compiled_before_its_settings_are_read() -> None:
    # Otherwise it ends at its start wherever `muster compile` has run.
    targets = {"MUSTER_ALERTS_TARGETS": "https://hooks.example.org, slack://"}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**os.environ, **targets},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
