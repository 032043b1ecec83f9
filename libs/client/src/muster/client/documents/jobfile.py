"""A job file made fields to send. The service checks them; its refusals are shown with the file's line.

One key is the client's own: `files: FOLDER` (from the file's folder) is packed, stored, and becomes
`files_sha256` in what is submitted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from muster.client.documents.files import Packed, pack
from muster.client.documents.reading import located, read_bytes, refused, replace
from muster.client.errors import InvalidRequest
from muster.jobs import InvalidDocument, read_yaml

if TYPE_CHECKING:
    from muster.jobs import JobRequest

_HINT = "every field: `muster submit --schema`"


@dataclass(frozen=True, slots=True)
class JobFile:
    """A job ready to be submitted, and the working files to store first.

    Attributes:
        fields: As they were written, with the overrides in place.
        files: Working files; None: there are none.
        origin: The file's name, for messages.
        lines: The line of each field; empty when it was not read from a text.
    """

    fields: Mapping[str, Any]
    files: Packed | None
    origin: str
    lines: Mapping[str, int]

    def body(self) -> Mapping[str, Any]:
        """The fields as they travel.

        Raises:
            InvalidRequest: JSON has no word for a number among them, like .inf.
        """
        try:
            json.dumps(self.fields, allow_nan=False)
        except ValueError:
            self.checked()
        return self.fields

    def checked(self) -> JobRequest:
        """The job by the model the service checks it with, its defaults filled in.

        Raises:
            InvalidRequest: it breaks a rule; the violations name file and line.
        """
        from muster.jobs import parse_request

        try:
            return parse_request(self.fields)
        except InvalidDocument as error:
            raise refused(error, self.origin, what="job", hint=_HINT, lines=self.lines) from None

    def explained(self, error: InvalidRequest) -> InvalidRequest:
        """What the service refused, with the line of the file each violation is about."""
        if not error.violations:
            return error
        violations = located(error.violations, self.origin, self.lines)
        # A message that only repeats the first violation gives way to the name of the file.
        repeats = error.message.startswith(f"{error.violations[0].field}:")
        return InvalidRequest(
            f"{self.origin} is not a valid job" if repeats else error.message,
            hint=_HINT,
            problem_type=error.problem_type,
            violations=violations,
        )


def read_file(path: Path, overrides: Sequence[str] = ()) -> JobFile:
    """The job in a YAML file.

    Args:
        path: the file.
        overrides: "field=value" for fields to replace, like "resources.gpus=2"; the value is YAML.

    Raises:
        InvalidRequest: it cannot be read.
    """
    return read_text(read_bytes(path), origin=str(path), folder=path.parent, overrides=overrides)


def read_text(text: bytes, *, origin: str, folder: Path, overrides: Sequence[str] = ()) -> JobFile:
    """The job in a YAML text; `files:` is looked for from `folder`."""
    try:
        document, lines = read_yaml(text)
    except InvalidDocument as error:
        raise refused(error, origin, what="job", hint=_HINT) from None
    if not isinstance(document, dict):
        raise InvalidRequest(f"{origin} holds no job: it must be a mapping of fields like `name: train`")
    return from_fields(
        cast("dict[str, Any]", document), origin=origin, folder=folder, overrides=overrides, lines=lines
    )


def from_fields(
    fields: Mapping[str, Any],
    *,
    origin: str,
    folder: Path,
    overrides: Sequence[str] = (),
    lines: Mapping[str, int] | None = None,
) -> JobFile:
    """The job in plain fields, after the overrides."""
    wanted: dict[str, Any] = _copy(fields)
    for override in overrides:
        replace(wanted, override, option="--set")
    packed = _pack(wanted.pop("files", None), folder, origin)
    if packed is not None:
        wanted["files_sha256"] = packed.sha256
    return JobFile(wanted, packed, origin, lines or {})


def _pack(named: object, folder: Path, origin: str) -> Packed | None:
    if named is None:
        return None
    if not isinstance(named, str):
        raise InvalidRequest(f"{origin}: files is {named!r}: allowed is the path of a folder")
    return pack(folder / named)


def _copy(value: Any) -> Any:
    """The same mappings anew, so that an override changes none of the caller's."""
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in cast("Mapping[str, Any]", value).items()}
    return value
