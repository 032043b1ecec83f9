"""NetworkMap: the current location of the node in the network.

The settings declare the location, or name a file: a JSON object with the same fields, written by whatever
knows the fabric (an operator, a job that asks the subnet manager). It is read again every REFRESH_MS, so a
changed link or a moved node reaches the scheduler with the next heartbeat.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from muster.agent.config import NodeLocation, Settings
from muster.events.node_heartbeats import Location
from muster.journal import Clock

REFRESH_MS: Final = 60_000

_log = logging.getLogger(__name__)


class NetworkMap:
    """The newest readable map.

    Args:
        settings: The declared location, and the file that overrides it.
        clock: Says when to read the file again.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._file = settings.agent_location_file
        self._clock = clock
        self._location = _record(settings.agent_location)
        self._due_ms: float | None = None
        self._unreadable = False

    def location(self) -> Location:
        """Location of the node; while the file is unreadable or invalid, its last valid content."""
        now_ms = self._clock.monotonic_ms()
        if self._file is not None and (self._due_ms is None or now_ms >= self._due_ms):
            self._due_ms = now_ms + REFRESH_MS
            self._read(self._file)
        return self._location

    def _read(self, file: Path) -> None:
        try:
            self._location = _record(NodeLocation(**_object(file.read_text())))
        except (OSError, ValueError) as error:
            if not self._unreadable:
                _log.warning(
                    "cannot read the network location from %s; keeping the last one: %s", file, error
                )
            self._unreadable = True
        else:
            self._unreadable = False


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, Mapping):
        raise ValueError(f"{text[:80]!r} must be a JSON object with {', '.join(NodeLocation.model_fields)}")
    return dict(cast("Mapping[str, Any]", found))


def _record(location: NodeLocation) -> Location:
    return Location(**location.model_dump())
