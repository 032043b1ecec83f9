"""Group 16: TensorFlow graphs that choose the files that they save, restore or read; and harmless twins."""

from __future__ import annotations

from collections.abc import Iterator

from muster.testkit.hostile.case import Case
from muster.testkit.hostile.protobuf import message

STRING = 7
OWN = "/etc/cron.d/model"


def node(name: str, operator: str, *inputs: str, **attributes: bytes) -> bytes:
    """A node of a graph, as field 1 of it."""
    return message({1: body(name, operator, *inputs, **attributes)})


def body(name: str, operator: str, *inputs: str, **attributes: bytes) -> bytes:
    """A node without the field around it."""
    made = message({1: name, 2: operator}) + b"".join(message({3: each}) for each in inputs)
    return made + b"".join(message({5: message({1: key, 2: value})}) for key, value in attributes.items())


def const(text: str) -> bytes:
    """The value of a constant text."""
    return message({8: message({1: STRING, 8: text})})


def packed(text: str) -> bytes:
    """The same, packed behind its length."""
    return message({8: message({1: STRING, 4: bytes((len(text),)) + text.encode()})})


def function(name: str, argument: str, *nodes: bytes) -> bytes:
    """A library of one function with one argument."""
    signature = message({1: name, 2: message({1: argument})})
    held = message({1: signature}) + b"".join(message({3: each}) for each in nodes)
    return message({2: message({1: held})})


def calls(name: str) -> bytes:
    """The attribute of a call that names the function."""
    return message({10: message({1: name})})


def graph_model(graph: bytes, *assets: tuple[str, str]) -> bytes:
    """A SavedModel of one graph."""
    listed = b"".join(message({6: message({1: message({1: name}), 2: file})}) for name, file in assets)
    return message({1: 1, 2: message({1: message({4: "serve"}), 2: graph}) + listed})


def saver(first: str, *, joined: str = "part", default: str = "model") -> bytes:
    """The nodes of a saver that takes its path from the node `first`."""
    return b"".join(
        (
            node("save/filename/input", "Const", value=const(default)),
            node("save/filename", "PlaceholderWithDefault", "save/filename/input"),
            node("save/Const", "PlaceholderWithDefault", "save/filename"),
            node("save/own", "Const", value=const(OWN)),
            node("save/own_packed", "Const", value=packed(OWN)),
            node("save/erased", "RegexReplace", "save/Const", "a", "b"),
            node("save/part", "Const", value=const(f"_temp_0123456789abcdef/{joined}")),
            node("save/other", "Const", value=const(".part")),
            node("save/Select", "Select", "save/is_s3", "save/other", "save/part"),
            node("save/StringJoin", "StringJoin", first, "save/Select"),
            node("save/ShardedFilename", "ShardedFilename", "save/StringJoin", "0", "1", "^save/filename"),
            node("save/SaveV2", "SaveV2", "save/ShardedFilename", "names", "slices", "w"),
            node("save/Pack", "Pack", "save/ShardedFilename", "^save/SaveV2"),
            node("save/Merge", "MergeV2Checkpoints", "save/Pack", first),
            node("save/RestoreV2", "RestoreV2", first, "names", "slices", "^save/Merge"),
        )
    )


def in_function(path: bytes) -> bytes:
    """A saver in a function, as TensorFlow 2 writes it, called with the node `path`."""
    inner = (
        body("join", "StringJoin", "file_prefix", "join/part"),
        body("join/part", "Const", value=const("part")),
        body("write", "SaveV2", "join:output:0", "names:0", "slices:0", "w"),
        body("read", "RestoreV2", "file_prefix", "names:0", "slices:0"),
    )
    call = node("call", "StatefulPartitionedCall", "path", f=calls("traced_save"))
    return path + call + function("traced_save", "file_prefix", *inner)


_TEXT = """node {
  name: "own"
  op: "Const"
  attr { key: "dtype" value { type: DT_STRING } }
  attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { } string_val: "%s" } } }
}
node { name: "given" op: "Placeholder" }
node { name: "read" op: "RestoreV2" input: "%s" input: "names" input: "slices" }
"""


def savers() -> Iterator[Case]:
    """Savers, tables and caches whose path is the graph's own."""
    for name in ("own", "own_packed", "erased", "absent"):
        yield _case(f"saver-{name}/saved_model.pb", graph_model(saver(f"save/{name}")))
        yield _case(f"saver-{name}/frozen.pb", saver(f"save/{name}"))
    yield _case("joined/saved_model.pb", graph_model(saver("save/Const", joined="../../../etc/x")))
    yield _case("default/saved_model.pb", graph_model(saver("save/Const", default=OWN)))
    for name in ("own", "relative"):
        path = node("path", "Const", value=const(OWN if name == "own" else "model.ckpt"))
        yield _case(f"function-{name}/saved_model.pb", graph_model(in_function(path)))
    table = node("table", "HashTableV2") + node("path", "Const", value=const("/etc/passwd"))
    fill = node("fill", "InitializeTableFromTextFileV2", "table", "path")
    yield _case("table/saved_model.pb", graph_model(table + fill))
    yield _case("asset/saved_model.pb", graph_model(table + fill, ("path:0", "../../../../etc/passwd")))
    data = node("data", "RangeDataset") + node("path", "Const", value=const("/srv/cache"))
    yield _case("cache/saved_model.pb", graph_model(data + node("cache", "CacheDatasetV2", "data", "path")))
    mapped = node("read", "ImmutableConst", memory_region_name=message({2: "/etc/passwd"}))
    yield _case("mapped/saved_model.pb", graph_model(mapped))
    urls = message({1: message({2: "file:///srv/dump"})})
    yield _case("debug/saved_model.pb", graph_model(node("count", "DebugNanCount", "w", debug_urls=urls)))
    words = node("draw", "FixedUnigramCandidateSampler", "w", vocab_file=message({2: "/etc/passwd"}))
    yield _case("sampler/saved_model.pb", graph_model(words))
    yield _case("own.pbtxt", (_TEXT % (OWN, "own")).encode())
    yield _case("own-escaped.pbtxt", (_TEXT % ("\\057etc\\057x", "own:0")).encode())


def harmless() -> Iterator[Case]:
    """The ordinary saver, tables of assets, and datasets that are cached in memory."""
    yield Case("", "saver/saved_model.pb", graph_model(saver("save/Const")))
    yield Case("", "saver/model.meta", message({1: message({5: "2.21"}), 2: saver("save/Const"), 5: ""}))
    given = node("path", "Placeholder")
    yield Case("", "function/saved_model.pb", graph_model(in_function(given)))
    table = node("table", "HashTableV2") + node("path", "Const", value=const("/home/trainer/words.txt"))
    fill = node("fill", "InitializeTableFromTextFileV2", "table", "path")
    yield Case("", "table/saved_model.pb", graph_model(table + fill, ("path:0", "words.txt")))
    near = node("path", "Const", value=const("words.txt")) + fill
    yield Case("", "near/saved_model.pb", graph_model(near))
    data = node("data", "RangeDataset") + node("path", "Const", value=const(""))
    yield Case(
        "", "cache/saved_model.pb", graph_model(data + node("cache", "CacheDatasetV2", "data", "path"))
    )
    yield Case("", "given.pbtxt", (_TEXT % ("model", "given")).encode())


def _case(name: str, content: bytes) -> Case:
    return Case("savers", name, content)
