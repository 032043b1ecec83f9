"""A script run by a stock huggingface_hub, from its package in an environment of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from muster.testkit.environments import environment

_KEPT = ("PATH", "HOME", "TMPDIR")


def stock_client(
    lock: Path,
    script: Path,
    *arguments: str | Path,
    url: str,
    token: str,
    home: Path,
    timeout_s: float = 120,
    **settings: str,
) -> str:
    """What the script prints; fails with what it says when it fails.

    Args:
        lock: Packages of its environment, with their hashes.
        script: Is run by that environment's Python.
        arguments: Of the script.
        url: Of the registry.
        token: Is shown to it.
        home: Where the client keeps its cache; an empty folder is one that remembers nothing.
        timeout_s: It may take so long.
        settings: Variables beside these and PATH, HOME and TMPDIR; no other is inherited.
    """
    given = {
        "HF_ENDPOINT": url,
        "HF_TOKEN": token,
        "HF_HOME": str(home),
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        **settings,
    }
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    done = subprocess.run(  # noqa: S603  (a test's own script)
        [environment(lock) / "bin/python", script, *arguments],
        env=kept | given,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return done.stdout
