"""Plain: what an entity is written as: JSON values only."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
"""Field by field; the keys stay what they were when a log was recorded: the state hash rests on them."""
