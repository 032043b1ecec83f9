"""The console script: loads the command line, and makes Ctrl-C end it, in silence, whenever it comes."""

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
    """Python drops exceptions raised in finalisers and callbacks of weak references, Ctrl-C among them.

    A dropped Ctrl-C is sent to the main thread again, as a signal: only a signal ends the read or the sleep
    that the thread may have begun by then. At once would be too early: it would be dropped here.
    """
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    again = threading.Timer(
        _AGAIN_AFTER_S, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)
    )
    again.daemon = True  # a command that ends by itself meanwhile does not wait for it
    again.start()
