"""One build, from the sources to a folder of the cache.

1. check the requirements: a C compiler, Python's headers, mypy
2. a copy of the sources; in the modules to compile, dataclasses are written out
3. mypyc type-checks the copy and writes C; the compiler makes one library of it, and a small module for each
   module that hands out its part
4. a process of its own imports every module of it
5. the folder gets its name: the digest of its sources. So a build is complete or absent

The work is done at a low priority, in a folder beside the builds. Two builds at once do not interfere: each
works in a folder of its own, and the later one is discarded.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from muster.compiled.loading import LIBRARY, builds_folder
from muster.compiled.lowering import dataclass_bases, lowered
from muster.compiled.modules import MYPY_VERSION, RUNTIME, digest_of, is_compiled, sources

_FLAGS: Final = ("-O1", "-g0", "-fPIC", "-fwrapv", "-DNDEBUG", "-w")
"""-O2 takes twice as long for a few per cent; no assertions, as in CPython itself; warnings are mypyc's."""

_ADVICE: Final = "install gcc and the headers of this Python, or go on: plain Python decides the same, slower"
_NICE: Final = "/usr/bin/nice"

UNUSED_S: Final = 30 * 86_400
"""Seconds without a start of a process after which a build is removed when another one is made."""
_MYPY_INI: Final = """[mypy]
namespace_packages = True
explicit_package_bases = True
follow_imports = silent
cache_dir = ../mypy
"""


class CannotBuild(Exception):
    """Something that a build needs is missing, or a source does not compile; the text names it.

    Attributes:
        hint: Advice for the user.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Build:
    """One build in the cache.

    Attributes:
        digest: Digest of its sources.
        folder: Folder of the build.
        is_new: Whether it was made now.
        modules: Number of modules in it.
        removed: Builds that nobody used any more.
    """

    digest: str
    folder: Path
    is_new: bool
    modules: int
    removed: tuple[str, ...] = ()


def build(cache: Path | None = None, report: Callable[[str], None] = lambda _: None) -> Build:
    """Return the build of these sources; make it if it is missing.

    Args:
        cache: Folder of all builds; the user's own unless given.
        report: Called with a description of the next step.

    Raises:
        CannotBuild: Something is missing, or a source does not compile.
    """
    cache = cache or builds_folder()
    modules = sources()
    digest = digest_of(modules)
    compiled = [name for name in modules if is_compiled(name)]
    folder = cache / digest
    if folder.is_dir():
        return Build(digest, folder, is_new=False, modules=len(compiled))
    compiler = _compiler()
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="unfinished-", dir=cache) as made_in:
        work = _Work(Path(made_in), compiler)
        report(f"copying {len(modules)} modules")
        files = work.copy(modules)
        report(f"translating {len(files)} of them into C")
        work.translate(files)
        report("compiling the C: a few minutes of CPU")
        out = work.compile(compiled)
        report("importing every module")
        work.try_out(compiled)
        is_new = _put(out, folder)
    removed = remove_unused(cache, folder.stat().st_mtime - UNUSED_S)
    return Build(digest, folder, is_new, len(compiled), removed)


def remove_unused(cache: Path, since_s: float) -> tuple[str, ...]:
    """Remove builds that no process has begun with since then and none has open; their names.

    Args:
        cache: Folder of all builds.
        since_s: Seconds since 1970 UTC.
    """
    unused = [each for each in sorted(cache.iterdir()) if each.is_dir() and each.stat().st_mtime < since_s]
    unused = [each for each in unused if not _is_open(each)]
    for folder in unused:
        shutil.rmtree(folder)
    return tuple(folder.name for folder in unused)


def _is_open(folder: Path) -> bool:
    """Whether a process that we may look at runs code from there; it may need more of it later."""
    for maps in Path("/proc").glob("[0-9]*/maps"):
        try:
            if f"{folder}/" in maps.read_text():
                return True
        except OSError:  # ended meanwhile, or another user's
            continue
    return False


def _compiler() -> str:
    """The C compiler.

    Raises:
        CannotBuild: The compiler, Python's headers or mypy is missing.
    """
    compiler = shutil.which(os.environ.get("CC") or "cc") or shutil.which("gcc")
    if compiler is None:
        raise CannotBuild(
            "no C compiler: neither $CC nor cc nor gcc is on the PATH",
            _ADVICE,
        )
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        raise CannotBuild(
            f"{header} is missing",
            _ADVICE,
        )
    found = importlib.metadata.version("mypy") if find_spec("mypyc") else None
    if found != MYPY_VERSION:
        raise CannotBuild(
            f"mypy is {found or 'not installed'}; allowed: {MYPY_VERSION}", "`make setup` installs it"
        )
    return compiler


class _Work:
    """The folder in which one build is made.

    Args:
        folder: Empty.
        compiler: The C compiler.
    """

    def __init__(self, folder: Path, compiler: str) -> None:
        self._source = folder / "source"
        self._c = folder / "c"
        self._out = folder / "out"
        self._compiler = compiler
        for each in (self._source, self._c / "shims", self._out):
            each.mkdir(parents=True)

    def copy(self, modules: Mapping[str, Path]) -> list[str]:
        """Copy these modules; the files to compile, below the copy, with their dataclasses written out."""
        texts = {name: file.read_text() for name, file in modules.items()}
        inherited = set[str]().union(
            *(dataclass_bases(text) for name, text in texts.items() if is_compiled(name))
        )
        files: list[str] = []
        for name, text in texts.items():
            path = (
                Path(*name.split("."), "__init__.py")
                if modules[name].name == "__init__.py"
                else Path(*name.split(".")).with_suffix(".py")
            )
            target = self._source / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(lowered(text, inherited) if is_compiled(name) else text)
            files += [str(path)] if is_compiled(name) else []
        (self._source / "mypy.ini").write_text(_MYPY_INI)
        return files

    def translate(self, files: Sequence[str]) -> None:
        """Write their C.

        Raises:
            CannotBuild: A source does not compile.
        """
        command = [sys.executable, "-m", "muster.compiled.translate", str(self._c), *files]
        self._run(command, cwd=self._source, env={**os.environ, "MYPYPATH": str(self._source)})

    def compile(self, modules: Iterable[str]) -> Path:
        """Compile the C of these modules; the folder with the library and a module for each.

        Raises:
            CannotBuild: The compiler failed.
        """
        flags = [*_FLAGS, f"-I{sysconfig.get_path('include')}", f"-I{self._c / RUNTIME}", f"-I{self._c}"]
        files = sorted(self._c.glob("*.c"), key=lambda file: -file.stat().st_size)  # no large one is the last

        def objects(file: Path) -> str:
            target = str(self._c / f"{file.stem}.o")
            self._run([self._compiler, *flags, "-c", str(file), "-o", target])
            return target

        def handed_out(module: str) -> None:
            shim = self._c / "shims" / Path(*module.split(".")).with_suffix(".c")
            self._run(
                [self._compiler, *flags, "-O0", "-shared", str(shim), "-o", str(self._out / f"{module}.so")]
            )

        with ThreadPoolExecutor(os.cpu_count()) as workers:
            made = list(workers.map(objects, files))
            self._run([self._compiler, "-shared", "-s", *made, "-o", str(self._out / f"{LIBRARY}.so")])
            list(workers.map(handed_out, modules))
        return self._out

    def try_out(self, modules: Sequence[str]) -> None:
        """Import all of them from the build in a process of its own.

        Raises:
            CannotBuild: One of them cannot be imported.
        """
        self._run([sys.executable, "-c", _TRY_OUT, str(self._out), *modules])

    def _run(
        self, command: Sequence[str], cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        done = subprocess.run(  # noqa: S603  (the compiler, and this Python)
            [_NICE, *command], cwd=cwd, env=env, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            errors = [line for line in (done.stdout + done.stderr).splitlines() if ": warning:" not in line]
            raise CannotBuild(
                f"{Path(command[0]).name} ended with {done.returncode}:\n" + "\n".join(errors[-40:])
            )


_TRY_OUT: Final = """
import importlib, pathlib, sys
from muster.compiled.loading import load_from
from muster.compiled.modules import sources
folder, *modules = sys.argv[1:]
load_from(pathlib.Path(folder), sources())
for name in modules:
    assert importlib.import_module(name).__file__.endswith(".so"), name
"""


def _put(made: Path, folder: Path) -> bool:
    """Give a finished build its name; False: another one was faster."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        return False
    return True
