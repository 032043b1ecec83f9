"""Labelling queue: the answers of a run that people are to score, by whom and until when. PURE.

A run's judged answers have one random order, given by its id, in which each beginning is a sample of them:
stratified by the judge's score with equal shares, so that no mean over it needs weights. The plan is the
beginning of that order; every fifth answer goes to two people, for the ceiling.

    position of the i-th of N_h answers with the score h, in seeded order:   (i - u_h) / N_h

u_h is uniform in (0, 1): the expected number of answers with the score h up to a position t is N_h t
(systematic sampling: Cochran, "Sampling Techniques", 3rd ed. 1977, chapter 8).

An answer whose labels are all stale leaves the plan, and the next in the order takes its place: nobody scores
one answer twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.eval.core.people.calibration import SCALE, Judgement
from muster.statistics.seeds import indices, seeded_order

TWICE_EVERY: Final = 5
"""Distance in the order between answers that two people score."""

_WORDS: Final = 2**32


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An answer to be scored.

    Attributes:
        judgement: The answer.
        people: Its assignees; empty: anyone.
        times: Number of people who are to score it.
        labelled: When each person scored it last, milliseconds since 1970 UTC.
    """

    judgement: Judgement
    people: tuple[str, ...]
    times: int
    labelled: Mapping[str, int]

    @property
    def is_done(self) -> bool:
        """Whether nobody needs to score it any more."""
        if self.people:
            return all(person in self.labelled for person in self.people)
        return len(self.labelled) >= self.times

    def is_open_to(self, person: str) -> bool:
        """Return whether a person is to score it."""
        if person in self.labelled:
            return False
        return person in self.people if self.people else not self.is_done


def plan(
    judged: Sequence[Judgement],
    labels: Mapping[str, Mapping[str, int]],
    *,
    cases: int,
    people: Sequence[str],
    stale_until_ms: int,
    seed: str,
) -> list[Task]:
    """Return the answers to be scored, in the order in which to score them.

    Args:
        judged: Answers of a run that its judge scored.
        labels: When each person labelled an answer last, by answer.
        cases: Number of answers that a calibration takes.
        people: Assignees; empty: anyone.
        stale_until_ms: Labels up to this time are stale, milliseconds since 1970 UTC.
        seed: Of the order, such as the run's id.

    Returns:
        Fewer than `cases` where no others are left.
    """
    found: list[Task] = []
    for place, each in enumerate(stratified(judged, seed)):
        labelled = labels.get(each.answer, {})
        if labelled and max(labelled.values()) <= stale_until_ms:
            continue
        assigned = _assigned(place, people)
        times = len(assigned) or (1 if place % TWICE_EVERY else 2)
        found.append(Task(judgement=each, people=assigned, times=times, labelled=labelled))
        if len(found) == cases:
            break
    return found


def stratified(judged: Sequence[Judgement], seed: str) -> list[Judgement]:
    """Return answers in a random order whose beginnings have all scores of the judge in equal shares."""
    placed: list[tuple[float, Judgement]] = []
    for score in SCALE:
        stratum = {each.answer: each for each in judged if each.judge == score}
        start = int(indices(seed, f"stratum {score}", (1, 1), _WORDS)[0, 0]) / _WORDS
        placed.extend(
            ((rank - start) / len(stratum), stratum[answer])
            for rank, answer in enumerate(seeded_order(seed, list(stratum)), start=1)
        )
    return [each for _, each in sorted(placed, key=lambda pair: (pair[0], pair[1].answer))]


def due_at_ms(tasks: Sequence[Task], days_ms: int) -> int | None:
    """Return when a plan's first answer becomes stale; None: one is to be scored now, or there is none."""
    if not tasks or not all(each.is_done for each in tasks):
        return None
    return min(max(each.labelled.values()) for each in tasks) + days_ms


def _assigned(place: int, people: Sequence[str]) -> tuple[str, ...]:
    """Return the people who score the answer at a place: each in turn, and all pairs in turn."""
    count = len(people)
    if not count:
        return ()
    if count == 1:
        return (people[0],)
    number, rest = divmod(place, TWICE_EVERY)
    if rest:
        return (people[(place - number - 1) % count],)
    first = number % count
    second = (first + 1 + number // count % (count - 1)) % count
    return (people[first], people[second])
