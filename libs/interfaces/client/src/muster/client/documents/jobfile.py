"""Turn a job file into fields to send. The service checks them; its errors are shown with the file's line.

One key is specific to the client: the folder in `files: FOLDER` (relative to the job file) is packed and
sent, and the key becomes `files_sha256` in the submitted job.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from muster.client.documents.fields import is_text
from muster.client.documents.files import Packed, cache_folder, pack
from muster.client.documents.user_input import located, read_bytes, refused, replace
from muster.client.errors import InvalidRequest
from muster.client.settings import Settings
from muster.jobs import InvalidDocument, read_yaml

if TYPE_CHECKING:
    from muster.jobs import JobRequest

_HINT = "`muster submit --schema` lists every field"


@dataclass(frozen=True, slots=True)
class JobFile:
    """A job ready to be submitted, and the working files to upload first.

    Attributes:
        fields: Fields as written, with the overrides applied.
        files: Working files, if any.
        origin: Name of the file, for messages.
        lines: Line of each field; empty if the job was not read from a text.
    """

    fields: Mapping[str, Any]
    files: Packed | None
    origin: str
    lines: Mapping[str, int]

    def body(self) -> Mapping[str, Any]:
        """Return the fields to send.

        Raises:
            InvalidRequest: they contain a number that JSON cannot express, such as .inf.
        """
        try:
            json.dumps(self.fields, allow_nan=False)
        except ValueError:
            self.checked()
        return self.fields

    def checked(self) -> JobRequest:
        """Validate the job as the service does, and fill in its defaults.

        Raises:
            InvalidRequest: it breaks a rule; the violations name the file and line.
        """
        from muster.jobs import parse_request

        try:
            return parse_request(self.fields)
        except InvalidDocument as error:
            raise refused(error, self.origin, what="job", hint=_HINT, lines=self.lines) from None

    def explained(self, error: InvalidRequest) -> InvalidRequest:
        """Add the file and line of each violation to an error from the service."""
        if not error.violations:
            return error
        violations = located(error.violations, self.origin, self.lines)
        # Replace a message that only repeats the first violation by one with the name of the file.
        repeats = error.message.startswith(str(error.violations[0]))
        return InvalidRequest(
            f"{self.origin} is not a valid job" if repeats else error.message,
            hint=_HINT,
            problem_type=error.problem_type,
            violations=violations,
        )


def read_file(path: Path, overrides: Sequence[str] = ()) -> JobFile:
    """Read a job from a YAML file.

    Args:
        path: The file.
        overrides: Fields to replace, e.g. "resources.gpus=2"; the value is YAML unless it is text.

    Raises:
        InvalidRequest: the file cannot be read.
    """
    return read_text(read_bytes(path), origin=str(path), folder=path.parent, overrides=overrides)


def read_text(text: bytes, *, origin: str, folder: Path, overrides: Sequence[str] = ()) -> JobFile:
    """Read a job from a YAML text; `files:` is relative to `folder`."""
    try:
        document, lines = read_yaml(text)
    except InvalidDocument as error:
        raise refused(error, origin, what="job", hint=_HINT) from None
    if not isinstance(document, dict):
        raise InvalidRequest(f"{origin} is not a job: it must be a mapping of fields such as `name: train`")
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
    """Build a job from plain fields and overrides."""
    wanted: dict[str, Any] = _copy(fields)
    for override in overrides:
        replace(wanted, override, option="--set", is_text=is_text)
    packed = _pack(wanted.pop("files", None), folder, origin)
    if packed is not None:
        wanted["files_sha256"] = packed.sha256
    return JobFile(wanted, packed, origin, lines or {})


def _pack(named: object, folder: Path, origin: str) -> Packed | None:
    if named is None:
        return None
    if not isinstance(named, str):
        raise InvalidRequest(f"{origin}: files is {named!r}; must be the path of a folder")
    return pack(folder / named, cache_folder(Settings.load().home))


def _copy(value: Any) -> Any:
    """Copy nested mappings, so that an override does not change the caller's."""
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in cast("Mapping[str, Any]", value).items()}
    return value
