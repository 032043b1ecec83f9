"""Encodes a model file against its base: finds counterparts, tries the methods, keeps the rest unchanged."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from muster.tensors.deltas import Place, Segment, encoded, planned
from muster.tensors.families import File, Model, paired
from muster.tensors.sources import Source


class Encoding(NamedTuple):
    """Encoding of a file.

    Attributes:
        segments: The file from front to back; `base` counts `bases`.
        bases: The files of the base that it depends on, by key.
    """

    segments: list[Segment]
    bases: dict[str, Source]


def plan_encoding(file: File, base: Model) -> Encoding:
    """Plan the encoding of a model file against its base, by samples of both.

    Args:
        file: A file of the model.
        base: The model that it comes from; without files, the file stands alone.
    """
    pairs = paired(Model((file,)), base)
    places = {pair.target.name: Place(pair.base.file.key, pair.base.tensor.begin) for pair in pairs}
    used = {place.base for place in places.values()}
    bases = {each.key: each.source for each in base.files if each.key in used}
    return Encoding(planned(file.source, file.layout, places, bases), bases)


def repacked(file: File, base: Model) -> Generator[bytes]:
    """Yield the container of a file in pieces; its index names the base's files that it depends on.

    Args:
        file: A file of the model.
        base: The model that it comes from; without files, the container stands alone.
    """
    segments, bases = plan_encoding(file, base)
    yield from encoded(file.source, segments, bases)
