"""Scoring functions that Ray's workers import, and a driver that a test kills."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.calling.outcomes import Answer
from muster.scoring.calling.prompts import Message, Prompt
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item
from muster.scoring.executing.leases import SharedRay, lease

MODEL = "model-a"


def is_expected(material: str, answer: Answer) -> bool:
    """Whether the answer is the expected text."""
    return answer.text == material


def holds_nowhere(material: str, answer: Answer) -> bool:
    """Whether a text is nowhere in the answer."""
    return material not in answer.text


def figure(material: str, answer: Answer) -> dict[str, float]:
    """NaN for every answer, beside a number."""
    return {"a": float("nan"), "b": 1.0}


def faulty(material: str, answer: Answer) -> bool:
    """Raise for one answer."""
    if answer.text == "text 1":
        raise ZeroDivisionError("no sources")
    return True


def dying_once(material: str, answer: Answer) -> int:
    """Kill its own process the first time; the material is a file that remembers."""
    marker = Path(material)
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), 9)
    return 1


def items(count: int) -> list[Item[str]]:
    """Items whose expected answer is what an echo gives."""
    return [Item(Prompt(f"run/{n}/0", (Message("user", f"text {n}"),)), f"text {n}") for n in range(count)]


def drive(url: str) -> None:
    """Start a run that never ends, and say so."""
    with SharedRay() as ray, lease(ray.leases) as cluster, Engine(cluster) as engine:
        for _ in engine.run(Endpoint(url, MODEL, limits=Limits()), items(10), is_expected, batch=5):
            sys.stdout.write("running\n")
            sys.stdout.flush()
            time.sleep(3_600)


if __name__ == "__main__":
    import scorers  # by its name, so that workers can import its functions

    scorers.drive(sys.argv[1])
