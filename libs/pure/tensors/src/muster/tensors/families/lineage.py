"""Likely base of a model: how much of it has counterparts in another, and how similar these are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.tensors.families.models import Model
from muster.tensors.families.pairing import paired

SHARE_MIN: Final = 0.5
"""Fraction of a model's bytes that must come from a base for it to be reported as derived."""


@dataclass(frozen=True, slots=True)
class Kinship:
    """Similarity of a model to a possible base. It does not show which of the two came first.

    Attributes:
        base: Key of the possible base.
        share: Fraction of the model's bytes in tensors that come from the base's.
        bits: Their distance, averaged by bytes: differing bits of a number taken as bfloat16.
    """

    base: str
    share: float
    bits: float

    @property
    def derived(self) -> bool:
        """Whether to suggest the base."""
        return self.share >= SHARE_MIN


def kinship(key: str, target: Model, base: Model) -> Kinship:
    """Compare a model with a base by samples of all tensors, whatever their files and names."""
    pairs = paired(target, base)
    near_bytes = sum(pair.target.tensor.size_bytes for pair in pairs)
    bits = sum(pair.bits * pair.target.tensor.size_bytes for pair in pairs)
    target_bytes = sum(held.tensor.size_bytes for held in target.tensors)
    return Kinship(key, near_bytes / max(1, target_bytes), bits / max(1, near_bytes))


def suggested(target: Model, candidates: Mapping[str, Model]) -> list[Kinship]:
    """Return the likely bases of a model, the most similar first."""
    kin = (kinship(key, target, base) for key, base in candidates.items())
    return sorted((k for k in kin if k.derived), key=lambda k: (k.bits, -k.share, k.base))
