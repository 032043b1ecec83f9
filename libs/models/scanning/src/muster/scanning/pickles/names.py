"""The one table of names: which ones a pickle, a configuration or an archive may import, and the rule if not.

`row_of` returns the first row of `TABLE` that holds for a name. The lists are in `data/`; the verdict and
meaning of a rule are in `data/rules.toml`. Configurations have further rules: `formats/targets.py`.

MODULE.NAME                                         in a pickle                verdict
in callables.txt, or a class of TorchScript         allowed
it, or a beginning of it, is in dangers.txt         pickle.dangerous-import    malicious
a part of NAME is __special__                       pickle.reaching-import     malicious
MODULE is a framework's, and NAME has a dot         pickle.reaching-import     malicious
MODULE is a framework's, or in stdlib.txt           pickle.odd-import          suspicious
any other                                           pickle.unknown-import      inconclusive
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Final


class Standing(StrEnum):
    """Assessment of a name."""

    ALLOWED = "allowed"
    DANGEROUS = "dangerous"
    """Its module runs code, changes files or reaches others."""
    REACHING = "reaching"
    """It passes through attributes of a module to something else."""
    ODD = "odd"
    """Part of Python or of a known framework, but never written when a model is saved."""
    UNKNOWN = "unknown"


_SCRIPTED: Final = "__torch__"
"""Classes of TorchScript: compiled from the archive itself, never imported."""


@cache
def callables() -> Mapping[str, frozenset[str]]:
    """The names of each module that are allowed."""
    return _names(of_values=False)


@cache
def values() -> Mapping[str, frozenset[str]]:
    """The names that may be stored, made without their constructor and given state, but not called."""
    return _names(of_values=True)


def _names(*, of_values: bool) -> Mapping[str, frozenset[str]]:
    allowed: dict[str, set[str]] = {}
    for first, *rest in _lines("callables.txt"):
        if not first.startswith("[") and (first == "=") == of_values:
            module, *names = rest if of_values else (first, *rest)
            allowed.setdefault(module, set()).update(names)
    return {module: frozenset(names) for module, names in allowed.items()}


@cache
def _roots() -> frozenset[str]:
    return frozenset(module.partition(".")[0] for module in (*callables(), *values()))


@cache
def _dangers() -> frozenset[str]:
    return frozenset(name for line in _lines("dangers.txt") for name in line)


@cache
def _python() -> frozenset[str]:
    return frozenset(name for line in _lines("stdlib.txt") for name in line)


def _lines(name: str) -> list[list[str]]:
    text = files("muster.scanning").joinpath("data", name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _is_allowed(module: str, name: str) -> bool:
    is_listed = name in callables().get(module, ()) or name in values().get(module, ())
    return is_listed or _root_of(module) == _SCRIPTED


def _is_in_dangers(module: str, name: str) -> bool:
    return is_dangerous(f"{module}.{name}")


def _has_special_part(_module: str, name: str) -> bool:
    return any(part.startswith("__") and part.endswith("__") and len(part) > 4 for part in name.split("."))


def _is_below_framework(module: str, name: str) -> bool:
    return "." in name and _is_of_framework(module)


def _is_known(module: str, _name: str) -> bool:
    return _is_of_framework(module) or _root_of(module) in _python()


def _is_of_framework(module: str) -> bool:
    root = _root_of(module)
    return root in _roots() or root in _FRAMEWORKS


def _root_of(module: str) -> str:
    return module.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of names.

    Attributes:
        holds: Whether the row is about MODULE.NAME, if none before it is.
        standing: Assessment of the name.
        pickle: Rule of its import by a pickle; None: it may be imported.
        target: Rule of its mention in a configuration; None: it may be named.
    """

    holds: Callable[[str, str], bool]
    standing: Standing
    pickle: str | None
    target: str | None


TABLE: Final = (
    Row(_is_allowed, Standing.ALLOWED, None, None),
    Row(_is_in_dangers, Standing.DANGEROUS, "pickle.dangerous-import", "document.target"),
    Row(_has_special_part, Standing.REACHING, "pickle.reaching-import", "document.target"),
    Row(_is_below_framework, Standing.REACHING, "pickle.reaching-import", "document.target"),
    Row(_is_known, Standing.ODD, "pickle.odd-import", "document.odd-target"),
    Row(lambda _module, _name: True, Standing.UNKNOWN, "pickle.unknown-import", "document.unknown-target"),
)
"""All names: the first row that holds decides."""

TARGET_RULES: Final = {row.standing: row.target for row in TABLE}
"""Rule of a target in a configuration, by its standing; None: it may be named."""


@cache
def row_of(module: str, name: str) -> Row:
    """Return the row that decides on MODULE.NAME."""
    return next(row for row in TABLE if row.holds(module, name))


def standing(module: str, name: str) -> Standing:
    """Assess MODULE.NAME."""
    return row_of(module, name).standing


def is_dangerous(dotted: str) -> bool:
    """Whether a dotted name, or a module or class that it begins with, runs code, changes or loads files."""
    dangers, end = _dangers(), 0
    while (end := dotted.find(".", end + 1)) > 0:
        if dotted[:end] in dangers:
            return True
    return dotted in dangers


def is_stored_only(module: str, name: str) -> bool:
    """Whether MODULE.NAME is allowed, but not to be called with arguments of a pickle."""
    return name in values().get(module, ()) and name not in callables().get(module, ())


_FRAMEWORKS: Final = frozenset(
    [
        "tensorflow",
        "keras",
        "jax",
        "flax",
        "onnx",
        "onnxruntime",
        "datasets",
        "tokenizers",
        "huggingface_hub",
        "diffusers",
        "peft",
        "trl",
        "skops",
        "torchvision",
        "torchaudio",
        "lightning",
        "pytorch_lightning",
        "catboost",
        "mlflow",
        "ray",
        "dask",
        "h5py",
    ]
)
