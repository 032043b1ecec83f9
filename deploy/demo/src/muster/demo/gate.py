"""A gate: a small model passes and is released; a worse version fails, and production stays."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muster.client import Client
from muster.client.errors import MusterError
from muster.demo.commands import muster
from muster.local.home import Home

REPOSITORY: Final = "local/tiny-answers"
STEPS: Final = (1_000, 150)
"""Training steps of the better and of the worse version."""

_CONFIG: Final = "tiny-answers"
_FAILED: Final = 10
"""Exit code of `muster eval show --check` after a failed gate."""


class GateNotReached(MusterError):
    """A command of this part of the demo has failed."""


@dataclass(frozen=True, slots=True)
class Gated:
    """Outcome of both versions.

    Attributes:
        better: Verdict and score of the first, such as "passed 0.940".
        worse: Verdict and score of the second.
        production: Whether the promotion of the second was rejected, and `production` leads to the first.
        refusal: Error of the promotion of the second; empty: it succeeded.
    """

    better: str
    worse: str
    production: bool
    refusal: str

    @property
    def obeyed(self) -> bool:
        """Whether the better version passed, the worse failed, and `production` obeyed."""
        return self.better.startswith("passed") and self.worse.startswith("failed") and self.production

    def __str__(self) -> str:
        return f"{STEPS[0]:,} steps of training {self.better}; {STEPS[1]:,} steps {self.worse}"


def act(client: Client, home: Home, example: Path, say: Callable[[str], None]) -> Gated:
    """Put a golden set and a config in force, then train, evaluate and release two versions.

    Args:
        client: Client that reads the pushed versions.
        home: Home of the stack.
        example: Folder of the model's example.
        say: Prints a line.

    Raises:
        GateNotReached: A command has failed.
    """
    with tempfile.TemporaryDirectory(prefix="muster-demo-gate-") as folder:
        config = Path(folder, "release.yaml")
        text = (example / "release.yaml").read_text()
        config.write_text(text.replace("/root/.muster/for-jobs", str(home.for_jobs.root)))
        _done("eval", "golden-set", _CONFIG, str(example / "golden.jsonl"))
        _done("eval", "config", _CONFIG, str(config))
    better = _pushed(client, home, example, STEPS[0], say)
    _done("model", "promote", REPOSITORY, "-r", better, "--reason", "it passed")
    first = _verdict(better)
    worse = _pushed(client, home, example, STEPS[1], say)
    second = _verdict(worse)
    refused = muster("model", "promote", REPOSITORY, "-r", worse, "--reason", "it is smaller")
    stays = client.repository_pointers("models", REPOSITORY).get("production") == better
    obeyed = stays and f"gate {_CONFIG} says failed" in refused.stderr
    return Gated(first, second, obeyed, refused.stderr.strip())


def _pushed(client: Client, home: Home, example: Path, steps: int, say: Callable[[str], None]) -> str:
    """Train a version by a job that pushes it; return its commit once its gate has a verdict."""
    changed = {
        "TRAIN_STEPS": str(steps),
        "PUBLISH_TO": REPOSITORY,
        "PUBLISH_WITH": str(home.for_jobs.root),
    }
    settings = [part for name, value in changed.items() for part in ("--set", f"env.{name}={value}")]
    _done("submit", str(example / "job.yaml"), *settings, "--wait")
    commit = str(client.repository("models", REPOSITORY)["sha"])
    shown = muster("eval", "show", f"{REPOSITORY}@{commit}", "--wait", "--check")
    if shown.returncode not in {0, _FAILED}:
        raise GateNotReached(f"{REPOSITORY}@{commit} has no verdict: {shown.stderr[-500:]}")
    for line in shown.stderr.splitlines():
        if line.startswith((f"{REPOSITORY}@", "larger: ")):
            say(f"gate      {line}")
    return commit


def _verdict(commit: str) -> str:
    found = json.loads(_done("eval", "show", f"{REPOSITORY}@{commit}", "-o", "json"))
    return f"{found['verdict']} {found['tasks'][0]['value']:.3f}"


def _done(*words: str) -> str:
    ended = muster(*words)
    if ended.returncode != 0:
        raise GateNotReached(f"muster {' '.join(words[:3])} has failed: {ended.stderr[-500:]}")
    return ended.stdout
