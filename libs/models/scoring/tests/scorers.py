"""Scoring functions that Ray's workers import, and drivers whose Ray, or who themselves, are killed."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from muster.scoring.calling.endpoints import Endpoint, Limits
from muster.scoring.calling.outcomes import Answer
from muster.scoring.calling.prompts import Message, Prompt
from muster.scoring.executing.clusters import watched
from muster.scoring.executing.engine import Engine
from muster.scoring.executing.items import Item
from muster.scoring.executing.leases import Cluster, SharedRay, lease

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
            _say("running")
            time.sleep(3_600)


def score_all(url: str, leases: Path) -> None:
    """Score 200 items, and say so; exit code 3: Ray has died."""
    with lease(leases, lambda: os._exit(3)) as cluster, Engine(cluster) as engine:
        _score(engine, url)


def score_on_cluster(url: str, address: str) -> None:
    """Score 200 items on an existing cluster, and say so; exit code 3: it has died."""
    with watched(address, lambda: os._exit(3)), Engine(Cluster(address)) as engine:
        _score(engine, url)


def _score(engine: Engine, url: str) -> None:
    limits = Limits(concurrency_start=4, concurrency_max=4)
    for _ in engine.run(Endpoint(url, MODEL, limits=limits), items(200), is_expected, batch=5):
        _say("running")
    _say("scored")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    import scorers  # by its name, so that workers can import its functions

    if len(sys.argv) > 3:
        scorers.score_on_cluster(sys.argv[1], sys.argv[3])
    elif len(sys.argv) > 2:
        scorers.score_all(sys.argv[1], Path(sys.argv[2]))
    else:
        scorers.drive(sys.argv[1])
