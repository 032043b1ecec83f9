"""Locating content while the tables lag behind the decider."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, cast

import pytest
from muster.scanner.edge.reading.locating import Gone, NotYet, keys_of, once_known
from muster.views.reading.tables import Tables


class Lagging:
    """Tables that know the content after a number of batches; afterwards none follows."""

    def __init__(self, batches: int) -> None:
        self.batches = batches
        self.located = 0

    async def changes(self) -> AsyncGenerator[None]:
        """Yield at once, and after each batch."""
        yield
        while self.batches:
            self.batches -= 1
            yield
        await asyncio.Event().wait()

    async def locate(self) -> str:
        """Return the key of the content."""
        self.located += 1
        if self.batches:
            raise NotYet("lfs/aa")
        return "key"


@pytest.mark.parametrize("batches", [0, 1, 3])
def test_content_is_located_with_the_batch_that_brings_it(batches: int) -> None:
    tables = Lagging(batches)
    assert asyncio.run(once_known(tables.changes(), tables.locate, patience_s=60)) == "key"
    assert tables.located == batches + 1


def test_a_scan_is_postponed_when_the_tables_stay_behind() -> None:
    async def locate() -> str:
        raise NotYet("the tables do not know lfs/aa yet")

    with pytest.raises(NotYet, match="lfs/aa"):
        asyncio.run(once_known(Lagging(2).changes(), locate, patience_s=0.01))


def test_a_failure_other_than_lag_is_reported_at_once() -> None:
    tables = Lagging(1)

    async def locate() -> str:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        asyncio.run(once_known(tables.changes(), locate, patience_s=60))
    assert tables.batches == 1


def test_changes_that_are_already_pending_do_not_extend_the_wait() -> None:
    tries = 0

    async def changes() -> AsyncGenerator[None]:
        while True:
            yield

    async def locate() -> str:
        nonlocal tries
        tries += 1
        if tries > 3:
            return "located after the end of the wait"
        raise NotYet("the tables do not know lfs/aa yet")

    with pytest.raises(NotYet, match="lfs/aa"):
        asyncio.run(once_known(changes(), locate, patience_s=0))
    assert tries == 1


class Objects:
    """Table `objects`, in memory."""

    def __init__(self, rows: Mapping[str, bool]) -> None:
        self._rows = rows

    async def rows(self, kind: Any, statement: str, parameters: Mapping[str, Sequence[str]]) -> list[Any]:
        """Return the rows with these objects."""
        assert "FROM objects" in statement
        found = [name for name in parameters["objects"] if name in self._rows]
        return [kind(name, f"key/{name}", self._rows[name]) for name in found]


def _keys(rows: Mapping[str, bool]) -> dict[str, str]:
    tables = cast("Tables", Objects(rows))
    return asyncio.run(keys_of(tables, ["xorb/aa", "xorb/bb"]))


def test_content_with_a_removed_part_is_gone_rather_than_late() -> None:
    with pytest.raises(Gone, match="xorb/bb"):
        _keys({"xorb/aa": True, "xorb/bb": False})


def test_content_with_an_unknown_part_is_late() -> None:
    with pytest.raises(NotYet, match="xorb/bb"):
        _keys({"xorb/aa": True})


def test_all_parts_are_located_together() -> None:
    assert _keys({"xorb/aa": True, "xorb/bb": True}) == {"xorb/aa": "key/xorb/aa", "xorb/bb": "key/xorb/bb"}
