"""The rules that this process was started with, and whether the folder still has them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from muster.scanner.config import Settings
from muster.scanner.edge.reading.judging import version


class Installed:
    """Version of the rules at the start of the process.

    Attributes:
        version: Version of the rules.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.version = self._now()

    def confirmed(self) -> str:
        """Return the version, if it is still the one installed.

        Raises:
            ValueError: the rules in the folder cannot be read: the file, the line, the reason; or they are
                others than those that workers and this process were started with.
        """
        now = self._now()
        if now != self.version:
            raise ValueError(f"rules {now} lie in the folder, {self.version} were read at the start: restart")
        return now

    def _now(self) -> str:
        return version(self._settings.own_rules(), self._settings.scanner_antivirus)


def _of(request: Request) -> Installed:
    found: Installed = request.app.state.installed
    return found


InstalledRules = Annotated[Installed, Depends(_of)]
