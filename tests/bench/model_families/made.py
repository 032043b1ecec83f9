"""A small Llama in bfloat16 and fine-tunes of it whose changes are drawn, not learned.

Weights are normal, each row with a scale of its own (log-normal, sigma 0.25), 0.02 on average: their byte
planes come to 67 % of the bytes, as those of published models do (ZipNN, arXiv 2411.05239). A full fine-tune
adds to each weight a normal change of one size whatever the weight, as Adam does, and rounds to bfloat16.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from muster.testkit.model_files import Array, bf16, numbers_of

VOCABULARY = 8192
SPREAD = 0.02


@dataclass(frozen=True)
class Member:
    """A fine-tune: what it is called and its tensors."""

    name: str
    tensors: Mapping[str, Array]


def llama(*, hidden: int, layers: int, seed: int = 0) -> dict[str, Array]:
    """A base, in the proportions of Llama 3 8B but for its vocabulary; each seed draws other weights."""
    numbers = np.random.default_rng(seed)
    keys, inner = hidden // 4, hidden * 7 // 2
    shapes: dict[str, tuple[int, int]] = {"model.embed_tokens.weight": (VOCABULARY, hidden)}
    for layer in range(layers):
        at = f"model.layers.{layer}"
        shapes |= {f"{at}.self_attn.{each}_proj.weight": (hidden, hidden) for each in "qo"}
        shapes |= {f"{at}.self_attn.{each}_proj.weight": (keys, hidden) for each in "kv"}
        shapes |= {f"{at}.mlp.{each}_proj.weight": (inner, hidden) for each in ("gate", "up")}
        shapes[f"{at}.mlp.down_proj.weight"] = (hidden, inner)
    shapes["lm_head.weight"] = (VOCABULARY, hidden)
    drawn: dict[str, Array] = {}
    for name, (rows, columns) in shapes.items():
        scale = SPREAD * np.exp(numbers.normal(0, 0.25, (rows, 1)))
        drawn[name] = bf16(numbers.standard_normal((rows, columns), dtype=np.float32) * scale)
    for layer in range(layers):
        drawn[f"model.layers.{layer}.input_layernorm.weight"] = bf16(1 + numbers.normal(0, 0.1, hidden))
    return drawn


FULL = (0.0002, 0.0006, 0.0015, 0.005, 0.01, 0.02, 0.03, 0.03, 0.05, 0.08)
"""Changes of ten full fine-tunes in parts of the weights' spread. The first three change 5 to 30 % of the
weights in bfloat16, as reinforcement learning does (arXiv 2505.11711); the others most of them."""


def full(base: Mapping[str, Array]) -> Iterator[Member]:
    """Ten fine-tunes of all weights."""
    for number, part in enumerate(FULL):
        numbers = np.random.default_rng([1, number])
        tensors = {name: _moved(array, part * SPREAD, numbers) for name, array in base.items()}
        yield Member(f"full, {100 * part:g} %", tensors)


def partial(base: Mapping[str, Array]) -> Iterator[Member]:
    """Ten that leave most weights: LoRA of rank 16 merged into q and v, or all layers frozen but the last."""
    for number in range(5):
        numbers = np.random.default_rng([2, number])
        low_rank = {n: _low_rank(a, numbers) for n, a in base.items() if "q_proj" in n or "v_proj" in n}
        yield Member(f"LoRA on q and v, {number}", {**base, **low_rank})
    last = f"layers.{sum('q_proj' in name for name in base) - 1}."
    for number in range(5):
        numbers = np.random.default_rng([3, number])
        moved = {n: _moved(a, 0.02 * SPREAD, numbers) for n, a in base.items() if last in n}
        yield Member(f"last layer only, {number}", {**base, **moved})


def _moved(array: Array, change: float, numbers: np.random.Generator) -> Array:
    return bf16(numbers_of(array) + change * numbers.standard_normal(array.shape, dtype=np.float32))


def _low_rank(array: Array, numbers: np.random.Generator) -> Array:
    """A product of two thin matrices, 2 % of the weights' spread in size."""
    rows, columns = array.shape
    left, right = numbers.standard_normal((rows, 16)), numbers.standard_normal((16, columns))
    return bf16(numbers_of(array) + 0.02 * SPREAD / 4 * (left @ right))
