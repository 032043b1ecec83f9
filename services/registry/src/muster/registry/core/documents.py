"""Search documents of repositories, and what a search finds. PURE.

A document has the same fields for visibility as the tables (`visible_to` in `core/access.py`),
except grants: a search reads those from the tables, as one list. Downloads are those of the 30 days
up to the latest download.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.events.registry_commands import ModelCard
from muster.events.registry_events import (
    CommitMade,
    DownloadsRecorded,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VisibilitySet,
)
from muster.events.wire.datum import Record
from muster.journal import Delivery
from muster.registry.core.repositories.refs import MAIN
from muster.views.rows import Merge

REPOSITORIES: Final = "repositories"
"""Kind of document."""

_WORD: Final = {"type": "keyword", "ignore_above": 1_000}
_FOUND: Final = {**_WORD, "copy_to": "everything"}
_NUMBER: Final = {"type": "long"}

MAPPING: Final[Mapping[str, Any]] = {
    "repository": _WORD,
    "type": _WORD,
    "tenant": _WORD,
    "visibility": _WORD,
    "created_by": _WORD,
    "namespace": _WORD,
    "author": _FOUND,
    "named": _FOUND,
    "parts": _WORD,
    "deleted": {"type": "boolean"},
    "created_at_ms": _NUMBER,
    "changed_at_ms": _NUMBER,
    "downloads": _NUMBER,
    "tags": _FOUND,
    "licence": _FOUND,
    "library": _FOUND,
    "pipeline": _FOUND,
    "base_models": _FOUND,
    "datasets": _FOUND,
    "text": {"type": "text", "copy_to": "everything"},
    "everything": {"type": "text"},
}
"""`named` is NAMESPACE/NAME, `author` its namespace, both in lower case; `parts`: see `parts_of(named)`."""

FACETS: Final = ("tags", "licence", "library", "pipeline")
"""Fields by which searches filter and count."""

Facets = Mapping[str, Mapping[str, int]]
"""Number of results, by field and value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A repository found by a search.

    Attributes:
        type: model, dataset or space.
        name: NAMESPACE/NAME; old repositories of the Hub have no namespace.
        visibility: As reported by its registry.
        tags: Tags on its card.
        licence: Licence on its card; empty: none.
        created_at_ms: Milliseconds since 1970 UTC; 0: unknown.
        changed_at_ms: Time of the latest change, in milliseconds since 1970 UTC; 0: unknown.
        downloads: As counted by its registry.
        commit: Commit of main; empty: unknown.
        quarantine: Why its files are closed; None: they are not.
    """

    type: str
    name: str
    visibility: str
    tags: tuple[str, ...]
    licence: str
    created_at_ms: int
    changed_at_ms: int
    downloads: int
    commit: str
    quarantine: str | None


def repository_documents(delivery: Delivery[Record]) -> Iterable[Merge]:
    """Yield the updates of documents from one record."""
    fact, version = delivery.envelope.payload, delivery.position.offset + 1
    if isinstance(fact, DownloadsRecorded):
        for each in fact.downloads:
            yield Merge(REPOSITORIES, each.repository, {"downloads": each.month_downloads}, version)
        return
    fields = _fields(fact, delivery.envelope.occurred_at_ms)
    if fields:
        key = str(getattr(fact, "repository", ""))
        yield Merge(REPOSITORIES, key, fields, version)


def tags_of(card: Mapping[str, Any]) -> Sequence[str]:
    """Return all tags in the Hub's format: own tags, library, pipeline, then other fields with a prefix."""
    named = [*card.get("tags", ())]
    named += [card[field] for field in ("library", "pipeline") if card.get(field)]
    named += [f"license:{card['licence']}"] if card.get("licence") else []
    named += [f"base_model:{each}" for each in card.get("base_models", ())]
    named += [f"dataset:{each}" for each in card.get("datasets", ())]
    return list(dict.fromkeys(named))


def parts_of(text: str) -> Sequence[str]:
    """Return all substrings of 2 and 3 characters, by which any part of a name is found without a scan."""
    return sorted({text[at : at + size] for size in (2, 3) for at in range(len(text) - size + 1)})


def sought_parts(word: str) -> Sequence[str]:
    """Return the parts that every name containing this word has; empty: the word is too short to search."""
    size = min(len(word), 3)
    return sorted({word[at : at + size] for at in range(len(word) - size + 1)}) if size > 1 else ()


def _fields(fact: Record, at_ms: int) -> dict[str, Any]:
    match fact:
        case RepositoryCreated():
            return {
                "repository": fact.repository,
                "type": fact.repository_type.value,
                "tenant": fact.tenant,
                "visibility": fact.visibility.value,
                "created_by": fact.requested_by,
                "created_at_ms": at_ms,
                "changed_at_ms": at_ms,
                "deleted": False,
                "downloads": 0,
                **_named(fact),
            }
        case RepositoryMoved():
            return _named(fact)
        case RepositoryDeleted():
            return {"deleted": True}
        case VisibilitySet():
            return {"visibility": fact.visibility.value}
        case CommitMade():
            is_shown = fact.branch == MAIN and fact.card is not None
            return {"changed_at_ms": fact.at_ms, **(_card(fact.card) if is_shown and fact.card else {})}
        case _:
            return {}


def _named(fact: RepositoryCreated | RepositoryMoved) -> dict[str, Any]:
    named = f"{fact.namespace}/{fact.name}".lower()
    return {
        "namespace": fact.namespace,
        "author": fact.namespace.lower(),
        "named": named,
        "parts": parts_of(named),
    }


def _card(card: ModelCard) -> dict[str, Any]:
    fields: dict[str, Any] = card.to_datum()
    return {**fields, "tags": tags_of(fields)}
