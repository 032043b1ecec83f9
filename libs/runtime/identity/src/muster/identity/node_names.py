"""PURE. The nodes that a credential is for: names, or patterns in which `*` stands for any characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

NAME: Final = re.compile(r"[A-Za-z0-9*][A-Za-z0-9._*-]{0,127}")
"""A node's id, or a pattern of such."""


class NodeNames:
    """A set of nodes.

    Args:
        names: Names and patterns.

    Raises:
        ValueError: one of them is malformed, or there is none; says what is allowed.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        if not self.names:
            raise ValueError("nodes are (none); allowed: at least one name or pattern")
        if wrong := [name for name in self.names if not NAME.fullmatch(name)]:
            raise ValueError(f"node {wrong[0][:128]!r}; allowed: {NAME.pattern}, * for any characters")
        self._exact = frozenset(name for name in self.names if "*" not in name)
        patterns = [re.escape(name).replace(r"\*", ".*") for name in self.names if "*" in name]
        self._pattern = re.compile("|".join(patterns)) if patterns else None

    def __contains__(self, node_id: str) -> bool:
        """Whether the node is one of them."""
        return node_id in self._exact or (
            self._pattern is not None and self._pattern.fullmatch(node_id) is not None
        )

    def __str__(self) -> str:
        """The names, for messages."""
        shown = ", ".join(self.names[:8])
        return shown if len(self.names) <= 8 else f"{shown} and {len(self.names) - 8} more"
