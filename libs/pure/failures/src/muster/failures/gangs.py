"""The failures of several ranks: which one failed first, which only followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from muster.failures.evidence import Verdict
from muster.failures.rules import Blame

_LATER_THAN_ALL = 1 << 63
_BLAME = {Blame.OWN: 0, Blame.UNCLEAR: 1, Blame.PEER: 2}


class Part(StrEnum):
    """A rank's part in the failure of its gang."""

    FIRST = "first"
    """The failure began here, as far as is visible."""
    ALSO = "also"
    """It also failed by itself, but later."""
    PEER_EXITED = "peer-exited"
    """It failed because another rank had gone, or waited for one that had."""


@dataclass(frozen=True, slots=True)
class RankFailure:
    """One rank's failure.

    Attributes:
        verdict: Why, which rank, where and when.
        named: The scheduler's facts name this rank as the first that failed.
    """

    verdict: Verdict
    named: bool = False


@dataclass(frozen=True, slots=True)
class GangFailure:
    """The failure of a gang.

    Attributes:
        first: The rank with which it began.
        parts: Every failure with its part; the first one first, the rest by rank.
        cause_seen: Whether the first has a cause of its own; false: it began where nothing was seen.
    """

    first: RankFailure
    parts: tuple[tuple[RankFailure, Part], ...]
    cause_seen: bool


def first_failing(failures: Sequence[RankFailure]) -> GangFailure:
    """Find the rank that failed first, and the part of every other rank.

    A rank with a cause of its own goes before one that may have waited for another, and that before one
    whose peer had gone: those follow from the first, whatever the clocks of their nodes show. Among equals
    the rank that the scheduler names goes first, then the earlier one, then the one whose line precedes the
    other's (in one file they are in order), then the lower rank.

    Args:
        failures: Failures of at least one rank, in any order.

    Raises:
        ValueError: There is none.
    """
    if not failures:
        raise ValueError("failures of ranks: none; allowed: one or more")
    first, *others = sorted(failures, key=_order)
    others.sort(key=lambda failure: -1 if failure.verdict.rank is None else failure.verdict.rank)
    cause_seen = first.verdict.rule.blame is Blame.OWN
    parts = [(first, Part.FIRST), *((other, _part(other)) for other in others)]
    return GangFailure(first, tuple(parts), cause_seen)


def _order(failure: RankFailure) -> tuple[int, bool, int, int, int]:
    verdict = failure.verdict
    at_ms = _LATER_THAN_ALL if verdict.at_ms is None else verdict.at_ms
    rank = -1 if verdict.rank is None else verdict.rank
    number = verdict.finding.number if verdict.finding else _LATER_THAN_ALL
    return _BLAME[verdict.rule.blame], not failure.named, at_ms, number, rank


def _part(failure: RankFailure) -> Part:
    return Part.ALSO if failure.verdict.rule.blame is Blame.OWN else Part.PEER_EXITED
