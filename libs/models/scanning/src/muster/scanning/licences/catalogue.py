"""Licences of models that SPDX' list lacks, names of hubs, terms: data/licences.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Final

NONCOMMERCIAL: Final = "noncommercial"
NO_DERIVATIVES: Final = "no-derivatives"
SHARE_ALIKE: Final = "share-alike"
USE_RESTRICTED: Final = "use-restricted"
TERMS: Final = (NONCOMMERCIAL, NO_DERIVATIVES, SHARE_ALIKE, USE_RESTRICTED)


@dataclass(frozen=True, slots=True)
class Known:
    """Licence data beyond SPDX.

    Attributes:
        version: Version of the data.
        names: Ids by the names used on cards, in lower case.
        unclear: Ambiguous names, which stand for several licences.
        ids: Ids that SPDX' list lacks.
        texts: Words that only the text of a licence has, with its id; the longest first.
        words: Patterns of words by which a text forbids something, by term.
    """

    version: int
    names: Mapping[str, str]
    unclear: frozenset[str]
    ids: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]
    words: Mapping[str, tuple[re.Pattern[str], ...]]


@cache
def catalogue() -> Known:
    """The data as shipped."""
    raw = _file()
    licences: dict[str, dict[str, Any]] = raw["licences"]
    names = {name: id for id, said in licences.items() for name in said.get("names", ())}
    texts = [(text, id) for id, said in licences.items() for text in said["texts"]]
    return Known(
        version=int(raw["version"]),
        names=raw["names"] | names,
        unclear=frozenset(raw["unclear"]["names"]),
        ids=tuple(licences),
        texts=tuple(sorted(texts, key=lambda each: (-len(each[0]), each))),
        words={
            term: tuple(re.compile(each, re.IGNORECASE) for each in forms)
            for term, forms in raw["words"].items()
        },
    )


@cache
def terms_of(id: str) -> frozenset[str]:
    """Terms of a licence: what it forbids or requires; empty for an unknown licence."""
    raw = _file()
    if id in raw["licences"]:
        return frozenset(raw["licences"][id].get("terms", ()))
    return frozenset(
        term for pattern, terms in raw["terms"].items() if fnmatchcase(id, pattern) for term in terms
    )


@cache
def _file() -> dict[str, Any]:
    text = files("muster.scanning").joinpath("data", "licences.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
