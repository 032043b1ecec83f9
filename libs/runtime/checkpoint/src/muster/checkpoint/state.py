"""A job's state as files and back: files for each array, and state.json with everything else.

What is larger than a chunk is several files, so that only those that changed are written and stored again.

A state is made of dicts, lists, tuples, numbers, text, None, bytes, numpy arrays and PyTorch tensors, so a
model's or an optimizer's state dict is one. Two marks say what another number of ranks may do with a value:

Split(array)       this rank's rows of an array that all ranks hold together, split along the first axis in
                   the order of ranks; the first ranks have one row more where it does not divide evenly
Replicated(value)  equal on all ranks; only rank 0 writes it
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from muster.checkpoint import arrays
from muster.checkpoint.arrays import Content, SavedArray
from muster.checkpoint.format import sha256_of

STATE_FILE: Final = "state.json"

_PLAIN = (str, int, float, bool, type(None))
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_NAME_MAX = 120


@dataclass(frozen=True, slots=True)
class Split:
    """This rank's rows of an array that all ranks hold together."""

    array: Any


@dataclass(frozen=True, slots=True)
class Replicated:
    """A value that is equal on all ranks: only rank 0 writes it."""

    value: Any


class CannotReshard(Exception):
    """The checkpoint was saved by another number of ranks, and a value of it belongs to single ones."""


class BadState(TypeError):
    """A value that cannot be saved; the message names its path, its type and the valid types."""


def encode(state: Any, chance: Any, rank: int, chunk_bytes: int) -> dict[str, Content]:
    """The files of a rank, by name; state.json is the last.

    Args:
        state: The job's state.
        chance: Positions of the random number generators.
        rank: Rank of the state.
        chunk_bytes: Size above which a value becomes several files.

    Raises:
        BadState: a value cannot be saved.
    """
    writing = _Writing(rank, chunk_bytes)
    tree = writing.node(state, "state")
    document = {
        "state": tree,
        "chance": writing.node(chance, "chance"),
        "split": writing.split,
        "replicated": writing.replicated,
    }
    return {**writing.files, STATE_FILE: Content((json.dumps(document).encode(),))}


@dataclass(slots=True)
class _Writing:
    rank: int
    chunk_bytes: int
    files: dict[str, Content] = field(default_factory=dict[str, Content])
    split: dict[str, Any] = field(default_factory=dict[str, Any])
    replicated: dict[str, Any] = field(default_factory=dict[str, Any])

    def node(self, value: Any, path: str) -> Any:
        """A value as JSON, its arrays as files."""
        match value:
            case Split(array=array):
                self.split[path] = self._rows(array, path)
                return {"$split": path}
            case Replicated(value=inner):
                if self.rank == 0:
                    self.replicated[path] = self.node(inner, path)
                return {"$replicated": path}
            case bytes():
                return self._file("$bytes", path, ".bin", Content((value,)))
            case dict():
                return self._mapping(value, path)  # pyright: ignore[reportUnknownArgumentType]
            case list():
                return self._items(value, path)  # pyright: ignore[reportUnknownArgumentType]
            case tuple():
                return {"$tuple": self._items(value, path)}  # pyright: ignore[reportUnknownArgumentType]
            case _:
                return self._leaf(value, path)

    def _leaf(self, value: Any, path: str) -> Any:
        if arrays.is_array(value):
            try:
                content = arrays.array_content(value)
            except TypeError as error:
                raise BadState(f"{path}: {error}") from error
            return {**self._file("$array", path, ".npy", content), "scalar": arrays.is_scalar(value)}
        if arrays.is_tensor(value):
            content, dtype = arrays.tensor_content(value)
            return {**self._file("$tensor", path, ".npy", content), "dtype": dtype}
        if type(value) not in _PLAIN:
            allowed = "dicts, lists, tuples, numbers, text, None, bytes, numpy arrays, PyTorch tensors"
            raise BadState(f"{path} is a {type(value).__qualname__}; allowed: {allowed}")
        return value

    def _rows(self, array: Any, path: str) -> Any:
        shape = getattr(array, "shape", None)
        if not shape:
            kind = type(array).__qualname__
            raise BadState(f"{path}: Split holds a {kind}; allowed: an array with one axis or more")
        return self._leaf(array, path)

    def _mapping(self, value: Mapping[Any, Any], path: str) -> Any:
        nodes = {key: self.node(each, f"{path}.{key}") for key, each in value.items()}
        if all(isinstance(key, str) and not key.startswith("$") for key in nodes):
            return nodes
        return {"$map": [[self.node(key, f"{path}.key"), node] for key, node in nodes.items()]}

    def _items(self, value: Sequence[Any], path: str) -> list[Any]:
        return [self.node(each, f"{path}.{number}") for number, each in enumerate(value)]

    def _file(self, kind: str, path: str, ending: str, content: Content) -> dict[str, Any]:
        """Add the files of a value, named after its path so that names are stable; return its node."""
        clean = _UNSAFE.sub("_", path.removeprefix("state."))[:_NAME_MAX].lstrip("._-") or "value"
        name = clean + ending
        if name in self.files or name == STATE_FILE or clean != path.removeprefix("state."):
            name = f"{clean}-{sha256_of(path.encode())[:12]}{ending}"
        chunks = content.cut(self.chunk_bytes)
        self.files |= zip(_chunks(name, len(chunks)), chunks, strict=True)
        return {kind: name} if len(chunks) == 1 else {kind: name, "files": len(chunks)}


def _chunks(name: str, count: int) -> list[str]:
    """The names of the files of one array."""
    return [name, *(f"{name}.{number:05d}" for number in range(1, count))]


@dataclass(frozen=True, slots=True)
class Saved:
    """The verified files of some ranks of one checkpoint.

    Attributes:
        folders: Each rank's folder.
        hashes: SHA-256 of each rank's files by name.
        world_size: Number of ranks that saved.
    """

    folders: Mapping[int, Path]
    hashes: Mapping[int, Mapping[str, str]]
    world_size: int


def decode(saved: Saved, rank: int, world_size: int) -> tuple[Any, Any]:
    """A rank's state, and the positions of its random number generators.

    For another number of ranks than saved: split arrays are split again, everything else has to be equal on
    all ranks, and no positions are restored, since they belong to single ranks.

    Raises:
        CannotReshard: a value is not split and differs between ranks.
    """
    reading = _Reading(saved, rank, world_size)
    if saved.world_size == world_size:
        return reading.state(), reading.chance()
    reading.check_alike()
    return reading.state(), None


class _Reading:
    def __init__(self, saved: Saved, rank: int, world_size: int) -> None:
        self._saved = saved
        self._rank = rank
        self._world_size = world_size
        self._same = saved.world_size == world_size
        self._from = rank if self._same else 0
        self._documents = {
            each: json.loads((folder / STATE_FILE).read_bytes()) for each, folder in saved.folders.items()
        }

    def state(self) -> Any:
        return self._value(self._documents[self._from]["state"], self._from)

    def chance(self) -> Any:
        return self._value(self._documents[self._from]["chance"], self._from)

    def check_alike(self) -> None:
        first = self._named(self._documents[0]["state"], 0)
        for other in range(1, self._saved.world_size):
            path = _difference(first, self._named(self._documents[other]["state"], other), "state")
            if path:
                raise CannotReshard(
                    f"{path} differs between rank 0 and rank {other}, so the checkpoint of "
                    f"{self._saved.world_size} ranks cannot be given to {self._world_size}; mark what is "
                    "split over ranks with Split, and keep what belongs to single ranks out of the state"
                )

    def _named(self, node: Any, rank: int) -> Any:
        """A tree with hashes in place of file names."""
        if isinstance(node, list):
            return [self._named(each, rank) for each in node]  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(node, dict):
            return node
        fields = cast("dict[str, Any]", node)
        hashes = self._saved.hashes[rank]
        return {
            key: [hashes[name] for name in _chunks(value, fields.get("files", 1))]
            if key in ("$array", "$tensor", "$bytes")
            else self._named(value, rank)
            for key, value in fields.items()
        }

    def _value(self, node: Any, rank: int) -> Any:
        if isinstance(node, list):
            return [self._value(each, rank) for each in node]  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(node, dict):
            return node
        fields = cast("dict[str, Any]", node)
        match fields:
            case {"$array": _, "scalar": scalar}:
                return arrays.load_array(self._files(fields, rank), scalar=scalar)
            case {"$tensor": _, "dtype": dtype}:
                return arrays.load_tensor(self._files(fields, rank), dtype)
            case {"$bytes": _}:
                return b"".join(file.read_bytes() for file in self._files(fields, rank))
            case {"$tuple": items}:
                return tuple(self._value(each, rank) for each in items)
            case {"$map": pairs}:
                return {self._value(key, rank): self._value(each, rank) for key, each in pairs}
            case {"$replicated": path}:
                return self._value(self._documents[0]["replicated"][path], 0)
            case {"$split": path}:
                return self._rows(path, rank)
            case _:
                return {key: self._value(each, rank) for key, each in fields.items()}

    def _files(self, node: Mapping[str, Any], rank: int) -> list[Path]:
        """Return the files with the bytes of an array, a tensor or bytes."""
        name = node.get("$array") or node.get("$tensor") or node["$bytes"]
        return [self._saved.folders[rank] / each for each in _chunks(name, node.get("files", 1))]

    def _rows(self, path: str, rank: int) -> Any:
        if self._same:
            return self._value(self._documents[rank]["split"][path], rank)
        parts = [self._documents[each]["split"][path] for each in range(self._saved.world_size)]
        pieces = [SavedArray(self._files(part, each)) for each, part in enumerate(parts)]
        rows = arrays.load_rows(pieces, self._world_size, self._rank)
        return arrays.as_tensor(rows, parts[0]["dtype"]) if "dtype" in parts[0] else rows


def _difference(one: Any, other: Any, path: str) -> str | None:
    """Return the path of the first value that differs; None: there is none."""
    if isinstance(one, dict) and isinstance(other, dict):
        fields, others = cast("dict[str, Any]", one), cast("dict[str, Any]", other)
        for key in sorted({*fields, *others}):
            below = path if key.startswith("$") else f"{path}.{key}"
            if key not in fields or key not in others:
                return below
            if found := _difference(fields[key], others[key], below):
                return found
        return None
    if isinstance(one, list) and isinstance(other, list):
        items, rest = cast("list[Any]", one), cast("list[Any]", other)
        if len(items) != len(rest):
            return path
        pairs = enumerate(zip(items, rest, strict=True))
        return next((f for n, (a, b) in pairs if (f := _difference(a, b, f"{path}.{n}"))), None)
    return None if json.dumps(one) == json.dumps(other) else path  # in JSON not a number equals itself
