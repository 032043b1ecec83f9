"""How soon a job with a working folder is queued: `python tests/bench/bench_folder.py [--mib 300]`.

A stack of its own. The folder has six files of random bytes, of one size, and 2,000 small programs. Each row
is `muster submit --files FOLDER -- true`, from the start of the command until it has printed the job's id:
first (everything is packed and sent), unchanged (--runs times, the median), after a change of one small file,
and of one of the six. CPU is the command's own. The goal is 1 s for an unchanged folder.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from muster.local import stack
from muster.local.home import Home

LARGE: Final = 6
SMALL: Final = 2_000
MUSTER: Final = Path(sys.executable).with_name("muster")
SETTLED_S: Final = 3
"""Time after which the client believes a file's times (`_FRESH_NS` of its packing)."""


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--mib", type=int, default=300)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="muster-folder-", ignore_cleanup_errors=True) as top:
        Path(top).chmod(0o755)  # servers that give up root must reach their files
        home, folder = Home(Path(top) / "home"), Path(top) / "work"
        home.root.mkdir(mode=0o755)
        _write(folder, arguments.mib)
        try:
            stack.up(home, any_ports=True)
            _measure(home, folder, arguments.runs)
        finally:
            stack.down(home)
    print(f"load {os.getloadavg()[0]:.0f}, {os.cpu_count()} cores")


def _write(folder: Path, mib: int) -> None:
    (folder / "src").mkdir(parents=True)
    for number in range(LARGE):
        (folder / f"weights-{number}.bin").write_bytes(os.urandom(mib * 2**20 // LARGE))
    for number in range(SMALL):
        (folder / f"src/m{number}.py").write_text(f"x = {number}\n")


def _measure(home: Home, folder: Path, runs: int) -> None:
    print("| case | time | CPU of the client |\n|---|---|---|")
    time.sleep(SETTLED_S)
    _row("first: all is packed and sent", [_submit(home, folder)])
    _row(f"unchanged, median of {runs}", [_submit(home, folder) for _ in range(runs)])
    (folder / "src/m7.py").write_text("y = 7\n")
    _row("one small file changed", [_submit(home, folder)])
    large = folder / "weights-0.bin"
    large.write_bytes(os.urandom(large.stat().st_size))
    _row(f"one file of {large.stat().st_size >> 20} MiB changed", [_submit(home, folder)])


def _submit(home: Home, folder: Path) -> tuple[float, float]:
    """Submit a job; return the seconds that it took, and the CPU seconds of the command."""
    words = ["submit", "--files", str(folder), "--cpus", "0.1", "--memory", "64MiB", "--", "true"]
    before, at = _children_s(), time.perf_counter()
    subprocess.run(
        [str(MUSTER), *words],
        env={**os.environ, "MUSTER_HOME": str(home.root)},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - at, _children_s() - before


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _row(case: str, taken: list[tuple[float, float]]) -> None:
    wall, cpu = (statistics.median(each) for each in zip(*taken, strict=True))
    print(f"| {case} | {wall:.1f} s | {cpu:.2f} s |", flush=True)


if __name__ == "__main__":
    main()
