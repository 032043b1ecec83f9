"""The score of a case, from the readings of its samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.scoring.judging.prompts import ATTEMPTS
from muster.scoring.judging.replies import SCORE_MAX, SCORE_MIN, Reading, Unread, Verdict
from muster.scoring.rubric.findings import excerpt

REASON_CHARACTERS: Final = 200
"""Beginning of a judge's reason that is shown."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Scores of one answer.

    Attributes:
        scores: Of each sample that was asked, 1 to 5; 1 where no reply could be read.
        unread: Samples without a reply that could be read.
        reason: One clause: the judge's words for the median, or why a reply could not be read; escaped.
    """

    scores: tuple[int, ...]
    unread: int
    reason: str

    @property
    def median(self) -> int:
        """Median of the scores."""
        return _median(self.scores)

    @property
    def score(self) -> float:
        """The median on the scale from 0 to 1: (median - 1) / 4."""
        return (self.median - SCORE_MIN) / (SCORE_MAX - SCORE_MIN)


def needed(samples: Sequence[Sequence[Reading]]) -> Sequence[int]:
    """Return the places of the samples to ask for now; none: the score is known.

    More than half of them come first. If their scores agree, the others cannot change the median and are
    never asked for. A reply that cannot be read is asked for once more.

    Args:
        samples: Odd number of samples, each with its readings so far.
    """
    first = len(samples) // 2 + 1
    if unsettled := [n for n in range(first) if _is_unsettled(samples[n])]:
        return unsettled
    if len({_score(readings[-1]) for readings in samples[:first]}) == 1:
        return ()
    return [n for n in range(first, len(samples)) if _is_unsettled(samples[n])]


def judgement(samples: Sequence[Sequence[Reading]]) -> Judgement:
    """Return what the samples of an answer make.

    Args:
        samples: Odd number of samples, each with its readings in the order of the attempts; the last counts.

    Raises:
        ValueError: Their number is even, or some are needed.
    """
    if len(samples) % 2 == 0 or needed(samples):
        raise ValueError(f"samples is {len(samples)}; must be an odd number, with all readings it needs")
    last = [readings[-1] for readings in samples if readings]
    scores = tuple(map(_score, last))
    unread = [each for each in last if isinstance(each, Unread)]
    if unread:
        return Judgement(
            scores, len(unread), f"{len(unread)} of {len(last)} verdicts could not be read: {unread[0].why}"
        )
    median = _median(scores)
    said = next(each.reason for each in last if isinstance(each, Verdict) and each.score == median)
    return Judgement(scores, 0, f"judged {median} of {SCORE_MAX}: {excerpt(said, REASON_CHARACTERS)}")


def _is_unsettled(readings: Sequence[Reading]) -> bool:
    return not readings or (isinstance(readings[-1], Unread) and len(readings) < ATTEMPTS)


def _score(reading: Reading) -> int:
    return reading.score if isinstance(reading, Verdict) else SCORE_MIN


def _median(scores: Sequence[int]) -> int:
    return sorted(scores)[len(scores) // 2]
