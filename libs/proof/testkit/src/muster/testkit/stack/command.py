"""The `muster` command in a process of its own, forked from one that has imported the modules of commands.

A process that is started takes 0.2 to 1.5 s of CPU for its imports. Tests of the client start real ones, and
test what a command imports.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from threading import Lock
from typing import Final

from muster.client.entry import main

_FORKING: Final = get_context("forkserver")
_PRELOADED: Final = "muster.testkit.stack.preloaded"
_KILLED_S: Final = 10.0
_ONE_READER: Final = Lock()
"""A start reads the exit codes of all processes that have ended; a second reader of one would get 255."""


def run(
    words: Sequence[str], env: Mapping[str, str], *, cwd: Path | None = None, timeout_s: float = 240
) -> subprocess.CompletedProcess[str]:
    """Run a command line, as `subprocess.run` would with its output captured and nothing to read.

    Args:
        words: Words after `muster`.
        env: The whole environment of the command.
        cwd: The folder that it runs in; None: that of this process.
        timeout_s: Seconds after which it is killed.

    Raises:
        subprocess.TimeoutExpired: it was killed; with the output so far.
    """
    _FORKING.set_forkserver_preload([_PRELOADED])
    with tempfile.TemporaryDirectory(prefix="muster-command-") as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = _FORKING.Process(
            target=_become, args=(list(words), dict(env), str(cwd or Path.cwd()), str(out), str(err))
        )
        with _ONE_READER:
            process.start()
        late = not wait([process.sentinel], timeout_s)
        if late:
            process.kill()
            wait([process.sentinel], _KILLED_S)
        with _ONE_READER:
            code = process.exitcode
        written = [each.read_text(errors="replace") if each.exists() else "" for each in (out, err)]
        if late:
            raise subprocess.TimeoutExpired(["muster", *words], timeout_s, *written)
        with _ONE_READER:
            process.close()
    return subprocess.CompletedProcess(["muster", *words], code or 0, *written)


def _become(words: list[str], env: dict[str, str], cwd: str, out: str, err: str) -> None:
    """Be the command: its streams, environment and folder, then its entry point, which ends the process."""
    for path, stream in ((os.devnull, 0), (out, 1), (err, 2)):
        opened = os.open(path, os.O_RDONLY if stream == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, stream)
        os.close(opened)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    sys.argv = ["muster", *words]
    main()
