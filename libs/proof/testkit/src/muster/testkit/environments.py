"""Python environments of their own, for packages that a test runs beside the product: made once, and kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path


def environment(lock: Path, *, python: str = "") -> Path:
    """Return the folder of an environment with exactly the packages of a lock; created if missing.

    Args:
        lock: Requirements with their hashes, as `uv pip compile --generate-hashes` writes them.
        python: The version that packages ask for which only bring a program; empty: this one is asked for.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "muster"
    home = cache / f"{lock.stem}-{hashlib.sha256(lock.read_bytes()).hexdigest()[:12]}"
    if not home.exists():
        uv = shutil.which("uv") or str(cache / "boot/bin/uv")
        cache.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=cache)) / "venv"
        make = [uv, "venv", "--quiet", "--relocatable", "--python", sys.executable, made]
        subprocess.run(make, check=True)  # noqa: S603  (our own arguments)
        install = [uv, "pip", "sync", "--quiet", "--require-hashes", "--python", made / "bin/python", lock]
        install += ["--python-version", python] if python else []
        subprocess.run(install, check=True)  # noqa: S603
        with suppress(OSError):  # another process was faster
            made.rename(home)
        shutil.rmtree(made.parent)
    return home
