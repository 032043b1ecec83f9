"""Evidence of one rank's failure: findings in text, and statements of agent and scheduler. Plain data."""

from __future__ import annotations

from dataclasses import dataclass

from muster.failures.rules import Condition, NodeEvent, Rule, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A rule has a sign in the text: the first line of it, and how many there were.

    Attributes:
        rule_id: The rule.
        source: Source of the line.
        line: The first such line, shortened.
        number: Number of the line among those scanned, from 1.
        at_ms: Time at which it was written, if known; milliseconds since 1970 UTC.
        count: Lines with such a sign, this one included.
        stream: For output: stdout or stderr, if the streams are numbered separately.
        first_byte: Offset of the line in its stream, if known.
    """

    rule_id: str
    source: Source
    line: str
    number: int
    at_ms: int | None = None
    count: int = 1
    stream: str = ""
    first_byte: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """All evidence of one rank's failure.

    Attributes:
        rank: The rank; None: unknown, or no rank ran.
        node_id: Node of the rank.
        at_ms: End of the rank, milliseconds since 1970 UTC.
        exit_code: Exit code of the rank.
        signal: The signal that ended it.
        conditions: Conditions that agent and scheduler state.
        node_events: Events of its node meanwhile.
        findings: Signs in lines, at most one for each rule and source.
    """

    rank: int | None = None
    node_id: str | None = None
    at_ms: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    conditions: tuple[Condition, ...] = ()
    node_events: tuple[NodeEvent, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Why a rank failed.

    Attributes:
        rules_version: Version of the rules.
        rule: The first that matched.
        sign: The sign, in words: "exit code 137", "a line of the output".
        stated: The sign comes from the platform or the kernel: no job can make it appear.
        finding: The line, when it was a line.
        rank: The rank.
        node_id: The node.
        at_ms: Time of the line, else of the rank's end.
    """

    rules_version: int
    rule: Rule
    sign: str
    stated: bool = False
    finding: Finding | None = None
    rank: int | None = None
    node_id: str | None = None
    at_ms: int | None = None
