"""Licence in the front matter of a README.md: YAML between two lines of ---."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, cast

import yaml

_HEAD: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEAD_CHARS_MAX: Final = 65_536


@dataclass(frozen=True, slots=True)
class Card:
    """Licence, bases and text of a model card.

    Attributes:
        licences: As written: `license` or, where that is "other", `license_name`.
        bases: Names of its base models.
        text: The text after the front matter.
    """

    licences: tuple[str, ...]
    bases: tuple[str, ...]
    text: str


def card_of(text: str) -> Card:
    """A card; without a head, or with one that cannot be read, only its text."""
    found = _HEAD.match(text[: _HEAD_CHARS_MAX + 16])
    if found is None:
        return Card((), (), text)
    try:
        head: object = yaml.load(found[1], _Loader)  # noqa: S506  (a SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return Card((), (), text)
    body = text[found.end() :]
    if not isinstance(head, dict):
        return Card((), (), body)
    fields = cast("dict[object, object]", head)
    licences = _texts(fields.get("license"))
    if licences == ("other",):
        licences = _texts(fields.get("license_name")) or licences
    return Card(licences, _texts(fields.get("base_model")), body)


class _Loader(yaml.SafeLoader):
    """Loader without aliases: some lines of them expand to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        return super().compose_node(parent, index)


def _texts(value: object) -> tuple[str, ...]:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return tuple(item for item in items[:100] if isinstance(item, str) and item.strip())
