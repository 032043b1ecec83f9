"""Names that a loader imports and calls for a configuration, by the one table of names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muster.scanning.pickles.names import TARGET_RULES, Standing, callables, is_dangerous, standing

Judged = tuple[str, str, int | None]
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:[.:][^\W\d]\w*)+")
_RUNNING: Final = frozenset(
    (
        "os",
        "sys",
        "subprocess",
        "builtins",
        "importlib",
        "shutil",
        "ctypes",
        "posix",
        "nt",
        "pty",
        "runpy",
    )
)
"""Modules that run code, whose names no type of an event has."""
_THROUGH: Final = _RUNNING | {"socket", "pickle", "marshal"}
"""Modules that other modules have as attributes: their contents are reachable through those."""
_CONFIGURED: Final = frozenset(
    (
        "accelerate",
        "composer",
        "diffusers",
        "einops",
        "flax",
        "huggingface_hub",
        "hydra",
        "jax",
        "keras",
        "kornia",
        "lightning",
        "lightning_fabric",
        "monai",
        "nemo",
        "numpy",
        "omegaconf",
        "onnx",
        "onnxruntime",
        "pandas",
        "peft",
        "pytorch_lightning",
        "ray",
        "scipy",
        "sentence_transformers",
        "sklearn",
        "speechbrain",
        "tensorflow",
        "timm",
        "tokenizers",
        "torch",
        "torchaudio",
        "torchmetrics",
        "torchvision",
        "transformers",
        "trl",
        "xgboost",
        "lightgbm",
        "catboost",
    )
)
"""Packages whose classes stand in the configurations of models: making one keeps what it is given."""
_FACTORIES: Final = frozenset(("from_pretrained", "from_config"))
_PLAIN: Final = (
    "torch.nn.",
    "torch.ops.aten.",
    "torch.optim.",
    "torchvision.transforms.",
    "jax.nn.",
    "flax.linen.",
)
"""Packages whose functions compute."""


def judged_target(said: object, *, sure: bool = True) -> Iterator[Judged]:
    """Judge a name in a configuration.

    Args:
        said: The name.
        sure: Whether the loader certainly calls it: a name that is not known is inconclusive then.
    """
    if not isinstance(said, str):
        return
    if not _DOTTED.fullmatch(said.strip()):
        if sure and "${" in said:
            yield "document.unknown-target", said, None
        return
    rule = TARGET_RULES[target_standing(said.strip().replace(":", "."))]
    if rule is not None and (sure or rule != "document.unknown-target"):
        yield rule, said.strip(), None


def is_dangerous_type(said: str) -> bool:
    """Whether a type names a function that runs code, since types of events and schemas look alike."""
    root, dot, _ = said.partition(".")
    is_package = root in _RUNNING or root in _CONFIGURED
    return bool(dot) and is_package and target_standing(said) in (Standing.DANGEROUS, Standing.REACHING)


def target_standing(dotted: str) -> Standing:
    """Assess a dotted name whose module may end at any dot."""
    parts = dotted.split(".")
    module, _, name = dotted.rpartition(".")
    if name in callables().get(module, ()):
        return Standing.ALLOWED
    if is_dangerous(dotted):
        return Standing.DANGEROUS
    if any(part in _THROUGH or re.fullmatch(r"__\w+__", part) for part in parts[1:]):
        return Standing.REACHING
    found = standing(module, name)
    if found is not Standing.UNKNOWN and parts[0] not in _CONFIGURED:
        return found
    if parts[0] not in _CONFIGURED:
        return Standing.UNKNOWN
    made = parts[-2] if name in _FACTORIES else name
    is_class = made[:1].isupper() and not any(part.startswith("_") for part in parts)
    return Standing.ALLOWED if is_class or dotted.startswith(_PLAIN) else Standing.ODD
