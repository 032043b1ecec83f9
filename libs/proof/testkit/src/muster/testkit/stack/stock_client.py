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
    """Run the script and return its output; fail with its errors if it fails.

    Args:
        lock: Packages of its environment, with their hashes.
        script: Runs in that environment's Python.
        arguments: Arguments of the script.
        url: URL of the registry.
        token: Token for the registry.
        home: Folder of the client's cache; an empty folder is an empty cache.
        timeout_s: Time limit, seconds.
        settings: Further environment variables; only PATH, HOME and TMPDIR are inherited.
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
