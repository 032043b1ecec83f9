"""Counts ruled-out phrases by folder; as a script, rewrites english.json, the counts that still stand."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUDGETS: Final = Path(__file__).with_name("english.json")

PATTERNS: Final = (
    "*.py", "*.md", "*.toml", "*.yaml", "*.yml", "*.avsc",
    ":!libs/pure/events/src", ":!libs/interfaces/client/src/muster/client/sync", ":!schemas/examples",
    ":!docs/adr", ":!docs/reference", ":!docs/topics.md", ":!docs/README.md", ":!docs/scenarios.md",
    ":!CHANGELOG.md", ":!tests/tidy",
)  # fmt: skip
"""Files that people write; generated ones follow from them, and records of the past stay."""

PARTICIPLES: Final = (
    "asked|asking|held|heard|keeping|kept|known|left|meant|reading|remembered|said|saying|seeing|seen|"
    "sharing|shown|telling|told|turns|wanted"
)

_BEHIND: Final = "|".join(
    rf"(?<=\b{word} ....)" for word in ("is", "are", "was", "were", "be", "been", "being", "get", "gets")
)
EVERYWHERE: Final = re.compile(
    rf"(?P<allowed>[Aa]llowed (?:is|are)\b)|(?P<told>(?:told|said)\b(?:{_BEHIND}))"
)
"""The word is matched first, then the auxiliary behind it: from the left it takes three times as long."""
PYTHON: Final = re.compile(
    r"(?P<clause>^[ \t]*[rf]?\"\"\"(?:All that|All who|By which|For which|From which|How it|Nobody|Nothing|"
    r"Of|So many|What|Where|Which|Who|Whom|Whose)\b)"
    rf"|(?P<participle>^[ \t]*(?:async )?def _*(?:{PARTICIPLES})\()"
    r"|(?P<subject>^[ \t]*(?:async )?def test_(?:a_few|it|its|nobody|nothing|or|some|they|what|who|whose)_)",
    re.MULTILINE,
)
MODULE: Final = re.compile(rf"(?:^|/)(?:{PARTICIPLES})\.py$")

RULES: Final = {
    "allowed": "`<field> is <value>; must be <allowed>` in place of `allowed is`",
    "told": "notified, reported, flagged or logged in place of told and said",
    "clause": "a docstring says what the thing does or is, verb or noun first",
    "participle": "a function is named by a verb, a module by a noun",
    "subject": "a test's name is a sentence with a subject and a claim",
}


def breaches(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the rule of each breach in a file."""
    if MODULE.search(path):
        yield 1, "participle"
    for pattern in (EVERYWHERE, PYTHON) if path.endswith(".py") else (EVERYWHERE,):
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, str(match.lastgroup)


def folder_of(path: str) -> str:
    """Return the folder whose budget a file counts against: a member, or a folder at the top."""
    parts = path.split("/")
    return "/".join(parts[: {"deploy": 2, "libs": 3, "services": 2}.get(parts[0], 1)]) if parts[1:] else "."


def found() -> dict[str, list[str]]:
    """Return all breaches of the tree as lines of text, by folder."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PATTERNS]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    lines: dict[str, list[str]] = {}
    for path in filter(None, listed.splitlines()):
        if (ROOT / path).is_file():
            for line, rule in breaches(path, (ROOT / path).read_text(errors="replace")):
                lines.setdefault(folder_of(path), []).append(f"{path}:{line}: {RULES[rule]}")
    return lines


if __name__ == "__main__":
    counts = Counter({folder: len(lines) for folder, lines in found().items()})
    BUDGETS.write_text(json.dumps(dict(sorted(counts.items())), indent=2) + "\n")
