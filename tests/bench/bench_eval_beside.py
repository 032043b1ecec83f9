"""Cost of a case of Muster's durable runs beside Inspect and promptfoo, side by side on one endpoint.

    tests/bench/bench_eval_beside.py ENDPOINTS_ENV [ROUNDS] [--promptfoo FOLDER]

Each evaluates 1 and 500 cases whose answer must be exact, 50 at once, against the same server, and writes its
results: Muster answers to Postgres and batches to Kafka, Inspect its log, promptfoo its SQLite database.
Marginal cost (T(500) - T(1)) / 499; in turns, so that all see the same load; best and median of the rounds.
Inspect's environment is made once, from its lock in tests/bench/harnesses. promptfoo is used where FOLDER has
it: `npm install promptfoo@0.119.14` (Node 20), whose better-sqlite3 comes from GitHub or is compiled.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench_eval import CASES, keep_actor, serving, timed
from bench_eval_durable import durable
from muster.local import endpoints
from muster.testkit.chat_server import MODEL
from muster.testkit.environments import environment

HERE = Path(__file__).parent / "harnesses"
Marginal = tuple[float, float]
"""Wall-clock and CPU milliseconds a case."""


def main() -> None:
    """Print the table."""
    words = [each for each in sys.argv[2:] if not each.startswith("--")]
    named = "--promptfoo" in sys.argv
    promptfoo = Path(words.pop()) if named else None
    rounds = int(words[0]) if words else 5
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    servers = endpoints.read(Path(sys.argv[1])).environment()
    with serving(0.0) as url, durable(servers, url) as (engine, work), keep_actor(engine, url):
        measures: dict[str, Callable[[], Marginal]] = {
            "Muster": lambda: marginal(timed(work, 1), timed(work, CASES)),
            "Inspect": lambda: by_inspect(url),
        }
        if promptfoo is not None:
            measures["promptfoo"] = lambda: by_promptfoo(promptfoo, url)
        found: dict[str, list[Marginal]] = {name: [] for name in measures}
        work(50)
        for _ in range(rounds):
            for name, measure in measures.items():
                found[name].append(measure())
    print("| durable results | ms a case, best | median | CPU ms a case, median |\n|---|---|---|---|")
    for name, rows in found.items():
        walls, cpus = zip(*rows, strict=True)
        print(f"| {name} | {min(walls):.2f} | {median(walls):.2f} | {median(cpus):.2f} |")


def marginal(one: tuple[float, float], many: tuple[float, float]) -> Marginal:
    """Return milliseconds a case, from seconds and CPU seconds of 1 and of CASES."""
    wall, cpu = (1000 * (more - less) / (CASES - 1) for less, more in zip(one, many, strict=True))
    return wall, cpu


def by_inspect(url: str) -> Marginal:
    """Return the cost by Inspect, in a process that has imported it and evaluated 50 cases before."""
    with TemporaryDirectory() as folder:
        command = [
            environment(HERE / "inspect.lock") / "bin/python",
            HERE / "inspect_run.py",
            url,
            MODEL,
            folder,
        ]
        counts = ["50", "1", str(CASES)]
        told = subprocess.run([*command, *counts], check=True, capture_output=True, text=True)
    _, one, many = json.loads(told.stdout.splitlines()[-1])
    return marginal(one, many)


def by_promptfoo(home: Path, url: str) -> Marginal:
    """Return the cost by promptfoo; each number of cases is a process, and its start cancels out."""
    one, many = (promptfoo_s(home, url, count) for count in (1, CASES))
    return marginal(one, many)


def promptfoo_s(home: Path, url: str, count: int) -> tuple[float, float]:
    """Return seconds and CPU seconds of a run of promptfoo."""
    provider = {
        "id": f"openai:chat:{MODEL}",
        "config": {"apiBaseUrl": url, "apiKey": "none", "max_tokens": 64},
    }
    tests = [
        {"vars": {"text": f"text {n}"}, "assert": [{"type": "equals", "value": f"text {n}"}]}
        for n in range(count)
    ]
    with TemporaryDirectory() as folder:
        config = Path(folder) / "config.json"
        config.write_text(json.dumps({"prompts": ["{{text}}"], "providers": [provider], "tests": tests}))
        off = {f"PROMPTFOO_DISABLE_{each}": "1" for each in ("TELEMETRY", "UPDATE", "REMOTE_GENERATION")}
        command = [home / "node_modules/.bin/promptfoo", "eval", "-c", config, "-j", "50"]
        command += ["--no-cache", "--no-progress-bar", "--no-table", "-o", f"{folder}/out.json"]
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        subprocess.run(
            command,
            check=True,
            capture_output=True,
            env={**os.environ, **off, "PROMPTFOO_CONFIG_DIR": folder},
        )
        took, after = perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        stats = json.loads((Path(folder) / "out.json").read_text())["results"]["stats"]
        assert stats["successes"] == count, stats
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
