"""`python -m muster.compiled SCRIPT ARGUMENT...`: runs a script with compiled modules (MUSTER_COMPILED)."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

from muster.compiled.loading import Mode, NotBuilt, use


def main() -> None:
    """Run the script of the command line.

    Raises:
        SystemExit: no script is named, or compiled modules are required and not built.
    """
    if len(sys.argv) < 2:
        sys.exit("usage: python -m muster.compiled SCRIPT ARGUMENT...")
    try:
        use(Mode(os.environ.get("MUSTER_COMPILED") or Mode.AUTO))
    except NotBuilt as error:
        sys.exit(str(error))
    sys.argv = sys.argv[1:]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
