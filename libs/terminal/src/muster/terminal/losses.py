"""Why work was lost, in words."""

from __future__ import annotations

from typing import Final

LOSSES: Final = {
    "preempted": "evicted for other jobs",
    "reclaimed": "nodes taken away",
    "moved": "moved",
    "ended": "stopped or suspended by people",
    "node-lost": "nodes lost",
    "failed": "failed",
}
"""Why work was lost, as the API names it and as people read it."""
