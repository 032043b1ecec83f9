"""Format of a checkpoint on disk, and the names of its parts. Pure.

    FOLDER/step-000000100.json                  record: the checkpoint is complete; written last
    FOLDER/step-000000100/rank-00001.json       manifest of one rank: its files, each with SHA-256 and size
    FOLDER/step-000000100/rank-00001/NAME       the files of that rank

A record names the manifest of every rank by its SHA-256, and a manifest names its files by theirs; each ends
with the SHA-256 of its own bytes. So every byte can be checked. There is a record only when every rank's
manifest is on disk.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

FORMAT: Final = "muster-checkpoint/2"
DOCUMENT_BYTES_MAX: Final = 64 * 2**20
"""The largest record or manifest that is read."""

_FILE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}(?<!\.tmp)(?<!\.part)")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_RECORD: Final = re.compile(r"step-(\d{9,18})\.json")
_STEP: Final = re.compile(r"step-(\d{9,18})")
_RANK: Final = re.compile(r"rank-(\d{5,9})")
_MANIFEST: Final = re.compile(r"rank-(\d{5,9})\.json")


class BadDocument(ValueError):
    """Not a record or manifest; the message names the field, its value and the valid values."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of a rank.

    Attributes:
        name: Name of the file, unique within the part.
        sha256: Of its bytes.
        size_bytes: Size of the file.
        since: The step with which it was written; later parts that it belongs to are linked to it.
    """

    name: str
    sha256: str
    size_bytes: int
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The files of one rank.

    Attributes:
        step: The step after which they were saved.
        rank: Rank of the files.
        world_size: Number of ranks that saved.
        files: In the order in which they were written.
    """

    step: int
    rank: int
    world_size: int
    files: tuple[StoredFile, ...]

    def to_bytes(self) -> bytes:
        """Return its bytes as a file."""
        return _document(asdict(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestEntry:
    """The manifest of one rank, as a record names it.

    Attributes:
        rank: Rank of the manifest.
        home: In which rank's folder it lies: rank 0's where all ranks share a folder, else the rank's own.
        sha256: Of the manifest's bytes.
        size_bytes: Size of the manifest.
    """

    rank: int
    home: int
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A complete checkpoint.

    Attributes:
        step: The step after which it was saved.
        attempt: The attempt of the job that saved it.
        world_size: Number of ranks that saved.
        manifests: One of every rank, in the order of ranks.
    """

    step: int
    attempt: int
    world_size: int
    manifests: tuple[ManifestEntry, ...]

    def to_bytes(self) -> bytes:
        """Return its bytes as a file."""
        return _document(asdict(self))


def record_name(step: int) -> str:
    """The file name of a record."""
    return f"step-{step:09d}.json"


def step_name(step: int) -> str:
    """The name of the folder with a step's manifests."""
    return f"step-{step:09d}"


def rank_name(rank: int) -> str:
    """The name of the folder with a rank's files."""
    return f"rank-{rank:05d}"


def manifest_name(rank: int) -> str:
    """The file name of a rank's manifest."""
    return f"rank-{rank:05d}.json"


def step_of_record(name: str) -> int | None:
    """The step of a record with this file name; None: it is not a record's name."""
    return _number(_RECORD, name)


def step_of_folder(name: str) -> int | None:
    """The step of a folder with this name; None: it is not a step's folder."""
    return _number(_STEP, name)


def rank_of_manifest(name: str) -> int | None:
    """The rank of a manifest with this file name; None: it is not a manifest's name."""
    return _number(_MANIFEST, name)


def rank_of_folder(name: str) -> int | None:
    """The rank of a folder with this name; None: it is not a rank's folder."""
    return _number(_RANK, name)


def sha256_of(data: bytes) -> str:
    """The SHA-256 of a document, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def is_record(data: bytes) -> bool:
    """Whether a file claims to be a document of this format, of any version."""
    return data[: len(_HEAD)] == _HEAD


def record_of(data: bytes) -> Record:
    """Read a record.

    Raises:
        BadDocument: it is none.
    """
    fields = _fields(data)
    world_size = _whole(fields, "world_size", 1)
    manifests = tuple(_entry(each) for each in _list(fields, "manifests"))
    if [each.rank for each in manifests] != list(range(world_size)):
        raise BadDocument(f"manifests are not those of ranks 0 to {world_size - 1}, each once, in order")
    return Record(
        step=_whole(fields, "step", 0),
        attempt=_whole(fields, "attempt", 1),
        world_size=world_size,
        manifests=manifests,
    )


def manifest_of(data: bytes) -> Manifest:
    """Read a manifest.

    Raises:
        BadDocument: it is none.
    """
    fields = _fields(data)
    files = tuple(_stored(each) for each in _list(fields, "files"))
    if len({file.name for file in files}) != len(files):
        raise BadDocument("files has a name twice; names are unique within a rank")
    return Manifest(
        step=_whole(fields, "step", 0),
        rank=_whole(fields, "rank", 0),
        world_size=_whole(fields, "world_size", 1),
        files=files,
    )


def entry_of(fields: Any) -> ManifestEntry:
    """Read an entry from JSON, as ranks exchange it.

    Raises:
        BadDocument: it is none.
    """
    return _entry(fields)


def _entry(value: Any) -> ManifestEntry:
    fields = _mapping("manifests", value)
    return ManifestEntry(
        rank=_whole(fields, "rank", 0),
        home=_whole(fields, "home", 0),
        sha256=_text(fields, "sha256", _SHA256),
        size_bytes=_whole(fields, "size_bytes", 0),
    )


def _stored(value: Any) -> StoredFile:
    fields = _mapping("files", value)
    return StoredFile(
        name=_text(fields, "name", _FILE),
        sha256=_text(fields, "sha256", _SHA256),
        size_bytes=_whole(fields, "size_bytes", 0),
        since=_whole(fields, "since", 0),
    )


_SEAL: Final = b', "own_sha256": "'
_HEAD: Final = json.dumps({"format": FORMAT.split("/")[0]})[:-2].encode()


def _document(fields: Mapping[str, Any]) -> bytes:
    """Return one line of JSON; its last field is the SHA-256 of all bytes before it."""
    head = json.dumps({"format": FORMAT, **fields})[:-1].encode()
    return head + _SEAL + sha256_of(head).encode() + b'"}\n'


def _fields(data: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(data)
    except ValueError as error:
        raise BadDocument(f"not JSON: {error}") from error
    fields = _mapping("document", found)
    if fields.get("format") != FORMAT:
        raise BadDocument(f"format is {fields.get('format')!r}; this version reads {FORMAT!r}")
    head, _, seal = data.rpartition(_SEAL)
    if seal != sha256_of(head).encode() + b'"}\n':
        raise BadDocument("the document's own SHA-256 does not fit its bytes: it is damaged")
    return fields


def _mapping(name: str, value: Any) -> Mapping[str, Any]:
    return _checked(name, value, lambda v: isinstance(v, dict), "an object")


def _list(fields: Mapping[str, Any], name: str) -> Sequence[Any]:
    return _checked(name, fields.get(name), lambda v: isinstance(v, list), "a list")


def _whole(fields: Mapping[str, Any], name: str, least: int) -> int:
    right = f"a whole number, {least} or more"
    return _checked(name, fields.get(name), lambda v: type(v) is int and v >= least, right)


def _text(fields: Mapping[str, Any], name: str, pattern: re.Pattern[str]) -> str:
    right = f"text that matches {pattern.pattern}"
    return _checked(name, fields.get(name), lambda v: isinstance(v, str) and pattern.fullmatch(v), right)


def _checked(name: str, value: Any, holds: Callable[[Any], object], right: str) -> Any:
    if not holds(value):
        raise BadDocument(f"{name} is {str(value)[:100]!r}; allowed: {right}")
    return value


def _number(pattern: re.Pattern[str], name: str) -> int | None:
    found = pattern.fullmatch(name)
    return int(found[1]) if found else None
