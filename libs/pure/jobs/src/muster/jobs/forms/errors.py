"""Violations of a form as text: pydantic finds the errors, this module words them.

A misspelt field gets a suggestion, because that is the most common mistake.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar, cast, get_args

from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import VIOLATIONS_MAX, InvalidDocument, invalid, path_text
from muster.jobs.forms.form import Form
from muster.jobs.values.rules import Allowed
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

F = TypeVar("F", bound=Form)
_LISTED_MAX: Final = 8
"""Fields of a form that are all listed when an unknown one is near to none."""


def filled(form: type[F], data: object) -> F:
    """A form from plain data.

    Raises:
        InvalidDocument: with every violation.
    """
    try:
        return form.model_validate(data)
    except ValidationError as error:
        raise InvalidDocument(violations_of(error, form)) from None


def violations_of(error: ValidationError, form: type[Form]) -> list[Violation]:
    """Pydantic's errors as violations, in the order of the form's fields."""
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


def allowed_at(form: type[Form], location: Sequence[int | str]) -> str:
    """The allowed values of the field at a location, as a sentence."""
    for depth, part in enumerate(location, 1):
        if isinstance(part, int):  # one of a list of forms
            continue
        field = form.model_fields.get(part)
        if field is None:
            break
        nested = form_of(field.annotation)
        if nested is None or (depth == len(location) and _allowed_in(field)):
            return allowed_of(field)
        form = nested
    return f"an object with the fields {', '.join(form.model_fields)}"


def forms_within(form: type[Form]) -> Iterator[type[Form]]:
    """A form and all forms in its fields, each once."""
    left, seen = [form], dict[type[Form], None]()
    while left:
        form = left.pop()
        if form not in seen:
            seen[form] = None
            left += [within for field in form.model_fields.values() if (within := form_of(field.annotation))]
    yield from seen


def allowed_of(field: FieldInfo) -> str:
    """The text of the Allowed in a field's annotation, also inside `X | None`.

    Raises:
        LookupError: the field has no Allowed, which is an error in the model.
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


def form_of(annotation: Any) -> type[Form] | None:
    """The form in a field's annotation, also inside `X | None` and `tuple[X, ...]`; None without one."""
    if isinstance(annotation, type) and issubclass(annotation, Form):
        return annotation
    return next((found for argument in get_args(annotation) if (found := form_of(argument))), None)


def _unknown_field(form: type[Form], location: Sequence[int | str]) -> str:
    within = form
    for part in location[:-1]:
        if isinstance(part, str):
            within = cast("type[Form]", form_of(within.model_fields[part].annotation))
    unknown = str(location[-1])[:64]
    here = list(within.model_fields)
    near = difflib.get_close_matches(unknown.lower(), here, n=3, cutoff=0.5)
    sure = difflib.get_close_matches(unknown.lower(), near, n=1, cutoff=0.7)
    if meant := sure[0] if sure else form.meant.get(unknown.lower()):
        hint = f"did you mean {meant!r}?"
    elif len(here) <= _LISTED_MAX:
        hint = f"the fields are {', '.join(here)}"
    else:
        hint = f"the nearest are {', '.join(near)}" if near else "no other is near"
    return f"absent: unknown field; {hint}"
