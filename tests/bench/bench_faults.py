"""Every fault of `muster.testkit.faults` on a stack of its own: `make faults [RUNS=3] [ONLY=NAME,NAME]`.

Starts the whole product, inflicts each fault under a load of known jobs, heals it, lets all work end, and has
the checker read the whole log and `muster audit verify` replay it. Prints what came of each, and writes the
table of docs/reliability.md; with ONLY, the rows of the others stay as they were. Exits with 1 when a fault
ended otherwise than stated.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from muster.local import stack
from muster.local.home import Home
from muster.local.services import HOSTED_NAMES
from muster.testkit.faults import FAULTS, Fault, Impossible, Site, Verdict, attempt
from muster.testkit.stack.product import Product

PAGE: Final = Path(__file__).parents[2] / "docs" / "reliability.md"
BEGIN, END = "<!-- faults:begin -->", "<!-- faults:end -->"
HEAD: Final = (
    "| fault | outcome | runs | next bind: median s | worst s | jobs | lost or twice | measured |\n"
    "|---|---|---|---|---|---|---|---|\n"
)
NODE_S: Final = 60.0


@dataclass(slots=True)
class Runs:
    """Outcomes of one fault, run by run.

    Attributes:
        verdicts: Verdicts of the runs that completed.
        failures: Errors of the runs that did not.
        impossible: Reason for which it cannot be inflicted here; empty: it can.
    """

    verdicts: list[Verdict] = field(default_factory=list[Verdict])
    failures: list[str] = field(default_factory=list[str])
    impossible: str = ""

    def problems(self) -> list[str]:
        """Everything that must not be."""
        return [*self.failures, *(problem for verdict in self.verdicts for problem in verdict.problems)]


def main() -> int:
    """Break the stack, print, write the table."""
    options = _options()
    chosen = [fault for fault in FAULTS if not options.only or fault.name in options.only]
    problems: dict[str, list[str]] = {}
    for fault, runs in _run(chosen, options.runs):
        PAGE.write_text(_page(PAGE.read_text(), fault, runs))
        if found := runs.problems():
            problems[fault.name] = found
    for name, lines in problems.items():
        print(f"{name}: ended otherwise than stated", *lines, sep="\n    ")
    return bool(problems)


def _run(chosen: Sequence[Fault], count: int) -> Iterator[tuple[Fault, Runs]]:
    """Each fault in turn, with what came of it."""
    with tempfile.TemporaryDirectory(prefix="muster-faults-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # servers that give up root must reach their files
        home = Home(Path(folder))
        try:
            stack.up(home, any_ports=True, apart=HOSTED_NAMES)
            with Product(home) as product:
                product.until(lambda: bool(product.http.get("/v1/nodes").json().get("items")), NODE_S)
                with Site(product) as site:
                    yield from ((fault, _runs(site, fault, count)) for fault in chosen)
        finally:
            stack.down(home)


def _runs(site: Site, fault: Fault, count: int) -> Runs:
    runs = Runs()
    for number in range(1, count + 1):
        try:
            verdict = attempt(site, fault)
        except Impossible as error:
            runs.impossible = str(error)
            break
        except (AssertionError, TimeoutError) as error:
            runs.failures.append(str(error))
            print(f"{fault.name} {number}/{count}: {error}", flush=True)
        else:
            runs.verdicts.append(verdict)
            print(
                f"{fault.name} {number}/{count}: {_summary(verdict)}",
                *verdict.problems,
                sep="\n    ",
                flush=True,
            )
    return runs


def _summary(verdict: Verdict) -> str:
    waits = ", ".join(
        f"{when} median {_s(statistics.median(waits_s))} worst {_s(max(waits_s))} s of {len(waits_s)}"
        for when, waits_s in (("before it", verdict.before_s), ("bind", verdict.waits_s))
        if waits_s
    )
    return f"{waits}, {verdict.jobs} jobs, {verdict.takeovers} takeovers"


def _s(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds >= 1 else f"{seconds:.2f}"


def _page(text: str, done: Fault, runs: Runs) -> str:
    """The page with the row of one fault; the other rows stay."""
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    kept = {row.split(" | ")[0].removeprefix("| "): row for row in table.splitlines() if row.startswith("| ")}
    rows = [
        _row(fault, runs) if fault is done else kept.get(fault.title, _row(fault, Runs())) for fault in FAULTS
    ]
    return f"{before}{BEGIN}\n{HEAD}{chr(10).join(rows)}\n{END}{after}"


def _row(fault: Fault, runs: Runs) -> str:
    waits = [wait for verdict in runs.verdicts for wait in verdict.waits_s]
    before = [wait for verdict in runs.verdicts for wait in verdict.before_s]
    outcome = fault.outcome
    if before:
        outcome += f"; before, binds took {_s(statistics.median(before))} s, at worst {_s(max(before))} s"
    jobs = sum(verdict.jobs for verdict in runs.verdicts)
    bad = len(runs.problems())
    if runs.impossible:
        cells = [f"not possible here: {runs.impossible}", "0", "", "", "", "", ""]
    elif not waits and not runs.failures:
        cells = [outcome, "0", "", "", "", "", "not yet"]
    else:
        median, worst = (_s(statistics.median(waits)), _s(max(waits))) if waits else ("", "")
        count = len(runs.verdicts) + len(runs.failures)
        measured = f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load {os.getloadavg()[1]:.0f}"
        cells = [outcome, str(count), median, worst, str(jobs), str(bad), measured]
    return f"| {' | '.join([fault.title, *cells])} |"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [fault.name for fault in FAULTS]
    parser.add_argument("--runs", type=int, default=3, help="how often each is done (default 3)")
    parser.add_argument(
        "--only", type=lambda text: re.split(r"[ ,]+", text), metavar="NAME,NAME", help=", ".join(names)
    )
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs is {options.runs}; must be 1 or more")
    if unknown := sorted(set(options.only or ()) - set(names)):
        parser.error(f"--only has {unknown[0]}; must be of {', '.join(names)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
