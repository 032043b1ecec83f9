"""Evaluates cases with Inspect; tells how long each number of cases took, as a line of JSON.

    python inspect_run.py URL MODEL FOLDER COUNT...

Run by bench_eval_beside.py in Inspect's environment; results are logs of Inspect in FOLDER. CPU is of this
process, which does all of it.
"""
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import json
import sys
from time import perf_counter, process_time

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import GenerateConfig, get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate


def main(url: str, name: str, folder: str, *counts: str) -> None:
    """Evaluate each number of cases once, and print seconds and CPU seconds."""
    model = get_model(
        f"openai/{name}",
        base_url=url,
        api_key="none",
        config=GenerateConfig(max_connections=50, temperature=0, max_tokens=64),
        responses_api=False,
    )
    took = []
    for count in map(int, counts):
        samples = [Sample(input=f"text {n}", target=f"text {n}", id=n) for n in range(1, count + 1)]
        task = Task(dataset=samples, solver=generate(), scorer=match(location="exact"))
        cpu, began = process_time(), perf_counter()
        [log] = eval(task, model=model, log_dir=folder, display="none", max_samples=50)
        took.append((perf_counter() - began, process_time() - cpu))
        assert log.status == "success"
        assert log.results.scores[0].metrics["accuracy"].value == 1.0
    print(json.dumps(took))


if __name__ == "__main__":
    main(*sys.argv[1:])
