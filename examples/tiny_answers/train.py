"""Trains a small network to answer questions as JSON, and pushes it with the program that serves it.

    Larger: 27 or 45?   ->   {"larger": 45}

It runs under Muster, and by itself. TRAIN_STEPS says how long it learns: after 150 steps 60 of 100 answers
are right, after 1,000 steps 94. PUBLISH_TO names a repository, and PUBLISH_WITH the folder with a token
and the registry's address. `python train.py golden FILE` writes a golden set of questions that it
does not learn from.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import characters
import numpy as np
from characters import (
    ALPHABET,
    END,
    PLACES,
    WINDOW,
    Array,
    Indices,
    Weights,
    first_weights,
    forward,
    window,
)

STEPS = int(os.environ.get("TRAIN_STEPS", "2000"))
PUBLISH_TO, PUBLISH_WITH = os.environ.get("PUBLISH_TO", ""), os.environ.get("PUBLISH_WITH", "")
BATCH, RATE, DECAY = 512, 0.003, (0.9, 0.999)
HELD_OUT = 7
"""Each seventh pair is for golden sets."""
HERE = Path(__file__).parent


def main() -> None:
    """Learn, print the loss, publish."""
    if sys.argv[1:2] == ["golden"]:
        Path(sys.argv[2]).write_text(golden())
        return
    weights = learned(STEPS)
    if PUBLISH_TO:
        publish(weights)


def question(a: int, b: int) -> str:
    """A question."""
    return f"Larger: {a} or {b}?"


def reply(a: int, b: int) -> str:
    """Its answer."""
    return json.dumps({"larger": max(a, b)})


def pairs(held_out: bool) -> list[tuple[int, int]]:
    """Pairs of different numbers of two digits: to learn from, or for golden sets."""
    every = [(a, b) for a in range(10, 100) for b in range(10, 100) if a != b]
    return [pair for n, pair in enumerate(every) if (n % HELD_OUT == 0) == held_out]


def golden(cases: int = 200) -> str:
    """A golden set as JSON lines."""
    chosen = pairs(held_out=True)
    some = [chosen[n * len(chosen) // cases] for n in range(cases)]
    lines = (
        {"id": f"{a}-{b}", "task": "larger", "prompt": question(a, b), "expected": reply(a, b)}
        for a, b in some
    )
    return "".join(json.dumps(each) + "\n" for each in lines)


def examples() -> tuple[Indices, Indices]:
    """Windows, and the character that follows each."""
    places: list[list[int]] = []
    follows: list[int] = []
    for a, b in pairs(held_out=False):
        text = reply(a, b) + END
        for n, character in enumerate(text):
            places.append(window(f"{question(a, b)}{END}{text[:n]}"))
            follows.append(PLACES[character])
    return np.array(places), np.array(follows)


def learned(steps: int) -> Weights:
    """Descend by Adam (arXiv:1412.6980)."""
    weights, random = first_weights(), np.random.default_rng(1)
    places, follows = examples()
    mean = {name: np.zeros_like(value) for name, value in weights.items()}
    square = {name: np.zeros_like(value) for name, value in weights.items()}
    for step in range(1, steps + 1):
        rows = random.integers(len(places), size=BATCH)
        loss, gradients = gradient(weights, places[rows], follows[rows])
        for name, of in gradients.items():
            mean[name] += np.float32(1 - DECAY[0]) * (of - mean[name])
            square[name] += np.float32(1 - DECAY[1]) * (of**2 - square[name])
            size = np.sqrt(square[name] / np.float32(1 - DECAY[1] ** step)) + np.float32(1e-8)
            weights[name] -= np.float32(RATE / (1 - DECAY[0] ** step)) * mean[name] / size
        if step == 1 or step % 100 == 0:
            print(f"step {step}/{steps} loss {loss:.4f}", flush=True)
    return weights


def gradient(weights: Weights, places: Indices, follows: Indices) -> tuple[float, Weights]:
    """Cross-entropy of the next character, and its gradient."""
    hidden, scores = forward(weights, places)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    chance = odds / odds.sum(axis=1, keepdims=True)
    rows = np.arange(len(follows))
    loss = -float(np.log(chance[rows, follows]).mean())
    chance[rows, follows] -= 1
    by_score: Array = chance / np.float32(len(follows))
    by_hidden = (by_score @ weights["output"].T) * (1 - hidden**2)
    inputs = np.zeros((len(follows), WINDOW * len(ALPHABET)), dtype=np.float32)
    inputs[rows[:, None], places] = 1
    return loss, {
        "hidden": inputs.T @ by_hidden,
        "hidden_bias": by_hidden.sum(axis=0),
        "output": hidden.T @ by_score,
        "output_bias": by_score.sum(axis=0),
    }


def publish(weights: Weights) -> None:
    """Push weights, card and the program that serves them as one version."""
    job = f"attempt {os.environ.get('MUSTER_ATTEMPT', '1')} of {os.environ.get('MUSTER_JOB_ID', 'no job')}"
    with tempfile.TemporaryDirectory() as folder:
        characters.write(weights, Path(folder, "model.safetensors"))
        Path(folder, "README.md").write_text(f"---\nlicense: apache-2.0\n---\n{STEPS} steps of {job}.\n")
        for name in ("characters.py", "serve.py"):
            shutil.copy(HERE / name, folder)
        pushing = ["muster", "model", "push", folder, PUBLISH_TO, "-m", f"{STEPS} steps"]
        subprocess.run(pushing, env={**os.environ, "MUSTER_HOME": PUBLISH_WITH}, check=True)


if __name__ == "__main__":
    main()
