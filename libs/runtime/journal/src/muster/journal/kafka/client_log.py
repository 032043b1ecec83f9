"""librdkafka's log lines in our log, without repetitions; nothing else reports broken connections.

Each client logs each failed attempt to reach a broker: twenty lines a second in an outage.
"""

from __future__ import annotations

import logging
import re
from typing import Final

_EVERY_S: Final = 30.0
_CHANGING: Final = re.compile(r"#(consumer|producer)-[0-9]+|after [0-9]+ms|, [0-9]+ identical.*$")


class _Calm(logging.Filter):
    """Passes a line once in half a minute, ignoring durations and client numbers in it."""

    def __init__(self) -> None:
        super().__init__()
        self._passed_at_s: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        line = _CHANGING.sub("", record.getMessage())
        passed_at_s = self._passed_at_s.get(line)
        if passed_at_s is not None and record.created - passed_at_s < _EVERY_S:
            return False
        if len(self._passed_at_s) > 1_000:
            self._passed_at_s.clear()
        self._passed_at_s[line] = record.created
        return True


CLIENT_LOG: Final = logging.getLogger("muster.journal.librdkafka")
"""Logger of every client."""

CLIENT_LOG.addFilter(_Calm())

_BROKEN: Final = "FAIL"
"""The facility of lines that say that a connection broke or was not made."""


class Connections:
    """Logger of one client that notes when a connection breaks; lines come while the client is polled.

    Attributes:
        broken: Whether one broke; to be reset by who asks.
    """

    def __init__(self) -> None:
        self.broken = False

    def log(self, level: int, line: str, facility: str, *rest: object) -> None:
        """Log a line as librdkafka's binding passes it: a format and its arguments."""
        self.broken = self.broken or facility == _BROKEN
        CLIENT_LOG.log(level, line, facility, *rest)
