"""Edges in Postgres and in Neo4j: answers about any graph agree with the recorded edges."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.api.problems import Problem
from muster.events.job_events import CheckpointRecorded, GangBound, JobSucceeded, RankPlacement
from muster.events.registry_commands import LineageRelation, MadeBy, RepositoryType, Visibility
from muster.events.registry_events import (
    ContentCheck,
    LineageEdge,
    LineageRecorded,
    LineageStanding,
    RepositoryCreated,
)
from muster.events.topics import JOB_EVENTS, REGISTRY_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.journal import Outgoing
from muster.journal.memory import MemoryJournal
from muster.registry.config import Settings
from muster.registry.core.access import Who
from muster.registry.core.lineage.answers import ArtifactPath, PathEdge
from muster.registry.core.lineage.questions import COMMON_MAX, CROWDED, PATHS_MAX
from muster.registry.edge.lineage.answers import (
    FoundCommon,
    FoundPaths,
    find_affected,
    find_common,
    find_paths,
)
from muster.registry.edge.lineage.attempts import made_by
from muster.registry.edge.lineage.connections import Crowded, Steps, affected_by, common_of, shortest_paths
from muster.registry.edge.lineage.graph import GRAPH
from muster.registry.edge.lineage.named import artifact_named
from muster.registry.edge.lineage.walks import walk
from muster.registry.edge.projections import TABLES
from muster.testkit.laws import examples
from muster.views.projection import Feed, Projection
from muster.views.reading.graph import Graph
from muster.views.reading.tables import CONNECTIONS_MAX, Tables
from muster.views.rebuild import rebuild
from muster.views.view import TooSlow, Unavailable

pytestmark = [pytest.mark.stack]

T = TypeVar("T")
COMMIT = "c" * 40

FOLLOWED = {LineageStanding.SEEN, LineageStanding.DECLARED, LineageStanding.STATED}
RecordedEdge = tuple[int, int, LineageRelation, LineageStanding]


@dataclass
class Stores:
    """A log in memory, and both projections of it in the real stores."""

    settings: Settings
    view: str
    journal: MemoryJournal
    projections: Sequence[Projection[Any]]
    ticks: count[int] = field(default_factory=count)

    def tell(self, topic: Topic, key: str, *payloads: Any) -> None:
        """Append events, and bring the views to the end of the log."""
        for payload in payloads:
            tick = next(self.ticks)
            envelope = Envelope(
                event_id=f"event-{tick}",
                key=key,
                occurred_at_ms=tick,
                producer="test",
                correlation_id=key,
                causation_id=None,
                payload=payload,
            )
            self.journal.producer("test").send(Outgoing(topic, envelope)).result(60)
        for projection in self.projections:
            feed = Feed(projection, projection.view, self.journal)
            while feed.advance(0):
                pass
            feed.close()

    def in_postgres(self, start: str, *, up: bool, depth: int) -> dict[str, int]:
        async def ask() -> dict[str, int]:
            async with Tables.connected(self.settings.postgres_dsn, view=self.view) as tables:
                rows = await walk(tables, [start], up=up, depth=depth, limit=1_000)
                return {row.artifact: row.depth for row in rows}

        return asyncio.run(ask())

    def paths(
        self, start: str, end: str, steps: Steps, depth: int, tenant: str = "acme"
    ) -> list[ArtifactPath]:
        async def ask() -> list[ArtifactPath]:
            async with self.graph() as graph:
                return await shortest_paths(graph, member(tenant), (start, end), steps, depth)

        return asyncio.run(ask())

    @asynccontextmanager
    async def graph(self) -> AsyncGenerator[Graph]:
        graph = Graph(
            self.settings.neo4j_url,
            user=self.settings.neo4j_user,
            password=self.settings.neo4j_password,
            view=self.view,
        )
        try:
            yield graph
        finally:
            await graph.close()

    def answer(self, question: Callable[[Tables], Awaitable[T]]) -> T:
        """Return the answer to a question about the tables."""

        async def ask() -> T:
            async with Tables.connected(self.settings.postgres_dsn, view=self.view) as tables:
                return await question(tables)

        return asyncio.run(ask())

    def common(self, one: str, other: str) -> dict[str, tuple[int, int]]:
        rows = self.answer(lambda tables: common_of(tables, member("acme"), one, other, 20))
        return {row.artifact: (row.depth, row.other_depth) for row in rows}

    def affected(
        self, start: str, since_ms: int = 0, limit: int = 1_000, tenant: str = "acme"
    ) -> tuple[list[str], bool]:
        who = member(tenant)
        return self.answer(lambda tables: affected_by(tables, who, start, since_ms=since_ms, limit=limit))


@pytest.fixture(scope="module")
def stores(endpoints: Mapping[str, str]) -> Generator[Stores]:
    values: dict[str, Any] = {
        name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()
    }
    settings = Settings.load(**values | {"jwt_jwks_file": Path("unused"), "jwt_issuer": "test"})
    view = f"lineage_{uuid.uuid4().hex[:8]}"
    projections = [declared.open(settings, view=view) for declared in (TABLES, GRAPH)]
    for projection in projections:
        projection.view.prepare()
    try:
        yield Stores(settings, view, MemoryJournal(), projections)
    finally:
        for projection in projections:
            projection.view.drop()
            projection.view.close()


def recorded(edges: Sequence[LineageEdge]) -> LineageRecorded:
    return LineageRecorded(
        repository="repo-a", commit="c", edges=tuple(edges), tenant="acme", requested_by="acme/ann"
    )


def edge(child: str, parent: str, relation: LineageRelation, standing: LineageStanding) -> LineageEdge:
    return LineageEdge(
        child=child,
        parent=parent,
        relation=relation,
        standing=standing,
        content=ContentCheck.NOT_COMPARED,
        shared_bytes=0,
    )


def walked(history: Sequence[RecordedEdge], start: int, *, up: bool, depth: int) -> dict[int, int]:
    """Walk the final edges breadth first."""
    last = {(child, parent, relation): standing for child, parent, relation, standing in history}
    live = [(child, parent) for (child, parent, _), standing in last.items() if standing in FOLLOWED]
    steps, reached = {start: 0}, {start}
    for step in range(1, depth + 1):
        pairs = live if up else [(parent, child) for child, parent in live]
        reached = {end for begin, end in pairs if begin in reached} - set(steps)
        steps |= dict.fromkeys(reached, step)
    del steps[start]
    return steps


@st.composite
def edge_lists(draw: st.DrawFn) -> list[RecordedEdge]:
    """Draw edges from later to earlier artifacts: any number of paths, but no cycle."""
    ends = st.tuples(st.integers(1, 9), st.integers(0, 9)).filter(lambda pair: pair[1] < pair[0])
    relations = st.sampled_from([LineageRelation.FINE_TUNE, LineageRelation.MERGE])
    standings = st.sampled_from([*LineageStanding, LineageStanding.DECLARED, LineageStanding.SEEN])
    history = draw(st.lists(st.tuples(ends, relations, standings), min_size=3, max_size=24))
    return [(child, parent, relation, standing) for (child, parent), relation, standing in history]


@examples(15)
@given(history=edge_lists(), start=st.integers(0, 9), depth=st.sampled_from([1, 3, 20]), up=st.booleans())
def test_both_stores_answer_as_the_recorded_edges_say(
    stores: Stores, history: list[RecordedEdge], start: int, depth: int, *, up: bool
) -> None:
    mark = uuid.uuid4().hex[:8]
    names = [f"version/repo-{mark}/{number}" for number in range(10)]
    facts = [recorded([edge(names[c], names[p], r, s)]) for c, p, r, s in history]
    stores.tell(REGISTRY_EVENTS, "repo-a", *facts)
    expected = {names[end]: steps for end, steps in walked(history, start, up=up, depth=depth).items()}
    assert stores.in_postgres(names[start], up=up, depth=depth) == expected
    for end in set(names) - {names[start]}:
        paths = stores.paths(*((names[start], end) if up else (end, names[start])), "up", depth)
        assert {len(path.edges) for path in paths} == ({expected[end]} if end in expected else set())
        assert len(set(paths)) == len(paths)
    if depth == 20 and not up:
        assert set(stores.affected(names[start])[0]) == expected.keys()
        origins = [walked(history, each, up=True, depth=20) | {each: 0} for each in (start, 9 - start)]
        shared = {
            names[each]: (origins[0][each], origins[1][each]) for each in origins[0].keys() & origins[1]
        }
        assert stores.common(names[start], names[9 - start]) == shared


def test_a_graph_with_a_stated_cycle_is_walked_to_its_end(stores: Stores) -> None:
    ends = [("a", "b"), ("b", "c"), ("c", "a")]
    edges = [
        edge(f"code/{a}", f"code/{b}", LineageRelation.FINE_TUNE, LineageStanding.STATED) for a, b in ends
    ]
    stores.tell(REGISTRY_EVENTS, "repo-a", recorded(edges))
    expected = {"code/b": 1, "code/c": 2}
    assert stores.in_postgres("code/a", up=True, depth=20) == expected
    assert [path.artifacts for path in stores.paths("code/a", "code/c", "up", 20)] == [
        ("code/a", "code/b", "code/c")
    ]
    assert stores.affected("code/a") == (["code/b", "code/c"], True)
    assert stores.common("code/a", "code/b") == {"code/b": (1, 0), "code/c": (2, 1), "code/a": (0, 2)}


def test_both_stores_are_rebuilt_from_the_log(stores: Stores) -> None:
    edges = [edge("code/x", "code/y", LineageRelation.BUILT_FROM, LineageStanding.STATED)]
    stores.tell(REGISTRY_EVENTS, "repo-a", recorded(edges))
    for projection in stores.projections:
        assert rebuild(projection, stores.journal).differences == ()
    [path] = stores.paths("code/x", "code/y", "up", 1)
    assert path.edges == (
        PathEdge(child="code/x", parent="code/y", relation="BUILT_FROM", standing="STATED", tenant="acme"),
    )


def bound(job_id: str, attempt: int, *nodes: str) -> GangBound:
    return GangBound(
        job_id=job_id,
        attempt=attempt,
        placements=tuple(
            RankPlacement(rank=rank, node_id=node, gpu_indices=(0,), gpu_milli=1_000)
            for rank, node in enumerate(nodes)
        ),
        master_address="",
        master_port=0,
        waited_ms=0,
        reason="fits",
        tenant="acme",
        queue="default",
    )


def test_artifacts_of_all_kinds_made_on_a_node_are_affected_by_it(stores: Stores) -> None:
    stores.tell(JOB_EVENTS, "job-n", bound("job-n", 1, "n1", "n2", "n2"), bound("job-n", 2, "n3"))
    made = [
        edge("version/repo-n/1", "attempt/job-n/2", LineageRelation.MADE_BY, LineageStanding.SEEN),
        edge("attempt/job-n/2", "dataset/acme/text", LineageRelation.TRAINED_ON, LineageStanding.DECLARED),
        edge("evaluation/acme/run-1", "version/repo-n/1", LineageRelation.EVALUATES, LineageStanding.SEEN),
        edge("deployment/acme/chat", "version/repo-n/1", LineageRelation.DEPLOYS, LineageStanding.STATED),
    ]
    stores.tell(REGISTRY_EVENTS, "repo-n", recorded(made))
    later = ["attempt/job-n/2", "version/repo-n/1", "deployment/acme/chat", "evaluation/acme/run-1"]
    assert stores.affected("node/n1") == (sorted(["attempt/job-n/1", *later]), True)
    assert stores.affected("node/n3") == (sorted(later), True)
    assert stores.affected("job/job-n") == (sorted(["attempt/job-n/1", *later]), True)
    assert stores.affected("dataset/acme/text") == (sorted(later), True)
    assert stores.affected("node/n1", since_ms=10**15) == ([], True)
    assert stores.affected("node/n1", limit=2) == (["attempt/job-n/1", "attempt/job-n/2"], False)
    assert stores.affected("node/n1", tenant="globex") == ([], True)

    [path] = stores.paths("deployment/acme/chat", "node/n2", "up", 20)
    assert [each.relation for each in path.edges] == ["DEPLOYS", "MADE_BY", "CONTINUES", "RAN_ON"]
    assert (path.direction, {each.tenant for each in path.edges}) == ("up", {"acme"})
    assert [each.standing for each in path.edges] == ["STATED", "SEEN", "ASSUMED", "SEEN"]
    assert stores.paths("node/n2", "deployment/acme/chat", "up", 20) == []
    assert stores.paths("deployment/acme/chat", "node/n2", "up", 3) == [], "there is no path as short"
    common = stores.common("attempt/job-n/1", "version/repo-n/1")
    assert common["attempt/job-n/1"] == (0, 2)
    assert common["job/job-n"] == (1, 2)
    assert common["node/n2"] == (1, 3)


def created(repository: str, tenant: str, visibility: Visibility) -> RepositoryCreated:
    return RepositoryCreated(
        repository=repository,
        repository_type=RepositoryType.MODEL,
        namespace=tenant,
        name=repository,
        visibility=visibility,
        tenant=tenant,
        requested_by=f"{tenant}/owner",
        commit=COMMIT,
        root="0" * 64,
    )


def version(repository: str) -> str:
    return f"version/{repository}/{COMMIT}"


def member(tenant: str) -> Who:
    return Who(tenant=tenant, user="ann", teams=frozenset(), roles=frozenset({"submitter"}))


@pytest.fixture
def through_hidden(stores: Stores) -> None:
    """Record that acme's model is derived from a public base, but only through a private one of globex."""
    for repository, tenant, visibility in (
        ("repo-base", "initech", Visibility.PUBLIC),
        ("repo-secret", "globex", Visibility.PRIVATE),
        ("repo-ours", "acme", Visibility.INTERNAL),
    ):
        stores.tell(REGISTRY_EVENTS, repository, created(repository, tenant, visibility))
    steps = [("repo-ours", "repo-secret"), ("repo-secret", "repo-base")]
    edges = [
        edge(version(child), version(parent), LineageRelation.FINE_TUNE, LineageStanding.DECLARED)
        for child, parent in steps
    ]
    theirs = edge(version("repo-secret"), "attempt/job-g/1", LineageRelation.MADE_BY, LineageStanding.SEEN)
    stores.tell(REGISTRY_EVENTS, "repo-ours", recorded(edges[:1]))
    stores.tell(REGISTRY_EVENTS, "repo-secret", replace(recorded([edges[1], theirs]), tenant="globex"))
    stores.tell(JOB_EVENTS, "job-g", replace(bound("job-g", 1, "gpu-1"), tenant="globex"))


@pytest.mark.usefixtures("through_hidden")
def test_answers_name_nothing_that_the_caller_may_not_see(stores: Stores) -> None:
    ours, base, secret = version("repo-ours"), version("repo-base"), version("repo-secret")
    acme = member("acme")
    owner = Who(tenant="globex", user="owner", teams=frozenset(), roles=frozenset({"operator"}))

    def paths(who: Who, start: str, end: str) -> FoundPaths:
        async def ask(tables: Tables) -> FoundPaths:
            async with stores.graph() as graph:
                return await find_paths(tables, graph, who, (start, end), direction="derived", depth=20)

        return stores.answer(ask)

    hidden = paths(acme, ours, base)
    assert (hidden.items, hidden.hidden, hidden.is_complete) == ([], 1, True)
    [shown] = paths(owner, secret, base).items
    assert [each["repository"] for each in shown["artifacts"]] == ["globex/repo-secret", "initech/repo-base"]
    [back] = paths(owner, base, secret).items
    assert (back["artifacts"], back["direction"]) == (shown["artifacts"][::-1], "down")

    affected = stores.answer(lambda tables: find_affected(tables, acme, base, 0))
    assert [each["artifact"] for each in affected.items] == [ours]
    assert affected.hidden == 1
    common = stores.answer(lambda tables: find_common(tables, acme, (ours, base), 20))
    assert [(each["artifact"], each["is_nearest"]) for each in common.items] == [(base, True)]
    theirs = stores.answer(lambda tables: find_affected(tables, owner, "node/gpu-1", 0))
    assert {"attempt/job-g/1", secret} <= {each["artifact"] for each in theirs.items}
    assert theirs.hidden is None


@pytest.mark.usefixtures("through_hidden")
def test_hidden_artifacts_cannot_be_told_from_absent_ones(stores: Stores) -> None:
    def named(text: str, who: Who) -> str:
        try:
            return stores.answer(lambda tables: artifact_named(tables, who, "from", text))
        except Problem as problem:
            return f"{problem.status} {problem.code}"

    acme, globex = member("acme"), member("globex")
    absent = "404 not-found"
    assert named("model/acme/repo-ours", acme) == version("repo-ours")
    assert named(version("repo-ours"), acme) == version("repo-ours")
    assert named("attempt/job-g/1", globex) == "attempt/job-g/1"
    assert named("node/gpu-1", globex) == "node/gpu-1"
    for text in (
        "model/globex/repo-secret",
        version("repo-secret"),
        "attempt/job-g/1",
        "job/job-g",
        "node/gpu-1",
        "node/none",
        "model/acme/none",
        "model/acme/repo-ours@none",
        "deployment/acme/none",
    ):
        assert named(text, acme) == absent, text
    assert named("planet/earth", acme) == "422 invalid-request"


def by(tenant: str, *edges: LineageEdge) -> LineageRecorded:
    return replace(recorded(edges), tenant=tenant)


def trained(child: str, parent: str) -> LineageEdge:
    return edge(child, parent, LineageRelation.TRAINED_ON, LineageStanding.DECLARED)


def test_deployments_have_nodes_data_and_code_in_common_if_the_caller_s_edges_lead_there(
    stores: Stores,
) -> None:
    """Only what is between the deployments and these is derived from them: no common ancestor is."""
    origins = ["code/git-a", "dataset/acme/shared"]
    for name in ("a", "b"):
        repository, job = f"repo-shared-{name}", f"job-shared-{name}"
        made = version(repository), f"attempt/{job}/1"
        stores.tell(REGISTRY_EVENTS, repository, created(repository, "acme", Visibility.PRIVATE))
        stores.tell(JOB_EVENTS, job, bound(job, 1, "gpu-shared"))
        deployed = edge(f"deployment/acme/{name}", made[0], LineageRelation.DEPLOYS, LineageStanding.STATED)
        by_job = edge(*made, LineageRelation.MADE_BY, LineageStanding.SEEN)
        used = [trained(made[1], each) for each in origins]
        stores.tell(REGISTRY_EVENTS, "repo-a", by("acme", deployed, by_job, *used))
    ends = "deployment/acme/a", "deployment/acme/b"

    def found(who: Who) -> FoundCommon:
        return stores.answer(lambda tables: find_common(tables, who, ends, 20))

    assert [each["artifact"] for each in found(member("acme")).items] == [*origins, "node/gpu-shared"]
    assert found(member("acme")).hidden == 0
    assert (found(member("globex")).items, found(member("globex")).hidden) == ([], 3)


def test_a_name_is_common_if_a_visible_version_has_an_edge_to_it(stores: Stores) -> None:
    for repository, visibility in (("repo-open", Visibility.PUBLIC), ("repo-shut", Visibility.PRIVATE)):
        stores.tell(REGISTRY_EVENTS, repository, created(repository, "globex", visibility))
    edges = [trained(version("repo-open"), "dataset/x/open"), trained(version("repo-shut"), "dataset/x/shut")]
    versions = version("repo-open"), version("repo-shut")
    ours = [trained(f"evaluation/acme/{n}", each) for n in (1, 2) for each in versions]
    stores.tell(REGISTRY_EVENTS, "repo-open", by("globex", *edges), by("acme", *ours))
    ends = "evaluation/acme/1", "evaluation/acme/2"
    found = stores.answer(lambda tables: find_common(tables, member("acme"), ends, 20))
    assert [each["artifact"] for each in found.items] == [version("repo-open"), "dataset/x/open"]
    assert found.hidden == 2


def test_limits_leave_the_caller_s_own_in_the_answer(stores: Stores) -> None:
    theirs = [trained(f"evaluation/globex/a{n:02}", "dataset/x/wide") for n in range(20)]
    stores.tell(REGISTRY_EVENTS, "repo-a", by("globex", *theirs))
    stores.tell(REGISTRY_EVENTS, "repo-a", by("acme", trained("evaluation/zacme/z", "dataset/x/wide")))
    assert stores.affected("dataset/x/wide", limit=2) == (
        ["evaluation/zacme/z", "evaluation/globex/a00"],
        False,
    )
    through = [f"code/by-{n:03}" for n in range(PATHS_MAX + 5)]
    foreign = [trained(*ends) for each in through for ends in (("code/e", each), (each, "code/f"))]
    stores.tell(REGISTRY_EVENTS, "repo-a", by("globex", *foreign))
    ours = [trained("code/e", "code/z"), trained("code/z", "code/f")]
    stores.tell(REGISTRY_EVENTS, "repo-a", by("acme", *ours))
    assert stores.paths("code/e", "code/f", "up", 5)[0].artifacts == ("code/e", "code/z", "code/f")
    both = [trained(f"code/{end}", f"code/origin-{n:04}") for end in "gh" for n in range(COMMON_MAX + 5)]
    stores.tell(REGISTRY_EVENTS, "repo-a", by("globex", *both))
    own = [trained(f"code/{end}", "code/own") for end in "gh"]
    stores.tell(REGISTRY_EVENTS, "repo-a", by("acme", *own))
    assert len(stores.common("code/g", "code/h")) == COMMON_MAX + 1
    assert next(iter(stores.common("code/g", "code/h"))) == "code/own"


def test_a_name_that_thousands_of_others_use_is_found_by_the_caller_s_edge(stores: Stores) -> None:
    many = [trained(f"evaluation/globex/m{n}", "dataset/x/popular") for n in range(1_000)]
    stores.tell(REGISTRY_EVENTS, "repo-a", by("globex", *many))
    stores.tell(REGISTRY_EVENTS, "repo-a", by("acme", trained("evaluation/acme/m", "dataset/x/popular")))

    def named(who: Who) -> str:
        return stores.answer(lambda tables: artifact_named(tables, who, "from", "dataset/x/popular"))

    assert named(member("acme")) == "dataset/x/popular"
    with pytest.raises(Problem):
        named(member("initech"))


def test_a_graph_that_does_not_exist_yet_is_unavailable(stores: Stores) -> None:
    async def ask() -> None:
        settings = stores.settings
        access = {"user": settings.neo4j_user, "password": settings.neo4j_password}
        graph = Graph(settings.neo4j_url, **access, view=f"{stores.view}_absent")
        try:
            with pytest.raises(Unavailable, match="does not exist yet"):
                await shortest_paths(graph, member("acme"), ("code/a", "code/b"), "up", 5)
        finally:
            await graph.close()

    asyncio.run(ask())


def test_a_query_that_needs_too_much_memory_is_unavailable(stores: Stores) -> None:
    async def ask() -> None:
        large = "UNWIND range(1, 1000000000) AS n WITH collect([n, n, n]) AS many RETURN size(many)"
        async with stores.graph() as graph:
            with pytest.raises(Unavailable, match="Neo4j has too little memory for this query"):
                await graph.rows(large, {}, timeout_s=60)
            assert await graph.rows("RETURN 1", {}, timeout_s=5) == [[1]]

    asyncio.run(ask())


def test_a_statement_that_postgres_ends_at_its_limit_is_too_slow(stores: Stores) -> None:
    """The test shortens the limit of all connections, which take turns, once it has read that."""

    async def ask(tables: Tables) -> None:
        read = await tables.rows(dict[str, Any], "SELECT current_setting('statement_timeout') AS it", {})
        assert read == [{"it": "15s"}]
        for _ in range(CONNECTIONS_MAX + 1):
            await tables.rows(dict[str, Any], "SELECT set_config('statement_timeout', '200ms', false)", {})
        await tables.rows(dict[str, Any], "SELECT pg_sleep(20)", {})

    with pytest.raises(TooSlow, match="Postgres ended the query after 15 s"):
        stores.answer(ask)


def test_paths_in_any_direction_pass_no_crowded_artifact(stores: Stores) -> None:
    def used(child: str, parent: str) -> LineageEdge:
        return edge(child, parent, LineageRelation.TRAINED_ON, LineageStanding.DECLARED)

    near = [used(f"code/s{n}", "code/small") for n in (1, 2)]
    crowd = [used(f"code/c{n}", "code/crowded") for n in range(CROWDED + 1)]
    stores.tell(REGISTRY_EVENTS, "repo-a", recorded(near), recorded(crowd))
    [path] = stores.paths("code/s1", "code/s2", "any", 4)
    assert (path.artifacts, path.direction) == (("code/s1", "code/small", "code/s2"), "mixed")
    assert stores.paths("code/c1", "code/c2", "any", 4) == []
    with pytest.raises(Crowded, match=r"^code/crowded$"):
        stores.paths("code/c1", "code/crowded", "any", 4)


def test_at_most_one_path_more_than_the_maximum_is_read(stores: Stores) -> None:
    through = [f"code/t{n}" for n in range(PATHS_MAX + 5)]
    edges = [
        edge(*ends, LineageRelation.BUILT_FROM, LineageStanding.STATED)
        for each in through
        for ends in (("code/wide", each), (each, "code/far"))
    ]
    stores.tell(REGISTRY_EVENTS, "repo-a", recorded(edges))
    found = stores.paths("code/wide", "code/far", "up", 5)
    assert [path.artifacts[1] for path in found] == sorted(through)[: PATHS_MAX + 1]


def test_a_query_that_reaches_its_time_limit_is_an_error_of_its_own(stores: Stores) -> None:
    async def ask() -> None:
        endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)"
        async with stores.graph() as graph:
            with pytest.raises(TooSlow):
                await graph.rows(endless, {}, timeout_s=0.5)
            assert await graph.rows("RETURN 1", {}, timeout_s=5) == [[1]]

    asyncio.run(ask())


def test_only_attempts_running_in_the_token_s_organisation_are_accepted(stores: Stores) -> None:
    def found(user_agent: str, tenant: str = "acme") -> MadeBy | None:
        async def ask() -> MadeBy | None:
            async with Tables.connected(stores.settings.postgres_dsn, view=stores.view) as tables:
                return await made_by(tables, user_agent, tenant)

        return asyncio.run(ask())

    stores.tell(JOB_EVENTS, "job-live", bound("job-live", 1), bound("job-live", 2))
    agent = "unknown/None; hf_hub/2.4.0; python/3.11; origin/muster/job-live/2"
    assert found(agent) == MadeBy(job_id="job-live", attempt=2, checkpoint_step=None)
    assert found(agent, "globex") is None
    assert found("hf_hub/2.4.0; origin/muster/job-live/1") is None
    assert found("hf_hub/2.4.0; origin/muster/job-none/1") is None
    assert found("hf_hub/2.4.0") is None
    saved = CheckpointRecorded(
        job_id="job-live",
        attempt=2,
        rank=0,
        file="model.pt",
        uri="s3://muster/model.pt",
        sha256="0" * 64,
        size_bytes=1,
        files=1,
        unchanged_bytes=0,
        step=400,
    )
    stores.tell(JOB_EVENTS, "job-live", saved)
    assert found(agent) == MadeBy(job_id="job-live", attempt=2, checkpoint_step=400)
    stores.tell(JOB_EVENTS, "job-live", JobSucceeded(job_id="job-live", attempt=2))
    assert found(agent) is None
