"""Schema ids without a server."""

from __future__ import annotations

from collections.abc import Sequence

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
        self._versions: dict[str, list[int]] = {}

    def register(self, topic: Topic, text: str) -> int:
        """The id of this schema text, from now on a version of the topic's schema."""
        if text not in self._texts:
            self._texts.append(text)
        schema_id = self._texts.index(text) + 1
        versions = self._versions.setdefault(topic.name, [])
        if schema_id not in versions:
            versions.append(schema_id)
        return schema_id

    def id_of(self, topic: Topic) -> int:
        """The id of this topic's schema."""
        return self.register(topic, topic.schema)

    def versions_of(self, topic: Topic, wanted: int) -> Sequence[int]:
        """The ids of all versions of this topic's schema, oldest first.

        Raises:
            Unavailable: while `down`.
        """
        del wanted
        if self.down:
            raise Unavailable("memory registry: down")
        return self._versions.get(topic.name, ())

    def schema_of(self, schema_id: int) -> str | None:
        """Return the schema with this id; None: there is none.

        Raises:
            Unavailable: while `down`.
        """
        if self.down:
            raise Unavailable("memory registry: down")
        known = 0 < schema_id <= len(self._texts)
        return self._texts[schema_id - 1] if known else None
