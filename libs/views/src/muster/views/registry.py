"""Which projections are installed: a service declares its own, and every tool finds them all.

In the service's pyproject.toml, one line for each:

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
        LookupError: none has that name; names those there are.
        ValueError: the entry point is named otherwise than what it stands for.
    """
    for point in entry_points(group=GROUP):
        if _name(point) == name:
            found = cast("DeclaredProjection", point.load())
            if found.name != name:
                raise ValueError(f"entry point {point.name} of {GROUP} stands for projection {found.name}")
            return found
    raise LookupError(f"projection {name!r}: allowed are {', '.join(names()) or 'none, none is installed'}")


def _name(point: EntryPoint) -> str:
    return point.name.replace(".", "/", 1)
