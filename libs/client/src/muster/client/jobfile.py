"""A job file made a request: YAML checked line by line by the model that the service checks it with.

One key is the client's own: `files: FOLDER` (from the file's folder) is packed, stored, and becomes
`files_sha256` in what is submitted.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from muster.client.errors import InvalidRequest, Violation
from muster.client.files import Packed, pack
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
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise InvalidRequest(f"{path}: no such file", hint=_near_file(path)) from None
    except OSError as error:
        raise InvalidRequest(f"{path}: {error.strerror}") from error
    return read_text(text, origin=str(path), folder=path.parent, overrides=overrides)


def read_text(text: bytes, *, origin: str, folder: Path, overrides: Sequence[str] = ()) -> JobFile:
    """The job in a YAML text; `files:` is looked for from `folder`."""
    try:
        document, lines = read_yaml(text)
    except InvalidDocument as error:
        raise _refused(error, origin, {}) from None
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
        _replace(wanted, override)
    packed = _pack(wanted.pop("files", None), folder, origin)
    if packed is not None:
        wanted["files_sha256"] = packed.sha256
    try:
        return JobFile(parse_request(wanted), packed)
    except InvalidDocument as error:
        raise _refused(error, origin, lines or {}) from None


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


def _replace(fields: dict[str, Any], override: str) -> None:
    """Carry out "resources.gpus=2"."""
    path, separator, text = override.partition("=")
    *groups, last = path.split(".")
    if not separator or not all((*groups, last)):
        raise InvalidRequest(f"--set {override}: expected FIELD=VALUE, like resources.gpus=2")
    for name in groups:
        group = fields.setdefault(name, {})
        if not isinstance(group, dict):
            raise InvalidRequest(f"--set {override}: {name} holds no fields")
        fields = cast("dict[str, Any]", group)
    try:
        fields[last], _ = read_yaml(text)
    except InvalidDocument as error:
        raise _refused(error, f"--set {override}", {}) from None


def _refused(error: InvalidDocument, origin: str, lines: Mapping[str, int]) -> InvalidRequest:
    located = InvalidDocument(error.violations, lines)
    violations = tuple(
        Violation(_place(origin, located.line_of(v.field), v.field), v.value, v.allowed)
        for v in error.violations
    )
    return InvalidRequest(
        f"{origin} is not a valid job",
        violations=violations,
        hint="every field: `muster submit --schema`",
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
