"""The one table of names: effects of everything that a pickle, a configuration or an archive can import.

An allow-list, by framework, as data. Unknown is never clean.
"""

from __future__ import annotations

from collections.abc import Mapping
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


@cache
def standing(module: str, name: str) -> Standing:
    """Assess MODULE.NAME."""
    if name in callables().get(module, ()) or name in values().get(module, ()):
        return Standing.ALLOWED
    root = module.partition(".")[0]
    if root == _SCRIPTED:
        return Standing.ALLOWED
    if is_dangerous(f"{module}.{name}"):
        return Standing.DANGEROUS
    if any(part.startswith("__") and part.endswith("__") and len(part) > 4 for part in name.split(".")):
        return Standing.REACHING
    if root in _roots() or root in _FRAMEWORKS:
        return Standing.REACHING if "." in name else Standing.ODD
    return Standing.ODD if root in _python() else Standing.UNKNOWN


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
