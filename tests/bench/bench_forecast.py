"""How often the month's forecast holds: `python tests/bench/bench_forecast.py`.

Every history is cut at several days; the range for the days after is compared with what came. Generated
histories, 240 days of 200 seeds: as named below. Recorded: GPU time by day of the pods of data/openb
(Alibaba, 149 days), all of them, and those that are latency-sensitive. Printed: how many of 100 lay within,
and how wide the range was in parts of what came. Nothing is asserted.
"""

import csv
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from muster.metering.core.costs.forecast import LEVEL_PERCENT, forecast

OPENB = Path(__file__).parents[2] / "data" / "openb" / "openb_pod_list_default.csv"
SEEDS, DAYS = 200, 240
TO_COME = (3, 10, 20, 30)
DAY_S = 86_400


def generated(kind: str, seed: int) -> list[int]:
    """A history: noise that lasts (AR(1), 0.6, sigma 0.2 in logarithms), and what the kind says."""
    random, level, noise, burst = Random(seed), 1e6, 0.0, 0
    found = list[int]()
    for day in range(DAYS):
        level *= {"growth": 1.004, "walk": math.exp(random.gauss(0, 0.03))}.get(kind, 1.0)
        noise = 0.6 * noise + random.gauss(0, 0.2)
        burst = random.randint(2, 8) if random.random() < 0.02 else burst - 1
        of_week = 0.4 if kind != "flat" and day % 7 >= 5 else 1.0
        of_burst = 2.0 if kind == "bursts" and burst > 0 else 1.0
        found.append(int(level * of_week * of_burst * math.exp(noise)))
    return found


def recorded() -> Mapping[str, Sequence[int]]:
    """GPU milliseconds of each day, of all pods and by class of service."""
    found: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    with OPENB.open() as file:
        for pod in csv.DictReader(file):
            milli = int(pod["num_gpu"] or 0) * int(pod["gpu_milli"] or 0)
            start, end = int(pod["scheduled_time"] or pod["creation_time"]), int(pod["deletion_time"])
            for day in range(start // DAY_S, end // DAY_S + 1):
                held_s = min(end, (day + 1) * DAY_S) - max(start, day * DAY_S)
                for name in ("all", pod["qos"]):
                    found[name][day] += max(0, held_s) * milli
    last = max(found["all"])
    return {f"openb {name}": [found[name].get(day, 0) for day in range(last)] for name in ("all", "LS")}


def coverage(history: Sequence[int], to_come: int, first: int, step: int) -> Iterator[tuple[bool, float]]:
    """Yield at each cut whether the outcome lay within the range, and the range's relative width."""
    for cut in range(first, len(history) - to_come + 1, step):
        found, came = forecast(history[:cut], to_come), sum(history[cut : cut + to_come])
        if found is not None and came:
            yield found.low <= came <= found.high, (found.high - found.low) / came


def row(name: str, histories: Sequence[Sequence[int]], first: int, step: int) -> str:
    """Return one line of the table."""
    cells = list[str]()
    for to_come in TO_COME:
        tried = [each for history in histories for each in coverage(history, to_come, first, step)]
        if not tried:
            cells.append("| - ")
            continue
        within = 100 * sum(lies for lies, _ in tried) / len(tried)
        width = sum(wide for _, wide in tried) / len(tried)
        cells.append(f"| {within:.0f} ({len(tried)}; {width:.2f}) ")
    return f"| {name} {''.join(cells)}|"


def main() -> None:
    """Print the table."""
    print(f"of 100 within the range of {LEVEL_PERCENT} % (tries; width in parts of what came)")
    print(f"| history | {' | '.join(f'{each} days' for each in TO_COME)} |")
    for kind in ("flat", "week", "growth", "walk", "bursts"):
        print(row(kind, [generated(kind, seed) for seed in range(SEEDS)], 120, 30), flush=True)
    for name, history in recorded().items():
        print(row(name, [history], 60, 3), flush=True)


if __name__ == "__main__":
    main()
