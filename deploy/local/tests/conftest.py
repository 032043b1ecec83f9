"""A home of its own for every test; whatever was started in it is stopped."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from muster.local import stack
from muster.local.home import Home


@pytest.fixture
def reachable(tmp_path: Path) -> Path:
    """A folder of the test's own that every user can reach.

    Pytest lets only its user into what it makes; with xdist that is one folder more.
    """
    temporary = Path(tempfile.gettempdir())
    for folder in (tmp_path, *tmp_path.parents):
        if folder != temporary and folder.is_relative_to(temporary):
            folder.chmod(folder.stat().st_mode | 0o011)
    return tmp_path


@pytest.fixture
def home(reachable: Path) -> Generator[Home]:
    """An empty home that every user can reach."""
    made = Home(reachable / "home")
    made.create()
    yield made
    stack.down(made)
