"""Result of a scan: findings, each by a rule, and one verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Verdict(StrEnum):
    """Verdict of a scan, from best to worst."""

    CLEAN = "clean"
    """All of it was read and understood, and nothing was found."""
    INCONCLUSIVE = "inconclusive"
    """Part of it was not understood, or not read to the end: its content is unknown. Never clean."""
    SUSPICIOUS = "suspicious"
    """Something that no tool writes when saving a model."""
    MALICIOUS = "malicious"
    """It runs code, or leaves its folder, when it is loaded."""


_ORDER: Final = tuple(Verdict)
SHOWN_MAX: Final = 160
FINDINGS_MAX: Final = 256
LIMIT: Final = "limit.reached"
"""The rule for content that was not read to its end."""
UNJUDGED: Final = frozenset((LIMIT, "format.unknown"))
"""Rules for content that cannot be judged, because it was not read or not understood."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Attributes:
        rule: Id of the rule; see `muster.scanning.rules` for its meaning.
        verdict: Verdict of a file that has no other finding.
        member: Path inside of the file, the outermost first with ! between; empty: the file itself.
        value: The value found, shortened; always text, whatever the file contains.
        offset: First byte, counted in the member; None: it has no place.
    """

    rule: str
    verdict: Verdict
    member: str
    value: str
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Findings of a scan of one file.

    Attributes:
        path: Path as requested.
        verdict: The worst of the findings'; CLEAN without any.
        findings: In the order found, each once, at most FINDINGS_MAX.
        size_bytes: Size of the file.
        rules_version: Version of the rules that judged it.
    """

    path: str
    verdict: Verdict
    findings: tuple[Finding, ...]
    size_bytes: int
    rules_version: int


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of several verdicts; CLEAN without any."""
    return max(verdicts, key=_ORDER.index, default=Verdict.CLEAN)


def printable(value: object) -> str:
    """A value as one line of ASCII, shortened."""
    text = str(value)[: SHOWN_MAX + 1].encode("unicode_escape").decode("ascii")
    return text if len(text) <= SHOWN_MAX else text[: SHOWN_MAX - 3] + "..."
