"""A job file made a request: YAML checked line by line by the model that the service checks it with.

One key is the client's own: `files: FOLDER` (from the file's folder) is packed, stored, and becomes
`files_sha256` in what is submitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from muster.client.documents.files import Packed, pack
from muster.client.documents.reading import read_bytes, refused, replace
from muster.client.errors import InvalidRequest
from muster.jobs import InvalidDocument, JobRequest, parse_request, read_yaml


@dataclass(frozen=True, slots=True)
class JobFile:
    """A job ready to be submitted, and the working files to store first."""

    request: JobRequest
    files: Packed | None

    def body(self) -> dict[str, Any]:
        """The request as it travels, with the defaults filled in."""
        return self.request.model_dump(mode="json", exclude_none=True)


def read_file(path: Path, overrides: Sequence[str] = ()) -> JobFile:
    """The job in a YAML file.

    Args:
        path: the file.
        overrides: "field=value" for fields to replace, like "resources.gpus=2"; the value is YAML.

    Raises:
        InvalidRequest: it cannot be read, or breaks a rule; the violations name file and line.
    """
    return read_text(read_bytes(path), origin=str(path), folder=path.parent, overrides=overrides)


def read_text(text: bytes, *, origin: str, folder: Path, overrides: Sequence[str] = ()) -> JobFile:
    """The job in a YAML text; `files:` is looked for from `folder`."""
    try:
        document, lines = read_yaml(text)
    except InvalidDocument as error:
        raise _refused(error, origin) from None
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
    try:
        return JobFile(parse_request(wanted), packed)
    except InvalidDocument as error:
        raise _refused(error, origin, lines) from None


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


def _refused(error: InvalidDocument, origin: str, lines: Mapping[str, int] | None = None) -> InvalidRequest:
    return refused(error, origin, what="job", hint="every field: `muster submit --schema`", lines=lines)
