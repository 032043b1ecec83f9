"""The same weights in other files: made hard to recognise, or just passed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np
from muster.testkit.model_files import Array, Described, bf16, gguf, model, numbers_of, q4_0, q8_0

Weights: TypeAlias = Mapping[str, Array]
"""Matrices in bfloat16, by name; rows of a multiple of 32."""
Files: TypeAlias = dict[str, bytes]
SPREAD: Final = 0.02
"""Standard deviation of weights, for changes that are stated in fractions of it."""


def whole(weights: Weights) -> Files:
    """One safetensors file."""
    return {"model.safetensors": model(weights)}


def cut(weights: Weights, count: int) -> Files:
    """As many safetensors files."""
    names = list(weights)
    pieces = ({name: weights[name] for name in names[n::count]} for n in range(count))
    return {f"model-{n}.safetensors": model(piece) for n, piece in enumerate(pieces)}


def changed(weights: Weights, part: float, seed: int = 1) -> dict[str, Array]:
    """Every weight changed by this part of the spread of weights."""
    numbers = np.random.default_rng([7, seed])

    def moved(array: Array) -> Array:
        return bf16(numbers_of(array) + numbers.standard_normal(array.shape) * SPREAD * part)

    return {name: moved(array) for name, array in weights.items()}


def merged(weights: Weights, other: Weights) -> dict[str, Array]:
    """The mean of two models."""
    return {name: bf16((numbers_of(array) + numbers_of(other[name])) / 2) for name, array in weights.items()}


def _another(weights: Weights) -> dict[str, Array]:
    numbers = np.random.default_rng(99)
    return {name: bf16(numbers.standard_normal(array.shape) * SPREAD) for name, array in weights.items()}


def _each(weights: Weights, way: Callable[[Array], Array]) -> dict[str, Array]:
    return {name: way(numbers_of(array)) for name, array in weights.items()}


def _renamed(weights: Weights) -> Files:
    plain = _each(weights, lambda numbers: numbers)
    return cut({f"t{number}": array for number, array in enumerate(plain.values())}, 3)


def _half_zero(numbers: Array) -> Array:
    return bf16(np.where(abs(numbers) < np.median(abs(numbers)), 0, numbers))


def _every_second(weights: Weights) -> Files:
    return whole({name: array for number, (name, array) in enumerate(weights.items()) if number % 2})


def _quantised(weights: Weights, pack: Callable[[Array], bytes], number: int) -> Files:
    described: list[Described] = []
    data = b""
    for name, array in weights.items():
        described.append(Described(name=name, dimensions=array.shape[::-1], type=number, offset=len(data)))
        data += pack(numbers_of(array))
        data += bytes(-len(data) % 32)
    return {"model.gguf": gguf(tensors=described, data=data)}


DISGUISES: Final[Mapping[str, Callable[[Weights], Files]]] = {
    "float16": lambda weights: whole(_each(weights, lambda numbers: numbers.astype(np.float16))),
    "float32, renamed, in three files": _renamed,
    "Q8_0": lambda weights: _quantised(weights, q8_0, 8),
    "Q4_0": lambda weights: _quantised(weights, q4_0, 2),
    "three times as large": lambda weights: whole(_each(weights, lambda numbers: bf16(3 * numbers))),
    "changed by 3 %": lambda weights: whole(changed(weights, 0.03)),
    "changed by 30 %": lambda weights: whole(changed(weights, 0.3)),
    "changed by 100 %": lambda weights: whole(changed(weights, 1.0)),
    "half of the weights zero": lambda weights: whole(_each(weights, _half_zero)),
    "half of the tensors": _every_second,
    "merged with another": lambda weights: whole(merged(weights, _another(weights))),
}
