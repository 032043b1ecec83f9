"""A real clamd: the machine's own, or that of Debian's packages, unpacked and not installed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from muster.testkit.debian import unpacked
from muster.testkit.patience import Patience

_PLACE: Final = "usr/sbin/clamd"


@contextmanager
def clamd(folder: Path, signatures: Mapping[str, bytes], at: Path | None = None) -> Generator[str]:
    """Run clamd with only these signatures and return its socket. Skips the test where it is unavailable.

    Args:
        folder: Folder of its files.
        signatures: Bytes that it finds, by the names that it tells.
        at: Path of the socket of an earlier one; absent: a new one.

    Raises:
        TimeoutError: it does not answer within a minute; the text is what it said.
    """
    root = _root()
    (folder / "known").mkdir(parents=True)
    lines = [f"{name}:0:*:{found.hex()}\n" for name, found in signatures.items()]
    (folder / "known" / "ours.ndb").write_text("".join(lines))
    own = Path(tempfile.mkdtemp(dir="/tmp"))  # the path of a socket has 107 bytes at most
    place = at or own / "ctl"
    settings = {"LocalSocket": place, "DatabaseDirectory": folder / "known", "TemporaryDirectory": folder}
    settings |= {"Foreground": "yes", "ConcurrentDatabaseReload": "no"}
    (folder / "clamd.conf").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    libraries = ":".join(str(each) for each in root.glob("usr/lib/*-linux-gnu"))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  (a package's own program)
            [root / _PLACE, "-c", folder / "clamd.conf"],
            env={**os.environ, "LD_LIBRARY_PATH": libraries},
            stdout=log,
            stderr=log,
        )
    try:
        _wait_for(place, process, folder / "log")
        yield str(place)
    finally:
        process.kill()
        process.wait()
        place.unlink(missing_ok=True)
        shutil.rmtree(own)


def _wait_for(place: Path, process: subprocess.Popen[bytes], log: Path) -> None:
    patience = Patience()
    while process.poll() is None and not patience.is_over():
        with socket.socket(socket.AF_UNIX) as asked:
            try:
                asked.connect(str(place))
            except OSError:
                time.sleep(0.1)
            else:
                return
    raise TimeoutError(f"clamd does not answer: {log.read_text()[-2_000:]}")


def _root() -> Path:
    """The folder that is / for the program."""
    found = shutil.which("clamd") or shutil.which("clamd", path="/usr/sbin")
    return Path("/") if found is not None else unpacked("clamav", "clamav-daemon", _PLACE, _libraries)


def _libraries(needs: str) -> list[str]:
    library = sorted(set(re.findall(r"Depends: (libclamav[0-9][0-9a-z]*)$", needs, re.MULTILINE)))
    return [*library, "libmspack0"]
