"""What the core remembers to tell what comes from what. PURE."""

from __future__ import annotations

from typing import Final

from muster.deciding import Kind
from muster.events.registry_events import LineageEdge

PARENTAGE: Final = Kind("parentage", tuple[LineageEdge, ...])
"""Name of a version -> edges to what it comes from: a commit on top of it comes from the same."""

KEPT: Final = Kind("kept", int)
"""REPOSITORY/OBJECT -> how many live commits of the repository refer to a large file or xorb."""

KEEPERS: Final = Kind("keeper", bool)
"""OBJECT/REPOSITORY of the same: who else has it is asked often, what a repository has as well."""

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
