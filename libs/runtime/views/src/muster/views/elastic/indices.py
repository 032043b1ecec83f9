"""The indices and aliases of an Elasticsearch view: which generation is live, and how one is made.

<name>-<collection>-g3   documents of generation 3      <name>-<collection>   alias of the live generation
<name>-positions-g3      its positions, one document    <name>-positions      alias, shows which one is live
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from elasticsearch import BadRequestError, Elasticsearch
from muster.views.view import Outdated

POSITIONS: Final = "positions"
KEY_FIELD: Final = "_view_key"
"""Field of every document with its id, to sort by, because Elasticsearch does not sort by id."""

_SETTINGS: Final = {"number_of_shards": 1, "auto_expand_replicas": "0-1"}


class Indices:
    """Creates, finds and deletes a view's indices.

    Args:
        client: Client of the server.
        name: Prefix of all names.
        collections: Field mappings by kind of document.

    Raises:
        ValueError: a name is invalid.
    """

    def __init__(
        self, client: Elasticsearch, *, name: str, collections: Mapping[str, Mapping[str, Any]]
    ) -> None:
        for given in (name, *collections):
            if not re.fullmatch(r"[a-z][a-z0-9_]{0,62}", given):
                raise ValueError(f"name is {given!r}; must be 1-63 of a-z, 0-9 and _, a letter first")
        self._client = client
        self._view = name
        self._collections = collections

    def name(self, collection: str, generation: int) -> str:
        """Name of one index."""
        return f"{self._view}-{collection}-g{generation}"

    def names(self, generation: int) -> list[str]:
        """Names of all indices of a generation."""
        return [self.name(c, generation) for c in (*self._collections, POSITIONS)]

    def live(self) -> int | None:
        """The generation that the aliases point to; None: the view does not exist."""
        indices = self._behind(POSITIONS)
        return int(indices[0].rsplit("-g", 1)[1]) if indices else None

    def forbid_strays(self) -> None:
        """Make writes to an index that a swap has dropped fail, instead of creating it without mappings."""
        template = {"settings": _SETTINGS}
        patterns = [f"{self._view}-*"]
        self._client.indices.put_index_template(
            name=f"view-{self._view}", index_patterns=patterns, allow_auto_create=False, template=template
        )

    def create(self, generation: int) -> None:
        """Create a generation's indices and positions, empty; safe to repeat."""
        for collection, properties in self._collections.items():
            self._create(
                self.name(collection, generation),
                {**properties, KEY_FIELD: {"type": "keyword", "index": False}},
            )
        self._create(self.name(POSITIONS, generation), {})

    def point_aliases_to(self, generation: int) -> None:
        """Make a generation live, in one step."""
        actions: list[dict[str, Any]] = []
        for collection in (*self._collections, POSITIONS):
            alias = f"{self._view}-{collection}"
            actions += [{"remove": {"index": i, "alias": alias}} for i in self._behind(collection)]
            actions.append({"add": {"index": self.name(collection, generation), "alias": alias}})
        self._client.indices.update_aliases(actions=actions)

    def check_definition(self, generation: int) -> None:
        """Check that the indices were created from the program's mappings.

        Raises:
            Outdated: they were created from other mappings.
        """
        index = self.name(POSITIONS, generation)
        mapping = self._client.indices.get_mapping(index=index).body[index]["mappings"]
        if mapping["_meta"]["definition"] != self._definition():
            raise Outdated(
                f"Elasticsearch view {self._view}: created from other mappings than this version has"
            )

    def delete(self, generation: int) -> None:
        """Delete a generation's indices."""
        self._delete(self.names(generation))

    def delete_all(self) -> None:
        """Delete everything that belongs to the view."""
        self._delete(cast("Iterable[str]", self._client.indices.get(index=f"{self._view}-*").body))
        self._client.options(ignore_status=404).indices.delete_index_template(name=f"view-{self._view}")

    def _behind(self, collection: str) -> list[str]:
        """Return the indices behind an alias: one, or none when there is no alias."""
        answer = (
            self._client.options(ignore_status=404).indices.get_alias(name=f"{self._view}-{collection}").body
        )
        return [] if "error" in answer else list(answer)

    def _create(self, index: str, properties: Mapping[str, Any]) -> None:
        mappings = {"dynamic": False, "_meta": {"definition": self._definition()}, "properties": properties}
        try:
            self._client.indices.create(index=index, mappings=mappings)
        except BadRequestError as error:
            if error.error != "resource_already_exists_exception":
                raise

    def _delete(self, indices: Iterable[str]) -> None:
        for index in indices:
            self._client.options(ignore_status=404).indices.delete(index=index)

    def _definition(self) -> str:
        return hashlib.sha256(json.dumps(self._collections, sort_keys=True).encode()).hexdigest()
