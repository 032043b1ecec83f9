"""JSON, YAML and XML: what a configuration has a loader import, call or fetch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, cast

from muster.scanning.formats import notebooks, shells, templates
from muster.scanning.formats.targets import CONFIGURED, judged_target, target_standing
from muster.scanning.formats.values import DECODER, Doubled
from muster.scanning.paths import leaves
from muster.scanning.pickles.names import Standing, is_dangerous, standing

Judged = tuple[str, str, int | None]
_DEEP_MAX: Final = 200
_COMMAND_MIN: Final = 8
"""Characters of the shortest command that runs what it fetches."""
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


_KERAS_WRAPPERS: Final = frozenset(("TorchModuleWrapper", "TFSMLayer", "FlaxLayer", "JaxLayer"))
_CALLED: Final = {
    "_target_": True,
    "__target__": True,
    "activation_function": True,
    "activation_fn": True,
    "sbert_ce_default_activation_function": True,
    "class_path": False,
    "target": False,
    "import_path": False,
}
"""Keys whose value is imported and called, and whether they stand for nothing else."""
_ARGUMENTS: Final = {"target": "params", "class_path": "init_args"}
"""Keys beside them by which they are sure to be that."""
_ATTENTION: Final = ("attn_implementation", "_attn_implementation", "experts_implementation")


def read_json(text: str) -> tuple[Any, list[Judged]]:
    """Parse a JSON document; also return the problems that prevent it."""
    try:
        return DECODER.decode(text), []
    except RecursionError:
        return None, [("document.too-deep", "JSON in which objects lie too deep in one another", None)]
    except ValueError as error:
        return None, [("document.broken", str(error), None)]


def judged(document: Any) -> Iterator[Judged]:
    """Yield the problems of a parsed document."""
    waiting: list[tuple[Any, int]] = [(document, 0)] if isinstance(document, (dict, list)) else []
    seen = set[int]()
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEP_MAX:
            yield "document.too-deep", f"objects {depth} deep", None
            return
        if id(value) in seen:
            continue  # an alias of YAML
        seen.add(id(value))
        if isinstance(value, dict):
            held = cast("dict[str, Any]", value)
            if isinstance(held, Doubled):
                yield "document.repeated", f"{len(held.keys_doubled)} keys, {held.keys_doubled[0]}", None
                waiting.extend((each, depth + 1) for each in held.others)
            yield from _object(held)
        items = list(cast("dict[str, Any]", value).values()) if isinstance(value, dict) else value
        for each in cast("list[Any]", items):
            if isinstance(each, (dict, list)):
                waiting.append((each, depth + 1))  # pyright: ignore[reportUnknownArgumentType]
            elif isinstance(each, str) and len(each) >= _COMMAND_MIN:
                yield from shells.judged(each)


def _object(held: dict[str, Any]) -> Iterator[Judged]:
    yield from _template(held)
    if held.get("auto_map"):
        yield "remote-code.auto-map", json.dumps(held["auto_map"], default=str)[:120], None
    if held.get("trust_remote_code") is True or held.get("custom_pipelines"):
        yield (
            "remote-code.auto-map",
            "trust_remote_code" if held.get("trust_remote_code") else "custom_pipelines",
            None,
        )
    yield from _called(held)
    yield from _libraries(held)
    if "class_name" in held and ("config" in held or "module" in held):
        yield from _keras(held)
    if "__module__" in held and "__loader__" in held:
        yield from _skops(held)
    if "_class_name" in held:
        yield from _pipeline(held)
    if isinstance(held.get("cells"), list):
        yield from notebooks.judged(held)


def _called(held: dict[str, Any]) -> Iterator[Judged]:
    """Judge names that the loader of a configuration imports and calls."""
    for key, sure in _CALLED.items():
        yield from judged_target(held.get(key), sure=sure or _ARGUMENTS.get(key) in held)
    if "cls" in held and "protocol" in held:  # a file system of fsspec
        yield from judged_target(held["cls"])
    if isinstance(held.get("lc"), (int, str)) and isinstance(held.get("id"), list):  # LangChain
        names: list[Any] = held["id"]
        if not str(names[0] if names else "langchain").startswith("langchain"):
            yield from judged_target(".".join(map(str, names)))
    said = held.get("type")
    if isinstance(said, str) and _is_called_type(said):  # a registry of MMEngine
        yield "document.target", said, None


def _is_called_type(said: str) -> bool:
    """Whether a type names a function that runs code, since types of events and schemas look alike."""
    root, dot, _ = said.partition(".")
    is_package = root in _ROOTS or root in CONFIGURED
    return bool(dot) and is_package and target_standing(said) in (Standing.DANGEROUS, Standing.REACHING)


_ROOTS: Final = frozenset(
    (
        "os",
        "posix",
        "nt",
        "subprocess",
        "builtins",
        "importlib",
        "sys",
        "shutil",
        "runpy",
        "pty",
        "ctypes",
    )
)


def _libraries(held: dict[str, Any]) -> Iterator[Judged]:
    """Keys by which libraries load code: their own modules are no finding, those of others are."""
    mapping = held.get("auto_mapping")
    for key, said, own in (
        ("loader_module", held.get("loader_module"), ("mlflow.",)),
        (
            "parent_library",
            cast("dict[str, Any]", mapping).get("parent_library") if isinstance(mapping, dict) else None,
            ("transformers.models.", "diffusers.", "timm.", "peft."),
        ),
        ("type", held.get("type") if "idx" in held and "path" in held else None, ("sentence_transformers.",)),
    ):
        if not isinstance(said, str) or said.startswith(own):
            continue
        if target_standing(said) in (Standing.DANGEROUS, Standing.REACHING) or is_dangerous(said):
            yield "document.target", f"{key} {said}", None
        elif not (key == "type" and target_standing(said) is Standing.ALLOWED):
            yield "remote-code.auto-map", f"{key} {said}", None
    for key in _ATTENTION:
        if isinstance(held.get(key), str) and "/" in held[key]:
            yield "remote-code.auto-map", f"{key} {held[key]}", None


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


def _keras(held: dict[str, Any]) -> Iterator[Judged]:
    name, module = str(held["class_name"]), held.get("module")
    if name in _KERAS_CODE:
        yield "keras.lambda", str(name), None
        return
    if name in _KERAS_WRAPPERS:
        yield "keras.wrapped", str(name), None
    config = held.get("config")
    for key in ("vocabulary", "filepath") if isinstance(config, dict) else ():
        path: Any = cast("dict[str, Any]", config).get(key)
        if isinstance(path, str) and (leaves(path) or "://" in path):
            yield "archive.leaves-folder", f"{name} reads {path}", None
    registered = held.get("registered_name")
    if (
        isinstance(module, str)
        and is_dangerous(f"{module.removeprefix('tf_')}.{name}")
        and module != "builtins"
    ):
        yield "keras.import", f"{module}.{name}", None
    elif module == "builtins" and name == "function":
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


def judged_broken_yaml(text: str) -> Iterator[Judged]:
    """Tags and targets in a text that is not valid YAML to the end, for more patient readers."""
    for found in _TAG.finditer(text):
        yield "document.python-tag", found[0], found.start()
    for found in _YAML_TARGET.finditer(text):
        yield from judged_target(found[1], sure=False)


def judged_xml(text: str) -> Iterator[Judged]:
    """Entities of XML."""
    if text.lstrip().startswith(("<?xml", "<!DOCTYPE")):
        for found in _ENTITY.finditer(text):
            yield "document.entity", found[0], found.start()
