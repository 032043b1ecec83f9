"""Messages in text form beside TensorFlow's: ONNX as text or JSON, layers of Caffe, models of Triton."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, cast

from muster.scanning.formats.graphs import Message, message_of
from muster.scanning.formats.protobufs import is_custom
from muster.scanning.formats.targets import judged_target
from muster.scanning.paths import leaves

Judged = tuple[str, str, int | None]
_FORM: Final = re.compile(r"\b(?:op_type|external_data|python_param|EXECUTION_ENV_PATH|ep_cache_context)\b")
_BACKEND: Final = re.compile(r"\bbackend(?:\s|#[^\n]{0,400}+)*+:(?:\s|#[^\n]{0,400}+)*+[\"']")
_SHORT_CHARACTERS: Final = 1 << 16
"""Longest text without a message in braces that is read as the settings of a model of Triton."""
_FOLDERS: Final = ("backend", "default_model_filename")
"""Fields of Triton that lead to a program."""


def judged_text(text: str) -> Iterator[Judged]:
    """Operators, paths and modules in a text of messages."""
    has_backend = ("{" in text or len(text) <= _SHORT_CHARACTERS) and _BACKEND.search(text) is not None
    if not has_backend and _FORM.search(text) is None:
        return
    waiting: list[Message] = [message_of(text)]
    while waiting:
        held = waiting.pop()
        waiting += [value for _, value in held if not isinstance(value, str)]
        said = {key: value for key, value in held if isinstance(value, str)}
        inner = {key: value for key, value in held if not isinstance(value, str)}
        yield from _node(said.get("op_type"), said.get("domain", ""))
        yield from _place(said.get("key"), said.get("value"))
        if said.get("key") == "EXECUTION_ENV_PATH":
            yield from _leaving(*(str(value) for _, value in inner.get("value", ())))
        yield from _leaving(*(said[field] for field in _FOLDERS if field in said))
        for key, value in inner.get("python_param", ()):
            if key == "module" and isinstance(value, str):
                yield from _module(value, dict(inner["python_param"]).get("layer"))


def judged(held: dict[str, Any]) -> Iterator[Judged]:
    """Operators and paths in an object of a document that is an ONNX model as JSON."""
    if isinstance(held.get("opType"), str):
        yield from _node(held["opType"], str(held.get("domain", "")))
    external = held.get("externalData")
    for each in cast("list[Any]", external) if isinstance(external, list) else ():
        if isinstance(each, dict):
            pair = cast("dict[str, Any]", each)
            yield from _place(pair.get("key"), pair.get("value"))


def _node(operator: str | None, domain: str) -> Iterator[Judged]:
    if operator is not None and is_custom(domain, operator):
        yield "onnx.custom-operator", f"{domain}.{operator}", None


def _place(key: object, value: object) -> Iterator[Judged]:
    """Check the path of an external weights file."""
    if key == "location" and isinstance(value, str):
        yield from _leaving(value)


def _leaving(*paths: str) -> Iterator[Judged]:
    yield from (("archive.leaves-folder", each, None) for each in paths if leaves(each))


def _module(module: str, layer: object) -> Iterator[Judged]:
    """Report the module a Caffe layer imports."""
    yield "remote-code.auto-map", f"a layer imports {module}", None
    yield from judged_target(f"{module}.{layer}", sure=False)
