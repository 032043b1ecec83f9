"""An object in each form that stores it, and the names that its pickles import."""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

import io
import json
import pickle
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import joblib
from muster.scanning.limits import Limits, Spent
from muster.scanning.pickles.machine import Global, Machine
from muster.scanning.windows import Cursor
from muster.tensors.sources import Memory

PROTOCOLS = (2, 5)


class Forms:
    """A folder of files.

    Attributes:
        written: The package of each file.
        unwritten: What a package refused, and why.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.written: dict[str, str] = {}
        self.unwritten: list[str] = []
        self._called: dict[tuple[str, str], bool] = {}
        self._packages: dict[tuple[str, str], str] = {}

    def keep(self, package: str, name: str, content: bytes) -> None:
        """Keep a file as it is."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.written[name] = package

    def by(self, package: str, name: str, write: Callable[[Path], Any]) -> None:
        """Keep what `write` leaves at a path: a file, or a folder with all in it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write(path)
        except Exception as error:
            self.unwritten.append(f"{name}: {type(error).__name__}: {error}"[:200])
            return
        for each in (path, *path.parent.glob(f"{path.name}*"), *path.rglob("*")):
            if each.is_file():
                self.written[str(each.relative_to(self.folder))] = package

    def all(self, package: str, name: str, what: Any, *, skops: bool = False, kept: bool = True) -> None:
        """Keep an object as pickles of protocol 2 and 5 and by joblib; by skops where `skops` says so.

        Args:
            package: That has its class.
            name: Of the files, without an ending.
            what: The object.
            skops: Whether skops is meant for it.
            kept: False: only the names of its pickles are.
        """
        contents: dict[str, bytes] = {}
        for number in PROTOCOLS:
            try:
                contents[f"{name}.p{number}.pkl"] = pickle.dumps(what, number)
            except Exception as error:
                self.unwritten.append(f"{name}, protocol {number}: {type(error).__name__}: {error}"[:200])
        out = io.BytesIO()
        try:
            joblib.dump(what, out)
            contents[f"{name}.joblib"] = out.getvalue()
        except Exception as error:
            self.unwritten.append(f"{name}, joblib: {type(error).__name__}: {error}"[:200])
        if skops:
            from skops.io import dumps

            try:
                contents[f"{name}.skops"] = dumps(what)
            except Exception as error:
                self.unwritten.append(f"{name}, skops: {type(error).__name__}: {error}"[:200])
        for path, content in contents.items():
            self.note(content, package)
            if kept:
                self.keep(package, path, content)

    def note(self, content: bytes, package: str) -> None:
        """Note the names that a pickle, or the schema of a file of skops, imports, and which it calls."""
        if content.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                for found in _nodes(json.loads(archive.read("schema.json"))):
                    self._named(found["__module__"], found["__class__"], package, called=False)
            return
        cursor = Cursor(Memory(content))
        while cursor.at < len(content):
            run = Machine(cursor, Spent(Limits())).finish()
            for each in run.noted:
                if each.what == "import":
                    self._named(each.value.module, each.value.name, package, called=False)
                elif each.what == "call" and isinstance(each.value, Global) and each.at not in run.made:
                    self._named(each.value.module, each.value.name, package, called=True)
            if run.broken:
                return  # an array follows

    def _named(self, module: str, name: str, package: str, *, called: bool) -> None:
        key = module, name
        self._called[key] = self._called.get(key, False) or called
        self._packages.setdefault(key, package)

    def names(self) -> Iterator[tuple[str, str, str, bool]]:
        """Each name once, in order: module, name, package, whether a pickle called it."""
        for (module, name), called in sorted(self._called.items()):
            yield module, name, self._packages[module, name], called


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "__module__" in value and "__class__" in value:
            yield value
        for each in value.values():
            yield from _nodes(each)
    elif isinstance(value, list):
        for each in value:
            yield from _nodes(each)
