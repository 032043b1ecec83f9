"""CPU of each command before its first request: user and system time of the process, in milliseconds.

    python tests/bench/bench_command.py [COMMAND LINE ...]

A server of this process takes the first request, reads how much CPU the command has used by then
(/proc/PID/schedstat of each of its threads) and answers 404, so that the command ends. A command that asks
nothing is charged with all it used. The best of RUNS is shown: noise only adds.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
MUSTER: Final = Path(sys.executable).with_name("muster")
RUNS: Final = 5
GOAL_MS: Final = 150
COMMANDS: Final = (
    "--help",
    "version",
    "list",
    "list -o json",
    "submit examples/hello.yaml",
    "submit --help",
    "describe job-aaaaaaaaaaaaaaaaaaaa",
    "explain job-aaaaaaaaaaaaaaaaaaaa",
    "logs job-aaaaaaaaaaaaaaaaaaaa",
    "history job-aaaaaaaaaaaaaaaaaaaa",
    "wait job-aaaaaaaaaaaaaaaaaaaa",
    "stop job-aaaaaaaaaaaaaaaaaaaa",
    "search train",
    "queue tree",
    "queue set default weight=2",
    "reservation list",
    "policy show",
    "nodes",
    "top --once",
    "cordon node-a",
    "alerts list",
    "node drain node-a",
    "token",
    "status",
    "up --help",
    "demo --help",
    "sim --help",
    "sim trace --help",
    "capacity --help",
    "events --help",
    "events topics",
    "audit --help",
    "projections --help",
    "reactors --help",
    "identity --help",
)
_ANSWER: Final = (
    b"HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\n"
    b"Connection: close\r\n\r\n{}"
)


class Gate:
    """A server that notes the CPU time of its first client."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.pid = 0
        self.cpu_ms: float | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            with connection:
                connection.recv(65536)
                if self.cpu_ms is None:
                    self.cpu_ms = cpu_ms(self.pid)
                connection.sendall(_ANSWER)


def cpu_ms(pid: int) -> float:
    """CPU that a live process has used, in milliseconds."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e6


def measured(gate: Gate, command: str, home: str) -> tuple[float, bool]:
    """CPU of one run, in milliseconds, and whether it asked anything."""
    environment = os.environ | {
        "MUSTER_API_URL": gate.url,
        "MUSTER_ALERTS_URL": gate.url,
        "MUSTER_SCHEDULER_URLS": gate.url,
        "MUSTER_HOME": home,
        "MUSTER_TOKEN": "a.e30.c",
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    gate.cpu_ms = None
    process = subprocess.Popen(
        [MUSTER, *shlex.split(command)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    gate.pid = process.pid
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    if gate.cpu_ms is not None:
        return gate.cpu_ms, True
    return (usage.ru_utime + usage.ru_stime) * 1000, False


def main() -> None:
    """Measure every command, or those given."""
    gate = Gate()
    print(f"{'command':<40}  {'CPU ms':>6}  of {GOAL_MS}")
    with tempfile.TemporaryDirectory() as home:
        for command in sys.argv[1:] or COMMANDS:
            measured(gate, command, home)  # writes bytecode
            runs = [measured(gate, command, home) for _ in range(RUNS)]
            best, asked = min(runs)
            note = "" if asked else "whole run, no request"
            print(
                f"muster {command:<33}  {best:>6.0f}  {'over' if best > GOAL_MS else '    '}  {note}".rstrip()
            )


if __name__ == "__main__":
    main()
