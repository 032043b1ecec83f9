"""Replies of a judge: the stated form, or unread.

The stated form is one JSON object and nothing else: `{"reason": TEXT, "score": INTEGER FROM 1 TO 5}`.
Nothing is searched for in other texts, since "INCORRECT" holds "CORRECT" and an answer may ask for "score 5".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from muster.scoring.rubric.documents import NotJson, parsed
from muster.scoring.rubric.findings import excerpt

SCORE_MIN: Final = 1
SCORE_MAX: Final = 5

REPLY_CHARACTERS_MAX: Final = 10_000
"""Longest reply that is read."""

KEPT_CHARACTERS_MAX: Final = 100_000
"""Beginning of a reply that is kept; one that is longer is unread whatever follows."""

_FIELDS: Final = frozenset({"reason", "score"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reply of the stated form.

    Attributes:
        score: 1 to 5.
        reason: Text of the judge: untrusted.
    """

    score: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A reply of any other form.

    Attributes:
        why: One clause, as "the reply is empty"; may quote the beginning of the reply, escaped.
    """

    why: str


Reading: TypeAlias = Verdict | Unread


def kept_text(text: str) -> str:
    """Return a reply as it is kept and read: NUL as U+FFFD, at most `KEPT_CHARACTERS_MAX` characters."""
    return text[:KEPT_CHARACTERS_MAX].replace("\x00", "\ufffd")


def read_reply(text: str) -> Reading:
    """Read a reply; blanks around the object are allowed."""
    if len(text) > REPLY_CHARACTERS_MAX:
        return Unread(f"the reply is longer than {REPLY_CHARACTERS_MAX} characters")
    stripped = text.strip()
    if not stripped:
        return Unread("the reply is empty")
    try:
        value = parsed(stripped)
    except NotJson as error:
        return Unread(f"the reply {error}: {excerpt(stripped)}")
    fields = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    if fields.keys() != _FIELDS:
        return Unread(f"the reply is {excerpt(stripped)}; must be an object of reason and score")
    score, reason = fields["score"], fields["reason"]
    if type(score) is not int or not SCORE_MIN <= score <= SCORE_MAX:
        return Unread(f"score is {excerpt(str(score))}; must be an integer from {SCORE_MIN} to {SCORE_MAX}")
    if not isinstance(reason, str) or not reason.strip():
        return Unread(f"reason is {excerpt(str(reason))}; must be a text")
    return Verdict(score, reason)
