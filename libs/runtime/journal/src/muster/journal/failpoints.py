"""Points where a test can kill the process, as in a power failure. Off unless a specification is given."""

from __future__ import annotations

import os
import signal


class Failpoints:
    """Named points, each with a count: the n-th time a point is passed, the process kills itself.

    Args:
        specification: For example "before_commit:3,after_commit:1"; empty: no point ever kills.

    Raises:
        ValueError: an item is not NAME:COUNT with a count of 1 or more.
    """

    def __init__(self, specification: str = "") -> None:
        self._left: dict[str, int] = {}
        for item in filter(None, specification.split(",")):
            name, _, count = item.partition(":")
            if not name or not count.isdigit() or int(count) < 1:
                raise ValueError(f"failpoint is {item!r}; must be NAME:COUNT with a count of 1 or more")
            self._left[name] = int(count)

    def hit(self, name: str) -> None:
        """Pass a point; sends SIGKILL to this process when its count is reached."""
        if name not in self._left:
            return
        self._left[name] -= 1
        if self._left[name] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
