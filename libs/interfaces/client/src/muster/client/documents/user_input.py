"""Read user input: YAML checked by the service's own forms, with the line of each error; and FIELD=VALUE."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from muster.client.errors import InvalidRequest, Violation
from muster.jobs import InvalidDocument, read_yaml
from muster.jobs.documents.refusal import line_of


def read_bytes(path: Path) -> bytes:
    """Read a file named by the user.

    Raises:
        InvalidRequest: it cannot be read; the hint names the closest matches.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InvalidRequest(f"{path}: no such file", hint=_near_file(path)) from None
    except OSError as error:
        raise InvalidRequest(f"{path}: {error.strerror}") from error


def document(settings: Sequence[str]) -> dict[str, Any]:
    """Build a document from FIELD=VALUE settings.

    Raises:
        InvalidRequest: a setting has another form.
    """
    fields: dict[str, Any] = {}
    for setting in settings:
        replace(fields, setting)
    return fields


def replace(
    fields: dict[str, Any],
    setting: str,
    *,
    option: str = "",
    is_text: Callable[[str], bool] = lambda _: False,
) -> None:
    """Apply a setting such as "resources.gpus=2" to fields; the value is YAML unless the field is text.

    Args:
        fields: Fields to change in place.
        setting: FIELD=VALUE, with the field as a dotted path. Labels contain dots: below a group of texts the
            rest of the path is one name.
        option: Option that carried the setting, such as "--set", for messages.
        is_text: Whether the value of the field with this path is text, taken as it is.

    Raises:
        InvalidRequest: it has another form, or the value is not YAML.
    """
    said = f"{option} {setting}".strip()
    path, separator, text = setting.partition("=")
    taken_as_it_is = is_text(path)
    *groups, last = path.split(".", 1 if taken_as_it_is else -1)
    if not separator or not all((*groups, last)):
        raise InvalidRequest(f"{said}: must be FIELD=VALUE, e.g. resources.gpus=2")
    for name in groups:
        group = fields.setdefault(name, {})
        if not isinstance(group, dict):
            raise InvalidRequest(f"{said}: {name} has no fields below it")
        fields = cast("dict[str, Any]", group)
    if taken_as_it_is:
        fields[last] = text
        return
    try:
        fields[last], _ = read_yaml(text)
    except InvalidDocument as error:
        raise refused(error, said) from None


def refused(
    error: InvalidDocument,
    origin: str,
    *,
    what: str = "document",
    hint: str = "",
    lines: Mapping[str, int] | None = None,
) -> InvalidRequest:
    """Convert a rejected form into an error that names the file, the lines and the fields."""
    found = tuple(Violation(v.field, v.value, v.allowed) for v in error.violations)
    return InvalidRequest(
        f"{origin} is not a valid {what}", violations=located(found, origin, lines or {}), hint=hint
    )


def located(violations: Sequence[Violation], origin: str, lines: Mapping[str, int]) -> tuple[Violation, ...]:
    """Add to violations the file and the line of the field, or of the nearest element around it."""
    return tuple(
        Violation(_place(origin, line_of(lines, v.field), v.field), v.value, v.allowed) for v in violations
    )


def _place(origin: str, line: int | None, field: str) -> str:
    return f"{origin}:{line}: {field}" if line else field


def _near_file(path: Path) -> str:
    try:
        names = [p.name for p in path.parent.iterdir() if p.suffix in {".yaml", ".yml"}]
    except OSError:
        return ""
    near = difflib.get_close_matches(path.name, names, n=2, cutoff=0.5)
    return f"did you mean {' or '.join(str(path.with_name(n)) for n in near)}?" if near else ""
