"""Snapshots in the background: one at a time, failures are counted, the newest few stay."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest
from muster.store import StoreUnavailable
from muster.store.saving import KEPT, BackgroundSaver, prune
from prometheus_client import REGISTRY


class Later:
    """Defers all work until a test runs it."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def start(self, work: Callable[[], None]) -> Future[None]:
        done: Future[None] = Future()
        self.waiting.append(lambda: done.set_result(work()))
        return done

    def run(self) -> None:
        self.waiting.pop()()


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("muster_leader_snapshots_total", {"outcome": outcome}) or 0


def test_one_at_a_time() -> None:
    later, begun = Later(), list[str]()
    saver = BackgroundSaver("test", later.start)

    def begin(key: str) -> Callable[[], str]:
        begun.append(key)
        return lambda: key

    skipped, stored = counted("skipped"), counted("stored")
    saver.save(lambda: begin("first"))
    saver.save(lambda: begin("second"))
    assert (begun, counted("skipped") - skipped) == (["first"], 1)
    with pytest.raises(TimeoutError):
        saver.wait(0)
    later.run()
    saver.wait(0)
    saver.save(lambda: begin("third"))
    later.run()
    assert (begun, counted("stored") - stored) == (["first", "third"], 2)


def test_a_store_that_is_away_fails_nothing_but_the_snapshot() -> None:
    def away() -> str:
        raise StoreUnavailable("no answer")

    failed = counted("failed")
    saver = BackgroundSaver("test")
    saver.save(lambda: away)
    saver.wait(10)
    assert counted("failed") - failed == 1


def test_the_newest_stay() -> None:
    class Deleted(list[str]):
        def delete(self, key: str) -> None:
            self.append(key)

    objects = Deleted()
    prune(objects, [f"{n}" for n in range(KEPT)])
    assert objects == []
    prune(objects, [f"{n}" for n in range(KEPT + 2)])
    assert objects == ["0", "1"]
