"""Cases as the checks read them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.golden.importing.cases import array_of, object_of, refusal
from muster.golden.importing.tables import Record
from muster.golden.importing.templates import text_of

_WORD: Final = re.compile(r"\w+")
_COMMON_TEXTS: Final = 10
_COMMON_SHARE: Final = 0.05
CANARY_CHARACTERS_MIN: Final = 16


@dataclass(frozen=True, slots=True)
class CaseText:
    """A case as the checks read it.

    Attributes:
        id: Its id.
        words: Words of its prompt, or of all its messages.
        expected: Words of each text that counts as right.
        cluster: Its cluster; empty: it is alone.
        canary: Text by which copies of the set are found; empty: none.
        is_held_out: Whether none of its texts may be shown.
    """

    id: str
    words: tuple[str, ...]
    expected: tuple[tuple[str, ...], ...]
    cluster: str
    canary: str
    is_held_out: bool = False


def words_of(text: str) -> list[str]:
    """Return the words of a text: runs of letters, digits and underscores under NFKC and case folding."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def case_texts(records: Iterable[Record]) -> list[CaseText]:
    """Return the cases of a golden set.

    Args:
        records: Its lines.

    Raises:
        InvalidDocument: A line has no id or no text, or a canary that could stand anywhere. No text of a
            held-out case is shown.
    """
    return [_case_text(record) for record in records]


def _case_text(record: Record) -> CaseText:
    fields = record.fields
    is_held_out = fields.get("subset") == "held_out"
    if not isinstance(fields.get("id"), str):
        raise refusal(record.place.below("id"), fields.get("id"), "the id of a case")
    messages = [object_of(each) or {} for each in array_of(fields.get("messages")) or []]
    text = "\n".join(
        str(part) for part in (fields.get("prompt"), *(each.get("content") for each in messages)) if part
    )
    if not text:
        raise refusal(record.place.below("prompt"), "missing", "a text, or messages in its place")
    canary = (object_of(fields.get("metadata")) or {}).get("canary", "")
    if canary and (not isinstance(canary, str) or len(canary) < CANARY_CHARACTERS_MIN):
        allowed = f"a text of at least {CANARY_CHARACTERS_MIN} characters that stands nowhere else"
        shown = "(held out)" if is_held_out else canary
        raise refusal(record.place.below("metadata.canary"), shown, allowed)
    return CaseText(
        id=fields["id"],
        words=tuple(words_of(text)),
        expected=tuple(filter(None, (tuple(words_of(each)) for each in _expected(fields.get("expected"))))),
        cluster=text_of(fields.get("cluster")),
        canary=canary,
        is_held_out=is_held_out,
    )


def _expected(value: Any) -> list[str]:
    return [text_of(each) for each in (array_of(value) or [value])]


def runs(words: Sequence[str], length: int) -> Iterator[str]:
    """Yield each run of `length` words as one text; a shorter text is a single run."""
    for first in range(max(1, len(words) - length + 1)):
        yield " ".join(words[first : first + length])


def common_runs(texts: Iterable[Sequence[str]], length: int) -> set[str]:
    """Return the runs of words that are boilerplate of these texts, equal texts counted once."""
    different = {tuple(each) for each in texts}
    counted: Counter[str] = Counter()
    for words in different:
        counted.update(set(runs(words, length)))
    limit = most_texts(len(different))
    return {run for run, count in counted.items() if count > limit}


def most_texts(number: int) -> float:
    """Return the largest number of texts that may share a run before it is boilerplate: 5 %, at least 10.

    Very common runs distinguish texts as little as common words do; Broder et al. (1997) leave them out.
    """
    return max(_COMMON_TEXTS, number * _COMMON_SHARE)
