"""Whether bytes without a pickle's mark are one: a text may be, and so may any bytes.

Chance does not import and stop, nor import and call. Bytes that import and break before a call have imported
by then, so they count as a pickle if their names could be a module's. One kind of text is excepted because it
is common: a list of words whose first begins with c, such as `cat` and `dog`, imports `at.dog`.
"""

from __future__ import annotations

import re
from typing import Final

from muster.scanning.limits import Spent
from muster.scanning.pickles.machine import Global, Machine, Made, Noted, Run
from muster.scanning.pickles.names import Standing, standing
from muster.scanning.windows import Cursor, head
from muster.tensors.sources import Memory, Source

_MODULE: Final = re.compile(r"\w+(\.\w+)*")
_WORDS_BYTES: Final = 4096
_WORD: Final = re.compile(r"(?:##|\u2581|\u0120)?\w[\w'-]*|[^\w\s]*|[(\[<]\w+[)\]>]")
"""A word, a part of one as tokenizers mark it, punctuation, a word in brackets."""

_BEGINNING_BYTES: Final = 4096
_LINE_BYTES: Final = 1 << 16
_ALLOWED: Final = Standing.ALLOWED
_LINES: Final = (b"V", b"I", b"L", b"F")
"""Opcodes that take a line."""

_CONTROLS: Final = re.compile(rb"[\0-\x08]")
_SHORT: Final = 3
"""Letters of modules of Python that are the rest of a word: os of cos, ast of cast, sh of csh."""

_PICKLES: Final = re.compile(
    r".*\.(?:pkl|pickle|pk|p|pt|pth|ckpt|bin|joblib|jl|sav|dat|data|model|mar|npy|dill)"
)


def is_pickle(run: Run, source: Source, text_of: str | None) -> bool:
    """Whether a run of bytes without a mark shows that they are a pickle.

    Args:
        run: Result of running the bytes as a pickle.
        source: The bytes.
        text_of: The name of a text; None: they are no text.
    """
    imports = [each for each in run.noted if each.what == "import"]
    if any(each.what == "frame" for each in run.noted):
        return True
    if run.stopped:
        return (
            _claims(run)
            or run.calls
            or (run.opcodes > 3 and not run.broken and isinstance(run.result, (dict, list, tuple, Made)))
        )
    if any(each.what in ("call", "extension") for each in run.noted) and imports:
        return True
    return any(_counts(each, run.end, source, text_of) for each in imports)


def begins_as_pickle(source: Source, spent: Spent) -> bool:
    """Whether a pickle reader gets far enough in a file of another format to need a look at all of it.

    Almost every file of another format breaks within a few bytes; only these are read. Zips and Parquet begin
    with a persistent id, at which readers of pickles end; the first line of an `.npz` ends before a pickle.
    """
    beginning = head(source, _BEGINNING_BYTES)
    if beginning[:1] == b"P":
        return False
    run = Machine(Cursor(Memory(beginning)), spent).finish()
    goes_on = run.ended or (run.stopped and not run.broken)
    return goes_on or runs_code(run, source)


def runs_code(run: Run, source: Source) -> bool:
    """Whether a pickle reader imports something of a file that has the mark of another format.

    What is called counts whatever it is, and so does an import before the break if its names are such as a
    module can have. But a first line of text, such as the name of a tar's first member, may reach into that
    member: what is allowed does not count behind it, nor a text whose next lines are `cat` and `dog`.
    """
    imports = [each for each in run.noted if each.what == "import" and _MODULE.fullmatch(each.value.module)]
    if any(each.what == "frame" for each in run.noted) or _claims(run):
        return True
    odd = any(each.what in ("extension", "computed") for each in run.noted)
    if not imports and not odd:
        return False
    first = head(source, _LINE_BYTES).partition(b"\n")[0]
    is_reaching = first[:1] in _LINES and _CONTROLS.search(first) is not None
    if is_reaching:
        imports = [each for each in imports if standing(each.value.module, each.value.name) is not _ALLOWED]
    if (imports or odd) and any(each.what == "call" for each in run.noted):
        return True
    return any(
        _counts(each, run.end, source, None) and not (is_reaching and _is_line(each, source))
        for each in imports
    )


def _claims(run: Run) -> bool:
    """Whether a run to its end takes all memory, without any call perhaps."""
    return run.stopped and not run.broken and any(each.what == "memory" for each in run.noted)


def _is_line(each: Noted, source: Source) -> bool:
    """Whether an import is a line of its own."""
    lines = source.read(max(0, each.at - _LINE_BYTES), each.at).split(b"\n")
    found: Global = each.value
    return len(lines) > 3 and lines[-3].strip()[1:] == found.module.encode()


def names_module(run: Run) -> bool:
    """Whether a run imported something by a name that a module can have."""
    return any(each.what == "import" and _MODULE.fullmatch(each.value.module) for each in run.noted)


def harms(run: Run) -> bool:
    """Whether a run that broke off has called by then, or imported what runs code."""
    return any(
        each.what == "call"
        or (each.what == "import" and standing(each.value.module, each.value.name) is Standing.DANGEROUS)
        for each in run.noted
    )


def _counts(each: Noted, end: int, source: Source, text_of: str | None) -> bool:
    """Whether an import before the break is one, rather than letters of a text."""
    found: Global = each.value
    if not _MODULE.fullmatch(found.module):
        return False
    known = standing(found.module, found.name) is not Standing.UNKNOWN
    if text_of is None:
        return known or found.name.isidentifier()
    if _PICKLES.fullmatch(text_of.lower()):
        return True
    if (not known or len(found.module) <= _SHORT) and _is_list_of_words(source):
        return False
    return known or (found.name.isidentifier() and end > each.at + 1)


def _is_list_of_words(source: Source) -> bool:
    """Whether each line has one word, or a mark of a tokenizer."""
    lines = head(source, _WORDS_BYTES).decode("utf-8", "replace").splitlines()
    if source.size_bytes > _WORDS_BYTES:
        lines.pop()  # it is cut
    return all(_WORD.fullmatch(line) for line in lines)
