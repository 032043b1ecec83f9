"""The edges in Postgres and in Neo4j: whatever the graph is, both walk it alike, and as it was told."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import CheckpointRecorded, GangBound, JobSucceeded
from muster.events.registry_commands import LineageRelation, MadeBy
from muster.events.registry_events import ContentCheck, LineageEdge, LineageRecorded, LineageStanding
from muster.events.topics import JOB_EVENTS, REGISTRY_EVENTS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.journal import Outgoing
from muster.journal.memory import MemoryJournal
from muster.registry.config import Settings
from muster.registry.edge.lineage import graph
from muster.registry.edge.lineage.graph import GRAPH
from muster.registry.edge.lineage.reading import walk
from muster.registry.edge.lineage.running import made_by
from muster.registry.edge.projections import TABLES
from muster.testkit.laws import examples
from muster.views.projection import Feed, Projection
from muster.views.reading.tables import Tables
from muster.views.rebuild import rebuild

pytestmark = [pytest.mark.stack]

FOLLOWED = {LineageStanding.SEEN, LineageStanding.DECLARED, LineageStanding.STATED}
Told = tuple[int, int, LineageRelation, LineageStanding]


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

    def in_neo4j(self, start: str, *, up: bool, depth: int) -> dict[str, int]:
        access = (self.settings.neo4j_user, self.settings.neo4j_password)
        with cast("Any", neo4j.GraphDatabase).driver(self.settings.neo4j_url, auth=access) as driver:
            return graph.walk(driver, self.view, start, up=up, depth=depth)


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


def walked(told: Sequence[Told], start: int, *, up: bool, depth: int) -> dict[int, int]:
    """Breadth first, over what holds at the end."""
    last = {(child, parent, relation): standing for child, parent, relation, standing in told}
    live = [(child, parent) for (child, parent, _), standing in last.items() if standing in FOLLOWED]
    steps, reached = {start: 0}, {start}
    for step in range(1, depth + 1):
        pairs = live if up else [(parent, child) for child, parent in live]
        reached = {end for begin, end in pairs if begin in reached} - set(steps)
        steps |= dict.fromkeys(reached, step)
    del steps[start]
    return steps


@st.composite
def tellings(draw: st.DrawFn) -> list[Told]:
    """Edges from later to earlier artifacts: no matter how many ways there are, none leads in a circle."""
    ends = st.tuples(st.integers(1, 9), st.integers(0, 9)).filter(lambda pair: pair[1] < pair[0])
    relations = st.sampled_from([LineageRelation.FINE_TUNE, LineageRelation.MERGE])
    standings = st.sampled_from([*LineageStanding, LineageStanding.DECLARED, LineageStanding.SEEN])
    told = draw(st.lists(st.tuples(ends, relations, standings), min_size=3, max_size=24))
    return [(child, parent, relation, standing) for (child, parent), relation, standing in told]


@examples(15)
@given(told=tellings(), start=st.integers(0, 9), depth=st.sampled_from([1, 3, 20]), up=st.booleans())
def test_both_stores_walk_any_graph_alike(
    stores: Stores, told: list[Told], start: int, depth: int, *, up: bool
) -> None:
    mark = uuid.uuid4().hex[:8]
    names = [f"version/repo-{mark}/{number}" for number in range(10)]
    facts = [recorded([edge(names[c], names[p], r, s)]) for c, p, r, s in told]
    stores.tell(REGISTRY_EVENTS, "repo-a", *facts)
    expected = {names[end]: steps for end, steps in walked(told, start, up=up, depth=depth).items()}
    assert stores.in_postgres(names[start], up=up, depth=depth) == expected
    assert stores.in_neo4j(names[start], up=up, depth=depth) == expected


def test_a_graph_with_a_circle_that_somebody_stated_is_walked_to_its_end(stores: Stores) -> None:
    ends = [("a", "b"), ("b", "c"), ("c", "a")]
    edges = [
        edge(f"code/{a}", f"code/{b}", LineageRelation.FINE_TUNE, LineageStanding.STATED) for a, b in ends
    ]
    stores.tell(REGISTRY_EVENTS, "repo-a", recorded(edges))
    expected = {"code/b": 1, "code/c": 2}
    assert stores.in_postgres("code/a", up=True, depth=20) == expected
    assert stores.in_neo4j("code/a", up=True, depth=20) == expected


def test_both_are_made_anew_from_the_log(stores: Stores) -> None:
    edges = [edge("code/x", "code/y", LineageRelation.BUILT_FROM, LineageStanding.STATED)]
    stores.tell(REGISTRY_EVENTS, "repo-a", recorded(edges))
    for projection in stores.projections:
        assert rebuild(projection, stores.journal).differences == ()
    assert stores.in_neo4j("code/x", up=True, depth=1) == {"code/y": 1}


def bound(job_id: str, attempt: int) -> GangBound:
    return GangBound(
        job_id=job_id,
        attempt=attempt,
        placements=(),
        master_address="",
        master_port=0,
        waited_ms=0,
        reason="fits",
        tenant="acme",
        queue="default",
    )


def test_only_an_attempt_that_runs_in_the_organisation_of_the_token_is_believed(stores: Stores) -> None:
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
