"""Cases and canaries found in training text.

Source: Brown et al., "Language models are few-shot learners" (2020), appendix C: a case is dirty if a run of
13 words of it stands in the training text, or all of it where it is shorter; words are compared without case
and punctuation, and runs of fewer than 8 words collide by chance. Canaries are those of BIG-bench (Srivastava
et al. 2022).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from muster.golden.checking.texts import CaseText, common_runs, runs, words_of
from muster.golden.importing.cases import array_of, object_of

RUN_WORDS: Final = 13
RUN_WORDS_MIN: Final = 8


@dataclass(frozen=True, slots=True)
class Leak:
    """A case found in training text.

    Attributes:
        case: Its id.
        share: Share of its runs of words that were found, above 0 and at most 1.
        place: Place of the first record that has one.
        with_expected: Whether a record that has one has an expected text as well.
    """

    case: str
    share: float
    place: str
    with_expected: bool


@dataclass(slots=True)
class _Hits:
    place: str
    runs: set[str] = field(default_factory=set[str])
    with_expected: bool = False


class LeakSearch:
    """Searches training text, a record at a time, for the cases of a golden set.

    Runs of words that are boilerplate of the set do not count.

    Args:
        cases: The set.
    """

    def __init__(self, cases: Sequence[CaseText]) -> None:
        self._cases = cases
        self._of_run: defaultdict[str, list[int]] = defaultdict(list)
        self._counts: list[int] = []
        self._hits: dict[int, _Hits] = {}
        self._canaries = {case.canary: "" for case in cases if case.canary}
        common = common_runs((case.words for case in cases), RUN_WORDS)
        for number, case in enumerate(cases):
            found = (
                set(runs(case.words, RUN_WORDS)) - common if len(case.words) >= RUN_WORDS_MIN else set[str]()
            )
            self._counts.append(len(found))
            for run in found:
                self._of_run[run].append(number)
        self._lengths = sorted({run.count(" ") + 1 for run in self._of_run})
        self._first_words = {run.partition(" ")[0] for run in self._of_run}

    @property
    def too_short(self) -> tuple[str, ...]:
        """Ids of cases that are not searched for: they have fewer than 8 words, or only boilerplate."""
        return tuple(case.id for case, count in zip(self._cases, self._counts, strict=True) if not count)

    def read(self, place: str, text: str) -> None:
        """Search one record of the training text."""
        for canary, first in self._canaries.items():
            if not first and canary in text:
                self._canaries[canary] = place
        words = words_of(text)
        found = {run for run in self._runs(words) if run in self._of_run}
        if not found:
            return
        padded = f" {' '.join(words)} "
        for run in found:
            for number in self._of_run[run]:
                hits = self._hits.setdefault(number, _Hits(place))
                hits.runs.add(run)
                expected = self._cases[number].expected
                hits.with_expected = hits.with_expected or any(
                    f" {' '.join(each)} " in padded for each in expected
                )

    def _runs(self, words: Sequence[str]) -> Iterator[str]:
        for first, word in enumerate(words):
            if word in self._first_words:
                for length in self._lengths:
                    if first + length <= len(words):
                        yield " ".join(words[first : first + length])

    @property
    def leaks(self) -> list[Leak]:
        """Cases that were found, in the order of the set."""
        return [
            Leak(
                self._cases[number].id, len(hits.runs) / self._counts[number], hits.place, hits.with_expected
            )
            for number, hits in sorted(self._hits.items())
        ]

    @property
    def canaries(self) -> list[tuple[str, str]]:
        """Canaries that were found, each with the place of the first; that of a held-out case by its id."""
        hidden = {case.canary: f"that of {case.id}" for case in self._cases if case.is_held_out}
        return [(hidden.get(canary, canary), place) for canary, place in self._canaries.items() if place]


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value, in its order."""
    if isinstance(value, str):
        yield value
    for each in (object_of(value) or {}).values():
        yield from texts_in(each)
    for each in array_of(value) or ():
        yield from texts_in(each)
