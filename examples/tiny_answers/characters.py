"""A small network that writes an answer one character at a time, from the characters before.

The last WINDOW characters of the question and of the answer so far go through one hidden layer; the likeliest
next character is written, so the same question always has the same answer. A file of weights is in the format
of safetensors: the length of a header, the header as JSON, the numbers.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

WINDOW, HIDDEN, ANSWER_MAX = 32, 96, 40
END = "\n"
ALPHABET = "".join(map(chr, range(32, 127))) + END
PLACES = {character: place for place, character in enumerate(ALPHABET)}

Array: TypeAlias = NDArray[np.float32]
Indices: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = dict[str, Array]


def first_weights(seed: int = 7) -> Weights:
    """Small random weights."""
    random = np.random.default_rng(seed)
    inputs = WINDOW * len(ALPHABET)
    drawn = {
        "hidden": random.normal(0, 0.2, (inputs, HIDDEN)),
        "hidden_bias": np.zeros(HIDDEN),
        "output": random.normal(0, 0.1, (HIDDEN, len(ALPHABET))),
        "output_bias": np.zeros(len(ALPHABET)),
    }
    return {name: value.astype(np.float32) for name, value in drawn.items()}


def window(text: str) -> list[int]:
    """The last characters of a text as places in the input, one for each position."""
    last = text[-WINDOW:].rjust(WINDOW)
    return [n * len(ALPHABET) + PLACES.get(each, 0) for n, each in enumerate(last)]


def forward(weights: Weights, places: Indices) -> tuple[Array, Array]:
    """The hidden layer and the scores of the next character, for windows of shape (rows, WINDOW)."""
    hidden = np.tanh(weights["hidden"][places].sum(axis=1) + weights["hidden_bias"])
    return hidden, hidden @ weights["output"] + weights["output_bias"]


def answer(weights: Weights, question: str, characters_max: int = ANSWER_MAX) -> str:
    """Write the answer to a question."""
    text = ""
    while len(text) < characters_max:
        _, scores = forward(weights, np.array([window(f"{question}{END}{text}")]))
        character = ALPHABET[int(scores[0].argmax())]
        if character == END:
            break
        text += character
    return text


def write(weights: Weights, file: Path) -> None:
    """Write a file of weights."""
    header, data = {}, b""
    for name, value in weights.items():
        end = len(data) + value.nbytes
        header[name] = {"dtype": "F32", "shape": value.shape, "data_offsets": [len(data), end]}
        data += value.astype("<f4").tobytes()
    head = json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(head)) + head + data)


def read(file: Path) -> Weights:
    """Read a file of weights."""
    data = file.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    body = data[8 + length :]
    return {
        name: np.frombuffer(body[slice(*each["data_offsets"])], "<f4").reshape(each["shape"])
        for name, each in json.loads(data[8 : 8 + length]).items()
    }
