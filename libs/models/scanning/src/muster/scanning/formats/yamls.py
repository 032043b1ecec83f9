"""YAML as its loaders see it: libyaml's events, with tags, keys and escapes already resolved."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

import yaml
from muster.scanning.formats.targets import judged_target
from muster.scanning.formats.values import object_of
from muster.scanning.paths import leaves

Judged = tuple[str, str, int | None]
_EVENTS_MAX: Final = 3_000_000
_EXPANDED_MAX: Final = 1_000_000
"""Values of a document with its aliases written out; fewer are what people write."""
_YAML: Final = "tag:yaml.org,2002:"
_STANDARD: Final = frozenset(
    (
        "null",
        "bool",
        "int",
        "float",
        "binary",
        "timestamp",
        "omap",
        "pairs",
        "set",
        "str",
        "seq",
        "map",
        "merge",
        "value",
        "yaml",
    )
)
_CALLS: Final = re.compile(r"!(?:new|name|apply|module):(.*)")
"""Tags of HyperPyYAML, which SpeechBrain reads its models with."""
_INCLUDES: Final = re.compile(r"!include:(.*)")
_PLAIN: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
    **dict.fromkeys(("null", "~", ""), None),
}


@dataclass(slots=True)
class Read:
    """A text read as YAML.

    Attributes:
        documents: Complete documents. Numbers stay texts.
        found: Its problems besides those of its values.
        broken: Where and why loaders stop reading; empty: all of it was read.
    """

    documents: list[Any] = field(default_factory=list[Any])
    found: list[Judged] = field(default_factory=list[Judged])
    broken: str = ""


@dataclass(slots=True)
class _Open:
    """A list or a mapping that has not ended yet."""

    is_mapping: bool
    anchor: str | None
    items: list[Any] = field(default_factory=list[Any])
    expanded: int = 1


def read(text: str) -> Read:
    """Parse a text as YAML, without creating anything that it names."""
    reader = _Reader()
    try:
        for count, event in enumerate(yaml.parse(text, Loader=yaml.CSafeLoader)):
            if count > _EVENTS_MAX:
                reader.read.found.append(("limit.reached", f"YAML of more than {_EVENTS_MAX} values", None))
                break
            reader.take(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reader.read.broken = f"line {mark.line + 1 if mark else 1}: {getattr(error, 'problem', error)}"
    return reader.read


class _Reader:
    """Builds documents from events."""

    def __init__(self) -> None:
        self.read = Read()
        self._open: list[_Open] = []
        self._named: dict[str, tuple[Any, None, int]] = {}
        self._values = self._expanded = 0

    def take(self, event: Any) -> None:
        """Take the next event."""
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.read.found += _judged_tag(tag, event.start_mark.line + 1)
        if isinstance(event, yaml.ScalarEvent):
            self._value(_scalar(event), event.anchor, 1)
        elif isinstance(event, yaml.AliasEvent):
            self._value(*self._named.get(str(event.anchor), (None, None, 1)))
        elif isinstance(event, yaml.CollectionStartEvent):
            opened = _Open(isinstance(event, yaml.MappingStartEvent), event.anchor)
            self._open.append(opened)
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = self._open.pop()
            value = _mapping(closed.items) if closed.is_mapping else closed.items
            self._value(value, closed.anchor, closed.expanded)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._named.clear()
            self._values = 0

    def _value(self, value: Any, anchor: str | None, expanded: int) -> None:
        self._values += 1
        if anchor is not None:
            self._named[anchor] = (value, None, expanded)
        if self._open:
            self._open[-1].items.append(value)
            self._open[-1].expanded += expanded
            return
        self.read.documents.append(value)
        if expanded > max(_EXPANDED_MAX, 100 * self._values):
            said = f"{expanded:.3g} values where {self._values} are written"
            self.read.found.append(("memory.claimed", said, None))


def _scalar(event: Any) -> Any:
    if event.tag == f"{_YAML}binary":
        try:
            return b64decode(event.value)
        except (NoBase64, ValueError):
            return event.value
    is_plain = event.implicit[0] and not event.style
    return _PLAIN.get(event.value.lower(), event.value) if is_plain else event.value


def _mapping(items: list[Any]) -> dict[str, Any]:
    pairs: list[tuple[str, Any]] = []
    for number, (key, value) in enumerate(zip(items[::2], items[1::2], strict=False)):
        if isinstance(key, (dict, list)):
            pairs += [(f"? {number}", cast("Any", key)), (f": {number}", value)]
        elif key == "<<":
            known = {each for each, _ in pairs}.union(each for each in items[::2] if isinstance(each, str))
            merged = cast("list[Any]", value) if isinstance(value, list) else [value]
            objects = [cast("dict[str, Any]", each) for each in merged if isinstance(each, dict)]
            pairs += [pair for each in objects for pair in each.items() if pair[0] not in known]
        else:
            pairs.append((key if isinstance(key, str) else str(key), value))
    return object_of(pairs)


def _judged_tag(tag: str, line: int) -> Iterator[Judged]:
    if "python/" in tag:
        yield "document.python-tag", f"line {line}: {tag.removeprefix(_YAML)}", None
    elif (called := _CALLS.fullmatch(tag)) is not None:
        yield from judged_target(called[1])
    elif (included := _INCLUDES.fullmatch(tag)) is not None:
        if leaves(included[1]):
            yield "archive.leaves-folder", f"line {line}: {tag}", None
    elif "/object" in tag or (tag.startswith(_YAML) and tag.removeprefix(_YAML) not in _STANDARD):
        yield "document.unknown-target", f"line {line}: the tag {tag.removeprefix(_YAML)}", None
