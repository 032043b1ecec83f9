"""A training job pushes a version: its evaluation starts by itself, a job serves it, production obeys."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from muster.events.eval_events import EvalEnded
from muster.events.topics import EVAL_EVENTS
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(900)]

EXAMPLE = Path(__file__).parents[3] / "examples/tiny_answers"


class Place:
    """A model of its own in the product, whose new versions are evaluated by themselves.

    Attributes:
        name: Of the golden set, of the config, and of the model in the namespace `local`.
        model: NAMESPACE/NAME.
    """

    def __init__(self, product: Product, folder: Path) -> None:
        self.product = product
        self.name = f"tiny-{uuid.uuid4().hex[:8]}"
        self.model = f"local/{self.name}"
        self.for_jobs = str(product.home.for_jobs.root)
        golden, config = folder / "golden.jsonl", folder / "release.yaml"
        golden.write_text((EXAMPLE / "golden.jsonl").read_text())
        text = (EXAMPLE / "release.yaml").read_text().replace("tiny-answers", self.name)
        config.write_text(text.replace("/root/.muster/for-jobs", self.for_jobs))
        product.muster("eval", "golden-set", self.name, str(golden))
        product.muster("eval", "config", self.name, str(config))

    def train(self, steps: int) -> None:
        """Train a version by a job, which pushes it."""
        settings = {
            "TRAIN_STEPS": str(steps),
            "PUBLISH_TO": self.model,
            "PUBLISH_WITH": self.for_jobs,
        }
        changed = [part for name, value in settings.items() for part in ("--set", f"env.{name}={value}")]
        self.product.muster("submit", str(EXAMPLE / "job.yaml"), *changed, "--wait", timeout_s=600)

    def runs(self) -> list[Mapping[str, Any]]:
        """Evaluations of the model, the newest first."""
        shown = self.product.muster("eval", "list", "--repository", self.model, "-o", "json")
        return json.loads(shown.stdout)["items"]

    def ended(self, number: int) -> Mapping[str, Any]:
        """The newest evaluation, once this number of them have ended."""
        found: list[Mapping[str, Any]] = []

        def have_ended() -> bool:
            found[:] = [each for each in self.runs() if each["state"] != "running"]
            return len(found) >= number

        self.product.until(have_ended, told=lambda: f"{self.runs()}")
        return found[0]

    def promote(self) -> tuple[int, str]:
        """Have `production` lead to the newest version; the exit code, and the message."""
        told = self.product.muster("model", "promote", self.model, "--reason", "new", check=False)
        return told.returncode, told.stderr


def test_a_trained_version_is_evaluated_by_itself_and_production_obeys(
    product: Product, tmp_path: Path
) -> None:
    place = Place(product, tmp_path)
    place.train(1_000)
    better = place.ended(1)
    assert (better["verdict"], better["code"], better["trigger"]) == ("passed", "", "branch main"), better
    assert (better["requested_by"], better["scored"]) == ("", 200)
    assert better["url"].startswith("http://")
    product.until(lambda: product.job(better["job_id"])["state"] == "CANCELLED")
    assert place.promote()[0] == 0

    place.train(150)
    worse = place.ended(2)
    assert (worse["verdict"], worse["baseline"]) == ("failed", better["commit"]), worse
    assert worse["tasks"][0]["difference"] < -0.1
    product.until(lambda: product.job(worse["job_id"])["state"] == "CANCELLED")
    assert product.muster("eval", "show", worse["run"], "--check", check=False).returncode == 10
    came = product.muster("model", "lineage", place.model, "--down").stdout
    assert f"evaluation/local/{worse['run']}: {place.name} failed  evaluates, seen" in came
    code, message = place.promote()
    assert (code != 0, f"gate {place.name} says failed" in message) == (True, True), message
    facts = [each["payload"] for each in product.records(EVAL_EVENTS)]
    ends = [each["run"] for each in facts if each["type"] == EvalEnded.__name__]
    assert [ends.count(each["run"]) for each in (better, worse)] == [1, 1]
    verified = product.muster("audit", "verify", "--service", "eval", "-o", "json")
    assert json.loads(verified.stdout)["verified"] is True
