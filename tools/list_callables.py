"""Lists the classes of PyTorch that saved models are made of, as lines `module name ...`.

    python tools/list_callables.py

Run in the environment of libs/proof/testkit/src/muster/testkit/hostile/made/torch.lock.
A person reviewed its output for tools/callables.txt, which `generate_callables.py` reads.
"""
# pyright: basic

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from typing import Any


def main() -> None:
    """Print them."""
    modules: dict[str, set[str]] = defaultdict(set)
    for each in _modules():
        modules[each.__module__].add(each.__qualname__)
    for module, names in sorted(modules.items()):
        print(module, *sorted(names))


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
    main()
