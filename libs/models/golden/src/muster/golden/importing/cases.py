"""Cases of a golden set, losses, and places in files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument, invalid, line_of

CASE_ID: Final = re.compile(r"[!-~]{1,200}")
CASE_ID_ALLOWED: Final = "1 to 200 printable ASCII characters without blanks"
ROLES: Final = ("system", "user", "assistant")
_MESSAGE_FIELDS: Final = ("role", "content", "id", "source", "model")
_ERRORS_MAX: Final = 10

Case = dict[str, Any]
"""A line of a golden set as plain data."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source file.

    Attributes:
        file: Name of the file.
        line: Line, from 1; None: unknown.
        path: Path of the field; empty: the whole line or file.
        lines: Line of each field of the file, where they are known.
    """

    file: str
    line: int | None = None
    path: str = ""
    lines: Mapping[str, int] = field(default_factory=dict[str, int])

    def below(self, name: str | int) -> Place:
        """Return the place of a field or item of this one."""
        inner = f"[{name}]" if isinstance(name, int) else f"{'.' if self.path else ''}{name}"
        path = self.path + inner
        return replace(self, path=path, line=line_of(self.lines, path) or self.line)

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return f"{self.file}{line}" + (f": {self.path}" if self.path else "")


@dataclass(frozen=True, slots=True)
class Loss:
    """Part of a source that has no equivalent in a golden set and was left out.

    Attributes:
        place: Its place.
        what: Its kind or name.
        reason: Why it was left out.
    """

    place: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Imported:
    """Result of an import.

    Attributes:
        cases: In the order of the source.
        losses: Everything that was left out.
    """

    cases: tuple[Case, ...]
    losses: tuple[Loss, ...]

    @property
    def lines(self) -> str:
        """The golden set: a case a line, each ended by a newline."""
        return "".join(json.dumps(case, sort_keys=True, ensure_ascii=False) + "\n" for case in self.cases)


class Collector:
    """Collects cases, losses and errors of one import."""

    def __init__(self) -> None:
        self._cases: list[Case] = []
        self._losses: dict[Loss, None] = {}
        self._errors: list[Violation] = []
        self._places: dict[str, Place] = {}

    def add(self, case: Case, place: Place) -> None:
        """Add a case; its id must be new, and it must be JSON."""
        name = str(case["id"])
        if CASE_ID.fullmatch(name) is None:
            self.refuse(place.below("id"), name, CASE_ID_ALLOWED)
        elif name in self._places:
            self.refuse(place.below("id"), name, f"an id that {self._places[name]} has not")
        else:
            self._places[name] = place
        try:
            json.dumps(case, allow_nan=False, ensure_ascii=False).encode()
        except (TypeError, ValueError) as error:
            self.refuse(place, f"no JSON ({error})", "values that JSON can hold")
        self._cases.append(case)

    def lose(self, place: Place | str, what: str, reason: str) -> None:
        """Record a part that is left out; the same part counts once."""
        self._losses[Loss(str(place), what, reason)] = None

    def refuse(self, place: Place, value: object, allowed: str) -> None:
        """Record an error."""
        self._errors.append(invalid(str(place), value, allowed))

    @property
    def is_full(self) -> bool:
        """Whether the limit of reported errors is reached."""
        return len(self._errors) >= _ERRORS_MAX

    def result(self, place: Place) -> Imported:
        """Return what was imported.

        Raises:
            InvalidDocument: There were errors, or there is no case.
        """
        if not self._cases and not self._errors:
            self.refuse(place, "empty", "a file with at least one case")
        if self._errors:
            raise InvalidDocument(self._errors[:_ERRORS_MAX])
        return Imported(tuple(self._cases), tuple(self._losses))


def refusal(place: Place | str, value: object, allowed: str) -> InvalidDocument:
    """Return the error about one value; None is a missing one."""
    return InvalidDocument([invalid(str(place), "missing" if value is None else value, allowed)])


def object_of(value: object) -> Mapping[str, Any] | None:
    """Return a value if it is a JSON object, else None."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else None


def array_of(value: object) -> list[Any] | None:
    """Return a value if it is a JSON array, else None."""
    return cast("list[Any]", value) if isinstance(value, list) else None


def messages_of(value: object, place: Place) -> list[dict[str, str]]:
    """Return the messages of a conversation.

    Text parts of one message are joined by line breaks.

    Raises:
        InvalidDocument: It is no list of messages with a role and text.
    """
    messages = array_of(value)
    if not messages:
        raise refusal(place, value, "messages with role and content")
    return [_message(each, place.below(number)) for number, each in enumerate(messages)]


def _message(value: object, place: Place) -> dict[str, str]:
    fields = object_of(value)
    if fields is None:
        raise refusal(place, value, "a message with role and content")
    role = fields.get("role")
    if role not in ROLES:
        raise refusal(place.below("role"), role, f"one of {', '.join(ROLES)}")
    for name, more in fields.items():
        if name not in _MESSAGE_FIELDS:
            raise refusal(place.below(name), more, "absent: a message has a role and text")
    return {"role": str(role), "content": _text(fields.get("content"), place.below("content"))}


def _text(value: object, place: Place) -> str:
    if isinstance(value, str):
        return value
    parts = [object_of(part) or {} for part in array_of(value) or []]
    texts = [
        part["text"] for part in parts if part.get("type") == "text" and isinstance(part.get("text"), str)
    ]
    if not texts or len(texts) < len(parts):
        raise refusal(place, value, "text, or parts of type text")
    return "\n".join(texts)
