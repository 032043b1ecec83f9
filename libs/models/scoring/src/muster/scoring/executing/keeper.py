"""`python -m muster.scoring.executing.keeper FOLDER CPUS BYTES`: Ray, until standard input ends.

Prints the address when Ray is running. The kernel ends Ray's processes with this one, and this one ends with
Ray's raylet or GCS: without either, Ray answers nobody for a minute.
"""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path
from typing import Final

import psutil
from muster.scoring.executing import local_ray
from muster.scoring.executing.callers import Membership


def main(folder: Path, cpus: int, object_store_bytes: int) -> None:
    """Start Ray, print its address, and stop it when standard input ends or a part of it has died."""
    address = local_ray.start(folder, cpus=cpus, object_store_bytes=object_store_bytes)
    member = Membership(local_ray.module())  # the callers start now, and stay as long as they have a member
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()
    ends = select.poll()
    ends.register(sys.stdin, select.POLLIN | select.POLLHUP)
    for each in psutil.Process().children():
        if each.name() in _VITAL:
            ends.register(os.pidfd_open(each.pid), select.POLLIN)
    if all(file != sys.stdin.fileno() for file, _ in ends.poll()):
        os._exit(1)  # an orderly end would wait for the dead
    del member
    local_ray.module().shutdown()


_VITAL: Final = ("gcs_server", "raylet")
"""Processes without which Ray does not work."""


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
