"""Entities of lineage. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.deciding import Kind
from muster.events.registry_commands import LineageRelation
from muster.events.registry_events import LineageEdge

PARENTAGE: Final = Kind("parentage", tuple[LineageEdge, ...])
"""Name of a version -> edges to its origins, which a commit on top of it inherits."""

KEEPERS: Final = Kind("keeper", bool)
"""OBJECT/REPOSITORY of `KEPT`: an index by object, for finding the other repositories that have it."""

WITH_ROOT: Final = Kind("version-by-root", int)
"""ROOT/REPOSITORY/COMMIT of a live commit -> when it was made, milliseconds since 1970 UTC."""

ROOT_OF: Final = Kind("root-of-version", str)
"""REPOSITORY/COMMIT of a live commit -> SHA-256 of its root directory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsMark:
    """One tensor of a fingerprint.

    Attributes:
        shape: Shape of the tensor, slowest dimension first.
        bits: Its marks, in hexadecimal.
    """

    shape: tuple[int, ...]
    bits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A fingerprint of a model's weights.

    Attributes:
        version: Version of the algorithm that makes marks.
        marks: Marks of the largest tensors.
        as_numbers: Whether most of the weights have data types that are read as numbers.
        since_ms: Time in its band keys, in milliseconds since 1970 UTC; None: no repository has it.
    """

    version: int
    marks: tuple[WeightsMark, ...]
    as_numbers: bool
    since_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """A repository with some weights.

    Attributes:
        since_ms: When its first commit with them was made, in milliseconds since 1970 UTC.
        commit: The most recently recorded of these commits.
        uses: Number of live commits with them.
    """

    since_ms: int
    commit: str
    uses: int


WEIGHTS_OF: Final = Kind("weights-of-root", str)
"""ROOT -> digest of the weights below it; kept when the commits are gone, as they are not scanned again."""

WEIGHTS: Final = Kind("weights", Weights)
"""DIGEST -> the fingerprint; also kept when the commits are gone."""

OWNERS: Final = Kind("owner-of-weights", Owner)
"""DIGEST/REPOSITORY -> the repository's use of these weights."""

BANDS: Final = Kind("weights-by-band", str)
"""BAND/TIME/DIGEST -> DIGEST: a scan finds the earliest weights first."""

CLAIMS: Final = Kind("claimed-origin", bool)
"""PARENT|CHILD, both versions: an edge names the parent as origin of the child."""

WITH_WEIGHTS: Final = frozenset(
    {
        LineageRelation.FINE_TUNE,
        LineageRelation.MERGE,
        LineageRelation.SHARES_CONTENT,
        LineageRelation.SHARES_WEIGHTS,
    }
)
"""Relations in which a version has weights of its parent, changed or unchanged."""


def keeper_key(object_: str, repository: str) -> str:
    """Return the key of an object's repository in KEEPERS."""
    return f"{object_}/{repository}"


def root_key(root: str, repository: str, commit: str) -> str:
    """Return the key of a version among those with the same root directory."""
    return f"{root}/{repository}/{commit}"


def commit_root_key(repository: str, commit: str) -> str:
    """Return the key of a version's root directory."""
    return f"{repository}/{commit}"
