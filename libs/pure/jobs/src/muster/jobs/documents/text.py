"""YAML and JSON text to plain data, at a cost bounded by the size of the text.

YAML is read as its 1.2 core schema: true and false are the booleans; `no`, `2026-01-01` and 010 are text.
Anchors, aliases and tags are refused (with them small files become large data), as are duplicate keys and
more than one document. JSON is RFC 8259: no NaN, no Infinity, no duplicate keys.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from typing import Any, Final, NoReturn, cast

import yaml
from muster.jobs.documents.refusal import InvalidDocument, invalid, path_text, shorten
from yaml.events import AliasEvent, CollectionStartEvent, NodeEvent, ScalarEvent
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

YAML_BYTES_MAX: Final = 512 << 10
DEPTH_MAX: Final = 20
NODES_MAX: Final = 20_000

_YAML_WORDS: Final = {"": None, "~": None, "null": None, "Null": None, "NULL": None} | {
    word: value for value in (True, False) for word in (str(value).lower(), str(value), str(value).upper())
}


def read_json(body: bytes) -> Any:
    """A JSON body as plain data.

    Raises:
        InvalidDocument: it is not UTF-8 or not JSON, or is nested too deeply.
    """
    try:
        return json.loads(body, parse_constant=_no_constant, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise _unreadable(f"unreadable: {at}", "a JSON document") from None
    except UnicodeDecodeError as error:
        raise _unreadable(
            f"unreadable: byte {error.start} is not UTF-8", "a JSON document in UTF-8"
        ) from None
    except RecursionError:
        raise _unreadable("nested too deeply", f"at most {DEPTH_MAX} levels") from None
    except ValueError as error:
        raise _unreadable(f"unreadable: {error}", "a JSON document") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(k for k, _ in pairs if k in seen or seen.add(k))
        raise ValueError(f"the key {shorten(twice)!r} is given twice")
    return found


def read_yaml(text: str | bytes) -> tuple[Any, dict[str, int]]:
    """A YAML document as plain data, and the line (from 1) of every field by its path.

    Raises:
        InvalidDocument: it is not one YAML document, or uses a refused feature; the value says where.
    """
    if len(text) > YAML_BYTES_MAX:
        raise _unreadable(f"{len(text)} bytes", f"at most {YAML_BYTES_MAX >> 10} KiB")
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        at = f"unreadable: {where}{error.problem or error.context}"
        raise _unreadable(at, "one YAML document") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise _unreadable(
            f"unreadable: {error}", "one YAML document in UTF-8 without control characters"
        ) from None
    lines: dict[str, int] = {}
    return (None if root is None else _data(root, (), lines)), lines


def _unreadable(value: str, allowed: str) -> InvalidDocument:
    return InvalidDocument([invalid("(document)", value, allowed)])


class _Loader(yaml.SafeLoader):
    """A parser that limits depth and number of nodes, and resolves plain scalars as YAML 1.2 does."""

    yaml_implicit_resolvers: dict[str | None, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's
    depth = 0
    nodes = 0

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        event = cast("NodeEvent", self.peek_event())  # pyright: ignore[reportUnknownMemberType]
        self._check(event)
        self.depth += 1
        self.nodes += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1

    def _check(self, event: NodeEvent) -> None:
        tagged = isinstance(event, ScalarEvent | CollectionStartEvent) and event.tag not in (None, "!")
        problem = (
            "anchors and aliases are not allowed"
            if isinstance(event, AliasEvent) or event.anchor
            else "tags are not allowed"
            if tagged
            else f"nested deeper than {DEPTH_MAX} levels"
            if self.depth >= DEPTH_MAX
            else f"more than {NODES_MAX} values"
            if self.nodes >= NODES_MAX
            else None
        )
        if problem:
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=cast("yaml.Mark", event.start_mark))


_INT: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,4000})")
_FLOAT: Final = re.compile(r"[-+]?((\.[0-9]+|[0-9]+\.[0-9]*)([eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def _data(node: Node, path: tuple[int | str, ...], lines: dict[str, int]) -> Any:
    lines.setdefault(path_text(path), node.start_mark.line + 1)
    if isinstance(node, ScalarNode):
        return _scalar(node)
    if isinstance(node, SequenceNode):
        items = cast("list[Node]", node.value)
        return [_data(item, (*path, i), lines) for i, item in enumerate(items)]
    found: dict[str, Any] = {}
    for key_node, value_node in cast("list[tuple[Node, Node]]", cast("MappingNode", node).value):
        key = _key(key_node, found)
        lines[path_text((*path, key))] = key_node.start_mark.line + 1
        found[key] = _data(value_node, (*path, key), lines)
    return found


def _key(node: Node, found: dict[str, Any]) -> str:
    where = f"line {node.start_mark.line + 1}: "
    key: Hashable = _scalar(node) if isinstance(node, ScalarNode) else None
    if not isinstance(key, str):
        raise _unreadable(f"{where}a key that is not text", "keys that are text; quote numbers")
    if key in found:
        raise _unreadable(f"{where}{shorten(key)} a second time", "each key once")
    return key


def _scalar(node: ScalarNode) -> str | int | float | bool | None:
    text = cast("str", node.value)
    if node.style is not None:  # quoted, or a block: text
        return text
    if text in _YAML_WORDS:
        return _YAML_WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _NOT_FINITE.fullmatch(text):
        return float(text.replace(".", ""))
    return text
