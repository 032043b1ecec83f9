"""Programs of Debian's packages, unpacked and not installed: nothing of the machine's is changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest


def unpacked(name: str, package: str, place: str, besides: Callable[[str], list[str]] = lambda _: []) -> Path:
    """The folder that is / for a program; kept. Skips the test where its packages cannot be had.

    Args:
        name: Name of the folder in the cache.
        package: The program's.
        place: Path of the program below that folder.
        besides: Other packages that are unpacked with it, from what `apt-cache depends` says.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "muster" / name
    if (cache / place).exists():
        return cache
    cache.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=cache.parent))
    try:
        _unpack(made, package, besides)
        if not cache.exists():
            (made / "root").rename(cache)
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        pytest.skip(f"no {name} here, and none to be had from Debian's packages: {said.strip()[-300:]}")
    finally:
        shutil.rmtree(made)
    return cache


def _unpack(made: Path, package: str, besides: Callable[[str], list[str]]) -> None:
    """With lists of packages of our own."""
    lists, root = made / "lists", made / "root"
    for each in (lists / "partial", root):
        each.mkdir(parents=True)
    own = [f"-oDir::State::lists={lists}", f"-oDir::Cache={made}", "-oAPT::Sandbox::User=root", "-qq"]
    _run(made, "apt-get", *own, "update")
    needs = _run(made, "apt-cache", *own, "depends", package)
    _run(made, "apt-get", *own, "download", package, *besides(needs))
    for each in made.glob("*.deb"):
        _run(made, "dpkg-deb", "-x", str(each), str(root))


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout
