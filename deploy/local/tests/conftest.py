"""A home of its own for every test; whatever was started in it is stopped."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from muster.local import stack
from muster.local.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Generator[Home]:
    """An empty home that every user can reach."""
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(folder.stat().st_mode | 0o011)
    made = Home(tmp_path / "home")
    made.create()
    yield made
    stack.down(made)
