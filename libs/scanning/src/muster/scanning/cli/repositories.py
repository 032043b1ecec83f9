"""Folders that are repositories of models: what they say of their licence."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from muster.scanning.cli.walking import LEFT_OUT
from muster.scanning.findings import Report, worst
from muster.scanning.licences.cards import Card, card_of
from muster.scanning.licences.licensing import Base, Licensing, Said, licensing
from muster.scanning.licences.policy import Policy
from muster.scanning.licences.texts import is_licence_file
from muster.scanning.rules import rules_version

_TEXT_BYTES_MAX: Final = 1 << 20


def licences_in(
    paths: Iterable[Path], policy: Policy | None, bases: Sequence[Base]
) -> Iterator[tuple[Path, Licensing]]:
    """What each repository says of its licence: the folders given, and those below whose README.md names one.

    Args:
        paths: Files are passed over.
        policy: Of the organisation.
        bases: Licences of models that cards name as their bases, in addition to those found here.
    """
    for folder, said in _repositories(paths, {base.name: base for base in bases}):
        yield folder, licensing(said, policy)


def report_of(folder: Path, found: Licensing) -> Report:
    """The findings about a repository's licence, as of a file of its path."""
    verdict = worst(each.verdict for each in found.findings)
    return Report(str(folder), verdict, found.findings, 0, rules_version())


def _repositories(paths: Iterable[Path], bases: dict[str, Base]) -> Iterator[tuple[Path, Said]]:
    seen: set[Path] = set()
    for path in paths:
        for folder, below, names in os.walk(path):
            below[:] = sorted(name for name in below if name not in LEFT_OUT)
            here = Path(folder)
            card = card_of(_text(here / "README.md")) if "README.md" in names else Card((), (), "")
            if here in seen or not (here == path or card.licences):
                continue
            seen.add(here)
            texts = {name: _text(here / name) for name in sorted(names) if is_licence_file(name)}
            if card.licences or card.bases or texts:
                along = tuple(bases.get(name, Base(name)) for name in card.bases)
                rest = tuple(base for base in bases.values() if base.name not in card.bases)
                yield here, Said(card.licences, texts, card.text, (*along, *rest))


def _text(path: Path) -> str:
    """The beginning of a file as text; one that cannot be read says nothing: the scan of files tells."""
    try:
        with path.open("rb") as file:
            return file.read(_TEXT_BYTES_MAX).decode("utf-8", "replace")
    except OSError:
        return ""
