"""After the servers are up: topics, schemas, the developer's keys and token. Every step may be repeated."""

from __future__ import annotations

from muster.local.endpoints import Endpoints
from muster.local.home import Home
from muster.local.progress import Progress


def seed(home: Home, told: Endpoints, progress: Progress) -> None:
    """Not yet."""
