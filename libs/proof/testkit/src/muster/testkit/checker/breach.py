"""A breach: the rule, the place in the log, and the finding."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach of a rule.

    Attributes:
        rule: Short name of the rule.
        at: event_id or seq where it was found.
        seen: The finding there.
    """

    rule: str
    at: str
    seen: str

    def __str__(self) -> str:
        return f"{self.rule} at {self.at}: {self.seen}"


class Breaches(list[Breach]):
    """Everything found so far."""

    def expect(self, holds: bool, rule: str, at: object, seen: object) -> bool:
        """Record a breach unless the rule holds; returns whether it holds."""
        if not holds:
            self.append(Breach(rule, str(at), str(seen)))
        return holds
