"""Look-ups never make the reading thread wait, and do not hammer a registry that is down."""

from __future__ import annotations

import threading
import time
from typing import cast

import pytest
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import Topic
from muster.journal import Unavailable
from muster.journal.wire.schema_lookup import BackgroundRegistry
from muster.testkit.patience import PATIENCE_S, Patience


class SlowRegistry:
    """Answers when it is let."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked = 0
        self.down = False
        self.versions = [1, 2]

    def id_of(self, topic: Topic) -> int:
        return 1

    def schema_of(self, schema_id: int) -> str | None:
        self.asked += 1
        assert self.go.wait(PATIENCE_S)
        if self.down:
            raise Unavailable("down")
        return "schema"

    def versions_of(self, topic: Topic, wanted: int) -> list[int]:
        self.schema_of(wanted)
        return list(self.versions)


def ask_until_answered(registry: BackgroundRegistry, schema_id: int) -> str | None:
    patience = Patience()
    while True:
        try:
            return registry.schema_of(schema_id)
        except Unavailable:
            assert not patience.is_over()


@pytest.fixture
def slow() -> SlowRegistry:
    return SlowRegistry()


def test_an_answer_under_way_is_unavailable_and_asked_for_once(slow: SlowRegistry) -> None:
    registry = BackgroundRegistry(slow)
    for _ in range(3):
        with pytest.raises(Unavailable, match="look-up in progress"):
            registry.schema_of(7)
    slow.go.set()
    assert ask_until_answered(registry, 7) == "schema"
    assert slow.asked == 1
    registry.close()


def versions_until_answered(registry: BackgroundRegistry, wanted: int) -> list[int]:
    patience = Patience()
    while True:
        try:
            return list(registry.versions_of(JOB_EVENTS, wanted))
        except Unavailable:
            assert not patience.is_over()


def test_any_number_of_invented_ids_cost_one_look_up_a_second(slow: SlowRegistry) -> None:
    registry = BackgroundRegistry(slow)
    slow.go.set()
    assert versions_until_answered(registry, 3) == [1, 2]
    began = time.monotonic()
    for invented in range(10_000, 20_000):
        versions_until_answered(registry, invented)
    assert slow.asked <= 2 + (time.monotonic() - began)
    registry.close()


@pytest.mark.slow
def test_a_version_that_is_registered_later_is_found(slow: SlowRegistry) -> None:
    registry = BackgroundRegistry(slow)
    slow.go.set()
    assert versions_until_answered(registry, 3) == [1, 2]
    slow.versions.append(3)
    patience = Patience()
    while 3 not in versions_until_answered(registry, 3):
        assert not patience.is_over()
    asked = slow.asked
    assert [versions_until_answered(registry, each) for each in (1, 2, 3)] == [[1, 2, 3]] * 3
    assert slow.asked == asked
    registry.close()


@pytest.mark.slow
def test_a_registry_that_is_down_is_asked_again_but_not_at_every_call(slow: SlowRegistry) -> None:
    registry = BackgroundRegistry(slow)
    slow.go.set()
    slow.down = True
    calls = 0
    while slow.asked < 3:
        with pytest.raises(Unavailable):
            registry.schema_of(7)
        calls += 1
    assert calls > 3 * 10
    slow.down = False
    assert ask_until_answered(registry, 7) == "schema"
    registry.close()


def test_ids_of_our_own_are_asked_for_directly(slow: SlowRegistry) -> None:
    registry = BackgroundRegistry(slow)
    assert registry.id_of(cast("Topic", None)) == 1
    registry.close()
