"""Documents in Elasticsearch: each document's version is its position in the log.

There is no transaction, so the documents are written first and the positions after them. If the process dies
in between, the batch is applied again. The version of a document (`version_type=external`, the offset + 1 of
the last event it holds) shows which events it holds already; only the others are added, and a 409 means that
another process has added them. All events about a document must therefore come from one partition.

Elasticsearch's updates do not support external versions, so documents are always written whole, each once a
batch. A row is merged into nothing when it says all, else into what this view wrote last, as long as nobody
else has moved the positions since, else into what is stored, fetched by id, which also sees what searches do
not see yet.

A view is a set of indices `<name>-<collection>-g<generation>` behind aliases `<name>-<collection>`, one of
them for the positions. A swap moves all aliases in one request. A projector in the middle of a batch during a
swap continues in the old indices, where it does no harm, and gets `Overtaken` on its next batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Self, cast

from elasticsearch import ApiError, Elasticsearch, TransportError
from muster.journal.position import Position, TopicPartition
from muster.views.elastic import positions as kept_positions
from muster.views.elastic.bulk import SERVER, TOO_MANY, Write, bulk
from muster.views.elastic.documents import Document, RecentDocuments, merged
from muster.views.elastic.indices import KEY_FIELD, POSITIONS, Indices
from muster.views.elastic.positions import StoredPositions
from muster.views.fingerprints import digest
from muster.views.rows import Merge
from muster.views.view import Fingerprint, Overtaken, Span, unavailable_on, wait_until

DOCUMENTS_PER_REQUEST: Final = 1_000
RECENT_MAX: Final = 10_000
"""Documents kept in memory, some 3 KB each."""

SAMPLE_MAX: Final = 10_000
"""Documents per collection whose contents a fingerprint covers, the first by key; all are counted."""

_SAMPLE_PAGE: Final = 1_000


def _is_overloaded(error: Exception) -> bool:
    """The server was not reached, or refuses the whole request for now: its memory or its queue is full."""
    return not isinstance(error, ApiError) or error.status_code == TOO_MANY or error.status_code >= SERVER


_unavailable = unavailable_on(ApiError, TransportError, when=_is_overloaded)


class ElasticView:
    """A View of Merges.

    Args:
        url: URL of the server.
        name: Prefix of its indices' names; lower-case letters, digits and underscores.
        collections: Field mappings ("properties") by kind of document. Fields without a mapping are stored,
            but no query finds them. A change needs a rebuild.
        generation: Fixed generation; None: the live one.

    Raises:
        ValueError: the name is invalid.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        collections: Mapping[str, Mapping[str, Any]],
        generation: int | None = None,
    ) -> None:
        self._url = url
        self._name = name
        self._collections = collections
        self._client = Elasticsearch(url, request_timeout=30, max_retries=0)
        self._indices = Indices(self._client, name=name, collections=collections)
        self._pinned = generation
        self._recent = RecentDocuments(RECENT_MAX)
        self._moved_to: tuple[str, tuple[int, int]] | None = None

    @property
    def name(self) -> str:
        """Prefix of its indices' names."""
        return self._name

    @_unavailable
    def prepare(self) -> None:
        """Create missing indices and aliases.

        Raises:
            Outdated: they were created from other mappings.
        """
        self._indices.forbid_strays()
        if self._pinned is not None:
            self._indices.create(self._pinned)
        elif self._indices.live() is None:
            self._indices.create(1)
            self._indices.point_aliases_to(1)
        self._indices.check_definition(self._generation())

    @_unavailable
    def positions(self) -> dict[TopicPartition, int]:
        """Next offset not applied yet, by partition."""
        return dict(self._stored(self._generation()).next_offsets)

    @_unavailable
    def apply(self, rows: Sequence[Merge], spans: Sequence[Span]) -> None:
        """Write documents, then the positions; see View.apply."""
        generation = self._generation()
        stored = self._stored(generation)
        for span in spans:
            if stored.next_offsets.get((span.topic, span.partition)) != span.first:
                raise Overtaken(f"{self._name}: {span.topic}/{span.partition} is not at {span.first}")
        if (stored.index, stored.unchanged_since) != self._moved_to:
            self._recent.clear()
        self._moved_to = None  # until this batch is whole
        for collection, group in groupby(
            sorted(rows, key=lambda r: r.collection), key=lambda r: r.collection
        ):
            self._merge(self._indices.name(collection, generation), list(group))
        self._moved_to = stored.index, kept_positions.move(self._client, stored, spans)

    def wait_for(self, position: Position, timeout_s: float) -> None:
        """Return once searches see the record at this position; see View.wait_for."""
        partition = (position.topic, position.partition)
        wait_until(
            lambda: self.positions().get(partition, 0) > position.offset,
            timeout_s,
            what=f"{position} in Elasticsearch view {self._name}",
        )
        generation = self._generation()
        self._client.indices.refresh(index=[self._indices.name(c, generation) for c in self._collections])

    @_unavailable
    def fingerprint(self) -> Fingerprint:
        """Counts, and hashes of the first SAMPLE_MAX documents of each collection; see View.fingerprint."""
        generation = self._generation()
        before = self.positions()
        names = {c: self._indices.name(c, generation) for c in self._collections}
        self._client.indices.refresh(index=list(names.values()))
        counts = {c: int(self._client.count(index=name)["count"]) for c, name in names.items()}
        hashes = {c: digest(self._sample(name)) for c, name in names.items()}
        if self.positions() != before:
            raise Overtaken(f"{self._name}: it changed during the fingerprint")
        return Fingerprint(positions=before, counts=counts, hashes=hashes)

    @_unavailable
    def next_generation(self) -> Self:
        """Create the next generation's indices, empty; see View.next_generation."""
        generation = self._generation() + 1
        self._indices.delete(generation)
        successor = type(self)(
            self._url, name=self._name, collections=self._collections, generation=generation
        )
        successor.prepare()
        return successor

    @_unavailable
    def swap(self, successor: Self) -> None:
        """Move all aliases in one request, then delete the old indices; see View.swap."""
        old, new = self._generation(), successor._generation()
        self._indices.point_aliases_to(new)
        self._indices.delete(old)

    @_unavailable
    def drop(self) -> None:
        """Delete the view's indices; those of one generation when it is fixed."""
        if self._pinned is not None:
            self._indices.delete(self._pinned)
        else:
            self._indices.delete_all()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _generation(self) -> int:
        generation = self._pinned if self._pinned is not None else self._indices.live()
        if generation is None:
            raise Overtaken(f"{self._name}: the view does not exist; prepare it")
        return generation

    def _merge(self, index: str, rows: Sequence[Merge]) -> None:
        """Merge rows into the documents of one index."""
        by_key: dict[str, list[Merge]] = {}
        for row in rows:
            by_key.setdefault(row.key, []).append(row)
        keys = list(by_key)
        for n in range(0, len(keys), DOCUMENTS_PER_REQUEST):
            chunk = keys[n : n + DOCUMENTS_PER_REQUEST]
            found = self._recent.found(index, chunk)
            missing = [key for key in chunk if key not in found and not by_key[key][0].whole]
            found.update(self._fetched(index, missing))
            documents = merged(found, (row for key in chunk for row in by_key[key]))
            bulk(self._client, [_write(index, document) for document in documents])
            self._recent.keep(index, documents)

    def _fetched(self, index: str, keys: Sequence[str]) -> dict[str, Document]:
        """The stored documents, by key."""
        if not keys:
            return {}
        answer = self._client.mget(index=index, ids=list(keys))
        documents: dict[str, Document] = {}
        for d in cast("list[dict[str, Any]]", answer["docs"]):
            if "error" in d:
                raise Overtaken(f"{index}: {d['error']['reason']}")
            if d["found"]:
                documents[d["_id"]] = Document(d["_id"], int(d["_version"]), d["_source"])
        return documents

    def _stored(self, generation: int) -> StoredPositions:
        return kept_positions.read(self._client, self._indices.name(POSITIONS, generation))

    def _sample(self, index: str) -> Iterator[dict[str, Any]]:
        """Contents of the first documents by key, with their versions."""
        after: list[Any] | None = None
        for _ in range(0, SAMPLE_MAX, _SAMPLE_PAGE):
            hits = self._client.search(
                index=index, size=_SAMPLE_PAGE, sort=[{KEY_FIELD: "asc"}], search_after=after, version=True
            )["hits"]["hits"]
            yield from ({"version": hit["_version"], **hit["_source"]} for hit in hits)
            if len(hits) < _SAMPLE_PAGE:
                return
            after = hits[-1]["sort"]


def _write(index: str, document: Document) -> Write:
    """Write a whole document with its version."""
    at = {"_index": index, "_id": document.key, "version": document.version, "version_type": "external"}
    return Write({"index": at}, {**document.body, KEY_FIELD: document.key})
