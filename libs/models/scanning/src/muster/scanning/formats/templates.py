"""Jinja templates: chat templates need no Python internals, files or endless loops.

Rejected are ways out of or around the sandbox: names surrounded by underscores in any spelling, filters that
fetch attributes, other templates (CVE-2024-34359; jinja2.sandbox).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

Judged = tuple[str, str, int | None]
_TEXT: Final = r"'[^'\\]*+(?:\\[\s\S][^'\\]*+)*+(?:'|\\?\Z)|\"[^\"\\]*+(?:\\[\s\S][^\"\\]*+)*+(?:\"|\\?\Z)"
_DEEP: Final = 8
"""Largest depth of braces that are not taken for the end of a block."""


def _braces(deep: int) -> str:
    """Form of a dictionary, whose closing braces may look like the end of a block."""
    return rf"\{{(?:[^{{}}'\"]++|{_TEXT}{f'|{_braces(deep - 1)}' if deep else ''})*+\}}"


_BLOCK: Final = re.compile(
    rf"\{{\{{(?:[^'\"{{}}]++|{_TEXT}|{_braces(_DEEP)}|\{{|\}}(?!\}}))*+(?:\}}\}}|\Z)"
    rf"|\{{%(?:[^'\"%]++|{_TEXT}|%(?!\}}))*+(?:%\}}|\Z)"
)
_COMMENT: Final = re.compile(rf"\{{#(?:[^#]++|#(?!\}}))*+(?:#\}}|\Z)|{_BLOCK.pattern}")
_STATEMENT: Final = re.compile(r"\{%[-+]?\s*(include|import|from|extends)\b")
_REACHING: Final = re.compile(
    r"__\w|\\x5f|\\u005f|\\137|\|\s*attr\b|\.\s*(?:mro|_\w+|func_globals|gi_frame|f_globals|tb_frame)\b",
    re.IGNORECASE,
)
_NAMES: Final = re.compile(
    r"(?<![\w.'\"])(?:lipsum|cycler|joiner|request|config|get_flashed_messages|url_for)\s*[.\[(]"
)
_UNDERSCORES: Final = r"(?:'_+'|\"_+\")"
_JOINED: Final = re.compile(
    rf"{_UNDERSCORES}\s*\*\s*\d|\d\s*\*\s*{_UNDERSCORES}|{_UNDERSCORES}\s*[~+]\s*['\"]_"
    rf"|\[[^\[\]]*{_UNDERSCORES}\s*[~+*%|]|,\s*{_UNDERSCORES}\s*\)\s*\]|%c\s*%c"
    r"|\|\s*(?:map|selectattr|rejectattr|sort|groupby|sum|unique|min|max)\s*\(\s*attribute\s*=\s*[^\W\d]"
    r"|\[\s*\w+\s*~\s*\w+\s*~"
)
"""Names with underscores that are put together, and attributes by such names."""
_HEAD: Final = re.compile(r"\{%[-+]?\s*(\w+)(.*)", re.DOTALL)
"""A statement: its word, and what follows."""
_SET: Final = re.compile(r"(?:\w+\s*(\.)\s*)?(\w+)\s*(?:\||\Z)")
"""A name that stands for what a part of the template prints, perhaps through filters."""
_GIVEN: Final = {"set": re.compile("="), "with": re.compile("="), "for": re.compile(r"\bin\b")}
"""Statements by which names stand for an expression, and what separates the two."""
_CALLED: Final = re.compile(r"\b(\w+)\s*\(")
_TOKEN: Final = re.compile(rf"{_TEXT}|\w+|[^\w\s]", re.DOTALL)
_WORDS: Final = frozenset(("and", "call", "elif", "else", "filter", "if", "in", "is", "not", "or", "print"))
"""Words of the language behind which a bracket opens a list."""
_NUMBERS: Final = frozenset(("count", "float", "int", "length"))
"""Filters that make a number."""
_QUOTES: Final = ("'", '"')
_CALLS: Final = re.compile(r"\b(?:popen|subprocess|os\s*\.\s*system|eval|exec|__import__)\s*\(")
_RANGE: Final = re.compile(r"\brange\s*\(\s*(?:\d[\d_]*\s*,\s*)?(\d[\d_]*)")
_RANGE_MAX: Final = 1_000_000
_POWER_MAX: Final = 6
_TIMES: Final = re.compile(r"\*\s*(\d[\d_]*)|(\d[\d_]*)\s*\*")
_POWER: Final = re.compile(r"(\d[\d_]*)\s*\*\*\s*(\d[\d_]*)")
_WIDTH: Final = re.compile(
    r"%[-+ 0#]*\d{7,}[sdxof]|\{[^{}]*:[^{}]*?\d{7,}[^{}]*\}"
    r"|\b(?:center|indent|ljust|rjust|zfill)\s*\(\s*\d{7,}"
)


def judged(text: str) -> Iterator[Judged]:
    """Yield the problems of a template."""
    text = _COMMENT.sub(_without_comment, text)
    blocks = list(_BLOCK.finditer(text))
    yield from _endless(blocks)
    yield from _printed(text, blocks)
    for block in blocks:
        inside = block[0]
        statement = _STATEMENT.match(inside)
        if statement is not None:
            yield "template.reaches-out", inside[:80], block.start()
        for pattern in (_REACHING, _NAMES, _CALLS, _JOINED):
            found = pattern.search(inside)
            if found is not None:
                yield "template.escape", inside[max(0, found.start() - 30) : found.end() + 30], block.start()
                break
        for many in _RANGE.finditer(inside):
            if _number(many[1]) > _RANGE_MAX:
                yield "template.endless", many[0], block.start()
        for power in _POWER.finditer(inside):
            if _number(power[1]) > 1 and _number(power[2]) > _POWER_MAX:
                yield "template.endless", power[0], block.start()
        for times in _TIMES.finditer(_POWER.sub("", inside)):
            if _number(times[1] or times[2]) > _RANGE_MAX:
                yield "template.endless", times[0], block.start()
        if (width := _WIDTH.search(inside)) is not None:
            yield "template.endless", width[0], block.start()


def _without_comment(found: re.Match[str]) -> str:
    return "" if found[0].startswith("{#") and found[0].endswith("#}") else found[0]


def _statement(block: re.Match[str]) -> tuple[str, str]:
    """Return the word of a statement and what follows it; empty: the block prints a value."""
    head = _HEAD.match(block[0])
    return (head[1], head[2].removesuffix("%}").strip("-+ \t\r\n")) if head is not None else ("", "")


def _printed(text: str, blocks: list[re.Match[str]]) -> Iterator[Judged]:
    """Attributes by names that another part of the template prints."""
    names = _printing(text, blocks)
    if not names:
        return
    aliases = dict[str, list[list[str]]]()
    for block in blocks:
        word, rest = _statement(block)
        targets, *expression = _GIVEN[word].split(rest, maxsplit=1) if word in _GIVEN else [""]
        for given in expression:
            if "{" not in given and not (word == "for" and "+" in given):
                made = [each for each, _ in _names(rest if word == "with" else targets)]
                made = [each for each in made if each.startswith(".")] or made
                for name, _ in _names(given):
                    aliases.setdefault(name, []).append(made)
    waiting = list(names)
    while waiting:
        for made in aliases.pop(waiting.pop(), ()):
            waiting += [each for each in made if each not in names]
            names.update(made)
            made.clear()
    for block in blocks:
        if any(is_index and name in names for name, is_index in _names(block[0])):
            yield "template.escape", f"an attribute by a printed name: {block[0][:80]}", block.start()


def _printing(text: str, blocks: list[re.Match[str]]) -> set[str]:
    """Names that stand for printed text with an underscore; those of attributes begin with a dot."""
    names = set[str]()
    open_names: list[str] = []
    has_underscores = any(
        each[0][0] in _QUOTES and "_" in each[0] and not each[0].strip("_'\"")
        for block in blocks
        for each in _TOKEN.finditer(block[0])
    )
    at = 0
    for block in blocks:
        word, rest = _statement(block)
        printed = text[at : block.start()] + ("" if word else _literals(block[0]))
        at = block.end()
        if open_names and ("_" in printed or has_underscores):
            names.add(open_names[-1])
        made = _SET.match(rest) if word == "set" else None
        if made is not None or word == "macro":
            name = f"{made[1] or ''}{made[2]}" if made is not None else rest.partition("(")[0].strip()
            open_names.append(name)
            if made is not None and "_" in _literals(rest):
                names.add(name)
        elif word in ("endset", "endmacro") and open_names:
            open_names.pop()
    return names


def _literals(code: str) -> str:
    """Texts in an expression that may be printed: all but keys."""
    said, before = "", ["", ""]
    for token in (each[0] for each in _TOKEN.finditer(code)):
        is_key = (before[1] == "[" and _is_value(before[0])) or before == ["get", "("]
        if token[0] in _QUOTES and not is_key:
            said += token
        before = [before[1], token]
    return said


def _is_value(token: str) -> bool:
    """Whether a bracket behind a token takes something of it."""
    return token not in _WORDS and (token[:1].isalnum() or token[:1] in ("_", ")", "]", "}", *_QUOTES))


def _names(code: str) -> Iterator[tuple[str, bool]]:
    """Names in an expression, and whether each stands in an index; not those that become numbers."""
    tokens = [each[0] for each in _TOKEN.finditer(code)]
    brackets: list[bool] = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else ""
        if token in ("[", "(", "{"):
            is_index = token == "[" and before and _is_value(before)  # noqa: S105
            brackets.append(bool(is_index) or (bool(brackets) and brackets[-1]))
        elif token in ("]", ")", "}"):
            brackets = brackets[:-1]
        elif (token[0].isalpha() or token[0] == "_") and not (
            tokens[at + 1 : at + 2] == ["|"] and _NUMBERS.intersection(tokens[at + 2 : at + 3])
        ):
            yield ("." if before == "." else "") + token, bool(brackets) and brackets[-1]


def _endless(blocks: list[re.Match[str]]) -> Iterator[Judged]:
    """Loops in loops whose ranges multiply, and macros that call themselves more than once."""
    turns, is_reported = [1], False
    macros: list[tuple[str, int | None]] = []
    begins = dict[str, int | None]()
    calls = Counter[tuple[str, int]]()
    for block in blocks:
        word, rest = _statement(block)
        if word == "for":
            many = _RANGE.search(rest)
            turns.append(turns[-1] * (_number(many[1]) if many is not None else 1))
            if turns[-1] > _RANGE_MAX and len(turns) > 2 and not is_reported:
                is_reported = True
                yield "template.endless", f"{turns[-1]} turns of loops in one another", block.start()
        elif word == "endfor" and len(turns) > 1:
            turns.pop()
        elif word == "macro":
            name = rest.partition("(")[0].strip()
            macros.append((name, begins.get(name)))
            begins[name] = block.start()
            continue
        elif word == "endmacro" and macros:
            name, outer = macros.pop()
            begins[name] = outer
        for called in _CALLED.findall(block[0]) if macros else ():
            if (begin := begins.get(called)) is not None:
                calls[called, begin] += 1
    for (name, start), count in calls.items():
        if count > 1:
            yield "template.endless", f"the macro {name}, which calls itself more than once", start


def _number(digits: str) -> int:
    return int(digits.replace("_", "")[:20])


def is_template(text: str) -> bool:
    """Whether a text contains a Jinja block."""
    return _BLOCK.search(text) is not None
