"""Rules that an organisation adds to the built-in ones."""

from __future__ import annotations

from dataclasses import dataclass

from muster.scanning.blacklist import Blacklist
from muster.scanning.yara import Yara


@dataclass(frozen=True, slots=True)
class Additions:
    """An organisation's own rules, in addition to the built-in ones.

    Attributes:
        yara: Compiled YARA rules.
        blacklist: Models that must not be used.
    """

    yara: Yara | None = None
    blacklist: Blacklist | None = None

    @property
    def digest(self) -> str:
        """Digest of the additions, on which verdicts depend besides the rules' version; empty without any."""
        return "-".join(each.digest for each in (self.yara, self.blacklist) if each is not None)
