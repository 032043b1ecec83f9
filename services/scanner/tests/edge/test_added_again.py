"""Content that was removed and added again is located by the commit that added it last: real Postgres."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from muster.events.topics import REGISTRY_EVENTS
from muster.events.wire.envelope import envelope_from_datum
from muster.journal import Outgoing
from muster.journal.memory import MemoryJournal
from muster.scanner.config import Settings
from muster.scanner.core.orders import Order
from muster.scanner.edge.projections import TABLES
from muster.scanner.edge.reading.locating import Behind, Gone, Place, place_of, until_known
from muster.testkit.offline import offline
from muster.views.projection import Feed
from muster.views.reading.tables import Tables

pytestmark = [pytest.mark.stack]

EXAMPLES: Final = Path(__file__).parents[4] / "schemas" / "examples"
HASH: Final = "e" * 64
CONTENT: Final = f"inline/{HASH}"
FIRST: Final = Order(object=CONTENT, scan="s", repository="repo-1", commit="c1", names=("a.bin",))
SECOND: Final = Order(
    object=CONTENT, scan="s", repository="repo-1", commit="c1", names=("a.bin",), newest="repo-2/c2"
)


class Projected:
    """Tables of the scanner, which apply each fact at once.

    Attributes:
        dsn: The database.
        view: Schema of the tables.
    """

    def __init__(self, settings: Settings, view: str) -> None:
        self.dsn = settings.postgres_dsn
        self.view = view
        self._projection = TABLES.open(settings, view=view)
        self._journal = MemoryJournal()
        self._producer = self._journal.producer("test")
        self._projection.view.prepare()
        self._feed = Feed(self._projection, self._projection.view, self._journal)

    def apply(self, record: str, **changes: Any) -> None:
        """Apply the example of a record, changed."""
        written = json.loads((EXAMPLES / "registry-events" / f"{record}.json").read_text())
        written["payload"] |= changes
        fact = Outgoing(REGISTRY_EVENTS, envelope_from_datum(REGISTRY_EVENTS, written))
        self._producer.send(fact).result(60)
        while self._feed.advance(0):
            pass

    def commit(self, repository: str, commit: str, key: str) -> None:
        """Apply a commit that brings the content under a key."""
        self.apply(
            "CommitMade",
            repository=repository,
            commit=commit,
            objects=[CONTENT],
            files=[{"path": "a.bin", "kind": "INLINE", "hash": HASH, "size_bytes": 9}],
            proven=[{"upload": f"up-{commit}", "object": CONTENT, "size_bytes": 9, "object_key": key}],
        )

    def close(self) -> None:
        """Drop the tables."""
        self._feed.close()
        self._projection.view.drop()
        self._projection.view.close()


@pytest.fixture
def projected(endpoints: Mapping[str, str]) -> Generator[Projected]:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    with closing(Projected(offline(Settings, **values), f"reading_{uuid.uuid4().hex[:8]}")) as tables:
        yield tables


def located(projected: Projected, order: Order, patience_s: float = 60) -> Place:
    async def locate() -> Place:
        async with Tables.connected(projected.dsn, view=projected.view) as tables:
            await until_known(tables, order, patience_s)
            return await place_of(tables, order.object)

    return asyncio.run(locate())


def test_tables_that_know_the_removal_and_not_yet_the_commit_after_it_are_behind(
    projected: Projected,
) -> None:
    projected.commit("repo-1", "c1", "registry/first")
    assert located(projected, FIRST) == Place(CONTENT, "registry/first")
    projected.apply("ObjectDeleted", object=CONTENT, object_key="registry/first")
    with pytest.raises(Gone):
        located(projected, FIRST)
    with pytest.raises(Behind, match="commit c2 of repo-2"):
        located(projected, SECOND, patience_s=0.1)
    projected.commit("repo-2", "c2", "registry/second")
    assert located(projected, SECOND) == Place(CONTENT, "registry/second")
