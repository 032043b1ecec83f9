"""From which model another comes: how much of it has a counterpart, and how near the counterparts are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muster.tensors.families.models import Model
from muster.tensors.families.pairing import paired

SHARE_MIN: Final = 0.5
"""Half of a model's bytes come from its base, or it is not told as derived from it."""


@dataclass(frozen=True, slots=True)
class Kinship:
    """How near a model is to a possible base. It does not tell which of the two was first.

    Attributes:
        base: Key of the possible base.
        share: Part of the model's bytes in tensors that come from the base's.
        bits: How far these are from it, by bytes: bits of a number taken as bfloat16 that differ.
    """

    base: str
    share: float
    bits: float

    @property
    def derived(self) -> bool:
        """Whether the base is to be suggested."""
        return self.share >= SHARE_MIN


def kinship(key: str, target: Model, base: Model) -> Kinship:
    """How near a model is to this base, by samples of all tensors; both may be cut and named as they like."""
    pairs = paired(target, base)
    near_bytes = sum(pair.target.tensor.size_bytes for pair in pairs)
    bits = sum(pair.bits * pair.target.tensor.size_bytes for pair in pairs)
    target_bytes = sum(held.tensor.size_bytes for held in target.held)
    return Kinship(key, near_bytes / max(1, target_bytes), bits / max(1, near_bytes))


def suggested(target: Model, candidates: Mapping[str, Model]) -> list[Kinship]:
    """Possible bases that the model comes from, the nearest first."""
    kin = (kinship(key, target, base) for key, base in candidates.items())
    return sorted((k for k in kin if k.derived), key=lambda k: (k.bits, -k.share, k.base))
