"""Plain: the form in which an entity is written, JSON values only."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
"""Fields by name. The keys never change, because the state hashes in recorded logs depend on them."""
