"""Check a version of a repository as a whole: whether its files agree with each other. PURE.

licences   the card, the texts, the policy (`licences.licensing`)
code       what configurations name as code lies in this version (transformers, dynamic_module_utils.py)
shards     files that an index names exist, in its own folder
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Any, Final, cast

from muster.scanning.findings import Finding, printable
from muster.scanning.licences.cards import card_of
from muster.scanning.licences.licensing import Base, Said, licensing
from muster.scanning.licences.policy import Policy
from muster.scanning.licences.texts import is_licence_file
from muster.scanning.rules import rules

CARD: Final = "README.md"
INDEX: Final = ".index.json"
CONFIGURATIONS: Final = (
    "config.json",
    "tokenizer_config.json",
    "processor_config.json",
    "preprocessor_config.json",
)
TEXT_BYTES_MAX: Final = 8 << 20
"""Largest of these texts that is read."""

_ELSEWHERE: Final = "--"
"""Separator between the repository and the class in a reference to code."""


def is_wanted(path: str) -> bool:
    """Whether the text of a file is needed to judge the version."""
    folder, _, name = path.rpartition("/")
    if name.endswith(INDEX) or name in CONFIGURATIONS:
        return True
    return not folder and (name == CARD or is_licence_file(name))


def judged_version(
    paths: Collection[str],
    texts: Mapping[str, str],
    policy: Policy | None = None,
    bases: Sequence[Base] | None = None,
) -> tuple[Finding, ...]:
    """Find the problems of a version.

    Args:
        paths: Paths of all its files.
        texts: Texts of the files that `is_wanted` selects, by path.
        policy: Licence policy.
        bases: Its base models, the nearest first; None: those that its card names, with unknown licence.
    """
    found = [*_licences(texts, policy, bases)]
    present = frozenset(paths)
    for path, text in sorted(texts.items()):
        document = _document(text) if path.endswith(".json") else None
        if document is None:
            continue
        folder, _, name = path.rpartition("/")
        judge = _shards if name.endswith(INDEX) else _code
        found += [_finding(rule, path, said) for rule, said in judge(document, folder, present)]
    return tuple(dict.fromkeys(found))


def bases_named(texts: Mapping[str, str]) -> tuple[str, ...]:
    """Base models named on a version's card."""
    return card_of(texts.get(CARD, "")).bases


def _finding(rule: str, path: str, said: str) -> Finding:
    return Finding(rule, rules()[rule].verdict, printable(path), printable(said))


def _document(text: str) -> dict[str, Any] | None:
    """Parse a JSON object; None: it is not one, and is judged as a file."""
    try:
        document: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", document) if isinstance(document, dict) else None


def _licences(
    texts: Mapping[str, str], policy: Policy | None, bases: Sequence[Base] | None
) -> tuple[Finding, ...]:
    card = card_of(texts.get(CARD, ""))
    licences = {path: text for path, text in texts.items() if is_licence_file(path)}
    along = tuple(map(Base, card.bases) if bases is None else bases)
    return licensing(Said(card.licences, licences, card.text, along), policy).findings


def _code(document: Mapping[str, Any], folder: str, paths: Set[str]) -> Iterator[tuple[str, str]]:
    for said in _references(document.get("auto_map")):
        repository, elsewhere, reference = said.rpartition(_ELSEWHERE)
        if elsewhere:
            yield "version.code-elsewhere", f"{reference} of {repository}"
            continue
        module = reference.rpartition(".")[0].replace(".", "/")
        file = f"{folder}/{module}.py" if folder else f"{module}.py"
        if file not in paths:
            yield "version.code-absent", f"{reference}: {file}"


def _references(auto_map: object) -> Iterator[str]:
    """auto_map: {class: reference, or a list of references with null for those that are not there}."""
    values = list(cast("dict[str, object]", auto_map).values()) if isinstance(auto_map, dict) else [auto_map]
    for value in values:
        for each in cast("list[object]", value) if isinstance(value, list) else [value]:
            if isinstance(each, str) and each:
                yield each


def _shards(document: Mapping[str, Any], folder: str, paths: Set[str]) -> Iterator[tuple[str, str]]:
    weight_map = document.get("weight_map")
    if not isinstance(weight_map, dict):
        return
    for shard in sorted({str(each) for each in cast("dict[str, object]", weight_map).values()}):
        path = f"{folder}/{shard}" if folder else shard
        if shard.startswith("/") or ".." in shard.split("/"):
            yield "archive.leaves-folder", shard
        elif path not in paths:
            yield "version.shard-absent", shard
