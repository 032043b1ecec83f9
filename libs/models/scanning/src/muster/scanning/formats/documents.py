"""JSON, YAML and XML: what a configuration has a loader import, call or fetch."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final, cast

from muster.scanning.formats import messages, notebooks, patterns, settings, shells, templates
from muster.scanning.formats.targets import is_dangerous_type, judged_target, target_standing
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
    "tokenizer_class": False,
    "type": False,
    "callable": False,
    "func": False,
    "function": False,
    "factory": False,
    "entry_point": False,
    "__class__": False,
    "_object_": False,
    "py/object": False,
    "py/type": False,
}
"""Keys whose value is imported and called, and whether they stand for nothing else."""
_ARGUMENTS: Final = {"target": "params", "class_path": "init_args", "type": "init_parameters"}
"""Sibling keys that confirm the call."""
_COMMON: Final = frozenset(
    (
        *("type", "callable", "func", "function", "factory", "entry_point", "__class__", "_object_"),
        *("py/object", "py/type"),
    )
)
"""Keys with many other uses; only names that run code are reported."""
_PROMPT: Final = frozenset(("_type", "input_variables", "template_format"))
"""Keys of a prompt of LangChain."""
_HAYSTACK: Final = ("haystack.", "haystack_integrations.")
_PAIRS: Final = (
    ("module", "class"),
    ("module", "name"),
    ("module_name", "class_name"),
    ("module", "function"),
)
"""Keys that together name something to import, beside what it is called with."""
_CALL: Final = ("args", "kwargs", "params", "init_args", "config")
"""Arguments of a call; tool calls and descriptions of functions have `arguments` and `parameters`."""
_PICKLED: Final = ("py/reduce", "py/function", "py/newargsex", "py/repr")
"""Keys by which jsonpickle imports and calls; `py/object` only names a class."""
_ATTENTION: Final = ("attn_implementation", "_attn_implementation", "experts_implementation")


def read_json(text: str) -> tuple[Any, list[Judged]]:
    """Parse a JSON document; also return the problems that prevent it."""
    try:
        return DECODER.decode(text), []
    except RecursionError:
        return None, [("document.too-deep", "JSON in which objects lie too deep in one another", None)]
    except ValueError as error:
        return None, [("document.broken", str(error), None)]


def read_toml(text: str) -> tuple[Any, list[Judged]]:
    """Parse a TOML document; also return the problems that prevent it."""
    try:
        return tomllib.loads(text), []
    except RecursionError:
        return None, [("document.too-deep", "TOML in which tables lie too deep in one another", None)]
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
                if each.startswith(settings.EXTERNAL):
                    yield from settings.judged_name(each.removeprefix(settings.EXTERNAL))


def _object(held: dict[str, Any]) -> Iterator[Judged]:
    yield from _template(held)
    yield from patterns.judged(held)
    if held.get("auto_map"):
        yield "remote-code.auto-map", json.dumps(held["auto_map"], default=str)[:120], None
    if held.get("trust_remote_code") is True or held.get("custom_pipelines"):
        yield (
            "remote-code.auto-map",
            "trust_remote_code" if held.get("trust_remote_code") else "custom_pipelines",
            None,
        )
    yield from _called(held)
    yield from settings.judged(held)
    yield from _libraries(held)
    if "class_name" in held and ("config" in held or "module" in held):
        yield from _keras(held)
    if "__module__" in held and "__loader__" in held:
        yield from _skops(held)
    if "_class_name" in held:
        yield from _pipeline(held)
    yield from _elsewhere(held)
    yield from messages.judged(held)
    if isinstance(held.get("cells"), list):
        yield from notebooks.judged(held)


def _called(held: dict[str, Any]) -> Iterator[Judged]:
    """Judge names that the loader of a configuration imports and calls."""
    for key, sure in _CALLED.items():
        said = held.get(key)
        if key in _COMMON and _ARGUMENTS.get(key) not in held:
            dotted = said.replace(":", ".") if isinstance(said, str) else ""
            if is_dangerous_type(dotted) and _is_called(key, said, held):
                yield "document.target", str(said), None
        elif not (key == "type" and isinstance(said, str) and said.startswith(_HAYSTACK)):
            yield from judged_target(said, sure=sure or _ARGUMENTS.get(key) in held)
    for module, name in _PAIRS if any(each in held for each in _CALL) else ():
        said = f"{held.get(module)}.{held.get(name)}"
        if name in held and is_dangerous_type(said):
            yield "document.target", said, None
    for key in _PICKLED:
        if key in held:
            yield "document.target", f"{key} {json.dumps(held[key], default=str)[:120]}", None
    if "cls" in held and "protocol" in held:  # a file system of fsspec
        yield from judged_target(held["cls"])
    if isinstance(held.get("lc"), (int, str)) and isinstance(held.get("id"), list):  # LangChain
        names: list[Any] = held["id"]
        if not str(names[0] if names else "langchain").startswith("langchain"):
            yield from judged_target(".".join(map(str, names)))


def _is_called(key: str, said: Any, held: dict[str, Any]) -> bool:
    """Whether a key with many other uses names something to call, by itself or by the keys beside it."""
    return (
        key in ("type", "py/object", "py/type")
        or (key == "entry_point" and ":" in str(said))
        or any(isinstance(held.get(each), (dict, list)) for each in _CALL)
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
        ("megatron_core", held.get("megatron_core"), ("megatron.",)),
        *(("types", each, ("sentence_transformers.",)) for each in _routed(held)),
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


def _routed(held: dict[str, Any]) -> list[Any]:
    """Classes of the modules of a router of sentence-transformers."""
    types = held.get("types")
    return (
        list(cast("dict[str, Any]", types).values())
        if isinstance(types, dict) and "structure" in held
        else []
    )


def _elsewhere(held: dict[str, Any]) -> Iterator[Judged]:
    """Files that a loader reads beside a configuration: prompts of LangChain, weights of TensorFlow.js."""
    paths = ("template_path", "suffix_path", "prefix_path") if not _PROMPT.isdisjoint(held) else ()
    said = [held.get(each) for each in paths]
    manifest: list[Any] = held["weightsManifest"] if isinstance(held.get("weightsManifest"), list) else []
    for each in manifest:
        shards: Any = cast("dict[str, Any]", each).get("paths") if isinstance(each, dict) else None
        said += cast("list[Any]", shards) if isinstance(shards, list) else []
    if "__loader__" in held:  # skops
        said.append(held.get("file"))
    yield from (
        ("archive.leaves-folder", each, None) for each in said if isinstance(each, str) and leaves(each)
    )
    options = held.get("runOptions")
    if isinstance(options, dict) and cast("dict[str, Any]", options).get("runOn") == "folderOpen":
        yield "code.shell", f"an editor runs {held.get('command')} when it opens the folder", None


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
_YAML_TARGET: Final = re.compile(
    r"""^\s*(?:-\s*)?["']?(?:_?target_?|class_path)["']?\s*[:=]\s*["']?([\w.]+)""", re.MULTILINE
)
_ENTITY: Final = re.compile(r"<!ENTITY\s[^>]*(?:SYSTEM|PUBLIC)?", re.IGNORECASE)
_XML: Final = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:[?!]|\w)", re.DOTALL)
_XML_OUTSIDE: Final = re.compile(
    r"<!DOCTYPE\s[^>\[]*?\bSYSTEM\s*[\"'](?:\w+://|file:|/|\\\\|\.\./)[^\"']*"
    r"|<!DOCTYPE\s[^>\[]*?\bPUBLIC\s*(?:\"[^\"]*\"|'[^']*')\s*[\"'](?:file:|ftp:|/|\\\\|\.\./)[^\"']*"
    r"|http://www\.w3\.org/200[13]/XInclude"
    r"|\bclass\s*=\s*[\"']java\.beans\.XMLDecoder|http://xml\.apache\.org/(?:xalan|xslt)/java"
    r"|\bdocument\(\s*['\"](?:file|https?|ftp):",
    re.IGNORECASE,
)
"""A definition from elsewhere, parts of other files, objects of Java that reading makes."""


def judged_broken_yaml(text: str) -> Iterator[Judged]:
    """Tags and targets in a text that is not valid YAML to the end, for more patient readers."""
    for found in _TAG.finditer(text):
        yield "document.python-tag", found[0], found.start()
    for found in _YAML_TARGET.finditer(text):
        yield from judged_target(found[1], sure=False)


def judged_xml(text: str) -> Iterator[Judged]:
    """Entities of XML, and what it has read or made beyond itself."""
    if _XML.match(text) is None:
        return
    for form, rule in ((_ENTITY, "document.entity"), (_XML_OUTSIDE, "document.outside")):
        for found in form.finditer(text):
            yield rule, found[0][:200], found.start()
