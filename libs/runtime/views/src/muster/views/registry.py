"""Finds the installed projections: each service declares its own by entry point.

In the service's pyproject.toml, one line per projection:

    [project.entry-points."muster.projections"]
    "submit.tables" = "muster.submit.edge.projections:TABLES"

The entry point is named SERVICE.KIND; people write SERVICE/KIND. Names are known without importing anything,
so that a shell can complete them quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from muster.views.declared import DeclaredProjection

GROUP: Final = "muster.projections"


def names() -> Sequence[str]:
    """The names of all projections, sorted."""
    return sorted(_name(point) for point in entry_points(group=GROUP))


def declared(name: str) -> DeclaredProjection:
    """The declaration of one projection.

    Raises:
        LookupError: no projection has this name; the message lists all names.
        ValueError: the entry point's name does not match its projection.
    """
    for point in entry_points(group=GROUP):
        if _name(point) == name:
            found = cast("DeclaredProjection", point.load())
            if found.name != name:
                raise ValueError(f"entry point {point.name} of {GROUP} names projection {found.name}")
            return found
    raise LookupError(f"projection is {name!r}; must be one of {', '.join(names()) or '(none installed)'}")


def _name(point: EntryPoint) -> str:
    return point.name.replace(".", "/", 1)
