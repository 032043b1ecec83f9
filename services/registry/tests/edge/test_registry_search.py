"""Lists and searches show each caller what `access.level_of` lets it see, and nothing else."""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest
from muster.api.cursors import PageRequest
from muster.events.registry_commands import (
    AccessLevel,
    FileAdded,
    FileKind,
    GranteeKind,
    KeyChunk,
    ModelCard,
    RefKind,
    RepositoryType,
    Visibility,
    XetFile,
)
from muster.events.registry_events import (
    AccessGranted,
    BaseXorb,
    CommitMade,
    FilesRegistered,
    ProvenObject,
    RefCreated,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    StoredBytes,
    VisibilitySet,
    XorbRepacked,
)
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal.journal import Outgoing
from muster.journal.memory import MemoryJournal
from muster.registry.core.access import Level, Who, level_of
from muster.registry.edge.projections import SEARCH, TABLES
from muster.registry.edge.queries import (
    KeptRow,
    LogicalRow,
    kept_by,
    logical_bytes_in,
    records_with,
    repository_with_id,
)
from muster.registry.edge.repository_storage import largest
from muster.registry.edge.searching import (
    BadCursor,
    Criteria,
    Sort,
    cursor_of,
    facets,
    find_repositories,
    key_of,
    list_repositories,
    search_of,
)
from muster.registry.edge.shared_storage import SharedRow, shared_by
from muster.testkit.patience import shown
from muster.views.projection import Feed, Projection
from muster.views.reading.search import Search
from muster.views.reading.tables import Tables
from muster.views.rebuild import rebuild

pytestmark = pytest.mark.stack

T = TypeVar("T")
Grant = tuple[GranteeKind, str, AccessLevel]

GRANTS: Sequence[tuple[Grant, ...]] = (
    (),
    ((GranteeKind.USER, "globex/eve", AccessLevel.READ),),
    ((GranteeKind.TEAM, "globex/speech", AccessLevel.WRITE),),
    ((GranteeKind.ORGANISATION, "globex", AccessLevel.READ),),
    ((GranteeKind.USER, "acme/bob", AccessLevel.ADMIN), (GranteeKind.TEAM, "acme/none", AccessLevel.READ)),
)
CALLERS = [
    Who(tenant=tenant, user=user, teams=frozenset(teams), roles=frozenset(roles))
    for tenant, user, teams, roles in (
        ("acme", "ann", ["vision"], ["submitter"]),
        ("acme", "bob", [], ["viewer"]),
        ("acme", "ops", [], ["operator"]),
        ("globex", "eve", [], ["submitter"]),
        ("globex", "sid", ["speech"], ["operator"]),
        ("other", "ann", ["vision"], ["operator"]),
    )
]
NAMED = [
    replace(who, repositories=frozenset({"model/acme/m001", "model/acme.ann/m012", "dataset/acme/m002"}))
    for who in CALLERS
]
"""The same with tokens for some repositories."""


@dataclass(frozen=True, kw_only=True)
class Made:
    """A repository as recorded on the log."""

    repository: str
    tenant: str
    namespace: str
    name: str
    visibility: Visibility
    created_by: str
    grants: tuple[Grant, ...]
    type: RepositoryType = RepositoryType.MODEL


@dataclass(frozen=True)
class Stores:
    """Addresses of the real stores."""

    postgres_dsn: str
    elasticsearch_url: str
    neo4j_url: str = ""
    neo4j_user: str = ""
    neo4j_password: str = ""


class Log:
    """Facts in memory, and their projections into separate views."""

    def __init__(self, stores: Stores) -> None:
        self.stores = stores
        self.journal = MemoryJournal()
        self.view = f"registry_{uuid.uuid4().hex[:8]}"
        self.kept: list[Projection[Any]] = [each.open(stores, view=self.view) for each in (TABLES, SEARCH)]
        self._at_ms = 0

    def tell(self, fact: Any) -> None:
        self._at_ms += 1_000
        envelope = Envelope(
            event_id=f"fact-{self._at_ms}",
            key=fact.repository,
            occurred_at_ms=self._at_ms,
            producer="test",
            correlation_id="c",
            causation_id=None,
            payload=fact,
        )
        self._last = self.journal.producer("test").send(Outgoing(REGISTRY_EVENTS, envelope)).result(60)

    def project(self) -> None:
        for projection in self.kept:
            feed = Feed(projection, projection.view, self.journal)
            while feed.advance(0):
                pass
            feed.close()
            shown(projection.view, self._last)

    def ask(self, question: Callable[[Tables, Search], Coroutine[Any, Any, T]]) -> T:
        async def run() -> T:
            search = search_of(self.stores.elasticsearch_url, self.view)
            try:
                async with Tables.connected(self.stores.postgres_dsn, view=self.view) as tables:
                    return await question(tables, search)
            finally:
                await search.close()

        return asyncio.run(run())


@pytest.fixture
def log(endpoints: Mapping[str, str]) -> Generator[Log]:
    log = Log(Stores(endpoints["MUSTER_POSTGRES_DSN"], endpoints["MUSTER_ELASTICSEARCH_URL"]))
    for projection in log.kept:
        projection.view.prepare()
    try:
        yield log
    finally:
        for projection in log.kept:
            projection.view.drop()
            projection.view.close()


def created(log: Log, made: Made) -> None:
    log.tell(
        RepositoryCreated(
            repository=made.repository,
            repository_type=RepositoryType.MODEL,
            namespace=made.namespace,
            name=made.name,
            visibility=made.visibility,
            tenant=made.tenant,
            requested_by=made.created_by,
            commit="c0",
            root="r0",
        )
    )
    for kind, grantee, allowed in made.grants:
        log.tell(
            AccessGranted(
                repository=made.repository,
                grantee_kind=kind,
                grantee=grantee,
                level=allowed,
                tenant=made.tenant,
                requested_by=made.created_by,
            )
        )


def plain(name: str, **fields: Any) -> Made:
    others: dict[str, Any] = {
        "repository": f"repo-{name}",
        "tenant": "acme",
        "namespace": "acme",
        "visibility": Visibility.PUBLIC,
        "created_by": "acme/ann",
        "grants": (),
    }
    return Made(name=name, **{**others, **fields})


def committed(
    log: Log,
    made: Made,
    card: ModelCard | None,
    logical_bytes: int | None = None,
    files: tuple[FileAdded, ...] = (),
    /,
    **objects: int,
) -> None:
    """Make a commit on main with these files, that refers to objects of these sizes."""
    log.tell(
        CommitMade(
            repository=made.repository,
            branch="main",
            commit=f"c-{made.name}",
            parent="c0",
            request_digest="d",
            title="t",
            description="",
            root="r1",
            files=files,
            deleted=(),
            objects=tuple(objects),
            card=card,
            at_ms=50_000 + int(made.repository[-1], 36),
            tenant=made.tenant,
            requested_by=made.created_by,
            stored=StoredBytes(unique_bytes=1, reserved_bytes=0),
            logical_bytes=logical_bytes,
            proven=tuple(
                ProvenObject(upload=f"upload-{name}", object=name, object_key=name, size_bytes=size)
                for name, size in objects.items()
            ),
        )
    )


def card(**fields: Any) -> ModelCard:
    empty: dict[str, Any] = {
        "licence": "",
        "base_models": (),
        "datasets": (),
        "tags": (),
        "pipeline": "",
        "library": "",
    }
    return ModelCard(**{**empty, **fields})


async def every_page(tables: Tables, search: Search, who: Who, criteria: Criteria) -> list[str]:
    ids: list[str] = []
    cursor = ""
    while True:
        page = await find_repositories(tables, search, who, criteria, 7, key_of(cursor, criteria.sort))
        ids += [row.repository for row in page.rows]
        if page.next_key is None:
            return ids
        cursor = cursor_of(page.next_key)


def test_callers_find_exactly_what_they_may_see(log: Log) -> None:
    kinds = itertools.product(Visibility, ("acme", "acme.ann", "acme.bob"), ("acme/ann", "acme/bob"), GRANTS)
    made = [
        plain(
            f"m{number:03d}", visibility=visibility, namespace=namespace, created_by=created_by, grants=grants
        )
        for number, (visibility, namespace, created_by, grants) in enumerate(kinds)
    ]
    for each in made:
        created(log, each)
    log.project()

    async def look(tables: Tables, search: Search) -> list[tuple[list[str], list[str]]]:
        both: list[tuple[list[str], list[str]]] = []
        for who in (*CALLERS, *NAMED):
            rows = (
                await list_repositories(tables, who, Criteria(type=RepositoryType.MODEL), 1_000, None)
            ).rows
            searched = await every_page(tables, search, who, Criteria(sort="created"))
            both.append(([row.repository for row in rows], searched))
        return both

    for who, (in_tables, in_search) in zip((*CALLERS, *NAMED), log.ask(look), strict=True):
        seen = [each.repository for each in made if level_of(who, each, each.grants) > Level.NONE]
        assert sorted(in_tables) == seen, who
        assert in_search == seen[::-1], who


def test_words_tags_and_facets_reflect_the_latest_facts(log: Log) -> None:
    llama, other, gone = plain("tiny-llama_7b"), plain("other"), plain("llama-gone")
    secret = plain("llama-secret", visibility=Visibility.PRIVATE)
    for each in (llama, other, gone, secret):
        created(log, each)
        said = card(licence="mit", tags=("tiny",), library="transformers", text="Speaks llama and German.")
        committed(log, each, said)
    committed(log, other, None)  # says nothing of the card
    log.tell(RepositoryDeleted(repository=gone.repository, tenant="acme", requested_by="acme/ann"))
    moved = RepositoryMoved(
        repository=other.repository, namespace="acme", name="Alpaca*", tenant="acme", requested_by="acme/ann"
    )
    log.tell(moved)
    log.project()
    eve = CALLERS[3]

    async def look(tables: Tables, search: Search) -> list[list[str]]:
        async def names(text: str = "", sort: Sort = "relevance", **more: Any) -> list[str]:
            page = await find_repositories(
                tables, search, eve, Criteria(text=text, sort=sort, **more), 10, None
            )
            return [row.name for row in page.rows]

        return [
            await names("llama"),
            await names("lama_7"),
            await names("german speaks"),
            await names("paca*"),
            await names("nothing"),
            await names('"" \\ ( * ~'),
            await names(
                tags=["license:mit", "tiny"], libraries=["transformers"], author="ACME", sort="changed"
            ),
            await names(licences=["apache-2.0"]),
        ]

    words, part, card_words, starred, nothing, odd, narrowed, other_licence = log.ask(look)
    assert words == ["tiny-llama_7b", "Alpaca*"]  # by its name first
    assert part == ["tiny-llama_7b"]
    assert sorted(card_words) == ["Alpaca*", "tiny-llama_7b"]
    assert starred == ["Alpaca*"]
    assert (nothing, odd, other_licence) == ([], [], [])
    assert sorted(narrowed) == ["Alpaca*", "tiny-llama_7b"]
    counted = log.ask(lambda tables, search: facets(tables, search, eve, Criteria()))
    assert counted["licence"] == {"mit": 2}
    assert counted["tags"] == {"license:mit": 2, "tiny": 2, "transformers": 2}
    tiny = replace(eve, repositories=frozenset({"model/acme/tiny-llama_7b"}))
    of_one = log.ask(lambda tables, search: facets(tables, search, tiny, Criteria()))
    assert of_one["licence"] == {"mit": 1}, "others are not even counted"
    log.tell(
        VisibilitySet(
            repository=secret.repository, visibility=Visibility.PUBLIC, tenant="acme", requested_by="acme/ann"
        )
    )
    log.project()
    shown = log.ask(lambda tables, search: every_page(tables, search, eve, Criteria(text="llama secret")))
    assert shown == [secret.repository]
    assert all(rebuild(projection, log.journal).differences == () for projection in log.kept)


def test_storage_of_a_repository_counts_each_object_once(log: Log) -> None:
    base, tuned, theirs = plain("base"), plain("tuned"), plain("theirs", tenant="globex", namespace="globex")
    for each in (base, tuned, theirs):
        created(log, each)
    committed(log, base, None, weights=100, config=1)
    committed(log, tuned, None, weights=100, adapter=20)
    committed(log, tuned, None, adapter=20)
    committed(log, theirs, None, adapter=20)  # whether others have it is not told
    log.project()

    async def look(tables: Tables, _: Search) -> list[KeptRow]:
        rows = [await repository_with_id(tables, each.repository) for each in (base, tuned)]
        return [await kept_by(tables, row) for row in rows if row is not None]

    assert log.ask(look) == [
        KeptRow(unique_bytes=101, shared_bytes=100, stored_bytes=101, objects=2),
        KeptRow(unique_bytes=120, shared_bytes=100, stored_bytes=120, objects=2),
    ]


def test_shared_storage_is_the_extra_cost_of_separate_storage(log: Log) -> None:
    """Sizes are powers of ten, so that sums show which objects they contain."""
    mine, gone = plain("mine"), plain("gone", tenant="globex", namespace="globex")
    again, theirs = plain("again"), plain("theirs", tenant="globex", namespace="globex")
    for each in (mine, again, theirs, gone):
        created(log, each)
    own, same, base, tuned, both = ("xorb/" + digit * 64 for digit in "abcde")
    committed(log, mine, None, **{own: 1_000, same: 2_000, tuned: 100_000, both: 1_000_000})
    committed(log, again, None, **{own: 1_000, "lfs/f": 1})
    committed(log, theirs, None, **{same: 2_000, base: 10_000, both: 1_000_000})
    committed(log, gone, None, **{"lfs/f": 1})
    deleted = RepositoryDeleted(repository=gone.repository, tenant="globex", requested_by="globex/eve")
    log.tell(deleted)
    log.tell(difference(tuned, 30_000, base))
    log.tell(difference(both, 300_000, own))
    log.project()
    of_mine, of_theirs, of_none = log.ask(sharing_of("acme", "globex", "none"))
    assert of_mine == SharedRow(
        objects=5,
        unique_bytes=1_103_001,
        shared_objects=3,
        shared_bytes=1_003_000,  # `own`: theirs is held as a difference from it
        more_bytes=1_000 + 2_000 + 300_000 + (100_000 - 30_000),
    )
    assert of_theirs == SharedRow(
        objects=3,
        unique_bytes=1_012_000,
        shared_objects=3,
        shared_bytes=1_012_000,
        more_bytes=2_000 + 10_000 + 1_000_000,
    )
    assert of_none == SharedRow(objects=0, unique_bytes=0, shared_objects=0, shared_bytes=0, more_bytes=0)


def difference(xorb: str, size_bytes: int, base: str) -> XorbRepacked:
    """Store a xorb as a delta from another."""
    delta = f"delta/{xorb[-1] * 64}"
    return XorbRepacked(
        object=xorb,
        object_key=xorb,
        size_bytes=1,
        bases=(BaseXorb(xorb=base.removeprefix("xorb/"), object_key=base),),
        proven=ProvenObject(upload=f"of-{xorb}", object=delta, object_key=delta, size_bytes=size_bytes),
        repository="repository",
        base_repository="base",
        tenant="acme",
        requested_by="acme/registry",
        stored=StoredBytes(unique_bytes=1, reserved_bytes=0),
    )


def sharing_of(*tenants: str) -> Callable[[Tables, Search], Coroutine[Any, Any, list[SharedRow]]]:
    async def look(tables: Tables, _: Search) -> list[SharedRow]:
        return [await shared_by(tables, each) for each in tenants]

    return look


def test_logical_bytes_of_an_organisation_sum_its_versions(log: Log) -> None:
    base, tuned, theirs = plain("base"), plain("tuned"), plain("theirs", tenant="globex", namespace="globex")
    hidden = plain("hidden", visibility=Visibility.PRIVATE, created_by="acme/bob")
    for each in (base, tuned, theirs, hidden):
        created(log, each)
    committed(log, base, None, 100, weights=100)
    committed(log, tuned, None, 120, weights=100, adapter=20)
    committed(log, theirs, None, 7, others=7)
    committed(log, hidden, None, weights=100)  # made before logical bytes were recorded
    tag = RefCreated(
        repository=tuned.repository,
        kind=RefKind.TAG,
        name="v1",
        commit="c0",
        message="",
        tenant="acme",
        requested_by="acme/ann",
    )
    log.tell(tag)
    log.tell(replace(tag, name="same", commit="c-tuned"))
    log.project()

    async def look(tables: Tables, _: Search) -> tuple[LogicalRow, list[tuple[str, int, int, int, int]]]:
        kept = (await largest(tables, CALLERS[0], PageRequest(10)))["items"]
        told = [
            (
                each["name"],
                each["versions"],
                each["logical_bytes"],
                each["unique_bytes"],
                each["shared_bytes"],
            )
            for each in kept
        ]
        return await logical_bytes_in(tables, "acme"), told

    of_all, of_each = log.ask(look)
    assert of_all == LogicalRow(versions=4, counted=3, logical_bytes=220), "a version counts once"
    assert of_each == [("acme/tuned", 2, 120, 120, 100), ("acme/base", 1, 100, 100, 100)], (
        "bob's own is not shown"
    )


@pytest.mark.parametrize("cursor", ["x", "W10=", "WzEsMl0=", cursor_of((1, 2, 3)), cursor_of(("a", "b"))])
def test_cursors_of_other_searches_are_rejected(cursor: str) -> None:
    with pytest.raises(BadCursor, match="must be the cursor from the previous answer"):
        key_of(cursor, "changed")


def test_records_are_found_for_several_chunks_at_once_while_a_live_commit_has_their_file(log: Log) -> None:
    made = plain("chunked")
    created(log, made)
    for number in range(3):
        record = f"r{number}"
        log.tell(
            FilesRegistered(
                repository=made.repository,
                files=(XetFile(record=record, file=f"f{number}", sha256="", size_bytes=1, xorbs=("x",)),),
                key_chunks=(KeyChunk(chunk=f"c{number}", xorb="x", record=record),),
                proven=(
                    ProvenObject(
                        upload=record, object=f"file/{record}", size_bytes=1, object_key=f"key-{number}"
                    ),
                ),
                tenant=made.tenant,
                requested_by=made.created_by,
            )
        )
    used = tuple(FileAdded(path=f"{n}.bin", kind=FileKind.XET, hash=f"r{n}", size_bytes=1) for n in range(2))
    committed(log, made, None, None, used)
    log.project()
    chunks = ["c0", "c1", "c2", "unknown"]
    found = log.ask(lambda tables, _: records_with(tables, made.tenant, chunks, None))
    assert {chunk: row.object_key for chunk, row in found.items()} == {"c0": "key-0", "c1": "key-1"}
    elsewhere = log.ask(lambda tables, _: records_with(tables, made.tenant, chunks, ["repo-other"]))
    assert elsewhere == {}
