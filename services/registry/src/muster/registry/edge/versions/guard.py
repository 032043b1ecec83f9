"""Read access to a file: verdicts of scanners and reviewers on its bytes and its version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPMethod
from typing import Any, Final

from muster.api.problems import unavailable
from muster.events.registry_commands import ObjectKind
from muster.events.scan_events import ScanVerdict
from muster.registry.core.access import Level
from muster.registry.core.state import object_id
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.refusals import disabled, header_text, no_entry
from muster.registry.edge.requests.context import RequestContext
from muster.registry.edge.versions.queries import KnownRow, known_about
from muster.store.trees import File

_STATUS: Final = {
    ScanVerdict.CLEAN: "safe",
    ScanVerdict.SUSPICIOUS: "suspicious",
    ScanVerdict.MALICIOUS: "unsafe",
    ScanVerdict.INCONCLUSIVE: "error",
}
"""Scan status in the Hub's terms; a file without a clean verdict is never `safe`."""


def damaged(name: str, damage: str) -> str:
    """Return the message for content whose stored bytes were found damaged."""
    return f"{name} is damaged in the store ({damage}); its operators can restore it from a copy"


def content_of(file: File) -> str:
    """Return a file's content id as verdicts use it."""
    return f"file/{file.found_by[1]}" if file.kind == "xet" else f"{file.kind}/{file.hash}"


def root_of(root: str) -> str:
    """Return a version's content id as verdicts use it."""
    return object_id(ObjectKind.TREE, root)


async def object_at(context: RequestContext, repository: RepositoryRow, revision: str, path: str) -> str:
    """Return the content id of a file.

    Raises:
        Problem: 404 there is no such file.
    """
    commit = await context.commit(repository, revision)
    entry = await context.entry(commit, path)
    if not isinstance(entry, File):
        raise no_entry(path, commit.commit)
    return content_of(entry)


async def why_closed(
    context: RequestContext, repository: RepositoryRow, objects: Mapping[str, str]
) -> dict[str, str]:
    """Return the reasons why the caller may not read some content.

    Args:
        context: Context of the request.
        repository: Repository with the content.
        objects: Names for the caller, by KIND/HASH.

    Returns:
        Reasons by KIND/HASH; content that the caller may read is left out.
    """
    rows = await known_about(context.gateway.tables, repository, list(objects))
    return _why(context, repository, objects, rows)


async def readable(
    context: RequestContext, repository: RepositoryRow, objects: Mapping[str, str]
) -> dict[str, str]:
    """Check that the caller may read all of this content, and return headers with a warning, if any.

    Content that was found damaged in the store is never served.

    Args:
        context: Context of the request.
        repository: Repository with the content.
        objects: Names for the caller, by KIND/HASH.

    Raises:
        Problem: 403 the caller may not read some of it, with the reason; 503 some bytes are damaged.
    """
    rows = await known_about(context.gateway.tables, repository, list(objects))
    for row in rows:
        if row.damage is not None:
            raise unavailable(damaged(objects[row.object], row.damage))
    found = _why(context, repository, objects, rows)
    for why in found.values():
        raise disabled(why, has_body=context.request.method != HTTPMethod.HEAD)
    odd = [row for row in rows if row.verdict == ScanVerdict.SUSPICIOUS.value]
    if not odd:
        return {}
    text = f"{objects[odd[0].object]} of {repository.full_name} is suspicious: {odd[0].said}"
    return {"X-HF-Warning": header_text(f"scan {odd[0].object}; {text}")}


async def security_answer(
    context: RequestContext, repository: RepositoryRow, files: Sequence[File]
) -> dict[str, Any]:
    """Return scan results of files in the Hub's format, by content id."""
    rows = await known_about(context.gateway.tables, repository, [content_of(file) for file in files])
    return {row.object: _security(row) for row in rows if row.verdict is not None}


def _why(
    context: RequestContext, repository: RepositoryRow, objects: Mapping[str, str], rows: Sequence[KnownRow]
) -> dict[str, str]:
    access = context.access_to(repository, Level.READ)
    found = {row.object: access.to_content(row.state) for row in rows}
    closed = {
        object_: f"{objects[object_]} of {repository.full_name} is {each.reason}"
        for object_, each in found.items()
        if each.denial is not None
    }
    damages = {row.object: damaged(objects[row.object], row.damage) for row in rows if row.damage is not None}
    return {**damages, **closed}


def _security(row: KnownRow) -> dict[str, Any]:
    status = _STATUS[ScanVerdict(row.verdict)]
    return {"status": status, "avScan": {"status": status, "message": row.said}, "pickleImportScan": None}
