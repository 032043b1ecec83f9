"""Places where a test can have the process die, as by a power cut. Off unless a specification is given."""

from __future__ import annotations

import os
import signal


class Failpoints:
    """Named places; each may have a count: the n-th time it is passed, the process kills itself.

    Args:
        specification: "before_commit:3,after_commit:1"; empty: nothing ever happens.

    Raises:
        ValueError: an item is not NAME:COUNT with a whole count from 1 on.
    """

    def __init__(self, specification: str = "") -> None:
        self._left: dict[str, int] = {}
        for item in filter(None, specification.split(",")):
            name, _, count = item.partition(":")
            if not name or not count.isdigit() or int(count) < 1:
                raise ValueError(f"failpoint {item!r}: allowed is NAME:COUNT with a count of 1 or more")
            self._left[name] = int(count)

    def hit(self, name: str) -> None:
        """Pass a place; SIGKILL to this process when its count is up."""
        if name not in self._left:
            return
        self._left[name] -= 1
        if self._left[name] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
