"""Reasons for lost work, in words."""

from __future__ import annotations

from typing import Final

LOSSES: Final = {
    "preempted": "evicted for other jobs",
    "reclaimed": "nodes reclaimed",
    "moved": "moved",
    "ended": "stopped or suspended by people",
    "node-lost": "nodes lost",
    "failed": "failed",
}
"""Words for people by the API's name of the reason."""
