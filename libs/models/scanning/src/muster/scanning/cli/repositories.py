"""Check folders that are versions of models: whether their files agree with each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import takewhile
from pathlib import Path
from typing import Final

from muster.scanning.cli.walking import LEFT_OUT, files_in
from muster.scanning.findings import Report, worst
from muster.scanning.licences.cards import card_of
from muster.scanning.licences.licensing import Base
from muster.scanning.licences.policy import Policy
from muster.scanning.rules import rules_version
from muster.scanning.versions import CARD, bases_named, is_wanted, judged_version

_TEXT_BYTES_MAX: Final = 1 << 20


def versions_in(paths: Iterable[Path], policy: Policy | None, bases: Sequence[Base]) -> Iterator[Report]:
    """Check each version: the given folders, and those below them whose card names a licence.

    Args:
        paths: Files among them are ignored.
        policy: The organisation's licence policy.
        bases: Licences of base models, by the names on cards; those that no card names apply to all.
    """
    folders = dict.fromkeys(_folders(paths))
    for folder in folders:
        files = _files(folder, folders.keys())
        texts = {name: _text(folder / name) for name in files if is_wanted(name)}
        if texts:
            found = judged_version(files, texts, policy, _along(bases_named(texts), bases))
            verdict = worst(each.verdict for each in found)
            yield Report(str(folder), verdict, found, 0, rules_version())


def _folders(paths: Iterable[Path]) -> Iterator[Path]:
    seen: set[Path] = set()
    for path in paths:
        for folder, below, names in os.walk(path):
            below[:] = sorted(name for name in below if name not in LEFT_OUT)
            here = Path(folder)
            if here not in seen and (
                here == path or (CARD in names and card_of(_text(here / CARD)).licences)
            ):
                seen.add(here)
                yield here


def _files(folder: Path, versions: Set[Path]) -> list[str]:
    """Paths of a folder's files, with slashes, except those below another version."""
    own = (file for file in files_in([folder]) if versions.isdisjoint(_between(file, folder)))
    return [file.relative_to(folder).as_posix() for file in own]


def _between(file: Path, folder: Path) -> Iterator[Path]:
    """The folders from there down to a file, the topmost left out."""
    return takewhile(lambda parent: parent != folder, file.parents)


def _along(names: Sequence[str], bases: Sequence[Base]) -> tuple[Base, ...]:
    told = {base.name: base for base in bases}
    rest = (base for base in bases if base.name not in names)
    return (*(told.get(name, Base(name)) for name in names), *rest)


def _text(path: Path) -> str:
    """Beginning of a file as text; empty if unreadable, which the scan of files reports."""
    try:
        with path.open("rb") as file:
            return file.read(_TEXT_BYTES_MAX).decode("utf-8", "replace")
    except OSError:
        return ""
