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

from muster.scanning.formats import graph_paths
from muster.scanning.formats.graph_paths import CONSTANTS, Node, Scope
from muster.scanning.formats.protobufs import FIELDS_MAX, Field, Judged, NotProtobuf, fields
from muster.scanning.paths import leaves
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
        "ImmutableConst",
        "Skipgram",
        "ListSnapshotChunksDataset",
        "SnapshotChunkDataset",
        "SnapshotNestedDatasetReader",
        "DistributedSave",
        "ExperimentalLMDBDataset",
        "ExperimentalMatchingFilesDataset",
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
_FILES: Final = {
    "output_stream": "PrintV2",
    "debug_urls": "Debug",
    "vocab_file": "FixedUnigramCandidateSampler",
}
"""Attributes that may name a file or another machine, and the operators that have them."""
_ADDRESS: Final = re.compile(r"(?!memcbk:)\w+://|file:")


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
            assets = set[str]()
            for begin, end in walk.inside(0, source.size_bytes, path[:-1]) if path else ():
                found += _assets(walk, begin, end, assets)
            for begin, end in walk.inside(0, source.size_bytes, path):
                found += _graph(walk, begin, end, assets)
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


def _assets(walk: _Walk, begin: int, end: int, names: set[str]) -> Iterator[Judged]:
    """Collect the nodes that a loader sets to the paths of assets; report assets outside of the folder."""
    for asset in walk.inside(begin, end, (6,)):
        for number, wire, at, behind in walk.each(*asset):
            if wire == 2 and number == 1:
                names.update(walk.text(*each).partition(":")[0] for each in walk.inside(at, behind, (1,)))
            elif wire == 2 and number == 2 and leaves(walk.text(at, behind)):
                yield "archive.leaves-folder", f"the asset {walk.text(at, behind)}", at


def _graph(walk: _Walk, begin: int, end: int, assets: set[str]) -> Iterator[Judged]:
    scopes = [Scope()]
    for node in walk.inside(begin, end, (1,)):
        yield from _node(walk, *node, scopes[0])
    for function in walk.inside(begin, end, (2, 1)):
        scopes.append(Scope())
        for number, wire, at, behind in walk.each(*function):
            if wire == 2 and number == 1:
                _signature(walk, at, behind, scopes[-1])
            elif wire == 2 and number == 3:
                yield from _node(walk, at, behind, scopes[-1])
    yield from graph_paths.judged(scopes, assets)


def _signature(walk: _Walk, begin: int, end: int, scope: Scope) -> None:
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number == 1:
            scope.name = walk.text(at, behind)
        elif wire == 2 and number == 2:
            scope.arguments += [walk.text(*each) for each in walk.inside(at, behind, (1,))]


def _node(walk: _Walk, begin: int, end: int, scope: Scope) -> Iterator[Judged]:
    """Judge a node, and add it to its scope."""
    texts: dict[int, list[str]] = {1: [], 2: [], 3: []}
    attributes: list[tuple[str, int, int]] = []
    for number, wire, at, behind in walk.each(begin, end):
        if wire == 2 and number in texts:
            texts[number].append(walk.text(at, behind))
        elif wire == 2 and number == 5:
            pair = {inner: (first, last) for inner, kind, first, last in walk.each(at, behind) if kind == 2}
            if 1 in pair and 2 in pair:
                attributes.append((walk.text(*pair[1]), *pair[2]))
    yield from (("tensorflow.operator", each, begin) for each in texts[2] if each in _TOUCHING)
    name, operator, inputs = "".join(texts[1][-1:]), "".join(texts[2][-1:]), texts[3]
    made = Node(operator, _data(inputs))
    for key, at, behind in attributes:
        if key in _FILES:
            said = [walk.text(*each) for path in ((2,), (1, 2)) for each in walk.inside(at, behind, path)]
            yield from _named_files(operator, key, said)
        elif key == "separator":
            made.joined = "".join(walk.text(*each) for each in walk.inside(at, behind, (2,)))
        elif key == "value" and operator in CONSTANTS:
            made.texts += _constant(walk, at, behind)
        elif not key.startswith("_"):
            made.calls += [walk.text(*each) for path in _FUNCTIONS for each in walk.inside(at, behind, path)]
    scope.nodes[name] = made


_FUNCTIONS: Final = ((10, 1), (1, 9, 1))
"""Paths of functions' names in an attribute: one, or one of a list."""
_TEXT_TYPE: Final = 7
_TEXTS_MAX: Final = 1_000


def _data(inputs: list[str]) -> tuple[str, ...]:
    """Inputs without those that only order the operators."""
    return tuple(each for each in inputs if not each.startswith("^"))


def _constant(walk: _Walk, begin: int, end: int) -> Iterator[str]:
    """Yield the texts of a constant: listed, or packed behind their lengths."""
    for tensor in walk.inside(begin, end, (8,)):
        found = list(islice(walk.each(*tensor), _TEXTS_MAX))
        if (1, _TEXT_TYPE) not in ((number, value) for number, wire, value, _ in found if wire == 0):
            continue
        for number, wire, at, behind in found:
            if wire == 2 and number == 8:
                yield walk.text(at, behind)
            elif wire == 2 and number == 4:
                yield _unpacked(walk.source.read(at, min(behind, at + _TEXT_MAX)))


def _unpacked(content: bytes) -> str:
    """A text behind its length, as a packed constant has it."""
    begin = next((at + 1 for at, byte in enumerate(content[:10]) if byte < 128), 0)
    return content[begin:].decode("utf-8", "replace")


def _named_files(operator: str, key: str, said: list[str]) -> Iterator[Judged]:
    """Attributes that name a file or another machine."""
    if not operator.startswith(_FILES[key]):
        return
    for each in said:
        if _ADDRESS.match(each) or (key == "vocab_file" and leaves(each)):
            yield "tensorflow.operator", f"{operator} to {each}", None


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
    r"#[^\n]*|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|[\w.]+|[:{}<>\[\],;]", re.DOTALL
)
"""A text in quotes ends at the latest with its line."""


Message = list[tuple[str, "str | Message"]]
"""Fields of a message in text form: texts, or messages."""


def judged_text(text: str) -> Iterator[Judged]:
    """Operators and paths in the text form of a graph."""
    if _NODE.search(text) is None:
        return
    message, scopes = message_of(text), [Scope()]
    waiting: list[tuple[Message, Scope]] = [(message, scopes[0])]
    assets = set[str]()
    while waiting:
        held, scope = waiting.pop()
        for key, value in held:
            if isinstance(value, str):
                continue
            inner = scope
            if key == "function":
                signature = _under(value, "signature")
                arguments = [name for each in _all(signature, "input_arg") for name in _of(each, "name")]
                inner = Scope("".join(_of(signature, "name")[-1:]), arguments)
                scopes.append(inner)
            elif key == "asset_file_def":
                assets.update(each.partition(":")[0] for each in _of(_under(value, "tensor_info"), "name"))
                yield from (
                    ("archive.leaves-folder", f"the asset {each}", None)
                    for each in _of(value, "filename")
                    if leaves(each)
                )
            elif key in ("node", "node_def"):
                yield from _text_node(value, scope)
            waiting.append((value, inner))
    yield from graph_paths.judged(scopes, assets)


def _text_node(message: Message, scope: Scope) -> Iterator[Judged]:
    """Judge a node in text form, and add it to its scope."""
    operators = _of(message, "op")
    yield from (("tensorflow.operator", each, None) for each in operators if each in _TOUCHING)
    made = Node("".join(operators[-1:]), _data(_of(message, "input")))
    for attribute in _all(message, "attr"):
        key, value = "".join(_of(attribute, "key")[-1:]), _under(attribute, "value")
        said = _of(value, "s") + _of(_under(value, "list"), "s")
        if key in _FILES:
            yield from _named_files(made.operator, key, said)
        elif key == "separator":
            made.joined = "".join(said[-1:])
        elif key == "value" and made.operator in CONSTANTS:
            tensor = _under(value, "tensor")
            made.texts += _of(tensor, "string_val")
            made.texts += [
                _unpacked(each.encode("utf-8", "replace")) for each in _of(tensor, "tensor_content")
            ]
        else:
            made.calls += _of(_under(value, "func"), "name")
    scope.nodes["".join(_of(message, "name")[-1:])] = made


def _of(message: Message, key: str) -> list[str]:
    """Texts of a field."""
    return [value for name, value in message if name == key and isinstance(value, str)]


def _all(message: Message, key: str) -> list[Message]:
    """Messages of a field."""
    return [value for name, value in message if name == key and not isinstance(value, str)]


def _under(message: Message, key: str) -> Message:
    """All fields of the messages of a field."""
    return [pair for each in _all(message, key) for pair in each]


def message_of(text: str) -> Message:
    """Read a text as far as it has the form of messages; what is not closed counts as closed at its end."""
    top: Message = []
    open_messages = [top]
    key = ""
    for word, said in _words(text):
        if word in ("{", "<"):
            inner: Message = []
            open_messages[-1].append((key, inner))
            open_messages.append(inner)
        elif word in ("}", ">"):
            if len(open_messages) > 1:
                open_messages.pop()
        elif word in ("[", "]", ",", ";"):
            continue
        elif word:
            key = word
        else:
            open_messages[-1].append((key, said))
    return top


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Words outside of quotes, and texts in quotes; those that stand side by side are one."""
    parts: list[bytes] = []
    for found in _TOKEN.finditer(f"{text};"):
        word = found[0]
        if word[0] in "\"'":
            parts.append(_unescaped(word[1:].removesuffix(word[0])))
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
