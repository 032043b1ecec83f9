"""What a repository keeps in the store, beside what its versions are as whole files."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter
from muster.api.commands.routes import NOT_OLDER
from muster.api.document.answers import answers
from muster.registry.core.repositories.access import Level
from muster.registry.edge.about import PATH, ReadAbout
from muster.registry.edge.reading import kept_by, refs_of
from muster.store.trees import File
from typing_extensions import TypedDict

VERSIONS_MAX: Final = 100
"""Named commits whose files are added up; a repository with more is counted in part, and says so."""

router = APIRouter(tags=["storage"])


class RepositoryStorageAnswer(TypedDict):
    """What a repository keeps."""

    versions: Annotated[int, "Commits that a branch or a tag names."]
    counted: Annotated[int, "Of these, those whose files are added up."]
    logical_bytes: Annotated[int, "Of the files of all versions that are counted, each as a whole copy."]
    unique_bytes: Annotated[
        int, "Of distinct objects in the store that its commits refer to, as they are stored."
    ]
    shared_bytes: Annotated[
        int, "Of these, in objects that other repositories of the organisation keep, too."
    ]
    own_bytes: Annotated[int, "The rest of them: what no other repository of the organisation keeps."]
    saved_bytes: Annotated[int, "What whole copies would take beyond own bytes; 0 at least."]


@router.get(
    PATH + "/storage",
    summary="Read what a repository keeps",
    dependencies=[NOT_OLDER],
    responses=answers({200: RepositoryStorageAnswer}, 404, 503),
)
async def read_storage(about: ReadAbout) -> RepositoryStorageAnswer:
    """For those who may read it. What nothing refers to any longer counts until it is removed."""
    ask, tables = about.ask, about.ask.gateway.tables
    repository = await about.row(Level.READ)
    refs = await refs_of(tables, repository.repository)
    versions = list(dict.fromkeys(ref.commit for ref in refs))
    logical_bytes = 0
    for version in versions[:VERSIONS_MAX]:
        entries = await ask.entries(await ask.commit(repository, version))
        logical_bytes += sum(entry.size_bytes for _, entry in entries if isinstance(entry, File))
    kept = await kept_by(tables, repository)
    own_bytes = kept.unique_bytes - kept.shared_bytes
    return {
        "versions": len(versions),
        "counted": min(len(versions), VERSIONS_MAX),
        "logical_bytes": logical_bytes,
        "unique_bytes": kept.unique_bytes,
        "shared_bytes": kept.shared_bytes,
        "own_bytes": own_bytes,
        "saved_bytes": max(logical_bytes - own_bytes, 0),
    }
