"""JSON, YAML and XML: what a configuration has a loader import, call or fetch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, cast

from muster.scanning.formats import code, python, templates
from muster.scanning.pickles.names import Standing, standing

Judged = tuple[str, str, int | None]
_DEEP_MAX: Final = 200
_KERAS_CODE: Final = frozenset(("Lambda", "__lambda__", "TFOpLambda", "SlicingOpLambda", "PyFunc"))
_KERAS_MODULES: Final = re.compile(
    r"(?:tf_keras|tensorflow\.keras|keras(?:\.src)?)(?:\.(?:layers|models|initializers|regularizers|constraints|activations"
    r"|losses|metrics|optimizers|dtype_policies|random|ops|saving|trainers|api|quantizers))?"
)
_KERAS_DEEP: Final = re.compile(
    r"keras\.src\.(?:models\.(?:functional|sequential|model)|optimizers\.schedules(?:\.\w+)?)"
)
_PIPELINES: Final = frozenset(
    ("diffusers", "transformers", "onnxruntime", "k_diffusion", "flax", "stable_diffusion")
)


def judged_json(text: str) -> Iterator[Judged]:
    """What is wrong with a JSON document; what is none says so."""
    try:
        document = json.loads(text, parse_int=str)
    except RecursionError:
        yield "document.too-deep", "JSON in which objects lie too deep in one another", None
        return
    except ValueError as error:
        yield "document.broken", str(error), None
        return
    yield from judged(document)


def judged(document: Any) -> Iterator[Judged]:
    """What is wrong with a document that was read."""
    waiting: list[tuple[Any, int]] = [(document, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEP_MAX:
            yield "document.too-deep", f"objects {depth} deep", None
            return
        if isinstance(value, dict):
            held = cast("dict[str, Any]", value)
            yield from _object(held)
            items = list(held.values())
            waiting.extend((each, depth + 1) for each in items if _holds(each))
        elif isinstance(value, list):
            items = cast("list[Any]", value)
            waiting.extend((each, depth + 1) for each in items if _holds(each))


def _holds(value: Any) -> bool:
    return isinstance(value, (dict, list))


def _object(held: dict[str, Any]) -> Iterator[Judged]:
    yield from _template(held)
    if held.get("auto_map"):
        yield "remote-code.auto-map", json.dumps(held["auto_map"])[:120], None
    if held.get("trust_remote_code") is True or held.get("custom_pipelines"):
        yield (
            "remote-code.auto-map",
            "trust_remote_code" if held.get("trust_remote_code") else "custom_pipelines",
            None,
        )
    for key in ("_target_", "target"):
        yield from _target(held.get(key))
    if "class_name" in held and ("config" in held or "module" in held):
        yield from _keras(held)
    if "__module__" in held and "__loader__" in held:
        yield from _skops(held)
    if "_class_name" in held:
        yield from _pipeline(held)
    if held.get("cell_type") == "code":
        source: Any = held.get("source", "")
        text = "".join(map(str, source)) if isinstance(source, list) else str(source)  # pyright: ignore[reportUnknownArgumentType]
        yield from code.judged_shell(text)
        yield from python.judged_python(code.without_magics(text), whole=False)


def _template(held: dict[str, Any]) -> Iterator[Judged]:
    for key in ("chat_template", "template"):
        value = held.get(key)
        if isinstance(value, str):
            yield from templates.judged(value)
    many = held.get("chat_template")
    if isinstance(many, dict):
        for each in many.values():  # pyright: ignore[reportUnknownVariableType]
            if isinstance(each, str):
                yield from templates.judged(each)


def _target(value: Any) -> Iterator[Judged]:
    if isinstance(value, str) and re.fullmatch(r"\w+(\.\w+)+", value):
        module, _, name = value.rpartition(".")
        if standing(module, name) in (Standing.DANGEROUS, Standing.REACHING):
            yield "document.target", value, None


def _keras(held: dict[str, Any]) -> Iterator[Judged]:
    name, module = held["class_name"], held.get("module")
    if name in _KERAS_CODE:
        yield "keras.lambda", str(name), None
        return
    registered = held.get("registered_name")
    if module == "builtins" and name == "function":
        yield "keras.import", f"function {held.get('config')}", None
    elif isinstance(module, str) and not (_KERAS_MODULES.fullmatch(module) or _KERAS_DEEP.fullmatch(module)):
        bad = standing(module, str(name)) is Standing.DANGEROUS
        yield ("keras.import" if bad else "keras.unknown-module"), f"{module}.{name}", None
    elif isinstance(registered, str) and ">" in registered:
        yield "keras.unknown-module", f"registered as {registered}", None


def _skops(held: dict[str, Any]) -> Iterator[Judged]:
    module, name = str(held["__module__"]), str(held.get("__class__", ""))
    loader = str(held["__loader__"])
    found = standing(module, name)
    if loader in ("OperatorFuncNode", "MethodNode", "FunctionNode") and found is not Standing.ALLOWED:
        yield "document.target", f"{loader} of {module}.{name}", None
    elif found in (Standing.DANGEROUS, Standing.REACHING) and not _SKOPS_PLAIN.fullmatch(f"{module}.{name}"):
        yield "document.target", f"{module}.{name}", None


_SKOPS_PLAIN: Final = re.compile(
    r"(?:builtins|types|functools|operator)\.(?:\w*[Tt]ype|partial|str|NoneType|dict|list|tuple|set)"
)


def _pipeline(held: dict[str, Any]) -> Iterator[Judged]:
    if isinstance(held["_class_name"], list):
        yield "remote-code.auto-map", f"_class_name {held['_class_name']}", None
    for key, value in held.items():
        if isinstance(value, list) and not key.startswith("_"):
            pair: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
            if (
                len(pair) == 2
                and isinstance(pair[0], str)
                and isinstance(pair[1], str)
                and pair[0] not in _PIPELINES
            ):
                yield "remote-code.auto-map", f"{key}: {pair}", None


_TAG: Final = re.compile(r"!!python/[\w/]+:?[\w.]*|!<tag:yaml\.org,2002:python/[^>]*>")
_YAML_TARGET: Final = re.compile(r"""^\s*(?:-\s*)?["']?_?target_?["']?\s*:\s*["']?([\w.]+)""", re.MULTILINE)
_ENTITY: Final = re.compile(r"<!ENTITY\s[^>]*(?:SYSTEM|PUBLIC)?", re.IGNORECASE)


def judged_text(text: str) -> Iterator[Judged]:
    """What may stand in any text: tags and targets of YAML, entities of XML."""
    for found in _TAG.finditer(text):
        yield "document.python-tag", found[0], found.start()
    for found in _YAML_TARGET.finditer(text):
        yield from _target(found[1])
    if text.lstrip().startswith(("<?xml", "<!DOCTYPE")):
        for found in _ENTITY.finditer(text):
            yield "document.entity", found[0], found.start()
