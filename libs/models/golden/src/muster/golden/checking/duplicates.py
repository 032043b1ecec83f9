"""Groups of cases that say almost the same.

Source: Broder, "On the resemblance and containment of documents" (1997): the share of runs of three words
that two texts have in common, of those that either has. It is found exactly rather than by MinHash: a pair
above the threshold shares a run among the rarest of each text, so only such pairs are compared (prefix
filter: Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.golden.checking.texts import CaseText, common_runs, most_texts, runs

SHINGLE_WORDS: Final = 3
SIMILARITY: Final = 0.5
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Group:
    """Cases that say almost the same.

    Attributes:
        cases: Their ids, in the order of the set.
        similarity: Least similarity that joins a case to another of the group; 1: equal words.
        contradicts: Whether two cases of equal words expect different texts.
        share_cluster: Whether all are in one cluster already.
        tells: Whether some are held out and others are not: these tell what the held-out ones ask.
    """

    cases: tuple[str, ...]
    similarity: float
    contradicts: bool
    share_cluster: bool
    tells: bool = False


class Sets:
    """Disjoint sets of numbers from 0, joined two at a time."""

    def __init__(self, count: int) -> None:
        self._parents = list(range(count))

    def find(self, member: int) -> int:
        """Return the least member of a set."""
        while self._parents[member] != member:
            self._parents[member] = self._parents[self._parents[member]]
            member = self._parents[member]
        return member

    def join(self, one: int, other: int) -> None:
        """Join the sets of two members."""
        low, high = sorted((self.find(one), self.find(other)))
        self._parents[high] = low


def near_duplicates(cases: Sequence[CaseText], similarity: float = SIMILARITY) -> list[Group]:
    """Return groups of two cases or more, in the order of the set.

    Two cases belong together if their similarity reaches the threshold, or through others. Runs of words that
    are boilerplate of the set do not count.

    Args:
        cases: The set.
        similarity: The threshold, above 0 and at most 1.

    Raises:
        ValueError: The threshold is not allowed.
    """
    if not 0 < similarity <= 1:
        raise ValueError(f"similarity is {similarity}; must be above 0 and at most 1")
    by_words: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, case in enumerate(cases):
        by_words[case.words].append(number)
    sets = Sets(len(cases))
    weakest: dict[int, float] = {}
    for equal in by_words.values():
        for number in equal[1:]:
            sets.join(equal[0], number)
    links = _links(by_words, similarity)
    for one, other, _ in links:
        sets.join(one, other)
    for one, _, found in links:
        root = sets.find(one)
        weakest[root] = min(weakest.get(root, 1.0), found)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for number in range(len(cases)):
        members[sets.find(number)].append(number)
    return [
        _group([cases[number] for number in several], weakest.get(root, 1.0))
        for root, several in members.items()
        if len(several) > 1
    ]


def similar_cases(
    case: CaseText, cases: Sequence[CaseText], similarity: float = SIMILARITY
) -> list[tuple[str, float]]:
    """Return cases of a set that say almost the same as another one, the most similar first.

    Args:
        case: One that is not in the set.
        cases: The set, whose boilerplate does not count.
        similarity: The threshold, above 0 and at most 1.

    Returns:
        Id and similarity of each.
    """
    common = common_runs((each.words for each in cases), SHINGLE_WORDS)
    own = set(runs(case.words, SHINGLE_WORDS)) - common
    found: list[tuple[str, float]] = []
    for each in cases:
        shingles = set(runs(each.words, SHINGLE_WORDS)) - common
        shared = len(own & shingles)
        together = len(own) + len(shingles) - shared
        resemblance = 1.0 if each.words == case.words else shared / together if together else 0.0
        if resemblance >= similarity - _ROUNDING:
            found.append((each.id, resemblance))
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _group(cases: Sequence[CaseText], similarity: float) -> Group:
    expected: defaultdict[tuple[str, ...], set[tuple[tuple[str, ...], ...]]] = defaultdict(set)
    for case in cases:
        expected[case.words].add(case.expected)
    return Group(
        cases=tuple(case.id for case in cases),
        similarity=similarity,
        contradicts=any(len(several - {()}) > 1 for several in expected.values()),
        share_cluster=bool(cases[0].cluster) and len({case.cluster for case in cases}) == 1,
        tells=len({case.is_held_out for case in cases}) > 1,
    )


def _links(
    by_words: Mapping[tuple[str, ...], Sequence[int]], similarity: float
) -> list[tuple[int, int, float]]:
    """Return pairs of different texts above the threshold, enough to join all groups.

    A pair is the first case of each text, and their similarity.
    """
    texts = _numbered(by_words)
    sets = Sets(len(texts))
    index: defaultdict[int, list[int]] = defaultdict(list)
    found: list[tuple[int, int, float]] = []
    for number, (case, shingles) in enumerate(texts):
        size = len(shingles)
        prefix = sorted(shingles)[: size - math.ceil(similarity * size - _ROUNDING) + 1]
        for other in sorted({each for shingle in prefix for each in index[shingle]}):
            if sets.find(other) == sets.find(number):
                continue
            shared = len(shingles & texts[other][1])
            resemblance = shared / (size + len(texts[other][1]) - shared)
            if resemblance >= similarity - _ROUNDING:
                sets.join(number, other)
                found.append((case, texts[other][0], resemblance))
        for shingle in prefix:
            index[shingle].append(number)
    return found


def _numbered(by_words: Mapping[tuple[str, ...], Sequence[int]]) -> list[tuple[int, frozenset[int]]]:
    """Return the first case of each text with its shingles, the shortest text first, without boilerplate.

    Shingles are numbers here, the rarest the least.
    """
    names: dict[str, int] = {}
    shingles = [
        {names.setdefault(run, len(names)) for run in runs(words, SHINGLE_WORDS)} for words in by_words
    ]
    counts = Counter(name for several in shingles for name in several)
    limit = most_texts(len(shingles))
    ordered = sorted((count, name) for name, count in counts.items() if count <= limit)
    places = {name: place for place, (_, name) in enumerate(ordered)}
    texts = [
        (numbers[0], frozenset(places[name] for name in several if name in places))
        for several, numbers in zip(shingles, by_words.values(), strict=True)
    ]
    return sorted((each for each in texts if each[1]), key=lambda each: (len(each[1]), each[0]))
