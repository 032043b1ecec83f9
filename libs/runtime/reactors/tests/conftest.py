"""A ledger on the real Postgres, with rows that no other test has; a receiver of webhooks."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping

import pytest
from muster.reactors import Ledger
from muster.testkit.stack.receiver import Receiver, forget_reactor, receiving


@pytest.fixture
def receiver() -> Generator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def name(endpoints: Mapping[str, str]) -> Generator[str]:
    """A reactor's name that no other test has; its rows are removed at the end."""
    name = f"test-{uuid.uuid4().hex[:8]}"
    yield name
    forget_reactor(endpoints["MUSTER_POSTGRES_DSN"], name)


@pytest.fixture
def ledger(endpoints: Mapping[str, str]) -> Generator[Ledger]:
    with Ledger(endpoints["MUSTER_POSTGRES_DSN"]) as ledger:
        ledger.prepare()
        yield ledger
