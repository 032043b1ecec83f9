"""Stacks of all threads of this process, on SIGUSR2: the agent requests them when the ranks fall silent.

They go to a file in MUSTER_PROGRESS_DIR that exists from the beginning: it shows the agent which processes it
may signal. faulthandler writes them in C, so a thread that hangs in a C library appears as well.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from pathlib import Path
from typing import Any, Final

SIGNAL: Final = signal.SIGUSR2

_file: Any = None


def file_of(pid: int) -> str:
    """The name of the file of a process, by its own id for itself."""
    return f"stacks.{pid}"


def show_on_signal() -> bool:
    """Install the handler that writes the stacks of this process; return whether it is installed.

    Nothing is changed outside Muster, or where the program handles the signal itself.
    """
    global _file  # noqa: PLW0603  (one file a process)
    folder = os.environ.get("MUSTER_PROGRESS_DIR")
    if _file is not None or not folder or signal.getsignal(SIGNAL) is not signal.SIG_DFL:
        return _file is not None
    try:
        _file = (Path(folder) / file_of(os.getpid())).open("ab")
        faulthandler.register(SIGNAL, file=_file, all_threads=True, chain=False)
    except OSError:  # without its stacks a job is as good as before
        _file = None
    return _file is not None
