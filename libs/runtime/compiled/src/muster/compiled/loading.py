"""At start: the build of exactly these sources, or plain Python.

A finder before all others answers for the modules of the build; modules that stay plain, and files beside
modules, are found where they always were. Nothing of the build may be imported before: a module that is there
twice, plain and compiled, has two classes of one name.
"""

from __future__ import annotations

import importlib.abc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from muster.compiled.modules import digest_of, is_compiled, sources

LIBRARY: Final = "muster__mypyc"
"""The module that holds the code of all compiled modules."""


class Mode(StrEnum):
    """Whether a process uses compiled modules.

    AUTO: when there is a build of exactly its sources and no debugger. OFF: never. REQUIRED: or it ends.
    """

    AUTO = "auto"
    OFF = "off"
    REQUIRED = "required"


class NotBuilt(Exception):
    """Compiled modules are required, and there is no build of these sources; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Running:
    """Kind of code that this process runs.

    Attributes:
        build: Digest of its build; None: plain Python.
        because: Reason for plain Python; empty with a build.
    """

    build: str | None
    because: str = ""

    def __str__(self) -> str:
        """Return the text for log lines."""
        return f"plain Python: {self.because}" if self.build is None else f"compiled, build {self.build}"


_running = Running(None, "not asked to look for a build")


def running() -> Running:
    """Return the kind of code that this process runs."""
    return _running


def use(mode: Mode, cache: Path | None = None) -> Running:
    """Use the build of exactly these sources when there is one. A build in use stays in use.

    Args:
        mode: Whether to.
        cache: Folder of all builds; the user's own unless given.

    Raises:
        NotBuilt: A build is required, and there is none.
        RuntimeError: A module of the build was imported before.
    """
    global _running  # noqa: PLW0603  (there is one import system in a process)
    if _running.build is None:
        _running = _found(mode, cache or builds_folder())
    return _running


def builds_folder() -> Path:
    """${XDG_CACHE_HOME:-~/.cache}/muster/compiled: a folder for each build."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "muster" / "compiled"


def _found(mode: Mode, cache: Path) -> Running:
    if mode is Mode.OFF:
        return Running(None, "MUSTER_COMPILED=off")
    if mode is Mode.AUTO and (sys.gettrace() is not None or sys.flags.dev_mode):
        return Running(None, "a debugger or development mode is on")
    if mode is Mode.AUTO and not cache.is_dir():
        return Running(None, "nothing is built; `muster compile` builds")
    modules = sources()
    build = digest_of(modules)
    if not (cache / build).is_dir():
        text = f"there is no build {build} of these sources in {cache}; `muster compile` builds it"
        if mode is Mode.REQUIRED:
            raise NotBuilt(text)
        return Running(None, text)
    load_from(cache / build, modules)
    with suppress(OSError):  # of another user's cache
        os.utime(cache / build)  # so that it is known to be in use
    return Running(build)


def load_from(folder: Path, modules: Mapping[str, Path]) -> None:
    """Import the compiled ones of these modules from a build from now on.

    Args:
        folder: The build's.
        modules: Every module's source, by name.

    Raises:
        RuntimeError: One of them was imported before.
    """
    compiled = {name for name in modules if is_compiled(name)}
    if early := sorted(compiled & sys.modules.keys()):
        raise RuntimeError(
            f"imported before the build was chosen: {', '.join(early)}; allowed: nothing of it"
        )
    sys.meta_path.insert(0, _Finder(folder, modules))


class _Finder(importlib.abc.MetaPathFinder):
    """Answers for the modules of one build, and for plain ones: compiled packages do not find those."""

    def __init__(self, folder: Path, modules: Mapping[str, Path]) -> None:
        self._folder = folder
        self._modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the place of one of our modules; None for any other."""
        del path, target
        source = self._modules.get(fullname)
        if source is None and fullname != LIBRARY:
            return None
        inside = [str(source.parent)] if source is not None and source.name == "__init__.py" else None
        if source is not None and not is_compiled(fullname):
            return spec_from_file_location(fullname, source, submodule_search_locations=inside)
        file = str(self._folder / f"{fullname}.so")
        loader = ExtensionFileLoader(fullname, file)
        return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)
