"""Resolves the artifacts that a question names, if the caller may see them."""

from __future__ import annotations

from typing import Final

from muster.api import not_found
from muster.api.problems import invalid_request
from muster.events.registry_commands import RepositoryType
from muster.events.shared.command_answers import Violation
from muster.registry.core.access import Level, Who, level_of
from muster.registry.core.lineage.artifacts import named, version_of
from muster.registry.core.lineage.questions import ALLOWED, Reference, parse_reference
from muster.registry.edge.lineage.visibility import visible_among
from muster.registry.edge.queries import (
    RepositoryRow,
    commit_at,
    repository_named,
    repository_with_id,
)
from muster.views.reading.tables import Tables

_SHOWN_MAX: Final = 80


async def artifact_named(tables: Tables, who: Who, field: str, text: str) -> str:
    """Return the artifact that a field of a question names.

    Raises:
        Problem: 422 the name has no valid form; 404 there is no such artifact that the caller may see.
    """
    reference = parse_reference(text)
    if reference is None:
        raise invalid_request([Violation(field=field, value=text[:_SHOWN_MAX], allowed=ALLOWED)])
    if reference.kind == "version":
        return await _version(tables, who, reference)
    if reference.is_repository:
        return await _of_repository(tables, who, reference)
    return await _find(tables, who, reference.artifact)


async def _version(tables: Tables, who: Who, reference: Reference) -> str:
    repository, _, commit = reference.name.partition("/")
    row = await repository_with_id(tables, repository)
    if not _is_visible(who, row) or await commit_at(tables, repository, commit) is None:
        raise not_found("artifact", reference.artifact)
    return reference.artifact


async def _of_repository(tables: Tables, who: Who, reference: Reference) -> str:
    """Return the version that a repository's name and revision stand for; a model elsewhere is its name."""
    namespace, _, name = reference.name.partition("/")
    row = await repository_named(tables, RepositoryType(reference.kind.upper()), namespace, name)
    if row is None or not _is_visible(who, row):
        return await _find(tables, who, named(reference.kind, reference.name))
    found = await commit_at(tables, row.repository, reference.revision)
    if found is None:
        raise not_found("revision", reference.revision)
    return version_of(row.repository, found.commit)


async def _find(tables: Tables, who: Who, artifact: str) -> str:
    """Return an artifact if an edge makes it visible to the caller."""
    visible, _ = await visible_among(tables, who, [artifact])
    if artifact not in visible:
        raise not_found("artifact", artifact)
    return artifact


def _is_visible(who: Who, row: RepositoryRow | None) -> bool:
    return row is not None and level_of(who, row, row.grants) >= Level.SEE
