"""Fingerprint of a version's weights: headers, and a few KB of each of the largest tensors."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from muster.scanner.core.orders import Mark, Weights
from muster.scanner.edge.reading.sources import Windowed, patiently
from muster.scanning.blacklist import is_telling
from muster.store.trees import File
from muster.tensors import families
from muster.tensors.families import Model, fingerprint, tells_weights
from muster.tensors.layouts import LayoutInvalid, layout_of
from muster.tensors.sources import Source

FORMATS: Final = (".safetensors", ".gguf")
FILES_MAX: Final = 1_024
"""Most files of one model that are read."""
_SHARD: Final = re.compile(r"[-.]\d{5}-of-\d{5}$")


async def weights_of(
    files: Mapping[str, File], source_of: Callable[[File], Awaitable[Source]]
) -> Weights | None:
    """Fingerprint of a version's weights; None: it has none, or a header is not trustworthy.

    A version may have the same weights in several forms, and several models: the largest set of files that
    one reader loads as one stands for it.

    Args:
        files: Files of the version, by path.
        source_of: Opens the bytes of a file.

    Raises:
        StoreUnavailable, NoSuchObject: the store failed meanwhile.
    """
    sets: dict[tuple[str, str], dict[str, File]] = {}
    for path, file in files.items():
        stem, dot, ending = path.rpartition(".")
        if dot + ending in FORMATS:
            sets.setdefault((_SHARD.sub("", stem), ending), {})[path] = file
    if not sets:
        return None
    _, largest = max(sorted(sets.items()), key=lambda each: sum(file.size_bytes for file in each[1].values()))
    if len(largest) > FILES_MAX:
        return None
    try:
        model = Model(tuple([_file(path, await source_of(file)) for path, file in sorted(largest.items())]))
        found = fingerprint(model)
    except LayoutInvalid:
        return None
    if not is_telling(found):
        return None
    marks = tuple(Mark(shape=mark.shape, bits=mark.bits) for mark in found.marks)
    return Weights(version=found.version, marks=marks, as_numbers=tells_weights(model))


def is_weights(path: str) -> bool:
    """Whether weights are read from a file of this name."""
    return path.endswith(FORMATS)


def _file(path: str, source: Source) -> families.File:
    """Read the header in windows that are released afterwards: a model may have hundreds of files."""
    windowed = Windowed(source)
    try:
        layout = layout_of(windowed)
    finally:
        if windowed.failed is not None:
            raise windowed.failed
    return families.File(path, _Patient(source), layout)


class _Patient:
    """A source of which little is read: as asked, and again when the store does not answer."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.size_bytes = source.size_bytes

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive."""
        return patiently(lambda: self._source.read(begin, end))
