"""InvalidDocument: what is wrong with a form, field by field, each with its value and what is allowed.

pydantic finds the errors; this file gives them the words. A misspelt field gets a suggestion, because that is
the most common mistake and the cheapest to explain.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar, cast, get_args

from muster.events.command_answers import Violation
from muster.jobs.form import Form
from muster.jobs.rules import Allowed
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

VALUE_CHARS_MAX: Final = 80
VIOLATIONS_MAX: Final = 100

F = TypeVar("F", bound=Form)


class InvalidDocument(ValueError):
    """A job, a queue or a policy that cannot be accepted.

    Attributes:
        violations: Each thing wrong; never empty; at most VIOLATIONS_MAX.
        lines: Line of the text it was read from, by field path; empty when unknown.
    """

    def __init__(self, violations: Sequence[Violation], lines: Mapping[str, int] | None = None) -> None:
        self.violations = tuple(violations[:VIOLATIONS_MAX])
        self.lines = dict(lines or {})
        super().__init__("\n".join(self.describe()))

    def describe(self) -> list[str]:
        """One line for people per violation."""
        return [self._describe(v) for v in self.violations]

    def _describe(self, violation: Violation) -> str:
        line = self.line_of(violation.field)
        where = f"line {line}: " if line else ""
        return f"{where}{violation.field}: {violation.value}; {violation.allowed}"

    def line_of(self, field: str) -> int | None:
        """The line of a field, or of the nearest thing around it."""
        while field and field not in self.lines:
            field = field.rpartition("[" if field.endswith("]") else ".")[0]
        return self.lines.get(field)


def filled(form: type[F], data: object) -> F:
    """A form from plain data.

    Raises:
        InvalidDocument: with every violation.
    """
    try:
        return form.model_validate(data)
    except ValidationError as error:
        raise InvalidDocument(violations_of(error, form)) from None


def invalid(field: str, value: object, allowed: str) -> Violation:
    """A violation with its value shortened."""
    return Violation(field=field, value=shorten(value), allowed=allowed)


def shorten(value: object) -> str:
    """A value as JSON, cut so that a megabyte of it does not travel on."""
    if isinstance(value, str):
        text = value[: VALUE_CHARS_MAX + 1]
    else:
        try:
            text = json.dumps(value, ensure_ascii=False, default=str)
        except (ValueError, RecursionError):
            text = f"a {type(value).__name__} too large to show"
    clean = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: VALUE_CHARS_MAX + 1]
    )
    return clean if len(clean) <= VALUE_CHARS_MAX else clean[: VALUE_CHARS_MAX - 1] + "…"


def violations_of(error: ValidationError, form: type[Form]) -> list[Violation]:
    """Pydantic's errors in our words, in the form's order of fields."""
    return [_violation(form, e) for e in error.errors(include_url=False)[:VIOLATIONS_MAX]]


def _violation(form: type[Form], error: ErrorDetails) -> Violation:
    location = tuple(part for part in error["loc"] if part != "[key]")
    context = error.get("ctx", {})
    below = (str(context["field"]),) if "field" in context else ()
    field = path_text((*location, *below))
    if error["type"] == "extra_forbidden":
        return invalid(field, error["input"], _unknown_field(form, location))
    if error["type"] == "missing":
        return invalid(field, "(absent)", allowed_at(form, location))
    value = context.get("value", location[-1] if error["loc"][-1:] == ("[key]",) else error["input"])
    return invalid(field, value, str(context.get("allowed") or allowed_at(form, location)))


def path_text(location: Sequence[int | str]) -> str:
    """("resources", "gpu_models", 2) is resources.gpu_models[2]; the whole document is (document)."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else ("." if text else "") + shorten(part)
    return text or "(document)"


def allowed_at(form: type[Form], location: Sequence[int | str]) -> str:
    """The sentence of the field a location is in."""
    for depth, part in enumerate(location, 1):
        if isinstance(part, int):  # one of a list of forms
            continue
        field = form.model_fields.get(part)
        if field is None:
            break
        nested = _form_of(field.annotation)
        if nested is None or (depth == len(location) and _allowed_in(field)):
            return allowed_of(field)
        form = nested
    return f"an object with the fields {', '.join(form.model_fields)}"


def forms_within(form: type[Form]) -> Iterator[type[Form]]:
    """A form and all that stand in its fields, each once."""
    left, seen = [form], dict[type[Form], None]()
    while left:
        form = left.pop()
        if form not in seen:
            seen[form] = None
            left += [within for field in form.model_fields.values() if (within := _form_of(field.annotation))]
    yield from seen


def allowed_of(field: FieldInfo) -> str:
    """The Allowed beside a field's type, also inside `X | None`.

    Raises:
        LookupError: the field states no rule, which is an error in the model.
    """
    found = _allowed_in(field)
    if found is None:
        raise LookupError(f"{field!r} has no Allowed")
    return found.text


def _allowed_in(field: FieldInfo) -> Allowed | None:
    stated = (*field.metadata, *_metadata_within(field.annotation))
    return next((item for item in stated if isinstance(item, Allowed)), None)


def _metadata_within(annotation: object) -> Iterator[object]:
    for argument in get_args(annotation):
        yield argument
        yield from _metadata_within(argument)


def _form_of(annotation: Any) -> type[Form] | None:
    """The form that stands in a field, also inside `X | None` and `tuple[X, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, Form):
        return annotation
    return next((found for argument in get_args(annotation) if (found := _form_of(argument))), None)


def _unknown_field(form: type[Form], location: Sequence[int | str]) -> str:
    within = form
    for part in location[:-1]:
        if isinstance(part, str):
            within = cast("type[Form]", _form_of(within.model_fields[part].annotation))
    unknown = str(location[-1])[:64]
    here = list(within.model_fields)
    near = difflib.get_close_matches(unknown.lower(), here, n=1, cutoff=0.7)
    meant = near[0] if near else form.meant.get(unknown.lower())
    return "unknown field: " + (f"did you mean {meant!r}?" if meant else f"allowed are {', '.join(here)}")
