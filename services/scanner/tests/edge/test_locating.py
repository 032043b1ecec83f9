"""Content is located once the tables know the commit that added it; what they lack then was removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from muster.scanner.core.orders import Order, order_bytes, read_order
from muster.scanner.edge.reading.locating import Behind, Gone, Place, keys_of, place_of, until_known
from muster.views.reading.tables import Tables

ORDER = Order(object="lfs/aa", scan="scan-1", repository="repo-1", commit="c1", names=("a.bin",))
AGAIN = replace(ORDER, newest="repo-2/c2")


class Lagging:
    """Tables that know a commit after a number of batches; afterwards none follows."""

    def __init__(self, commit: tuple[str, str], batches: int) -> None:
        self.commit = commit
        self.batches = batches
        self.asked = 0

    async def changes(self) -> AsyncGenerator[None]:
        """Yield at once, and after each batch."""
        yield
        while self.batches:
            self.batches -= 1
            yield
        await asyncio.Event().wait()

    async def row(self, kind: Any, statement: str, parameters: Mapping[str, str]) -> Any:
        """Return the row of content that a commit added."""
        assert "FROM held" in statement
        assert parameters["object"] == "lfs/aa"
        self.asked += 1
        is_known = (parameters["repository"], parameters["commit"]) == self.commit
        return kind(parameters["commit"]) if is_known and not self.batches else None


def wait(tables: Any, order: Order, patience_s: float = 60) -> None:
    asyncio.run(until_known(cast("Tables", tables), order, patience_s))


@pytest.mark.parametrize("batches", [0, 1, 3])
@pytest.mark.parametrize(("order", "commit"), [(ORDER, ("repo-1", "c1")), (AGAIN, ("repo-2", "c2"))])
def test_content_is_read_with_the_batch_that_brings_the_newest_commit_with_it(
    order: Order, commit: tuple[str, str], batches: int
) -> None:
    tables = Lagging(commit, batches)
    wait(tables, order)
    assert tables.asked == batches + 1


def test_tables_that_know_an_older_commit_only_are_behind() -> None:
    with pytest.raises(Behind, match="commit c2 of repo-2"):
        wait(Lagging(("repo-1", "c1"), 0), AGAIN, patience_s=0.01)


def test_a_scan_is_postponed_when_the_tables_stay_behind() -> None:
    with pytest.raises(Behind, match="commit c1 of repo-1"):
        wait(Lagging(("repo-3", "c3"), 2), ORDER, patience_s=0.01)


def test_a_failure_other_than_lag_is_reported_at_once() -> None:
    class Broken(Lagging):
        async def row(self, kind: Any, statement: str, parameters: Mapping[str, str]) -> Any:
            raise ConnectionError

    tables = Broken(("repo-1", "c1"), 1)
    with pytest.raises(ConnectionError):
        wait(tables, ORDER)
    assert tables.batches == 1


def test_changes_that_are_already_pending_do_not_extend_the_wait() -> None:
    class Busy(Lagging):
        async def changes(self) -> AsyncGenerator[None]:
            while True:
                yield

    tables = Busy(("repo-3", "c3"), 0)
    with pytest.raises(Behind):
        wait(tables, ORDER, patience_s=0)
    assert tables.asked == 1


def test_an_order_without_a_newest_commit_is_written_as_before_and_means_its_own() -> None:
    assert b"newest" not in order_bytes(ORDER)
    assert read_order(order_bytes(ORDER)) == ORDER
    assert ORDER.added_by == ("repo-1", "c1")
    assert read_order(order_bytes(AGAIN)).added_by == ("repo-2", "c2")


class Objects:
    """Tables `objects` and `repacked`, in memory; removed objects are not in the answer."""

    def __init__(self, there: Sequence[str], repacked: Mapping[str, str]) -> None:
        self._there = there
        self._repacked = repacked

    async def rows(self, kind: Any, statement: str, parameters: Mapping[str, Sequence[str]]) -> list[Any]:
        """Return the rows of these objects."""
        assert "FROM objects" in statement
        return [kind(name, f"key/{name}") for name in parameters["objects"] if name in self._there]

    async def row(self, kind: Any, statement: str, parameters: Mapping[str, str]) -> Any:
        """Return the record of a file that was uploaded whole."""
        assert "FROM repacked" in statement
        record = self._repacked.get(parameters["object"])
        return None if record is None else kind(record)


def tables_with(*there: str, **repacked: str) -> Tables:
    said = {f"lfs/{name}": record for name, record in repacked.items()}
    return cast("Tables", Objects(there, said))


def test_content_with_a_removed_part_is_gone() -> None:
    with pytest.raises(Gone, match="xorb/bb"):
        asyncio.run(keys_of(tables_with("xorb/aa"), ["xorb/aa", "xorb/bb"]))


def test_all_parts_are_located_together() -> None:
    found = asyncio.run(keys_of(tables_with("xorb/aa", "xorb/bb"), ["xorb/aa", "xorb/bb"]))
    assert found == {"xorb/aa": "key/xorb/aa", "xorb/bb": "key/xorb/bb"}


def test_a_whole_file_is_read_where_it_is_or_by_the_record_that_replaced_it_or_is_gone() -> None:
    for tables, place in (
        (tables_with("lfs/aa"), Place("lfs/aa", "key/lfs/aa")),
        (tables_with("file/r", aa="r"), Place("file/r", "key/file/r")),
    ):
        assert asyncio.run(place_of(tables, "lfs/aa")) == place
    for tables in (tables_with(), tables_with(aa="r")):
        with pytest.raises(Gone):
            asyncio.run(place_of(tables, "lfs/aa"))
