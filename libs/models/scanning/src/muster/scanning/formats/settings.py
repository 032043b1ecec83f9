"""Configurations of Python's logging: factories to call, objects by address, expressions to evaluate.

dictConfig imports what `()`, `class` and `ext://` name; fileConfig evaluates `class` and `args`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from configparser import Error, RawConfigParser
from typing import Any, Final, cast

from muster.scanning.formats import python
from muster.scanning.formats.targets import judged_target

Judged = tuple[str, str, int | None]
EXTERNAL: Final = "ext://"
_PARTS: Final = ("formatters", "filters", "handlers")
_ORDINARY: Final = re.compile(
    r"logging\.(?:handlers\.)?(?:Formatter|BufferingFormatter|Filter|\w*Handler)"
    r"|sys\.(?:stdout|stderr|stdin)"
)
_SECTION: Final = re.compile(r"^\[(?:loggers|handlers|formatters)\]", re.MULTILINE)
_GIN: Final = re.compile(r"^from __gin__ import dynamic_registration", re.MULTILINE)
"""The line after which a configuration of Gin may import any module."""
_GIN_NAME: Final = re.compile(r"@([\w.]+)")
_EVALUATED: Final = ("class", "args", "kwargs")


def judged(held: dict[str, Any]) -> Iterator[Judged]:
    """Names that a configuration of logging has imported and called."""
    yield from judged_name(held.get("()"))
    for part in _PARTS if "version" in held else ():
        each = held.get(part)
        for entry in cast("dict[str, Any]", each).values() if isinstance(each, dict) else ():
            if isinstance(entry, dict):
                yield from judged_name(cast("dict[str, Any]", entry).get("class"))


def judged_name(said: object) -> Iterator[Judged]:
    """Judge a name to import; those of logging itself are ordinary."""
    if isinstance(said, str) and not _ORDINARY.fullmatch(said):
        yield from judged_target(said, sure=False)


def judged_file(text: str) -> Iterator[Judged]:
    """Names that Gin imports, and expressions that logging.config.fileConfig evaluates."""
    if _GIN.search(text) is not None:
        for found in _GIN_NAME.finditer(text):
            yield from judged_target(found[1].replace("/", "."), sure=False)
    if _SECTION.search(text) is None:
        return
    parser = RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except Error as error:
        yield "document.broken", str(error), None
        return
    for section in parser.sections():
        for key in _EVALUATED:
            value = parser.get(section, key, fallback="")
            found = python.judged_python(f"({value.strip()})") if value else ()
            yield from ((rule, f"[{section}] {key}: {said}", at) for rule, said, at in found)
