"""Trains a small network to classify points on three spirals, data-parallel over several ranks.

Every rank has its own part of the data and computes a gradient; the gradients are summed over sockets
(all_reduce.py), so all ranks hold the same weights after every step. They save them with muster.checkpoint,
and leave after the same step when one of them is asked to stop. Rank 0 prints the loss, and at the end pushes
the model to the registry, if PUBLISH_TO names a repository.

It runs under Muster, which sets RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, and by itself where
muster-checkpoint is installed:
    python train.py
"""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import numpy as np
from all_reduce import Gang
from muster.checkpoint import Checkpointer, Replicated, report
from numpy.typing import NDArray

RANK = int(os.environ.get("RANK", "0"))
WORLD_SIZE = int(os.environ.get("WORLD_SIZE", "1"))
MASTER = os.environ.get("MASTER_ADDR", ""), int(os.environ.get("MASTER_PORT", "0"))
STEPS = int(os.environ.get("TRAIN_STEPS", "400"))
PUBLISH_TO, PUBLISH_WITH = os.environ.get("PUBLISH_TO", ""), os.environ.get("PUBLISH_WITH", "")
"""A repository, and the folder with a token and the registry's address: what MUSTER_HOME names elsewhere."""

HIDDEN, CLASSES, SAMPLES = 64, 3, int(os.environ.get("TRAIN_SAMPLES", "8000"))
LEARNING_RATE, MOMENTUM = 0.1, 0.9
PRINT_EVERY, SAVE_EVERY = 20, 100
STOPPED = 128 + signal.SIGTERM

Array: TypeAlias = NDArray[np.float64]
Labels: TypeAlias = NDArray[np.int64]
Arrays: TypeAlias = dict[str, Array]


def main() -> int:
    """Join the gang, resume from the newest checkpoint, train, and leave after the same step as all ranks."""
    with (
        Gang(RANK, WORLD_SIZE, *MASTER) as gang,
        Checkpointer.from_environment(exchange=gang.exchange, every_steps=SAVE_EVERY) as checkpoints,
    ):
        step, weights = 0, first_weights()
        velocity = {name: np.zeros_like(value) for name, value in weights.items()}
        if found := checkpoints.resume():
            step, weights, velocity = found.step, found.state["weights"], found.state["velocity"]
            if RANK == 0:
                print(f"resuming at step {step}")
        points, labels = spirals(seed=RANK)
        while step < STEPS:
            started = time.perf_counter()
            loss = take_step(gang, weights, velocity, points, labels)
            step += 1
            if RANK == 0:
                show(step, loss, time.perf_counter() - started)
            if checkpoints.should_save(step) or step == STEPS:
                save(checkpoints, step, weights, velocity)
            if checkpoints.should_stop(step):
                print(f"rank {RANK}: asked to stop; all ranks exit at step {step}")
                return STOPPED
    if RANK == 0 and PUBLISH_TO:
        publish(weights)
    return 0


def save(checkpoints: Checkpointer, step: int, weights: Arrays, velocity: Arrays) -> None:
    """Save weights and momentum; without the momentum a resumed run would take a different path."""
    saved = checkpoints.save(step, {"weights": Replicated(weights), "velocity": Replicated(velocity)})
    if RANK == 0 and saved:
        print(f"saved step {step}")


def publish(weights: Arrays) -> None:
    """Push the weights and a card as one version; the registry sees which attempt of which job does it."""
    job = f"attempt {os.environ.get('MUSTER_ATTEMPT', '1')} of {os.environ.get('MUSTER_JOB_ID', 'no job')}"
    card = f"---\nlicense: apache-2.0\ntags: [spirals]\n---\n# Three spirals\n{STEPS} steps of {job}.\n"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "README.md").write_text(card)
        Path(folder, "model.safetensors").write_bytes(safetensors(weights))
        pushing = ["muster", "model", "push", folder, PUBLISH_TO, "-m", f"{STEPS} steps"]
        subprocess.run(pushing, env={**os.environ, "MUSTER_HOME": PUBLISH_WITH}, check=True)


def safetensors(arrays: Arrays) -> bytes:
    """The arrays as a file of safetensors: the length of a header, the header as JSON, the numbers."""
    header, data = {}, b""
    for name, value in arrays.items():
        end = len(data) + value.nbytes
        header[name] = {"dtype": "F64", "shape": value.shape, "data_offsets": [len(data), end]}
        data += value.astype("<f8").tobytes()
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + data


def take_step(gang: Gang, weights: Arrays, velocity: Arrays, points: Array, labels: Labels) -> float:
    """Descend by the mean gradient over all ranks, with momentum; the mean loss."""
    loss, gradient = loss_and_gradient(weights, points, labels)
    total = gang.sum(np.concatenate([[loss], pack(gradient)]))
    mean = unpack(total[1:] / WORLD_SIZE, weights)
    for name in weights:
        velocity[name] = MOMENTUM * velocity[name] - LEARNING_RATE * mean[name]
        weights[name] = weights[name] + velocity[name]
    return float(total[0]) / WORLD_SIZE


def show(step: int, loss: float, took_s: float) -> None:
    """Report the progress; print the loss at the first step and every PRINT_EVERY steps."""
    report(step, STEPS, {"loss": loss})
    if step == 1 or step % PRINT_EVERY == 0:
        print(f"step {step}/{STEPS} loss {loss:.4f} ({took_s * 1000:.1f} ms a step, {WORLD_SIZE} ranks)")


def spirals(seed: int) -> tuple[Array, Labels]:
    """Noisy points on three interleaved spiral arms, with labels; each seed gives another part."""
    random = np.random.default_rng(seed)
    labels = random.integers(CLASSES, size=SAMPLES)
    radius = random.uniform(0.1, 1.0, SAMPLES)
    angle = 6.0 * radius + labels * (2 * np.pi / CLASSES) + random.normal(0, 0.2, SAMPLES)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), labels


def first_weights() -> Arrays:
    """Small random weights, the same on every rank."""
    random = np.random.default_rng(7)
    return {
        "hidden": random.normal(0, 1.0, (2, HIDDEN)),
        "hidden_bias": np.zeros(HIDDEN),
        "output": random.normal(0, 0.1, (HIDDEN, CLASSES)),
        "output_bias": np.zeros(CLASSES),
    }


def loss_and_gradient(weights: Arrays, points: Array, labels: Labels) -> tuple[float, Arrays]:
    """Cross-entropy of a two-layer network with tanh, and its gradient by back-propagation."""
    hidden = np.tanh(points @ weights["hidden"] + weights["hidden_bias"])
    scores = hidden @ weights["output"] + weights["output_bias"]
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    chance = odds / odds.sum(axis=1, keepdims=True)
    rows = np.arange(len(labels))
    loss = -float(np.log(chance[rows, labels]).mean())
    chance[rows, labels] -= 1
    by_score = chance / len(labels)
    by_hidden = (by_score @ weights["output"].T) * (1 - hidden**2)
    return loss, {
        "hidden": points.T @ by_hidden,
        "hidden_bias": by_hidden.sum(axis=0),
        "output": hidden.T @ by_score,
        "output_bias": by_score.sum(axis=0),
    }


def pack(arrays: Mapping[str, Array]) -> Array:
    """All arrays as one vector, for one message."""
    return np.concatenate([value.ravel() for value in arrays.values()])


def unpack(vector: Array, like: Mapping[str, Array]) -> Arrays:
    """The inverse of pack."""
    arrays: Arrays = {}
    for name, value in like.items():
        part, vector = np.split(vector, [value.size])
        arrays[name] = part.reshape(value.shape)
    return arrays


if __name__ == "__main__":
    sys.exit(main())
