"""Probes: answers changed so that the right judgement is known, which show what a judge does not see.

| kind | change | a good judge scores it |
|---|---|---|
| position | the sources come in the opposite order, each with its name and text | the same |
| padding | sentences that say nothing are added, until the answer is three times as long | no higher |
| hallucination | a precise claim is added that no source supports | lower |

Score plain and changed answers alike; `misled` says of each pair whether the judge erred. Verbosity and
position bias of models as judges: Zheng et al. 2023, arXiv 2306.05685.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from hashlib import sha256
from itertools import cycle
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


def probes(case: str, material: Material) -> Iterator[Probe]:
    """Yield the probes of an answer, the same for the same case and answer.

    An answer with fewer than two sources has no position probe; an empty one has no other.

    Args:
        case: Id of the case; chooses the claim.
        material: A plain answer, at best a good one.
    """
    if len(material.sources) > 1:
        reversed_sources = dict(reversed(list(material.sources.items())))
        yield Probe(ProbeKind.POSITION, replace(material, sources=reversed_sources))
    if not material.answer.strip():
        return
    yield Probe(ProbeKind.PADDING, replace(material, answer=_padded(material.answer)))
    claim = _CLAIMS[int.from_bytes(sha256(case.encode()).digest()[:4]) % len(_CLAIMS)]
    yield Probe(ProbeKind.HALLUCINATION, replace(material, answer=f"{material.answer} {claim}"))


def misled(scores: ProbeScores) -> bool | None:
    """Return whether a good judge would have scored the pair otherwise; None: the pair can show nothing.

    A plain answer that scores 0 cannot score lower, and shows nothing about padding and hallucination.
    """
    change = scores.changed - scores.plain
    match scores.kind:
        case ProbeKind.POSITION:
            return change != 0
        case ProbeKind.PADDING:
            return change > 0 if scores.plain > 0 else None
        case ProbeKind.HALLUCINATION:
            return change >= 0 if scores.plain > 0 else None


def _padded(answer: str) -> str:
    parts, length = [answer], len(answer)
    for sentence in cycle(_PADDING):
        if length >= PADDED_TIMES * len(answer):
            break
        parts.append(sentence)
        length += len(sentence) + 1
    return " ".join(parts)
