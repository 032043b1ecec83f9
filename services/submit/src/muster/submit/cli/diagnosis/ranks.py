"""Lines of each rank: the signs of failure in them, the last lines, and progress in collectives."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from muster.failures.lag import Progress, progress_in
from muster.failures.rules import RuleSet, Source
from muster.failures.scanning import LINE_PART_BYTES, Findings, Scanner, printable
from muster.submit.cli.diagnosis import whereabouts

LAST_LINES: Final = 5
_RANK_PREFIX: Final = re.compile(rb"\s*(?:\[(?:rank|default)(\d{1,6})\]:|rank +(\d{1,6}) \|)\s?")


@dataclass(slots=True)
class RankLines:
    """Contents of one rank's lines.

    Attributes:
        findings: Signs of failure in them.
        tail: The last non-blank lines, or at least their ends.
        progress: Progress in its collectives, from the last line that reports it.
        evidence: The last lines its agent wrote to its output.
        written_at_ms: Time of its own last output, if known.
    """

    findings: Findings
    tail: deque[bytes] = field(default_factory=lambda: deque[bytes](maxlen=LAST_LINES))
    progress: Progress | None = None
    evidence: deque[str] = field(default_factory=lambda: deque[str](maxlen=whereabouts.LINES_MAX))
    written_at_ms: int | None = None

    @property
    def last(self) -> tuple[str, ...]:
        """The last lines, cleaned for display."""
        return tuple(clean for line in self.tail if (clean := printable(line)))


class Lines:
    """Consumer of the lines of several ranks, in bounded memory."""

    def __init__(self, rules: RuleSet, *sources: Source) -> None:
        self._scanners = [Scanner(rules, source) for source in sources]
        self.by_rank: dict[int | None, RankLines] = {}
        self.count = 0

    def add(self, rank: int | None, line: bytes, at_ms: int | None = None) -> None:
        """Add one line, without its line end."""
        self.count += 1
        kept = self.by_rank.get(rank)
        if kept is None:
            kept = self.by_rank[rank] = RankLines(Findings(*self._scanners))
        if line.startswith(whereabouts.PREFIX):  # written by its agent, not by the rank
            kept.evidence.append(whereabouts.said_in(line))
            return
        kept.findings.look(line, self.count, at_ms)
        kept.written_at_ms = at_ms or kept.written_at_ms
        if line and not line.isspace():
            kept.tail.append(line[-LINE_PART_BYTES:])
        if b"last enqueued" in line:  # rare: a pattern search in every line would cost more than the rules
            kept.progress = progress_in(line) or kept.progress

    def add_from_file(self, line: bytes) -> None:
        """Add one line of a file that may contain several ranks, each line prefixed with its rank.

        Prefixes are those of torchrun ("[rank3]:", "[default3]:") and of `muster logs` ("rank 3 |").
        """
        prefix = _RANK_PREFIX.match(line)
        if prefix is None:
            self.add(None, line)
        else:
            self.add(int(prefix[1] or prefix[2]), line[prefix.end() :])

    @property
    def ranks(self) -> list[int]:
        """The ranks that wrote, in order."""
        return sorted(rank for rank in self.by_rank if rank is not None)

    @property
    def evidence(self) -> dict[int, tuple[str, ...]]:
        """Lines that agents wrote to the output of each rank; ranks without any are left out."""
        written = {rank: tuple(self.by_rank[rank].evidence) for rank in self.ranks}
        return {rank: lines for rank, lines in written.items() if lines}

    @property
    def written_at_ms(self) -> int | None:
        """Time of the last output of any rank itself; None if there is none or the time is unknown."""
        return max((each.written_at_ms for each in self.by_rank.values() if each.written_at_ms), default=None)

    @property
    def progress(self) -> dict[int, Progress]:
        """Progress of each rank in its collectives, for the ranks that report it."""
        said = {rank: self.by_rank[rank].progress for rank in self.ranks}
        return {rank: progress for rank, progress in said.items() if progress}
