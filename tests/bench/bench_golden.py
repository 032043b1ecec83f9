"""Checks of golden sets: near-duplicates, and cases in training text.

    tests/bench/bench_golden.py [CASES...]

Questions of 45 words by Zipf's law from 20,000, seeded; every twentieth is a copy of another with one word
changed. For each number of cases (default 20,000 and 100,000): seconds for near-duplicates and for 20 MB of
other text, and the peak of memory so far. One process, one core.
"""

from __future__ import annotations

import random
import resource
import sys
from itertools import accumulate
from time import process_time

from muster.golden.checking.duplicates import near_duplicates
from muster.golden.checking.leaks import LeakSearch
from muster.golden.checking.texts import CaseText

WORDS = 45
VOCABULARY = [f"word{n}" for n in range(20_000)]
WEIGHTS = list(accumulate(1 / (n + 10) for n in range(len(VOCABULARY))))
TEXT_BYTES = 20_000_000


def main() -> None:
    """Print the table."""
    counts = [int(each) for each in sys.argv[1:]] or [20_000, 100_000]
    print("| cases | near-duplicates, s | groups | 20 MB of text, s | peak, GB |\n|---|---|---|---|---|")
    for count in counts:
        drawn = random.Random(1)
        cases = questions(drawn, count)
        began = process_time()
        groups = near_duplicates(cases)
        duplicates_s = process_time() - began
        text = [" ".join(drawn.choices(VOCABULARY, cum_weights=WEIGHTS, k=200)) for _ in range(11_000)]
        search = LeakSearch(cases)
        began, read = process_time(), 0
        for number, record in enumerate(text):
            search.read(str(number), record)
            read += len(record)
        leaks_s = (process_time() - began) * TEXT_BYTES / read
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        print(f"| {count:,} | {duplicates_s:.1f} | {len(groups)} | {leaks_s:.1f} | {peak:.2f} |", flush=True)


def questions(drawn: random.Random, count: int) -> list[CaseText]:
    """Texts of cases."""
    found: list[CaseText] = []
    for number in range(count):
        if number % 20 == 19:
            words = list(drawn.choice(found).words)
            words[drawn.randrange(WORDS)] = "changed"
        else:
            words = drawn.choices(VOCABULARY, cum_weights=WEIGHTS, k=WORDS)
        found.append(CaseText(f"case-{number}", tuple(words), (), "", ""))
    return found


if __name__ == "__main__":
    main()
