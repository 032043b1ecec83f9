"""The console script: loads the command line, and ends in silence when Ctrl-C comes before that is done."""

from __future__ import annotations

import sys
from typing import Final

_INTERRUPTED: Final = 130


def main() -> None:
    """Run the command line of this process.

    Raises:
        SystemExit: always, with the exit code.
    """
    try:
        from muster.client.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
