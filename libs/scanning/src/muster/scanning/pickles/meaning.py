"""Whether bytes without a pickle's mark are one: a text may be, and so may any bytes.

Chance does not import and stop, nor import and call. What imports and breaks before it calls has imported
by then: it is a pickle, too, if its names are such as a module can have. One text is excepted, as many are
like it: a list of words whose first begins with c, such as `cat` and `dog`, imports `at.dog`.
"""

from __future__ import annotations

import re
from typing import Final

from muster.scanning.pickles.machine import Global, Made, Noted, Run
from muster.scanning.pickles.names import Standing, standing
from muster.scanning.reading import head
from muster.tensors.sources import Source

_MODULE: Final = re.compile(r"\w+(\.\w+)*")
_WORDS_BYTES: Final = 4096
_WORD: Final = re.compile(r"(?:##|\u2581|\u0120)?\w[\w'-]*|[^\w\s]*|[(\[<]\w+[)\]>]")
"""A word, a part of one as tokenizers mark it, punctuation, a word in brackets."""

_SHORT: Final = 3
"""Letters of modules of Python that are the rest of a word: os of cos, ast of cast, sh of csh."""

_PICKLES: Final = re.compile(
    r".*\.(?:pkl|pickle|pk|p|pt|pth|ckpt|bin|joblib|jl|sav|dat|data|model|mar|npy|dill)"
)


def is_pickle(run: Run, source: Source, text_of: str | None) -> bool:
    """Whether a run of bytes without a mark shows that they are a pickle.

    Args:
        run: Of the bytes as a pickle.
        source: The bytes.
        text_of: The name of a text; None: they are no text.
    """
    imports = [each for each in run.noted if each.what == "import"]
    if run.stopped:
        return run.calls or (
            run.opcodes > 3 and not run.broken and isinstance(run.result, (dict, list, tuple, Made))
        )
    if any(each.what in ("call", "extension") for each in run.noted) and imports:
        return True
    return any(_counts(each, run.end, source, text_of) for each in imports)


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
