"""`python -m muster.scoring.executing.keeper FOLDER CPUS BYTES`: Ray, until standard input ends.

Prints the address when Ray is running. The kernel ends Ray's processes with this one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from muster.scoring.executing import local_ray


def main(folder: Path, cpus: int, object_store_bytes: int) -> None:
    """Start Ray, print its address, and stop it when standard input ends."""
    address = local_ray.start(folder, cpus=cpus, object_store_bytes=object_store_bytes)
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    local_ray.module().shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
