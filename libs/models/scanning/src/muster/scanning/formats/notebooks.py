"""Notebooks: cells of Python between lines for the shell and for IPython.

Its syntax: IPython/core/inputtransformer2.py.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, Final, cast

from muster.scanning.formats import python, shells

Judged = tuple[str, str, int | None]
_LINES_MENDED: Final = 32
"""Most lines of a cell that may be invalid Python while the others are still read."""
_ASSIGNED: Final = re.compile(r"(?P<before>\s*[\w.,\s\[\]'\"*()]+?=\s*)(?:!|%)(?!=).*")
_LINE_MAGIC: Final = re.compile(
    r"(?P<indent>\s*)%(?:time|timeit|prun|memit|lprun|mprun|debug)\b(?:\s+-\w+(?:\s+\d+)?)*(?P<code>.*)"
)
_ESCAPED: Final = re.compile(r"(?P<indent>\s*)(?:[!%/;,]|\?{1,2}(?=\w)|[\w.]+\?{1,2}\s*$).*")
_CALLED: Final = re.compile(r"(?P<indent>\s*)(?P<mark>[/,;])(?P<name>[\w.]+)(?:\s+(?P<rest>.*))?")
"""A line that IPython makes a call of: with its words as arguments, as texts, or as one text."""
_RUN_AS_TEXT: Final = re.compile(
    r"get_ipython\(\)\s*\.\s*(?:run_cell|run_cell_async|ex|safe_execfile|run_code)\b"
)
_KERNEL_RUNS: Final = re.compile(r"\bkernel\s*\.\s*execute\b")
_CELL_MAGIC: Final = re.compile(r"\s*%%(?P<name>[\w!]+)(?P<rest>.*)")
_OTHER_LANGUAGES: Final = frozenset(
    (
        "bash",
        "sh",
        "script",
        "system",
        "sx",
        "!",
        "html",
        "HTML",
        "javascript",
        "js",
        "latex",
        "markdown",
        "svg",
        "SVG",
        "perl",
        "ruby",
        "R",
        "julia",
        "sql",
        "bigquery",
        "cmd",
        "powershell",
        "cython",
        "cpp",
        "writefile",
        "file",
    )
)
_SCRIPT: Final = re.compile(r"(?:\s+(?:--?\w+|env|\S*/env))*\s+\S*\b(?:python|pypy)[\w.]*(?:\s.*)?")
"""The rest of `%%script` that has the cell run as Python."""
_PYTHON: Final = ("", "python", "python2", "python3", "ipython", "ipython3", "xeus-python")


def judged(notebook: dict[str, Any]) -> Iterator[Judged]:
    """Judge the cells of a notebook."""
    is_python = _language(notebook) in _PYTHON or "python" in _kernel(notebook)
    for number, cell in enumerate(cast("list[Any]", notebook["cells"]), 1):
        held = cast("dict[str, Any]", cell) if isinstance(cell, dict) else dict[str, Any]()
        if held.get("cell_type") != "code":
            continue
        source: Any = held.get("source", held.get("input", ""))
        text = "".join(map(str, source)) if isinstance(source, list) else str(source)  # pyright: ignore[reportUnknownArgumentType]
        yield from shells.judged(text)
        if is_python:
            yield from ((rule, f"cell {number}, {said}", at) for rule, said, at in judged_cell(text))


def _language(notebook: dict[str, Any]) -> str:
    about: Any = notebook.get("metadata")
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        held: Any = cast("dict[str, Any]", about).get(part) if isinstance(about, dict) else None
        if isinstance(held, dict) and cast("dict[str, Any]", held).get(key):
            return str(cast("dict[str, Any]", held)[key]).lower()
    return ""


def _kernel(notebook: dict[str, Any]) -> str:
    """Return the name of the kernel, which decides what Jupyter starts whatever language is declared."""
    about: Any = notebook.get("metadata")
    held: Any = cast("dict[str, Any]", about).get("kernelspec") if isinstance(about, dict) else None
    return str(cast("dict[str, Any]", held).get("name", "")).lower() if isinstance(held, dict) else ""


def judged_cell(text: str) -> Iterator[Judged]:
    """Judge the Python in a cell; a line that is not Python is a finding, and hides no other."""
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    magic = _CELL_MAGIC.fullmatch(lines[first]) if lines else None
    if magic is not None:
        is_script = _SCRIPT.fullmatch(magic["rest"]) is not None
        is_python = magic["name"] in ("writefile", "file") and magic["rest"].strip().endswith((".py", ".pth"))
        if magic["name"] in ("javascript", "js") and (found := _KERNEL_RUNS.search(text)) is not None:
            yield "code.python", found[0], None
        if (
            magic["name"] in _OTHER_LANGUAGES
            and not (magic["name"] == "script" and is_script)
            and not is_python
        ):
            return
        lines[first] = magic["rest"] if magic["name"] in ("time", "timeit", "prun") else ""
        if _wrong_line("\n".join(_as_python(lines))):
            lines[first] = ""
    lines = _as_python(lines)
    unread: list[str] = []
    while (wrong := _wrong_line("\n".join(lines))) and len(unread) < _LINES_MENDED:
        number = min(wrong, len(lines))
        line = lines[number - 1]
        if line.strip() == "pass":
            lines[number - 1] = ""
        else:
            unread.append(f"line {number}: {line.strip()[:80]}")
            lines[number - 1] = f"{line[: len(line) - len(line.lstrip())]}pass"
    yield from (("code.unread", said, None) for said in unread)
    yield from python.judged_python("\n".join(lines))
    yield from (("code.python", found[0], None) for found in _RUN_AS_TEXT.finditer(text))


def _as_python(lines: list[str]) -> list[str]:
    """Replace lines for the shell and for IPython by Python that does nothing, or by the Python in them.

    A line inside a quoted text is left unchanged: a first parse shows which lines those are.
    """
    if not _wrong_line("\n".join(lines)):
        return lines
    made: list[str] = []
    goes_on = False
    for line in lines:
        if goes_on:
            made.append("")
            goes_on = line.endswith("\\")
            continue
        timed, called, assigned, escaped = (
            form.fullmatch(line) for form in (_LINE_MAGIC, _CALLED, _ASSIGNED, _ESCAPED)
        )
        if timed is not None:
            made.append(f"{timed['indent']}{timed['code'].strip() or 'pass'}")
        elif called is not None:
            made.append(_as_call(called))
        elif assigned is not None:
            made.append(f"{assigned['before']}None")
        elif escaped is not None:
            made.append(f"{escaped['indent']}pass")
            goes_on = line.endswith("\\")
        else:
            made.append(line)
    return made


def _as_call(line: re.Match[str]) -> str:
    """The call that IPython makes of a line."""
    words = (line["rest"] or "").split()
    given = {"/": words, ",": [repr(word) for word in words], ";": [repr(line["rest"] or "")]}[line["mark"]]
    return f"{line['indent']}{line['name']}({', '.join(given)})"


def _wrong_line(text: str) -> int:
    """The line at which Python fails to parse; 0: none."""
    try:
        ast.parse(text)
    except SyntaxError as error:
        return max(1, error.lineno or 1)
    except (ValueError, MemoryError, RecursionError):
        return 0  # its reader reports it
    return 0
