"""The console script: loads the command line, and makes Ctrl-C end it silently at any moment."""

from __future__ import annotations

import signal
import sys
import threading
from typing import Final

_INTERRUPTED: Final = 130
_AGAIN_AFTER_S: Final = 0.05


def main() -> None:
    """Run the command line of this process.

    Raises:
        SystemExit: always, with the exit code.
    """
    sys.unraisablehook = _unraisable
    try:
        from muster.client.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _unraisable(ignored: sys.UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C that Python dropped, as it drops exceptions in finalisers and weak-reference callbacks.

    It is sent to the main thread as a signal, because only a signal interrupts a read or sleep that the
    thread may have begun by then. It is sent after a short delay, because at once it would be dropped here
    again.
    """
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    again = threading.Timer(
        _AGAIN_AFTER_S, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)
    )
    again.daemon = True  # a command that ends in the meantime does not wait for it
    again.start()
