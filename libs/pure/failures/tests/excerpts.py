"""The excerpts of logs beside this file: sections of lines under the rule that judges them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from muster.failures.evidence import Evidence, Verdict
from muster.failures.judging import judge
from muster.failures.rules import RuleSet, Source
from muster.failures.scanning import Findings, Scanner

LOGS = Path(__file__).with_name("logs")


@dataclass(frozen=True)
class Excerpt:
    """A few lines as a real program or kernel writes them, and the rule that judges them."""

    source: Source
    rule_id: str
    lines: tuple[str, ...]


def excerpts(source: Source) -> list[Excerpt]:
    """All of a source, in order."""
    found: list[Excerpt] = []
    for section in (LOGS / f"{source}.txt").read_text().split("=== ")[1:]:
        rule_id, *lines = section.splitlines()
        found.append(Excerpt(source, rule_id, tuple(lines)))
    return found


def lookalikes() -> list[str]:
    """Lines that resemble signs and are none."""
    return (LOGS / "lookalikes.txt").read_text().splitlines()


def judged(rules: RuleSet, lines: Iterable[str | bytes], *sources: Source) -> Verdict:
    """The verdict on lines alone."""
    findings = Findings(*(Scanner(rules, source) for source in sources))
    for number, line in enumerate(lines, 1):
        findings.look(line.encode() if isinstance(line, str) else line, number)
    return judge(rules, Evidence(findings=findings.found()))
