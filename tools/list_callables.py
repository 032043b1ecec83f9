"""Lists the classes of a framework that saved models are made of, as lines `module name ...`.

    python tools/list_callables.py sklearn|torch

Run in an environment that has it. What it prints was reviewed and went into
libs/scanning/src/muster/scanning/data/callables.txt: the scanner believes the file, never the framework.
"""
# pyright: basic

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from typing import Any


def main(which: str) -> None:
    """Print one framework's."""
    modules: dict[str, set[str]] = defaultdict(set)
    for each in {"sklearn": _estimators, "torch": _modules}[which]():
        modules[each.__module__].add(each.__qualname__)
    for module, names in sorted(modules.items()):
        print(module, *sorted(names))


def _estimators() -> Iterator[Any]:
    """Estimators: their constructors only keep what they are given."""
    for _, each in import_module("sklearn.utils").all_estimators():
        yield each


def _modules() -> Iterator[Any]:
    """Modules, optimisers and schedulers, storages."""
    torch = import_module("torch")
    for room, base in (
        (torch.nn, torch.nn.Module),
        (torch.optim, torch.optim.Optimizer),
        (torch.optim.lr_scheduler, torch.optim.lr_scheduler.LRScheduler),
    ):
        for name in sorted(dir(room)):
            each = getattr(room, name)
            if isinstance(each, type) and issubclass(each, base) and each.__module__.startswith("torch."):
                yield each


if __name__ == "__main__":
    main(sys.argv[1])
