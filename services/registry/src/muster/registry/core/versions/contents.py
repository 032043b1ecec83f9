"""Which repositories have some content, and where. PURE.

A verdict is about bytes, readers are of a repository.

Content is a file as it is stored, or a root directory: all that a version is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Kind
from muster.events.registry_commands import ObjectKind
from muster.events.registry_events import CommitMade, CommitReleased
from muster.registry.core.commits import OBJECT_OF_FILE
from muster.registry.core.state import object_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Some content in one repository.

    Attributes:
        path: Where it lies, in one of its commits; empty: it is a root directory.
        uses: Live commits of the repository that brought it.
    """

    path: str
    uses: int


CONTENTS: Final = Kind("content", Content)
"""`content_key` -> where it lies."""


def content_key(object_: str, repository: str) -> str:
    """The key of some content in a repository; all repositories that have it are side by side."""
    return f"{object_}/{repository}"


def paths_of(fact: CommitMade) -> dict[str, str]:
    """What of a commit's objects is content, with where it lies."""
    found = {object_id(OBJECT_OF_FILE[file.kind], file.hash): file.path for file in fact.files}
    return {**found, object_id(ObjectKind.TREE, fact.root): ""}


def holders(state: Entities, object_: str, after: str, most: int) -> Sequence[tuple[str, Content]]:
    """Repositories that have it, by id, those behind one of them."""
    prefix = f"{object_}/"
    first = f"{prefix}{after}\0" if after else prefix
    found = islice(state.scan(CONTENTS, prefix=prefix, first=first), most)
    return [(key.removeprefix(prefix), content) for key, content in found]


def evolve_made(state: Changes, fact: CommitMade) -> None:
    """The repository has what the commit brings."""
    paths = paths_of(fact)
    for object_ in fact.objects:
        if object_ in paths:
            _count(state, object_, fact.repository, +1, paths[object_])


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """A commit less that brought these."""
    for object_ in fact.objects:
        if state.get(CONTENTS, content_key(object_, fact.repository)) is not None:
            _count(state, object_, fact.repository, -1, "")


def _count(state: Changes, object_: str, repository: str, change: int, path: str) -> None:
    key = content_key(object_, repository)
    content = state.get(CONTENTS, key) or Content(path=path, uses=0)
    if content.uses + change:
        state.put(CONTENTS, key, replace(content, path=path or content.path, uses=content.uses + change))
    else:
        state.delete(CONTENTS, key)
