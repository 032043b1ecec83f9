"""Questions about connections between artifacts: names as callers write them, and limits. PURE."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

DEPTH: Final = 20
DEPTH_MAX: Final = 100
"""Maximum number of steps of a walk or a path."""
ANY_DEPTH_MAX: Final = 4
"""Maximum number of steps of a path whose steps go in any direction: beyond it, everything is connected."""
CROWDED: Final = 1_000
"""A path in any direction does not pass through artifacts with more connections than this: a popular base
model or data set connects what has nothing else in common."""
PATHS_MAX: Final = 100
"""Maximum number of paths between two artifacts that are read, all of the shortest length."""
SORTED_PATHS_MAX: Final = 10_000
"""Maximum number of shortest paths from which those are selected."""
COMMON_MAX: Final = 1_000
"""Maximum number of common ancestors that are read: the caller's organisation first, then the nearest."""
AFFECTED_MAX: Final = 10_000
"""Maximum number of affected artifacts that are read: the caller's organisation first."""
REACHED_MAX: Final = 100_000
"""Maximum number of affected artifacts from which those are selected, the nearest; where the caller's
organisation has enough of them, twice AFFECTED_MAX."""
LIMIT_S: Final = 5.0
"""Time limit of a query of the graph, in seconds."""

MAIN: Final = "main"
_REPOSITORIES: Final = ("model", "dataset", "space")
_FORMS: Final = {
    "model": r"[^/@\s]{1,96}/[^/@\s]{1,96}",
    "dataset": r"[^/@\s]{1,96}/[^/@\s]{1,96}",
    "space": r"[^/@\s]{1,96}/[^/@\s]{1,96}",
    "version": r"[a-z0-9-]{1,80}/[0-9a-f]{40}",
    "job": r"[a-z0-9-]{1,80}",
    "attempt": r"[a-z0-9-]{1,80}/[0-9]{1,9}",
    "checkpoint": r"[a-z0-9-]{1,80}/[0-9]{1,18}",
    "node": r"[!-~]{1,200}",
    "code": r"[!-~]{1,300}",
    "evaluation": r"[^/\s]{1,96}/[!-~]{1,200}",
    "deployment": r"[^/\s]{1,96}/[!-~]{1,200}",
}
_REVISION: Final = re.compile(r"@?[^@\s]{1,200}")
ALLOWED: Final = (
    "model/NAMESPACE/NAME[@REVISION], dataset/... or space/... alike, version/REPOSITORY/COMMIT, job/JOB, "
    "attempt/JOB/NUMBER, checkpoint/JOB/STEP, node/NODE, code/NAME, evaluation/ORGANISATION/RUN or "
    "deployment/ORGANISATION/NAME"
)
"""Names of artifacts that a caller may write, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """An artifact as a caller names it.

    Attributes:
        kind: Kind of artifact.
        name: Name within the kind: NAMESPACE/NAME of a repository, else as in edges.
        revision: Branch, tag, pointer or commit of a repository; empty for other kinds.
    """

    kind: str
    name: str
    revision: str = ""

    @property
    def artifact(self) -> str:
        """KIND/NAME."""
        return f"{self.kind}/{self.name}"

    @property
    def is_repository(self) -> bool:
        """Whether it names a version by its repository."""
        return self.kind in _REPOSITORIES


def parse_reference(text: str) -> Reference | None:
    """Parse the name of an artifact; None: it has none of the forms of `ALLOWED`."""
    kind, _, name = text.partition("/")
    revision = ""
    if kind in _REPOSITORIES:
        name, at, revision = name.partition("@")
        if at and not _REVISION.fullmatch(revision):
            return None
        revision = revision or MAIN
    form = _FORMS.get(kind)
    if form is None or not re.fullmatch(form, name):
        return None
    return Reference(kind=kind, name=name, revision=revision)
