"""Content that commits add, and whether it has to be scanned. PURE.

    CommitMade -> ContentsMet    the files that it adds, and its root directory; each that is new waits

A verdict is about bytes, but readers interpret a file by its name: Python, a template, a document. So
content is scanned under each kind of name that it has, and once more when a commit gives it a new kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts
from muster.events.registry_commands import FileKind, ObjectKind
from muster.events.registry_events import CommitMade
from muster.events.scan_work import ContentsMet, NamedContent
from muster.scanner.core.state import JUDGED, KNOWN, POSTPONED, QUEUE, TO_QUEUE, Known, Outputs

NAMES_MAX: Final = 64
"""Most kinds of names under which content is scanned: each one costs a scan."""

NEW_PRIORITY: Final = 900
ASKED_PRIORITY: Final = 950
"""Priority of a scan that somebody waits for."""

_OBJECT_OF: Final = {
    FileKind.INLINE: ObjectKind.INLINE,
    FileKind.LFS: ObjectKind.LFS,
    FileKind.XET: ObjectKind.FILE,
}
_SUFFIX_MAX: Final = 8


def kind_of_name(path: str) -> str:
    """Kind of a file by its name: its suffix, and whether it is called a template."""
    name = path.rpartition("/")[2].lower()
    _, dot, suffix = name.rpartition(".")
    ending = suffix if dot and len(suffix) <= _SUFFIX_MAX and suffix.isalnum() else ""
    return f"{ending}:template" if "template" in name else ending


def contents_of(made: CommitMade) -> Sequence[NamedContent]:
    """The content of a commit, each file with each of its paths, then its root directory."""
    found = [NamedContent(object=_object(_OBJECT_OF[f.kind], f.hash), path=f.path) for f in made.files]
    root = _object(ObjectKind.TREE, made.root)
    return (*found, NamedContent(object=root, path="")) if root in made.objects else found


def brought(made: CommitMade) -> Facts[Outputs]:
    """Record the content that a commit adds."""
    found = tuple(contents_of(made))
    if found:
        met = ContentsMet(repository=made.repository, commit=made.commit, contents=found, tenant=made.tenant)
        yield Fact(met, made.repository, made.tenant)


def evolve_met(state: Changes, met: ContentsMet) -> None:
    """Record content as known, and queue it if it was not yet scanned under such a name."""
    for content in met.contents:
        known = state.get(KNOWN, content.object) or Known(
            repository=met.repository, commit=met.commit, tenant=met.tenant, names=()
        )
        kinds = set(map(kind_of_name, known.names))
        names = known.names
        if kind_of_name(content.path) not in kinds and len(names) < NAMES_MAX:
            names = (*names, content.path)
        is_first = (met.repository, met.commit) == (known.repository, known.commit)
        newest = "" if is_first else f"{met.repository}/{met.commit}"
        state.put(KNOWN, content.object, replace(known, names=names, met=known.met + 1, newest=newest))
        if not is_read(state, content.object):
            want(state, content.object, NEW_PRIORITY)


def is_read(state: Entities, object_: str) -> bool:
    """Whether content has a verdict under every kind of its names."""
    judged, known = state.get(JUDGED, object_), state.get(KNOWN, object_)
    if judged is None or known is None:
        return known is None
    return set(map(kind_of_name, known.names)) <= set(map(kind_of_name, judged.names))


def want(state: Changes, object_: str, priority: int) -> None:
    """Queue content for a scan unless it is pending or running; postponed content waits for its time."""
    is_under_way = QUEUE.item(state, object_) is not None and not QUEUE.is_parked(state, object_)
    postponed = state.get(POSTPONED, object_)
    is_postponed = postponed is not None and postponed.until_ms > 0
    if not is_under_way and not is_postponed and priority > (state.get(TO_QUEUE, object_) or 0):
        state.put(TO_QUEUE, object_, priority)


def _object(kind: ObjectKind, hash_: str) -> str:
    return f"{kind.value.lower()}/{hash_}"
