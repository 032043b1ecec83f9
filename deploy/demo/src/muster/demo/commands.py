"""`muster` as a user runs it, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def muster(*words: str, timeout_s: float = 180) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with any exit code.

    Raises:
        subprocess.TimeoutExpired: It has not ended in time.
    """
    program = Path(sys.executable).with_name("muster")
    return subprocess.run(
        [str(program), *words], capture_output=True, text=True, timeout=timeout_s, check=False
    )
