"""Delays of river's drift detectors, with thresholds set for a mean run length; JSON in, JSON out.

    python river_run.py < QUESTION > ANSWER

Run by bench_charts.py in river's environment. Thresholds are bisected over simulated in-control runs; all
other parameters are river's defaults.
"""
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import json
import sys
from time import process_time

import numpy as np
from river import drift

LOGS = {"ADWIN": (-14.0, 4.0), "PageHinkley": (0.0, 9.0), "KSWIN": (-14.0, -2.0)}
"""Range of the natural logarithm of the threshold."""

RISES = {"ADWIN": False, "PageHinkley": True, "KSWIN": False}
"""Whether a larger threshold makes runs longer."""


def make(name: str, log: float, seed: int):
    """Return a detector with a threshold."""
    value = float(np.exp(log))
    if name == "ADWIN":
        return drift.ADWIN(delta=value)
    return (
        drift.PageHinkley(threshold=value) if name == "PageHinkley" else drift.KSWIN(alpha=value, seed=seed)
    )


def run(detector, drawn, question, *, law: str, warm: int, longest: int) -> int:
    """Return the values to the first detection; 0 or less: it came among the first `warm`."""
    odds, seen = question["laws"], 0
    while seen < warm + longest:
        block = min(100, (warm if seen < warm else warm + longest) - seen)
        kind = "in control" if seen < warm else law
        for value in drawn.choice(question["scores"], size=block, p=odds[kind]).tolist():
            seen += 1
            detector.update(value)
            if detector.drift_detected:
                return seen - warm
    return longest


def mean_run(name: str, log: float, question, runs: int) -> float:
    """Return the mean run length in control."""
    drawn = np.random.default_rng(1)
    longest = 10 * question["arl"]
    return float(
        np.mean(
            [
                run(make(name, log, seed), drawn, question, law="in control", warm=0, longest=longest)
                for seed in range(runs)
            ]
        )
    )


def threshold(name: str, question, runs: int) -> float:
    """Return the logarithm of the threshold with the wanted mean run length."""
    low, high = LOGS[name]
    for _ in range(question["bisections"]):
        middle = (low + high) / 2
        if (mean_run(name, middle, question, runs) < question["arl"]) == RISES[name]:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def main() -> None:
    """Answer the question."""
    question = json.load(sys.stdin)
    answer = {}
    for name in LOGS:
        runs = question["few_runs" if name == "KSWIN" else "runs"]
        log = threshold(name, question, runs)
        delays, limits = {}, {"warm": question["warm"], "longest": question["longest"]}
        for law in question["laws"]:
            if law == "in control":
                continue
            drawn, found, seed = np.random.default_rng(2), [], 0
            while len(found) < runs:
                seed += 1
                delay = run(make(name, log, seed), drawn, question, law=law, **limits)
                found += [delay] if delay > 0 else []
            delays[law] = float(np.mean(found))
        timed = 2_000 if name == "KSWIN" else 20_000
        values = np.random.default_rng(3).choice(question["scores"], timed, p=question["laws"]["in control"])
        detector, stream = make(name, log, 0), values.tolist()
        began = process_time()
        for value in stream:
            detector.update(value)
        per_s = timed / (process_time() - began)
        answer[name] = {
            "threshold": float(np.exp(log)),
            "arl": mean_run(name, log, question, runs),
            "delays": delays,
            "per_s": per_s,
        }
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
