"""Schema ids without a server."""

from __future__ import annotations

from muster.events.wire.envelope import Topic
from muster.journal.errors import Unavailable


class MemoryRegistry:
    """Gives every new schema text the next id, from 1; the same text has the same id.

    Attributes:
        down: Set to make `schema_of` fail, as when a server does not answer.
    """

    def __init__(self) -> None:
        self.down = False
        self._texts: list[str] = []

    def register(self, text: str) -> int:
        """The id of this schema text."""
        if text not in self._texts:
            self._texts.append(text)
        return self._texts.index(text) + 1

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema."""
        return self.register(topic.schema)

    def schema_of(self, schema_id: int) -> str | None:
        """The schema with this id, None when there is none.

        Raises:
            Unavailable: while `down`.
        """
        if self.down:
            raise Unavailable("memory registry: down")
        known = 0 < schema_id <= len(self._texts)
        return self._texts[schema_id - 1] if known else None
