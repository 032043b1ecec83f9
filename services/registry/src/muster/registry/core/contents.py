"""Index of the repositories that have some content, with its path. PURE.

It maps verdicts, which are about bytes, to repositories, which have readers.

Content is a file as stored, or a root directory, which stands for a whole version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Kind
from muster.events.registry_commands import ObjectKind
from muster.events.registry_events import CommitMade, CommitReleased
from muster.registry.core.references import OBJECT_OF_FILE
from muster.registry.core.state import object_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Some content in one repository.

    Attributes:
        path: Its path in one of the commits; empty: it is a root directory.
        uses: Number of the repository's live commits that added it.
    """

    path: str
    uses: int


CONTENTS: Final = Kind("content", Content)
"""`content_key` -> path and uses in the repository."""


def content_key(object_: str, repository: str) -> str:
    """Return the key of some content in a repository; the keys of all its repositories are adjacent."""
    return f"{object_}/{repository}"


def paths_of(fact: CommitMade) -> dict[str, str]:
    """Return the objects of a commit that are content, with their paths."""
    found = {object_id(OBJECT_OF_FILE[file.kind], file.hash): file.path for file in fact.files}
    return {**found, object_id(ObjectKind.TREE, fact.root): ""}


def holders(state: Entities, object_: str, after: str, most: int) -> Sequence[tuple[str, Content]]:
    """Return at most `most` repositories that have an object, by id, after the id `after`."""
    prefix = f"{object_}/"
    first = f"{prefix}{after}\0" if after else prefix
    found = islice(state.scan(CONTENTS, prefix=prefix, first=first), most)
    return [(key.removeprefix(prefix), content) for key, content in found]


def evolve_made(state: Changes, fact: CommitMade) -> None:
    """Count the content of a new commit for its repository."""
    paths = paths_of(fact)
    for object_ in fact.objects:
        if object_ in paths:
            _count(state, object_, fact.repository, +1, paths[object_])


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """Count the released content less for its repository."""
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
