"""The lines of each rank: the signs in them, the last of them, how far it came in its collectives."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from muster.client.cli.diagnosis import whereabouts
from muster.failures.lag import Progress, progress_in
from muster.failures.rules import RuleSet, Source
from muster.failures.scanning import LINE_PART_BYTES, Findings, Scanner, shown

LAST_LINES: Final = 5
_RANK_PREFIX: Final = re.compile(rb"\s*(?:\[(?:rank|default)(\d{1,6})\]:|rank +(\d{1,6}) \|)\s?")


@dataclass(slots=True)
class RankLines:
    """What one rank's lines held.

    Attributes:
        findings: The signs in them.
        tail: The last lines that are not blank, their ends at least.
        progress: How far it came in its collectives, by the last line that says so.
        evidence: What its agent wrote to its output, the last lines.
        written_at_ms: When it last wrote itself, as far as that is known.
    """

    findings: Findings
    tail: deque[bytes] = field(default_factory=lambda: deque[bytes](maxlen=LAST_LINES))
    progress: Progress | None = None
    evidence: deque[str] = field(default_factory=lambda: deque[str](maxlen=whereabouts.LINES_MAX))
    written_at_ms: int | None = None

    @property
    def last(self) -> tuple[str, ...]:
        """The last lines as people see them."""
        return tuple(clean for line in self.tail if (clean := shown(line)))


class Lines:
    """Lines of several ranks as they come; what is kept does not grow with them."""

    def __init__(self, rules: RuleSet, *sources: Source) -> None:
        self._scanners = [Scanner(rules, source) for source in sources]
        self.by_rank: dict[int | None, RankLines] = {}
        self.count = 0

    def add(self, rank: int | None, line: bytes, at_ms: int | None = None) -> None:
        """Take one line, without its end."""
        self.count += 1
        kept = self.by_rank.get(rank)
        if kept is None:
            kept = self.by_rank[rank] = RankLines(Findings(*self._scanners))
        if line.startswith(whereabouts.PREFIX):  # its agent's words, not its own
            kept.evidence.append(whereabouts.said_in(line))
            return
        kept.findings.look(line, self.count, at_ms)
        kept.written_at_ms = at_ms or kept.written_at_ms
        if line and not line.isspace():
            kept.tail.append(line[-LINE_PART_BYTES:])
        if b"last enqueued" in line:  # few lines do: a search by pattern in each costs more than the rules
            kept.progress = progress_in(line) or kept.progress

    def add_from_file(self, line: bytes) -> None:
        """Take one line of a file that may hold several ranks, each line with its rank before it.

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
        """What agents wrote to the output of each rank, for those of which they did."""
        written = {rank: tuple(self.by_rank[rank].evidence) for rank in self.ranks}
        return {rank: lines for rank, lines in written.items() if lines}

    @property
    def written_at_ms(self) -> int | None:
        """When a rank last wrote something itself; None: none did, or the time is unknown."""
        return max((each.written_at_ms for each in self.by_rank.values() if each.written_at_ms), default=None)

    @property
    def progress(self) -> dict[int, Progress]:
        """How far each rank came in its collectives, for those that said so."""
        said = {rank: self.by_rank[rank].progress for rank in self.ranks}
        return {rank: progress for rank, progress in said.items() if progress}
