"""What the core remembers to tell what comes from what. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.deciding import Kind
from muster.events.registry_commands import LineageRelation
from muster.events.registry_events import LineageEdge

PARENTAGE: Final = Kind("parentage", tuple[LineageEdge, ...])
"""Name of a version -> edges to what it comes from: a commit on top of it comes from the same."""

KEPT: Final = Kind("kept", int)
"""REPOSITORY/OBJECT -> how many live commits of the repository refer to a large file or xorb."""

KEEPERS: Final = Kind("keeper", bool)
"""OBJECT/REPOSITORY of the same: who else has it is asked often, what a repository has as well."""

WITH_ROOT: Final = Kind("version-by-root", int)
"""ROOT/REPOSITORY/COMMIT of a live commit -> when it was made, milliseconds since 1970 UTC."""

ROOT_OF: Final = Kind("root-of-version", str)
"""REPOSITORY/COMMIT of the same -> SHA-256 of its root directory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsMark:
    """One tensor of a fingerprint.

    Attributes:
        shape: Slowest dimension first.
        bits: Its marks, hexadecimal.
    """

    shape: tuple[int, ...]
    bits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A fingerprint.

    Attributes:
        version: Of how marks are made.
        marks: Of the largest tensors.
        as_numbers: Most of the weights are in data types that are read as numbers.
        since_ms: Under which time it is found by its bands; None: nobody has it.
    """

    version: int
    marks: tuple[WeightsMark, ...]
    as_numbers: bool
    since_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """A repository with some weights.

    Attributes:
        since_ms: When its first commit with them was made.
        commit: The last of these that was told.
        uses: Live commits with them.
    """

    since_ms: int
    commit: str
    uses: int


WEIGHTS_OF: Final = Kind("weights-of-root", str)
"""ROOT -> digest of the weights below it; kept when the commits are gone: nobody reads it again."""

WEIGHTS: Final = Kind("weights", Weights)
"""DIGEST -> the fingerprint; kept, too."""

OWNERS: Final = Kind("owner-of-weights", Owner)
"""DIGEST/REPOSITORY -> since when."""

BANDS: Final = Kind("weights-by-band", str)
"""BAND/TIME/DIGEST -> DIGEST: what came first is found first."""

CLAIMS: Final = Kind("claimed-origin", bool)
"""PARENT|CHILD, both versions: the child is said to come from it."""

WITH_WEIGHTS: Final = frozenset(
    {
        LineageRelation.FINE_TUNE,
        LineageRelation.MERGE,
        LineageRelation.SHARES_CONTENT,
        LineageRelation.SHARES_WEIGHTS,
    }
)
"""In these ways a version has weights of what it comes from, changed or not."""

_LARGE: Final = ("xorb/", "lfs/")


def is_large(object_: str) -> bool:
    """Whether an object is of those that are compared: a configuration is equal in models of any origin."""
    return object_.startswith(_LARGE)


def kept_key(repository: str, object_: str) -> str:
    """The key of what a repository has."""
    return f"{repository}/{object_}"


def keeper_key(object_: str, repository: str) -> str:
    """The key of who has an object."""
    return f"{object_}/{repository}"


def root_key(root: str, repository: str, commit: str) -> str:
    """The key of a version among those with its root directory."""
    return f"{root}/{repository}/{commit}"


def commit_root_key(repository: str, commit: str) -> str:
    """The key of a version's root directory."""
    return f"{repository}/{commit}"
