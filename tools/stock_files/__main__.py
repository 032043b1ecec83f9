"""Writes files as packages write them: small ones, in each form of a package, with their versions.

    PYTHONPATH=libs/models/scanning/src:libs/pure/tensors/src:tools python tools/stock_files FOLDER packages

`packages` or `tensorflow`: run it in the environment of that lock, one of those in
libs/proof/testkit/src/muster/testkit/hostile/made (`tools/generate_callables.py` makes it and runs this).
FOLDER gets one file for each form, `FILES.json` the package and version of each, `NAMES.json` each name that
pickles imported, if it was called, its effects.
"""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false

from __future__ import annotations

import json
import sys
import warnings
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from muster.scanning.pickles.names import is_dangerous

from stock_files.effects import effects_of
from stock_files.forms import Forms

PARTS = {
    "packages": ("arrays", "estimators", "models", "plain"),
    "tensorflow": ("graphs",),
}


def main(folder: Path, which: str) -> None:
    """Write every file of one environment; print what a package cannot write."""
    warnings.simplefilter("ignore")
    forms = Forms(folder)
    for part in PARTS[which]:
        for name, make in list(vars(import_module(f"stock_files.{part}")).items()):
            if name.startswith("write_"):
                make(forms)
    files = {name: f"{package} {version(package)}" for name, package in sorted(forms.written.items())}
    folder.joinpath("FILES.json").write_text(json.dumps(files, indent=1) + "\n")
    names = [
        {
            "module": module,
            "name": name,
            "package": f"{package} {version(package)}",
            "called": called,
            "effects": effects_of(module, name, is_dangerous, called=True),
            "stored_effects": effects_of(module, name, is_dangerous, called=False),
        }
        for module, name, package, called in forms.names()
    ]
    folder.joinpath("NAMES.json").write_text(json.dumps(names, indent=1) + "\n")
    print(f"{len(files)} files of {len(set(forms.written.values()))} packages")
    for what in forms.unwritten:
        print("not written:", what)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
