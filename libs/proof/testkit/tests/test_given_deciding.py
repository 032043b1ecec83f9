"""given / when / then of deciding services, on the core of the names service."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.deciding import Changes, Happened
from muster.testkit.cores.deciding import given
from muster.testkit.samples.names.core import DECIDER, NAMES
from muster.testkit.samples.names.records import NameReleased, NameTaken, QuotaSet, SetQuota, TakeName

TAKE = TakeName(name="red", organisation="acme", keep_ms=700)


def test_batches_follow_each_other_and_time_decides_too() -> None:
    core = given(DECIDER).when(SetQuota(organisation="acme", names_max=1), TAKE)
    expires_at_ms = core.now_ms + 700
    core.then(
        QuotaSet(organisation="acme", names_max=1),
        NameTaken(name="red", organisation="acme", expires_at_ms=expires_at_ms),
    )
    assert core.state.get(NAMES, "red") is not None
    core.when_time_comes().then(NameReleased(name="red", organisation="acme", reason="expired"))
    assert core.now_ms == expires_at_ms
    assert core.state.get(NAMES, "red") is None


def test_other_facts_than_expected_fail() -> None:
    with pytest.raises(AssertionError):
        given(DECIDER).when(SetQuota(organisation="acme", names_max=1)).then()


def test_a_state_that_does_not_follow_from_the_facts_is_caught() -> None:
    """An `evolve` that remembers something of its own gives another state when the log is folded again."""
    seen: list[Happened[Any]] = []

    def forgets(state: Changes, fact: Happened[Any]) -> None:
        if fact not in seen:
            DECIDER.evolve(state, fact)
        seen.append(fact)

    with pytest.raises(AssertionError, match="different states"):
        given(replace(DECIDER, evolve=forgets)).when(SetQuota(organisation="acme", names_max=1))
