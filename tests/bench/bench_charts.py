"""Detection delays of Muster's charts beside river's ADWIN, Page-Hinkley and KSWIN, and what charts cost.

    tests/bench/bench_charts.py [ARL] [RUNS]

Single scores of 1 to 5 by a skewed law. After 500 scores in control the law is tilted to a mean that lies
0.25 to 1 standard deviations lower, or 5 % of the scores become 1; runs with an alarm before are left out. A
delay is the mean number of scores from the change to the alarm, 5,000 at most. All have about the same mean
run length in control (default 500 scores): river's by its threshold alone, set by simulation, with defaults
otherwise; Muster's by design, once with the law known, once from one of 60 baselines of 500 scores, of which
9 in 10 give a chart that keeps its promise. River's environment is made once, from its lock in
tests/bench/detectors.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from muster.statistics.charts import cusum, ewma
from muster.statistics.charts.cusum import Cusum
from muster.statistics.charts.designs import Baseline, cusum_for_baseline, ewma_for_baseline
from muster.statistics.charts.ewma import Ewma, EwmaState, Start
from muster.statistics.charts.laws import ScoreLaw, mixed, shifted
from muster.testkit.environments import environment

HERE = Path(__file__).parent / "detectors"
SKEWED = ScoreLaw(1.0, 1.0, (0.02, 0.03, 0.10, 0.25, 0.60))
KNOWN = Baseline(1.0, 1.0, (20_000, 30_000, 100_000, 250_000, 600_000))
SHIFTS = (0.25, 0.5, 0.75, 1.0)
WARM, LONGEST, BASELINE = 500, 5_000, 500

Step = Callable[[float], bool]
"""Takes a score; true if the chart signals."""


def main() -> None:
    """Print the tables."""
    arl = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    laws: dict[str, ScoreLaw] = {"in control": SKEWED}
    for sigmas in SHIFTS:
        law = shifted(SKEWED, -sigmas)
        assert isinstance(law, ScoreLaw)
        laws[f"{sigmas:g} sigma"] = law
    laws["5 % become 1"] = mixed(SKEWED, 0, 0.05)
    print("| detector | scores between false alarms | " + " | ".join(list(laws)[1:]) + " | scores/s |")
    print("|---|" + "--:|" * (len(laws) + 1), flush=True)
    for name, make in charts(arl).items():
        print_row(name, measure(make, laws, arl, runs))
    question = {
        "scores": SKEWED.scores,
        "laws": {name: law.probabilities for name, law in laws.items()},
        "arl": arl,
        "warm": WARM,
        "longest": LONGEST,
        "runs": runs,
        "few_runs": max(runs // 10, 10),
        "bisections": 10,
    }
    python = environment(HERE / "river.lock") / "bin/python"
    found = subprocess.run(
        [python, HERE / "river_run.py"],
        input=json.dumps(question),
        text=True,
        capture_output=True,
        check=True,
    )
    for name, figures in json.loads(found.stdout).items():
        print_row(f"river {name}, threshold {figures['threshold']:.3g}", figures)
    print("\n| design | CPU ms |\n|---|--:|")
    for name, design in designs().items():
        design()
        began = process_time()
        for _ in range(5):
            design()
        print(f"| {name} | {(process_time() - began) / 5 * 1e3:.0f} |", flush=True)


def charts(arl: int) -> dict[str, Callable[[], Step]]:
    """Return makers of charts."""
    heavy, light = (
        ewma_for_baseline(KNOWN, arl=arl, weight=weight, size=1, start=Start.EXACT, assurance=None).chart
        for weight in (0.1, 0.05)
    )
    sums = cusum_for_baseline(KNOWN, arl=arl, reference=0.25, size=1, assurance=None).chart

    drawn = np.random.default_rng(1)
    baselines = [
        Baseline(1.0, 1.0, tuple(drawn.multinomial(BASELINE, SKEWED.probabilities).tolist()))
        for _ in range(60)
    ]
    assured = cycle(
        [ewma_for_baseline(each, arl=arl, weight=0.05, size=1, start=Start.EXACT).chart for each in baselines]
    )

    return {
        "EWMA 0.1": lambda: ewma_step(heavy),
        "EWMA 0.05": lambda: ewma_step(light),
        "CUSUM 0.25": lambda: cusum_step(sums),
        f"EWMA 0.05, baseline of {BASELINE} scores": lambda: ewma_step(next(assured)),
    }


def ewma_step(chart: Ewma) -> Step:
    """Return a chart that keeps its state."""
    state = EwmaState()

    def step(score: float) -> bool:
        nonlocal state
        state, signal = ewma.step(chart, state, score)
        return signal is not None

    return step


def cusum_step(chart: Cusum) -> Step:
    """Return a chart that keeps its state."""
    state = chart.begin()

    def step(score: float) -> bool:
        nonlocal state
        state, signal = cusum.step(chart, state, score)
        return signal is not None

    return step


def measure(make: Callable[[], Step], laws: dict[str, ScoreLaw], arl: int, runs: int) -> dict[str, Any]:
    """Return the mean run length in control and the delays of a chart."""
    drawn, delays = np.random.default_rng(2), dict[str, float]()
    for name, law in list(laws.items())[1:]:
        found = list[int]()
        while len(found) < runs:
            delay = run(make(), drawn, law, WARM, LONGEST)
            found += [delay] if delay > 0 else []
        delays[name] = float(np.mean(found))
    in_control = [run(make(), drawn, SKEWED, 0, 10 * arl) for _ in range(runs)]
    scores = drawn.choice(SKEWED.scores, size=200_000, p=SKEWED.probabilities).tolist()
    step, began = make(), process_time()
    for score in scores:
        step(score)
    per_s = len(scores) / (process_time() - began)
    return {"arl": float(np.mean(in_control)), "delays": delays, "per_s": per_s}


def run(step: Step, drawn: np.random.Generator, law: ScoreLaw, warm: int, longest: int) -> int:
    """Return the scores to the first alarm; 0 or less: it came among the first `warm`."""
    seen = 0
    while seen < warm + longest:
        block = min(100, (warm if seen < warm else warm + longest) - seen)
        odds = SKEWED.probabilities if seen < warm else law.probabilities
        for score in drawn.choice(SKEWED.scores, size=block, p=odds).tolist():
            seen += 1
            if step(score):
                return seen - warm
    return longest


def print_row(name: str, figures: dict[str, Any]) -> None:
    """Print a row."""
    delays = " | ".join(f"{each:,.0f}" for each in figures["delays"].values())
    print(f"| {name} | {figures['arl']:,.0f} | {delays} | {figures['per_s']:,.0f} |", flush=True)


def designs() -> dict[str, Callable[[], object]]:
    """Return designs to be timed."""
    small, large = (
        Baseline(1.0, 1.0, tuple(n // 500 * c for c in (10, 15, 50, 125, 300))) for n in (500, 2_000)
    )
    return {
        "EWMA 0.1, means of 20, law known": lambda: ewma_for_baseline(large, arl=500, assurance=None),
        "EWMA 0.1, means of 20, baseline of 2,000": lambda: ewma_for_baseline(large, arl=500),
        "EWMA 0.1, means of 5, baseline of 500": lambda: ewma_for_baseline(small, arl=500, size=5),
        "EWMA 0.05, single scores, baseline of 500": lambda: ewma_for_baseline(
            small, arl=500, weight=0.05, size=1
        ),
        "CUSUM 0.5, means of 20, baseline of 2,000": lambda: cusum_for_baseline(large, arl=500),
    }


if __name__ == "__main__":
    main()
