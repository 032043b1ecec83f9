"""A breach: which rule, where on the log, what was seen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that must not be.

    Attributes:
        rule: Short name of the rule.
        at: event_id or seq where it showed.
        seen: What was there.
    """

    rule: str
    at: str
    seen: str

    def __str__(self) -> str:
        return f"{self.rule} at {self.at}: {self.seen}"


class Breaches(list[Breach]):
    """Everything found so far."""

    def expect(self, holds: bool, rule: str, at: object, seen: object) -> bool:
        """Note a breach unless the rule holds; whether it held."""
        if not holds:
            self.append(Breach(rule, str(at), str(seen)))
        return holds
