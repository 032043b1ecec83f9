"""Metadata in the head of a README.md: YAML between two lines of ---. PURE."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, cast

import yaml
from muster.events.registry_commands import ModelCard

CARD_BYTES_MAX: Final = 2**20
TEXT_CHARS_MAX: Final = 2_000
"""Maximum length of the text after the head by which searches find a card."""
_HEAD_CHARS_MAX: Final = 65_536
_HEAD: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_UNSTORED: Final = re.compile(r"[\0\ud800-\udfff]")
"""Characters that neither the log nor a table can store as text."""
_ITEMS_MAX: Final = 100
_TEXT_MAX: Final = 200


def card_of(text: str) -> tuple[ModelCard | None, list[str]]:
    """Parse a card; return it with a message for each part that is invalid.

    Without a head, there is no card and no message. A head that is not a YAML object gives no card, only a
    message.
    """
    found = _HEAD.match(text[: _HEAD_CHARS_MAX + 16])
    if found is None:
        return None, []
    try:
        head: object = yaml.load(found[1], _Loader)  # noqa: S506  (a SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        where = getattr(error, "problem_mark", None)
        line = f"line {where.line + 2}: " if where is not None else ""
        why = f"{line}{getattr(error, 'problem', None) or error}"
        return None, [f"the metadata in README.md is not valid YAML: {why}"]
    if not isinstance(head, dict):
        return None, ["the metadata in README.md is a single value or a list; must be a YAML object"]
    fields = cast("dict[object, object]", head)
    wrong: list[str] = []
    card = ModelCard(
        licence=_text(fields, "license", wrong),
        base_models=_texts(fields, "base_model", wrong),
        datasets=_texts(fields, "datasets", wrong),
        tags=_texts(fields, "tags", wrong),
        pipeline=_text(fields, "pipeline_tag", wrong),
        library=_text(fields, "library_name", wrong),
        text=text[found.end() :].strip()[:TEXT_CHARS_MAX].replace("\0", ""),
    )
    return card, wrong


class _Loader(yaml.SafeLoader):
    """Loader that rejects aliases: a few lines of them can expand to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        return super().compose_node(parent, index)


def _text(fields: dict[object, object], name: str, wrong: list[str]) -> str:
    texts = _texts(fields, name, wrong)
    return texts[0] if texts else ""


def _texts(fields: dict[object, object], name: str, wrong: list[str]) -> tuple[str, ...]:
    """Return a field's text or list of texts; other items are skipped."""
    value = fields.get(name)
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    if len(items) > _ITEMS_MAX:
        wrong.append(f"{name}: {len(items)} items; only the first {_ITEMS_MAX} are used")
    return tuple(_valid_texts(name, items[:_ITEMS_MAX], wrong))


def _valid_texts(name: str, items: list[object], wrong: list[str]) -> Iterator[str]:
    for item in items:
        if isinstance(item, str) and 0 < len(item) <= _TEXT_MAX and not _UNSTORED.search(item):
            yield item
        elif item is not None:
            wrong.append(
                f"{name}: {str(item)[:40]!r} is ignored; must be text of 1 to {_TEXT_MAX} characters"
            )
