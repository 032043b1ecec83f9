"""The page that compares the stores shows the statements that the service uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from muster.registry.core.lineage.questions import ANY_DEPTH_MAX, DEPTH
from muster.registry.edge.lineage.connections import AFFECTED, COMMON, shortest

PAGE = (Path(__file__).parents[4] / "docs/explanation/tables-or-graph.md").read_text()


@pytest.mark.parametrize(
    "statement", [AFFECTED, COMMON, shortest("up", DEPTH), shortest("any", ANY_DEPTH_MAX)]
)
def test_the_page_shows_the_statements_of_the_service(statement: str) -> None:
    assert "\n".join(line for line in statement.splitlines() if line.strip()) in PAGE
