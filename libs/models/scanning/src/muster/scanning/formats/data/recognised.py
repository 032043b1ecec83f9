"""Recognise formats of data by their structure; by name only where the bytes have none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from muster.scanning.formats.data import containers, documents, encodings
from muster.scanning.formats.tables import Table
from muster.scanning.windows import head
from muster.tensors.sources import Source

START_BYTES: Final = 4096
_RAW: Final = re.compile(
    r"(?:.*/)?[\w.-]+\.data-\d{5}-of-\d{5}"
    r"|(?:.*/)?[\w.-]+\.onnx[._]data(?:[._]\d+)?"
    r"|.*\.zarr/(?:.*/)?(?:c/)?\d+(?:[./]\d+)*"
)
"""Names by which readers take bytes for numbers: variables of TensorFlow, weights beside ONNX, chunks."""


@dataclass(frozen=True, slots=True)
class Data:
    """A file of data, read.

    Attributes:
        table: Parts of it that another reader could interpret.
        document: The parsed document; None: it is not one.
        text: The decoded text; None: it is not one.
    """

    table: Table
    document: Any = None
    text: str | None = None


def recognised(source: Source, name: str, text_bytes: int) -> Data | None:
    """Recognise a file without a mark; None: no format that is known here.

    Args:
        source: Its bytes, which no reader of pickles runs.
        name: Name of the file.
        text_bytes: The largest text that is read as a whole.
    """
    start = head(source, START_BYTES)
    for recogniser in containers.RECOGNISERS:
        table = recogniser(source, start)
        if table is not None:
            return Data(table)
    if source.size_bytes <= documents.DOCUMENT_BYTES:
        content = head(source, documents.DOCUMENT_BYTES)
        for reader in (documents.ubjson, documents.msgpack, documents.cbor, documents.bson):
            found = reader(content)
            if found is not None:
                return Data(found[1], found[0])
    if source.size_bytes <= text_bytes:
        text = encodings.text_of(head(source, text_bytes))
        if text is not None:
            return Data(Table(), text=text)
    return Data(Table()) if _RAW.fullmatch(name) else None
