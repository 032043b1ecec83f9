"""A real browser without a window: the machine's own Chromium, or that of Debian's packages, unpacked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muster.testkit.debian import unpacked

_PLACE: Final = "usr/lib/chromium/chromium-headless-shell"
_LIBRARIES: Final = ("usr/lib/*-linux-gnu", "usr/lib/*-linux-gnu/pulseaudio", "lib/*-linux-gnu")
_BELOW_PULSE: Final = (
    "libasyncns0",
    "libmp3lame0",
    "libmpg123-0",
    "libogg0",
    "libsndfile1",
    "libvorbis0a",
    "libvorbisenc2",
)
_OF_THE_MACHINE: Final = {"libc6", "libgcc-s1"}


@dataclass(frozen=True, slots=True)
class Opened:
    """A page as a browser has it after its scripts ran.

    Attributes:
        dom: Elements of the page, as HTML.
        console: Messages that the browser logged about it, such as refusals by the page's policy.
    """

    dom: str
    console: str


def opened(page: Path, profile: Path, *more: str) -> Opened:
    """Open a page; every other host is unknown to the browser. Skips the test where none can be had.

    Args:
        page: An HTML file.
        profile: Folder for the browser's own files.
        more: Further options of Chromium.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    root = Path("/") if found else unpacked("chromium", "chromium-headless-shell", _PLACE, _libraries)
    libraries = ":".join(str(each) for pattern in _LIBRARIES for each in root.glob(pattern))
    options = [
        "--headless",
        "--no-sandbox",  # it cannot nest in a container; pages are the tests' own
        "--disable-gpu",
        "--enable-logging=stderr",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={profile}",
    ]
    done = subprocess.run(  # noqa: S603  (a package's own program)
        [found or str(root / _PLACE), *options, *more, "--dump-dom", page.as_uri()],
        env=os.environ if found else {**os.environ, "LD_LIBRARY_PATH": libraries},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return Opened(done.stdout, "\n".join(each for each in done.stderr.splitlines() if "CONSOLE" in each))


def _libraries(needs: str) -> list[str]:
    direct = set(re.findall(r"Depends: ([a-z0-9.+-]+)$", needs, re.MULTILINE))
    return sorted((direct - _OF_THE_MACHINE) | set(_BELOW_PULSE))
