"""TensorFlow's graphs: SavedModel, MetaGraphDef and GraphDef, as protocol buffers and in their text form.

graph.proto, node_def.proto, function.proto, meta_graph.proto, saved_model.proto, saved_metadata.proto of
TensorFlow; the text form: protocol buffers' text format specification.
"""

from __future__ import annotations

import re
from codecs import escape_decode
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final
from warnings import catch_warnings

from muster.scanning.formats.protobufs import FIELDS_MAX, Field, Judged, NotProtobuf, fields
from muster.tensors.sources import Source

_TEXT_MAX: Final = 4096
_NODES: Final = ((1,), (2, 1, 3))
"""Nodes of a graph: its own, and those of its functions."""
_NODES_TRIED: Final = 100
_TOUCHING: Final = frozenset(
    (
        # Python, libraries, other machines
        "PyFunc",
        "EagerPyFunc",
        "PyFuncStateless",
        "LoadLibrary",
        "RpcCall",
        "RpcClient",
        "TryRpc",
        "DataServiceDataset",
        "DataServiceDatasetV2",
        "DataServiceDatasetV3",
        "DataServiceDatasetV4",
        "RegisterDataset",
        "RegisterDatasetV2",
        "DebugIdentity",
        "DebugIdentityV2",
        "DebugIdentityV3",
        # files
        "ReadFile",
        "WriteFile",
        "MatchingFiles",
        "MatchingFilesDataset",
        "WholeFileReader",
        "WholeFileReaderV2",
        "TextLineReader",
        "TextLineReaderV2",
        "TFRecordReader",
        "TFRecordReaderV2",
        "FixedLengthRecordReader",
        "FixedLengthRecordReaderV2",
        "LMDBReader",
        "LMDBDataset",
        "TextLineDataset",
        "TFRecordDataset",
        "TFRecordDatasetV2",
        "FixedLengthRecordDataset",
        "FixedLengthRecordDatasetV2",
        "SqlDataset",
        "ExperimentalSqlDataset",
        "CSVDataset",
        "CSVDatasetV2",
        "ExperimentalCSVDataset",
        "SnapshotDataset",
        "SnapshotDatasetV2",
        "SnapshotDatasetReader",
        "SaveDataset",
        "SaveDatasetV2",
        "LoadDataset",
        "DatasetToTFRecord",
        "ExperimentalDatasetToTFRecord",
        "FileSystemSetConfiguration",
        # summaries, which are written to files
        "CreateSummaryFileWriter",
        "CreateSummaryDbWriter",
        "WriteSummary",
        "WriteScalarSummary",
        "WriteHistogramSummary",
        "WriteImageSummary",
        "WriteAudioSummary",
        "WriteGraphSummary",
        "WriteRawProtoSummary",
        "ImportEvent",
    )
)
_STREAM: Final = "output_stream"
"""The attribute of PrintV2 that may be a file."""


_PATHS: Final = ((2, 2), (2,), ())
"""Paths of graphs in a SavedModel, a MetaGraphDef and a GraphDef: a file may be read as each."""


def judged(source: Source) -> list[Judged] | None:
    """Find operators that run Python or touch files; None: the bytes are not a graph."""
    walk = _Walk(source)
    found: list[Judged] = []
    is_graph = False
    for path in _PATHS:
        is_one = False
        try:
            is_one = _is_graph(walk, path)
            for begin, end in walk.inside(0, source.size_bytes, path):
                found += _graph(walk, begin, end)
        except NotProtobuf:
            if is_one:
                found.append(("document.broken", "a graph of TensorFlow that breaks off", None))
        is_graph |= is_one
    return found if is_graph or found else None


def _is_graph(walk: _Walk, path: tuple[int, ...]) -> bool:
    """Whether a message at the end of a path is a node: a name, and an operator as code writes it."""
    size = walk.source.size_bytes
    nodes = chain(*(walk.inside(0, size, (*path, *inner)) for inner in _NODES))
    return any(_is_node(walk, *node) for node in islice(nodes, _NODES_TRIED))


def _is_node(walk: _Walk, begin: int, end: int) -> bool:
    found = {number: walk.text(at, behind) for number, wire, at, behind in walk.each(begin, end) if wire == 2}
    return re.fullmatch(r"[A-Za-z_>]\w*(?:>\w+)?", found.get(2, "")) is not None


class _Walk:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.left = FIELDS_MAX

    def each(self, begin: int, end: int) -> Iterator[Field]:
        for found in fields(self.source, begin, end):
            self.left -= 1
            if self.left < 0:
                raise NotProtobuf
            yield found

    def inside(self, begin: int, end: int, path: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """Messages at the end of a path of field numbers."""
        if not path:
            yield begin, end
            return
        for number, wire, at, behind in self.each(begin, end):
            if wire == 2 and number == path[0]:
                yield from self.inside(at, behind, path[1:])

    def text(self, begin: int, end: int) -> str:
        return self.source.read(begin, min(end, begin + _TEXT_MAX)).decode("utf-8", "replace")


def _graph(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    for inner in _NODES:
        for node in walk.inside(begin, end, inner):
            yield from _node(walk, *node)


def _node(walk: _Walk, begin: int, end: int) -> Iterator[Judged]:
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 2 and (name := walk.text(at, behind)) in _TOUCHING:
            yield "tensorflow.operator", name, at
        elif wire == 2 and number == 5:
            pair = {inner: (first, last) for inner, kind, first, last in walk.each(at, behind) if kind == 2}
            if 1 in pair and 2 in pair and walk.text(*pair[1]) == _STREAM:
                for text in walk.inside(*pair[2], (2,)):
                    if walk.text(*text).startswith("file:"):
                        yield "tensorflow.operator", f"PrintV2 to {walk.text(*text)}", at


def metadata(source: Source) -> Iterator[str]:
    """JSON in the nodes of Keras' metadata of a SavedModel (keras_metadata.pb)."""
    walk = _Walk(source)
    try:
        for begin, end in walk.inside(0, source.size_bytes, (1, 5)):
            if source.read(begin, min(begin + 1, end)) == b"{":
                yield source.read(begin, end).decode("utf-8", "replace")
    except NotProtobuf:
        return


_NODE: Final = re.compile(r"\bnode(?:_def)?\s*(?:#[^\n]*\n\s*)*+:?\s*[{<]")
_TOKEN: Final = re.compile(
    r"#[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[\w.]+|[:{}<>\[\],;]", re.DOTALL
)


def judged_text(text: str) -> Iterator[Judged]:
    """Operators in the text form of a graph."""
    if _NODE.search(text) is None:
        return
    key, stream = "", False
    for word, said in _words(text):
        if word:
            key = word
        elif key == "op" and said in _TOUCHING:
            yield "tensorflow.operator", said, None
        elif key == "s" and stream and said.startswith("file:"):
            yield "tensorflow.operator", f"PrintV2 to {said}", None
        elif key == "key":
            stream = said == _STREAM


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Words outside of quotes, and texts in quotes; those that stand side by side are one."""
    parts: list[bytes] = []
    for found in _TOKEN.finditer(f"{text};"):
        word = found[0]
        if word[0] in "\"'":
            parts.append(_unescaped(word[1:-1]))
        elif word[0] != "#":
            if parts:
                yield "", b"".join(parts).decode("utf-8", "replace")
                parts.clear()
            if word != ":":
                yield word, ""


def _unescaped(text: str) -> bytes:
    raw = text.encode("utf-8", "replace")
    if b"\\" not in raw:
        return raw
    with catch_warnings(action="ignore"):  # about invalid escapes, which are left unchanged
        return escape_decode(raw)[0]
