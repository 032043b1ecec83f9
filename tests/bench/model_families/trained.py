"""A language model over bytes in numpy, trained on this repository's text; fine-tunes of it on parts of that.

The last 16 bytes are embedded and read by two hidden layers of 1,024 (Bengio et al. 2003, with GELU), trained
by Adam. The base is rounded to bfloat16, as a published model is; fine-tunes begin from that, keep float32
while they train, and are rounded once, at their end.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from muster.testkit.model_files import Array, bf16, numbers_of
from numpy.typing import NDArray

from model_families.made import Member

CONTEXT, EMBEDDED, HIDDEN, BYTES, BATCH = 16, 64, 1024, 256, 64
ROOT = Path(__file__).parents[3]
Weights = dict[str, NDArray[np.float32]]

PARTS = (
    ("docs/adr", 1e-4),
    ("docs/how-to", 5e-5),
    ("libs/pure/jobs", 1e-4),
    ("libs/runtime/journal", 2e-5),
    ("libs/interfaces/client", 5e-5),
    ("services/scheduler", 1e-4),
    ("services/agent", 2e-4),
    ("services/metering", 2e-5),
    ("schemas", 1e-4),
    ("tests", 2e-4),
)
"""Training text and learning rate of each fine-tune."""


def text_of(part: str) -> NDArray[np.uint8]:
    """Return the tracked text files under a folder, concatenated."""
    listed = subprocess.run(["git", "ls-files", part], cwd=ROOT, check=True, capture_output=True, text=True)
    kinds = (".py", ".md", ".avsc", ".yaml", ".toml")
    files = [ROOT / name for name in listed.stdout.splitlines() if name.endswith(kinds)]
    return np.frombuffer(b"".join(file.read_bytes() for file in files), np.uint8)


def base(steps: int) -> tuple[dict[str, Array], float]:
    """A trained model in bfloat16 and its loss at the end, in nats a byte."""
    numbers = np.random.default_rng(0)
    inputs = CONTEXT * EMBEDDED
    shapes = {
        "embed.weight": (BYTES, EMBEDDED, 1.0),
        "layers.0.weight": (inputs, HIDDEN, inputs**-0.5),
        "layers.1.weight": (HIDDEN, HIDDEN, HIDDEN**-0.5),
        "head.weight": (HIDDEN, BYTES, HIDDEN**-0.5),
    }
    weights: Weights = {
        name: (scale * numbers.standard_normal((rows, columns))).astype(np.float32)
        for name, (rows, columns, scale) in shapes.items()
    }
    loss = _train(weights, text_of("."), steps, 1e-3, numbers)
    return {name: bf16(weight) for name, weight in weights.items()}, loss


def fine_tunes(of: Mapping[str, Array], steps: int) -> Iterator[Member]:
    """Ten fine-tunes of a base, each on its part of the text."""
    for number, (part, rate) in enumerate(PARTS):
        weights: Weights = {name: numbers_of(array) for name, array in of.items()}
        loss = _train(weights, text_of(part), steps, rate, np.random.default_rng([4, number]))
        yield Member(f"{part}, rate {rate:g}, loss {loss:.2f}", {n: bf16(w) for n, w in weights.items()})


def _train(
    weights: Weights, text: NDArray[np.uint8], steps: int, rate: float, numbers: np.random.Generator
) -> float:
    """Adam with a rate that falls linearly; the mean loss of the last tenth."""
    first = {name: np.zeros_like(weight) for name, weight in weights.items()}
    second = {name: np.zeros_like(weight) for name, weight in weights.items()}
    losses: list[float] = []
    for step in range(1, steps + 1):
        places = numbers.integers(0, len(text) - CONTEXT, BATCH)
        windows = text[places[:, None] + np.arange(CONTEXT + 1)]
        loss, gradients = _gradients(weights, windows[:, :-1], windows[:, -1])
        losses.append(loss)
        now = rate * (1 - (step - 1) / steps)
        for name, gradient in gradients.items():
            first[name] += 0.1 * (gradient - first[name])
            second[name] += 0.001 * (gradient * gradient - second[name])
            size = np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8
            weights[name] -= now * (first[name] / (1 - 0.9**step)) / size
    return float(np.mean(losses[-max(1, steps // 10) :]))


def _gradients(
    weights: Weights, context: NDArray[np.uint8], target: NDArray[np.uint8]
) -> tuple[float, Weights]:
    embedded = weights["embed.weight"][context].reshape(len(context), -1)
    first, first_slope = _gelu(embedded @ weights["layers.0.weight"])
    second, second_slope = _gelu(first @ weights["layers.1.weight"])
    logits = second @ weights["head.weight"]
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    rows = np.arange(len(target))
    loss = float(-np.log(chances[rows, target] + 1e-9).mean())
    chances[rows, target] -= 1
    chances /= len(target)
    at_second = (chances @ weights["head.weight"].T) * second_slope
    at_first = (at_second @ weights["layers.1.weight"].T) * first_slope
    at_embedded = (at_first @ weights["layers.0.weight"].T).reshape(-1, EMBEDDED)
    embedding = np.zeros_like(weights["embed.weight"])
    np.add.at(embedding, context.ravel(), at_embedded)
    return loss, {
        "embed.weight": embedding,
        "layers.0.weight": embedded.T @ at_first,
        "layers.1.weight": first.T @ at_second,
        "head.weight": second.T @ chances,
    }


def _gelu(values: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """GELU by its sigmoid approximation, and its slope."""
    gate = 1 / (1 + np.exp(-1.702 * values))
    slope = gate * (1 + 1.702 * values * (1 - gate))
    return (values * gate).astype(np.float32), slope.astype(np.float32)
