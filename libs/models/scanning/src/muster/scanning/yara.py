"""YARA rules over bytes, by yara-x: built-in rules, and an organisation's own. PURE."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from muster.scanning.findings import Verdict
from muster.scanning.windows import windows
from muster.tensors.sources import Source

Judged = tuple[str, str, int | None]
WINDOW_BYTES: Final = 16 << 20
OVERLAP_BYTES: Final = 64 << 10
"""Overlap of windows, so that a string cut by a border is found; a condition sees one window."""
TIME_S: Final = 60
MALICIOUS: Final = "yara.malicious"
SUSPICIOUS: Final = "yara.suspicious"


class YaraInvalid(ValueError):
    """Rules cannot be compiled: the message says which file, where, and why."""


class YaraLate(Exception):
    """Rules took longer than TIME_S over one window."""


@dataclass(frozen=True, slots=True)
class Yara:
    """Compiled rules.

    Attributes:
        digest: SHA-256 of their texts, 16 hexadecimal digits: rules of one digest find the same.
        rules: Rules compiled by yara-x.
    """

    digest: str
    rules: Any

    def judged(self, source: Source) -> Iterator[Judged]:
        """Yield each rule that matches, once, at its first match.

        Raises:
            YaraLate: The scan took too long.
        """
        import yara_x  # noqa: PLC0415  (a compiler)

        scanner = yara_x.Scanner(self.rules)
        scanner.set_timeout(TIME_S)
        scanner.max_matches_per_pattern(1)
        seen: set[str] = set()
        for base in windows(source, WINDOW_BYTES):
            window = source.read(base, min(source.size_bytes, base + WINDOW_BYTES + OVERLAP_BYTES))
            try:
                found = scanner.scan(window)
            except yara_x.TimeoutError:
                raise YaraLate(f"rules took more than {TIME_S} s") from None
            for rule in found.matching_rules:
                if rule.identifier not in seen:
                    seen.add(rule.identifier)
                    yield _judged(rule, base)


@cache
def shipped() -> Yara:
    """The rules of data/yara."""
    folder = files("muster.scanning").joinpath("data", "yara")
    texts = {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir()}
    return compiled({name: text for name, text in texts.items() if name.endswith(".yar")})


def compiled(texts: Mapping[str, str]) -> Yara:
    """Compile rules from their texts, by the names of their files.

    A rule's `meta` may set `verdict`, malicious or suspicious (the default), and `title`.
    Includes, external variables and the module `time` are not allowed: what rules find depends on their
    text alone.

    Raises:
        YaraInvalid: One cannot be compiled; then none is.
    """
    import yara_x  # noqa: PLC0415

    compiler = yara_x.Compiler(includes_enabled=False)
    digest = hashlib.sha256()
    for name in sorted(texts):
        digest.update(f"{name}\0{texts[name]}\0".encode())
        compiler.new_namespace(name)
        try:
            compiler.add_source(texts[name], origin=name)
        except yara_x.CompileError as error:
            raise YaraInvalid(f"{name}: {str(error).strip()}") from None
    rules: Any = compiler.build()
    if "time" in rules.imports():
        raise YaraInvalid("the module time is imported; must be another one")
    for rule in rules:
        verdict = dict(rule.metadata).get("verdict", Verdict.SUSPICIOUS.value)
        if verdict not in (Verdict.MALICIOUS.value, Verdict.SUSPICIOUS.value):
            raise YaraInvalid(f"{rule.identifier}: verdict {verdict!r}; must be malicious or suspicious")
    return Yara(digest.hexdigest()[:16], rules)


def _judged(rule: Any, base: int) -> Judged:
    meta = dict(rule.metadata)
    starts = [match.offset for pattern in rule.patterns for match in pattern.matches]
    said = f"{rule.identifier}: {meta['title']}" if meta.get("title") else str(rule.identifier)
    id = MALICIOUS if meta.get("verdict") == Verdict.MALICIOUS.value else SUSPICIOUS
    return id, said, base + min(starts) if starts else None
