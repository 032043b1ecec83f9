"""Runs another scanner's command on every file of a folder, each in a process of its own; tells exit codes.

    python driver.py picklescan|fickling|modelscan|modelaudit FOLDER

Run by bench_scanning.py in that scanner's environment. The package is imported once, with all of its modules;
each file is a fork of that, which is what the command does but for starting Python and for importing: of
modelaudit that is 3 of 4 seconds.
"""
# pyright: basic

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory

COMMANDS = {
    "picklescan": ("picklescan.cli", "main", ["-p"]),
    "fickling": ("fickling.__main__", "main", ["--check-safety"]),
    "modelscan": ("modelscan.cli", "main", ["-p"]),
    "modelaudit": ("modelaudit.__main__", "_run", ["scan"]),
}
TIME_S = 60


def main(name: str, folder: str) -> None:
    """Print a line of JSON for each file: its path, the exit code; -1 and below: it was killed."""
    module, function, words = COMMANDS[name]
    command = getattr(import_module(module), function)
    _load(module.partition(".")[0])
    with TemporaryDirectory() as written:
        for path in sorted(each for each in Path(folder).rglob("*") if each.is_file()):
            code = _code(command, [name, *words, str(path.resolve())], written)
            print(json.dumps([str(path.relative_to(folder)), code]), flush=True)


def _load(package: str) -> None:
    """Import whatever the command imports when a file requires it."""
    for each in walk_packages(import_module(package).__path__, f"{package}.", onerror=lambda _: None):
        if not each.name.endswith("__main__"):
            with suppress(Exception):  # for packages that are not there
                import_module(each.name)


def _code(command: object, words: list[str], written: str) -> int:
    assert callable(command)
    pid = os.fork()
    if pid == 0:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.chdir(written)  # fickling writes its report where it is run
        signal.alarm(TIME_S)
        sys.argv = words
        code = 0
        try:
            code = command()
        except SystemExit as ended:
            code = ended.code
        except BaseException:
            code = 99
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
