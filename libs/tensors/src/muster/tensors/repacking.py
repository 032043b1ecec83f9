"""A file of a model told by the files of its base: counterparts are found, the ways tried, the rest kept."""

from __future__ import annotations

from collections.abc import Generator

from muster.tensors.deltas import Place, encoded, planned
from muster.tensors.families import File, Model, paired


def repacked(file: File, base: Model) -> Generator[bytes]:
    """The container of a file, in pieces; its index names the files of the base that it leans on.

    Args:
        file: A file of the model.
        base: The model that it comes from; without files, the container stands alone.
    """
    pairs = paired(Model((file,)), base)
    places = {pair.target.name: Place(pair.base.file.key, pair.base.tensor.begin) for pair in pairs}
    used = {place.base for place in places.values()}
    bases = {each.key: each.source for each in base.files if each.key in used}
    yield from encoded(file.source, planned(file.source, file.layout, places, bases), bases)
