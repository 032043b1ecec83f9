"""Shared fixture of the agent's tests: a node on a memory journal."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from muster.journal import MemoryJournal
from muster.testkit.agent_node import AgentNode, end_everything


@pytest.fixture
def node(tmp_path: Path) -> Generator[AgentNode]:
    """A node that is down; everything it started is gone at the end."""
    node = AgentNode(tmp_path, MemoryJournal())
    yield node
    node.down()
    end_everything(tmp_path)
