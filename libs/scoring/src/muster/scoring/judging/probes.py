"""Probes: answers changed so that the right judgement is known, which show what a judge does not see.

| kind | change | a good judge scores it |
|---|---|---|
| position | the sources come in the opposite order | the same |
| padding | sentences that say nothing are added, until the answer is three times as long | no higher |
| hallucination | a precise claim is added that no source supports | lower |

Score plain and changed answers alike and hand the pairs to `blind_spots`. Verbosity and position bias of
models as judges: Zheng et al. 2023, arXiv 2306.05685.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from hashlib import sha256
from itertools import cycle
from math import fsum
from typing import Final

from muster.scoring.judging.prompts import Material

PADDED_TIMES: Final = 3
"""Length of a padded answer, in lengths of the plain one."""

_PADDING: Final = (
    "It is worth taking a moment to consider this carefully.",
    "There are, of course, many ways of looking at a question like this one.",
    "All of the above should be read with the whole context in mind.",
    "In other words, the points made here belong together.",
    "As so often, the details matter, and so does the larger picture.",
)
_CLAIMS: Final = (
    "The Halvorsen Institute confirmed this in 1987 in a study of 4,312 people.",
    "According to the Treaty of Orbach, this has been binding in 19 countries since 1962.",
    "Professor Ilse Marchetti received the Lindqvist Prize of 2004 for showing it.",
    "The exact figure, 73.4 %, was published in the Kestrel Report of 12 March 2011.",
)


class ProbeKind(StrEnum):
    """Weakness that a probe shows."""

    POSITION = auto()
    PADDING = auto()
    HALLUCINATION = auto()


@dataclass(frozen=True, slots=True)
class Probe:
    """A changed answer.

    Attributes:
        kind: The change.
        material: With the change, otherwise as the plain one.
    """

    kind: ProbeKind
    material: Material


@dataclass(frozen=True, slots=True)
class ProbeScores:
    """Scores of one probe and of the plain answer, 0 to 1, by the same judge."""

    kind: ProbeKind
    plain: float
    changed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindSpot:
    """Figures of one kind of probe.

    Attributes:
        kind: The kind.
        pairs: Pairs that can show something; beside position those whose plain answer is above 0.
        higher: Pairs whose changed answer scores higher.
        lower: Pairs whose changed answer scores lower.
        mean_change: Mean of changed - plain.
    """

    kind: ProbeKind
    pairs: int
    higher: int
    lower: int
    mean_change: float

    @property
    def missed(self) -> float:
        """Share of the pairs that a good judge would have scored otherwise, 0 to 1."""
        match self.kind:
            case ProbeKind.POSITION:
                wrong = self.higher + self.lower
            case ProbeKind.PADDING:
                wrong = self.higher
            case ProbeKind.HALLUCINATION:
                wrong = self.pairs - self.lower
        return wrong / self.pairs


def probes(case: str, material: Material) -> Iterator[Probe]:
    """Yield the probes of an answer, the same for the same case and answer.

    There is no position probe with fewer than two sources, nor where the answer names one: they change their
    names.

    Args:
        case: Id of the case; chooses the claim.
        material: A plain answer, at best a good one.
    """
    names = sorted(material.sources)
    if len(names) > 1 and not any(name in material.answer for name in names):
        texts = [material.sources[name] for name in reversed(names)]
        turned = dict(zip(names, texts, strict=True))
        yield Probe(ProbeKind.POSITION, replace(material, sources=turned))
    if not material.answer.strip():
        return
    yield Probe(ProbeKind.PADDING, replace(material, answer=_padded(material.answer)))
    claim = _CLAIMS[int.from_bytes(sha256(case.encode()).digest()[:4]) % len(_CLAIMS)]
    yield Probe(ProbeKind.HALLUCINATION, replace(material, answer=f"{material.answer} {claim}"))


def blind_spots(scores: Iterable[ProbeScores]) -> tuple[BlindSpot, ...]:
    """Return the figures of each kind that has pairs, in the order of the kinds.

    A plain answer that scores 0 cannot score lower, and shows nothing about padding and hallucination.
    """
    changes: dict[ProbeKind, list[float]] = {kind: [] for kind in ProbeKind}
    for each in scores:
        if each.plain > 0 or each.kind is ProbeKind.POSITION:
            changes[each.kind].append(each.changed - each.plain)
    return tuple(
        BlindSpot(
            kind=kind,
            pairs=len(found),
            higher=sum(change > 0 for change in found),
            lower=sum(change < 0 for change in found),
            mean_change=fsum(found) / len(found),
        )
        for kind, found in changes.items()
        if found
    )


def _padded(answer: str) -> str:
    parts, length = [answer], len(answer)
    for sentence in cycle(_PADDING):
        if length >= PADDED_TIMES * len(answer):
            break
        parts.append(sentence)
        length += len(sentence) + 1
    return " ".join(parts)
