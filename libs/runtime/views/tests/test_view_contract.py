"""One contract, three real stores: what Postgres, Elasticsearch and Neo4j views promise alike.

The stream under test sets fields of a few items. What must come out is written down by hand in OUTCOME;
nothing here folds the stream.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, cast

import elastic_transport
import neo4j
import psycopg
import pytest
from elasticsearch import Elasticsearch
from muster.journal.position import Position, TopicPartition
from muster.views.elastic import ElasticView
from muster.views.graph import GraphView
from muster.views.postgres import PostgresView
from muster.views.rows import Edge, Merge, Node, Upsert
from muster.views.view import Behind, Overtaken, Span, View

pytestmark = pytest.mark.stack

Contents = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Change:
    """One event of the stream: these fields of an item now have these values."""

    partition: int
    offset: int
    item: str
    fields: Mapping[str, Any]


STREAM = [
    Change(0, 0, "a", {"state": "new", "size": 1}),
    Change(1, 0, "b", {"state": "new", "size": 7}),
    Change(0, 1, "a", {"state": "busy"}),
    Change(0, 3, "c", {"state": "new", "size": 5}),  # offset 2 was a transaction marker
    Change(1, 1, "b", {"state": "busy", "note": "x\0y"}),
    Change(0, 4, "a", {"size": 2}),
    Change(1, 2, "b", {"state": "done", "note": None}),
    Change(0, 5, "a", {"state": "done"}),
]

OUTCOME: Contents = {
    "a": {"state": "done", "size": 2},
    "b": {"state": "done", "size": 7},
    "c": {"state": "new", "size": 5},
}

END: Mapping[TopicPartition, int] = {("items", 0): 6, ("items", 1): 3}


class Store(Protocol):
    """A kind of store: how its views are opened, written to, looked into and broken."""

    def open(self) -> View[Any]: ...
    def rows(self, change: Change) -> Sequence[Any]: ...
    def contents(self) -> Contents: ...
    def failing(self, call: int, *, after: bool) -> Any: ...


def deliver(
    store: Store, view: View[Any], changes: Sequence[Change], first: Mapping[TopicPartition, int]
) -> None:
    """Apply changes as one batch that begins at `first`."""
    rows = [row for change in changes for row in store.rows(change)]
    ends = {p: max(c.offset for c in changes if c.partition == p) + 1 for p in {c.partition for c in changes}}
    view.apply(rows, [Span("items", p, first.get(("items", p)), end) for p, end in ends.items()])


def follow(store: Store, view: View[Any], batch: int = 5) -> None:
    """Project from the view's positions to the end of the stream, as a projector does."""
    while True:
        positions = view.positions()
        ready = [c for c in STREAM if c.offset >= positions.get(("items", c.partition), 0)]
        if not ready:
            return
        deliver(store, view, ready[:batch], positions)


@pytest.fixture(params=["postgres", "elastic", "graph"])
def store(request: pytest.FixtureRequest, endpoints: Mapping[str, str]) -> Iterator[Store]:
    name = f"v{uuid.uuid4().hex[:10]}"
    kinds: dict[str, Callable[[], Store]] = {
        "postgres": lambda: PostgresStore(endpoints["MUSTER_POSTGRES_DSN"], name),
        "elastic": lambda: ElasticStore(endpoints["MUSTER_ELASTICSEARCH_URL"], name),
        "graph": lambda: GraphStore(
            endpoints["MUSTER_NEO4J_URL"],
            endpoints["MUSTER_NEO4J_USER"],
            endpoints["MUSTER_NEO4J_PASSWORD"],
            name,
        ),
    }
    store = kinds[str(request.param)]()
    yield store
    with opened(store) as view:
        view.drop()


@contextmanager
def opened(store: Store) -> Generator[View[Any]]:
    view = store.open()
    try:
        yield view
    finally:
        view.close()


@pytest.fixture
def view(store: Store) -> Iterator[View[Any]]:
    with opened(store) as view:
        view.prepare()
        yield view


def test_applied_rows_are_stored_with_their_positions(store: Store, view: View[Any]) -> None:
    assert view.positions() == {}
    follow(store, view)
    assert store.contents() == OUTCOME
    assert view.positions() == END


def test_preparing_again_changes_nothing(store: Store, view: View[Any]) -> None:
    follow(store, view)
    view.prepare()
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_a_batch_applied_twice_counts_once(store: Store, view: View[Any]) -> None:
    deliver(store, view, STREAM, {})
    with pytest.raises(Overtaken):
        deliver(store, view, STREAM, {})
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_old_records_that_come_again_after_new_ones_change_nothing(store: Store, view: View[Any]) -> None:
    deliver(store, view, STREAM[:4], {})
    deliver(store, view, STREAM[4:], {("items", 0): 4, ("items", 1): 1})
    for again, first in ((STREAM[:4], {}), (STREAM[2:5], {("items", 0): 1, ("items", 1): 1})):
        with pytest.raises(Overtaken):
            deliver(store, view, again, first)
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_a_batch_that_leaves_a_gap_is_not_taken(store: Store, view: View[Any]) -> None:
    deliver(store, view, STREAM[:2], {})
    with pytest.raises(Overtaken):
        deliver(store, view, STREAM[5:], {("items", 0): 4, ("items", 1): 2})
    assert view.positions() == {("items", 0): 1, ("items", 1): 1}


def test_partitions_may_be_interleaved_in_any_way(store: Store, view: View[Any]) -> None:
    second_first = sorted(STREAM, key=lambda c: (-c.partition, c.offset))
    for n, change in enumerate(second_first):
        before = [c for c in second_first[:n] if c.partition == change.partition]
        first = {("items", change.partition): before[-1].offset + 1} if before else {}
        deliver(store, view, [change], first)
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_two_projectors_that_take_turns_leave_what_one_would(store: Store, view: View[Any]) -> None:
    with opened(store) as other:
        for n, change in enumerate(STREAM):
            writer = (view, other)[n % 2]
            deliver(store, writer, [change], writer.positions())
    assert (store.contents(), view.positions()) == (OUTCOME, END)


@pytest.mark.parametrize("after", [False, True], ids=["call-lost", "answer-lost"])
def test_a_failure_at_any_call_is_made_good_by_beginning_again(
    store: Store, view: View[Any], after: bool
) -> None:
    failures = 0
    for call in range(1, 40):
        failed = False
        with store.failing(call, after=after):
            try:
                follow(store, view)
            except ConnectionResetError:
                failed = True
        if not failed:
            break
        failures += 1
        with opened(store) as again:
            follow(store, again)
            assert (store.contents(), again.positions()) == (OUTCOME, END), f"failure at call {call}"
            again.drop()
        view.prepare()
    assert failures >= 3, "the failures were not where this test means them to be"


def test_of_two_projectors_each_batch_counts_for_one(store: Store, view: View[Any]) -> None:
    counted: list[tuple[int, int]] = []
    together = threading.Barrier(2)

    def project() -> None:
        with opened(store) as mine:
            together.wait(120)
            deadline = 2_000
            while (positions := mine.positions()) != END and deadline:
                deadline -= 1
                change = next(c for c in STREAM if c.offset >= positions.get(("items", c.partition), 0))
                try:
                    deliver(store, mine, [change], positions)
                    counted.append((change.partition, change.offset))
                except Overtaken:
                    continue

    threads = [threading.Thread(target=project) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=180)
    assert sorted(counted) == sorted((c.partition, c.offset) for c in STREAM)
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_a_rebuilt_generation_equals_the_live_one_and_takes_its_place(store: Store, view: View[Any]) -> None:
    follow(store, view)
    successor = view.next_generation()
    assert successor.positions() == {}
    follow(store, successor, batch=1)
    assert store.contents() == OUTCOME, "queries see the next generation"
    assert successor.fingerprint().differences(view.fingerprint()) == []
    view.swap(successor)
    successor.close()
    assert (store.contents(), view.positions()) == (OUTCOME, END)
    assert view.fingerprint().counts == {**view.fingerprint().counts, **store_counts(view)}


def store_counts(view: View[Any]) -> Mapping[str, int]:
    """Three items, whatever the store calls them."""
    return {("Item" if isinstance(view, GraphView) else "items"): len(OUTCOME)}


def test_a_generation_that_differs_is_seen_to_differ(store: Store, view: View[Any]) -> None:
    follow(store, view)
    successor = view.next_generation()
    deliver(store, successor, STREAM[:-1], {})
    assert successor.fingerprint().differences(view.fingerprint()) != []
    successor.drop()
    successor.close()
    assert store.contents() == OUTCOME


def test_a_projector_goes_on_from_the_new_generation_after_a_swap(store: Store, view: View[Any]) -> None:
    deliver(store, view, STREAM[:6], {})
    successor = view.next_generation()
    deliver(store, successor, STREAM[:4], {})
    view.swap(successor)
    successor.close()
    with pytest.raises(Overtaken):
        deliver(store, view, STREAM[6:], {("items", 0): 5, ("items", 1): 2})
    follow(store, view)
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_a_rebuild_after_a_rebuild(store: Store, view: View[Any]) -> None:
    for _ in range(3):
        successor = view.next_generation()
        follow(store, successor)
        view.swap(successor)
        successor.close()
    assert (store.contents(), view.positions()) == (OUTCOME, END)


def test_wait_for_returns_when_a_query_sees_the_position(store: Store, view: View[Any]) -> None:
    def project() -> None:
        with opened(store) as other:
            follow(store, other)

    projector = threading.Thread(target=project)
    projector.start()
    view.wait_for(Position("items", 0, 5), timeout_s=30)
    assert store.contents()["a"] == OUTCOME["a"]
    projector.join(timeout=180)


def test_wait_for_says_when_time_is_up(store: Store, view: View[Any]) -> None:
    follow(store, view)
    with pytest.raises(Behind, match="items/0/6"):
        view.wait_for(Position("items", 0, 6), timeout_s=0)


def failing_nth(original: Callable[..., Any], call: int, *, after: bool) -> Callable[..., Any]:
    """The function, but its n-th call and all later ones fail; with `after`, the n-th does its work first."""
    calls = 0

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls < call:
            return original(*args, **kwargs)
        if after and calls == call:
            original(*args, **kwargs)
        raise ConnectionResetError(f"call {calls}")

    return wrapped


@contextmanager
def patched(owner: Any, name: str, call: int, *, after: bool) -> Generator[None]:
    original = getattr(owner, name)
    setattr(owner, name, failing_nth(original, call, after=after))
    try:
        yield
    finally:
        setattr(owner, name, original)


@dataclass
class PostgresStore:
    dsn: str
    name: str

    def open(self) -> PostgresView:
        tables = "CREATE TABLE IF NOT EXISTS items (item text PRIMARY KEY, state text, size int, note text)"
        return PostgresView(self.dsn, schema=self.name, tables=tables)

    def rows(self, change: Change) -> Sequence[Upsert]:
        return [Upsert("items", {"item": change.item}, change.fields)]

    def contents(self) -> Contents:
        with psycopg.connect(self.dsn) as connection:
            query = f"SELECT item, to_jsonb(i) - 'item' FROM {self.name}.items i"
            lines = connection.execute(query.encode()).fetchall()
        return {item: {k: v for k, v in fields.items() if v is not None} for item, fields in lines}

    def failing(self, call: int, *, after: bool) -> Any:
        return patched(psycopg.Connection, "wait", call, after=after)


@dataclass
class ElasticStore:
    url: str
    name: str

    def open(self) -> ElasticView:
        collections = {"items": {"state": {"type": "keyword"}, "size": {"type": "integer"}}}
        return ElasticView(self.url, name=self.name, collections=collections)

    def rows(self, change: Change) -> Sequence[Merge]:
        return [Merge("items", change.item, change.fields, change.offset + 1)]

    def contents(self) -> Contents:
        client = Elasticsearch(self.url)
        alias = f"{self.name}-items"
        client.indices.refresh(index=alias)
        hits = cast("list[dict[str, Any]]", client.search(index=alias, size=100)["hits"]["hits"])
        client.close()
        shown = {"state", "size", "note"}
        return {
            hit["_id"]: {k: v for k, v in hit["_source"].items() if k in shown and v is not None}
            for hit in hits
        }

    def failing(self, call: int, *, after: bool) -> Any:
        return patched(elastic_transport.Transport, "perform_request", call, after=after)


@dataclass
class GraphStore:
    url: str
    user: str
    password: str
    name: str

    def open(self) -> GraphView:
        labels = ("Item", "Shelf")
        return GraphView(self.url, user=self.user, password=self.password, name=self.name, labels=labels)

    def rows(self, change: Change) -> Sequence[Node | Edge]:
        item = Node("Item", change.item, change.fields)
        return [item, Edge("LIES_ON", Node("Item", change.item), Node("Shelf", f"shelf-{change.partition}"))]

    def contents(self) -> Contents:
        query = (
            "MATCH (v:View {key: $view}) MATCH (i:Item)-[:LIES_ON]->(:Shelf)"
            " WHERE i.key STARTS WITH $view + '/' + v.generation + '/' RETURN properties(i) AS item"
        )
        driver: Any = cast("Any", neo4j.GraphDatabase).driver(self.url, auth=(self.user, self.password))
        with driver:
            records = driver.execute_query(query, view=self.name).records
        items: list[dict[str, Any]] = [record["item"] for record in records]
        return {i["id"]: {k: v for k, v in i.items() if k not in ("id", "key")} for i in items}

    def failing(self, call: int, *, after: bool) -> Any:
        return patched(neo4j.ManagedTransaction, "_commit" if after else "run", call, after=after)
