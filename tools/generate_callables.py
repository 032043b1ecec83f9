"""Writes callables.txt and the corpus of ordinary files from what packages really put into their files.

    python tools/generate_callables.py [PACKAGES-FOLDER TENSORFLOW-FOLDER]

It makes the environments of packages.lock and tensorflow.lock in
libs/proof/testkit/src/muster/testkit/hostile/made, has `tools/stock_files` write every file in
them, and packs the files. Folders that were written before are taken as they are. A name comes in if its
source has no effect when a pickle does with it what packages were seen to do (call it, or only store it), or
if a person judged it (`tools/callables.txt`); the table of dangers wins over both but for what is judged by
its own name.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from muster.scanning.pickles.names import is_dangerous
from muster.testkit.environments import environment

ROOT: Final = Path(__file__).parents[1]
MADE: Final = ROOT / "libs/proof/testkit/src/muster/testkit/hostile/made"
RESULT: Final = ROOT / "libs/models/scanning/src/muster/scanning/data/callables.txt"
COMPILED: Final = "its code is compiled"
Name = tuple[str, str]
HEAD: Final = """# What a pickle may name, by package and version: written by tools/generate_callables.py.
# Nothing else is clean. MODULE NAME... may be called with anything: it keeps that and does nothing else.
# = MODULE NAME... may be stored, or made without its constructor and given a state; it is not called.
"""


@dataclass(slots=True)
class Judged:
    """Judgements of a person.

    Attributes:
        called: Names that may be called, by their section.
        stored: Names that may be stored, by their section.
        compiled: Patterns of modules whose compiled code was judged.
        refused: Names that never come in.
    """

    called: dict[Name, str] = field(default_factory=dict[Name, str])
    stored: dict[Name, str] = field(default_factory=dict[Name, str])
    compiled: list[str] = field(default_factory=list[str])
    refused: set[Name] = field(default_factory=set[Name])


def main(folders: list[str]) -> None:
    """Write the list and the archive; print what stays out, and why."""
    with tempfile.TemporaryDirectory() as made:
        parts = [Path(each) for each in folders] or [
            _written(Path(made), part) for part in ("packages", "tensorflow")
        ]
        _packed(parts)
        observed = [each for part in parts for each in json.loads((part / "NAMES.json").read_text())]
    judged = judged_of((ROOT / "tools/callables.txt").read_text())
    called, stored, left = admitted(observed, judged, is_dangerous)
    RESULT.write_text(HEAD + "".join(_sections(called, stored)))
    for (module, name), why in sorted(left.items()):
        print(f"{module}.{name}: {why}")


def judged_of(text: str) -> Judged:
    """Read the judgements of a person."""
    judged, section = Judged(), ""
    for line in text.splitlines():
        words = line.split()
        if line.startswith("["):
            section = line.strip("[]")
        elif words and not line.startswith("#"):
            mark = words.pop(0) if words[0] in ("=", "~", "-") else ""
            if mark == "~":
                judged.compiled += words
                continue
            names = [(words[0], name) for name in words[1:]]
            if mark == "-":
                judged.refused.update(names)
            else:
                (judged.stored if mark else judged.called).update(dict.fromkeys(names, section))
    return judged


def admitted(
    observed: Iterable[dict[str, Any]], judged: Judged, is_dangerous: Callable[[str], bool]
) -> tuple[dict[Name, str], dict[Name, str], dict[Name, str]]:
    """Names that may be called and names that may be stored, by their section, and why the others stay out.

    Args:
        observed: Names that packages wrote, with their effects when a pickle calls and when it stores them.
        judged: By a person; these come in whether or not they were observed.
        is_dangerous: Whether a dotted name is in the table of dangers.
    """
    called = {name: section for name, section in judged.called.items() if name not in judged.refused}
    stored = {name: section for name, section in judged.stored.items() if name not in judged.refused}
    left: dict[Name, str] = {}
    for each in observed:
        name = each["module"], each["name"]
        if name in called or (name in stored and not each["called"]):
            continue
        if name in judged.refused or is_dangerous(".".join(name)):
            left[name] = "it is dangerous"
            continue
        known = any(fnmatchcase(each["module"], pattern) for pattern in judged.compiled)
        effects, as_stored = (_counted(each[key], known=known) for key in ("effects", "stored_effects"))
        wrong = effects if each["called"] else as_stored
        if wrong:
            left[name] = "; ".join(wrong)
        else:
            (called if each["called"] else stored)[name] = each["package"]
    return called, stored, left


def _counted(effects: list[str], *, known: bool) -> list[str]:
    """Effects but for code that cannot be read and that a person judged."""
    return [each for each in effects if not (known and each.startswith(COMPILED))]


def _sections(called: dict[Name, str], stored: dict[Name, str]) -> Iterator[str]:
    sections: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for mark, names in (("", called), ("= ", stored)):
        for (module, name), section in names.items():
            sections[section][f"{mark}{module}"].add(name)
    for section in sorted(sections, key=lambda each: (each != "Python", each.lower())):
        lines = (
            f"{module} {' '.join(sorted(names))}\n" for module, names in sorted(sections[section].items())
        )
        yield f"\n[{section}]\n" + "".join(lines)


def _written(folder: Path, part: str) -> Path:
    """The files of one environment."""
    python = environment(MADE / f"{part}.lock") / "bin/python"
    sources = [ROOT / "libs/models/scanning/src", ROOT / "libs/pure/tensors/src", ROOT / "tools"]
    paths = {"PYTHONPATH": os.pathsep.join(map(str, sources)), "OMP_NUM_THREADS": "1"}
    script = [python, "-W", "ignore", ROOT / "tools/stock_files", folder / part, part]
    subprocess.run(script, check=True, env=os.environ | paths)
    return folder / part


def _packed(parts: list[Path]) -> None:
    """All files as one archive, the same for the same files, and who wrote each."""
    out = io.BytesIO()
    versions: dict[str, str] = {}
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for part in parts:
            versions |= json.loads((part / "FILES.json").read_text())
            for path in sorted(versions, key=lambda each: (each.rpartition(".")[2], each)):
                if (part / path).is_file():
                    about = tarfile.TarInfo(path)
                    about.size = (part / path).stat().st_size
                    archive.addfile(about, (part / path).open("rb"))
    (MADE / "packages.tar.xz").write_bytes(lzma.compress(out.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    (MADE / "packages.json").write_text(json.dumps(dict(sorted(versions.items())), indent=0) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
