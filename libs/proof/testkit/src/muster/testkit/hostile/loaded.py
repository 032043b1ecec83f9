"""Group 15: files that are more to their loader than they look like, and harmless twins.

Two files in one, a little that takes all memory, allowed classes that load other files, graphs that touch
files, data of R in its other forms, headers with a key that comes twice.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
from collections.abc import Iterator
from typing import Final

from muster.testkit.hostile.case import (
    MARK,
    STOP,
    SYSTEM,
    Case,
    call,
    protocol,
    stacked,
    text,
)
from muster.testkit.hostile.containers import npy, tarred, zipped
from muster.testkit.hostile.described import SSTI, gguf, layer, model, pair
from muster.testkit.hostile.protobuf import message
from muster.testkit.model_files import safetensors

_ZIP: Final = zipped({"a.pkl": SYSTEM})
_TAR: Final = tarred({"a.txt": b"text\n"})
_PYTHON: Final = b"import os\nos.system('true')\n"


def two_in_one() -> Iterator[Case]:
    """Files that another reader takes for another format: from byte 0, or from their end."""
    yield _case("tar-then-zip.tar", _TAR + _ZIP)
    yield _case("tar-then-zip-close.tar", _TAR.rstrip(b"\0") + bytes(1024) + _ZIP)
    yield _case("tar-then-pickle.tar", _TAR + SYSTEM)
    yield _case("tar-then-tar.tar", _TAR + tarred({"b.pkl": SYSTEM}))
    yield _case("tar-then-zip.tar.gz", gzip.compress(_TAR + _ZIP, mtime=0))
    yield _case("tar-with-hdf5.tar", _hdf5_at(_TAR, 16384))
    yield _case("zip-in-a-gzip.gz", _zip_in_gzip())
    yield _case("gzip-then-zip.gz", gzip.compress(b"text\n", mtime=0) + _ZIP)
    named_as_zip = io.BytesIO()
    with tarfile.open(fileobj=named_as_zip, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        entry = tarfile.TarInfo("GGUF\3")
        entry.size = len(SYSTEM)
        archive.addfile(entry, io.BytesIO(SYSTEM))
    yield _case("named.gguf", named_as_zip.getvalue())
    for mark in (b"GIF89a", b"RIFF", b"GGUF", b"PAR1", b"ID3", b"OggS", b"BZh9"):
        yield _case(f"python-{mark.decode()}.py", mark + b" = 1\n" + _PYTHON)
        yield _case(f"python-{mark.decode()}", mark + b" = 1\n" + _PYTHON)
    yield _case("yaml.gif", b"GIF89a: !!python/object/apply:os.system [true]\n")


def memory() -> Iterator[Case]:
    """Small files that take all memory when they are loaded."""
    large = (10**12).to_bytes(8, "little")
    number = b"\x8a\x08" + large
    for name in ("bytearray", "bytes"):
        yield _case(f"{name}.pkl", protocol(4) + call(stacked("builtins", name), number) + STOP)
        yield _case(f"{name}-2.pkl", protocol(2) + call(stacked("__builtin__", name), number) + STOP)
    yield _case("memo.pkl", protocol(4) + b"Nr\0\0\0\x40" + STOP)
    yield _case("memo-highest.pkl", protocol(4) + b"](Nr\xff\xff\xff\xfeNe" + STOP)
    yield _case("memo-text.pkl", b"Np1073741824\n.")
    one = call(stacked("builtins", "bytearray"), b"J\0\0\0\x10")  # 256 MiB
    yield _case("many.pkl", protocol(4) + b"](" + one * 40 + b"e" + STOP)
    computed = call(stacked("builtins", "int"), text("9" * 12))
    yield _case("computed.pkl", protocol(4) + call(stacked("builtins", "bytearray"), computed) + STOP)
    added = call(stacked("numpy", "int64"), number)
    yield _case("unknown.pkl", protocol(4) + call(stacked("builtins", "bytes"), added) + STOP)
    span = call(stacked("builtins", "range"), number)
    for name in ("list", "tuple", "set"):
        yield _case(f"{name}.pkl", protocol(4) + call(stacked("builtins", name), span) + STOP)
    yield _case("counter.pkl", protocol(4) + call(stacked("collections", "Counter"), span) + STOP)
    yield _case("storage.pkl", protocol(4) + call(stacked("torch", "FloatStorage"), number) + STOP)
    shape = MARK + number + b"t"
    yield _case("ndarray.pkl", protocol(4) + call(stacked("numpy", "ndarray"), shape) + STOP)
    made = call(
        stacked("numpy.core.multiarray", "_reconstruct"), stacked("numpy", "ndarray"), shape, text("b")
    )
    yield _case("reconstruct.pkl", protocol(4) + made + STOP)
    power = call(stacked("fractions", "Fraction"), text("1e99999999999"))
    yield _case("fraction.pkl", protocol(4) + power + STOP)
    yield _case("told-bytes.pkl", protocol(4) + b"\x8e" + large + b"abc" + STOP)
    yield _case("told-bytearray.pkl", protocol(5) + b"\x96" + large + b"abc" + STOP)
    yield _case("told-frame.pkl", protocol(4) + b"\x95" + large + b"N" + STOP)
    yield _case("memo.gif", b"GIF89a\1\0\1r\0\0\0\x40" + STOP)
    array = npy(bytes(8), "<f8", "(10000000000000,)")
    yield _case("shape.npy", array)
    yield _case("fields.npz", zipped({"a.npy": npy(bytes(8), "<f8", "(2, 3000000000000)")}))


def other_files() -> Iterator[Case]:
    """Allowed classes that load the file that a pickle names."""
    for number, path in enumerate(
        ("/etc/passwd.npy", "../a.npy", "\\\\host\\share\\a.npy", "~/a.npy", "C:a.npy", "a/../../b.npy")
    ):
        yield _case(f"wrapper-{number}.joblib", _wrapper(text("filename") + text(path)))
    yield _case(
        "wrapper-packed.joblib", _wrapper(text("filename") + text("/etc/x.z"), name="ZNDArrayWrapper")
    )
    others = b"".join(text(f"k{n}") + b"N" for n in range(80))
    yield _case("wrapper-late.joblib", _wrapper(others + text("filename") + text("/etc/x.npy")))
    changed = text("filename") + text("/etc/x.npy")
    later = b"h\1" + text("filename") + text("a.npy") + b"s0"
    yield _case("wrapper-changed.joblib", _wrapper(changed, after=later))
    called = call(stacked("joblib.numpy_pickle", "NDArrayWrapper"), text("/etc/x.npy"), b"NN")
    yield _case("wrapper-called.joblib", protocol(4) + called + STOP)
    state = call(stacked("collections", "OrderedDict"))
    yield _case("wrapper-computed.joblib", protocol(4) + _made() + state + b"b" + STOP)
    for module in ("lightgbm.basic", "xgboost.core"):
        booster = call(stacked(module, "Booster"), b"NN", text("/etc/passwd"))
        yield _case(f"{module}.pkl", protocol(4) + booster + STOP)


def doubled() -> Iterator[Case]:
    """Headers of tensors with a key that comes twice, or with another mistake beside a hostile text."""
    evil, plain = pair("tokenizer.chat_template", SSTI), pair("tokenizer.chat_template", "{{ messages }}")
    for name, pairs in (("first", evil + plain), ("last", plain + evil), ("middle", plain + evil + plain)):
        count = pairs.count(b"tokenizer.chat_template")
        yield _case(f"doubled-{name}.gguf", gguf(pairs, count).ljust(4096, b"\0"))
    other = pair("general.name", "a") * 2
    yield _case("doubled-name.gguf", gguf(other + evil, 3).ljust(4096, b"\0"))
    yield _case("trailing.gguf", gguf(evil, 1).ljust(4096, b"\0"))
    evil_text, plain_text = json.dumps(SSTI), '"{{ messages }}"'
    for name, values in (("first", (evil_text, plain_text)), ("last", (plain_text, evil_text))):
        texts = ",".join(f'"chat_template":{each}' for each in values)
        header = f'{{"__metadata__":{{{texts}}}}}'.encode()
        yield _case(f"doubled-{name}.safetensors", safetensors(header, b""))
        blocks = ",".join(f'"__metadata__":{{"chat_template":{each}}}' for each in values)
        yield _case(f"doubled-block-{name}.safetensors", safetensors(f"{{{blocks}}}".encode(), b""))
    trailing = {"__metadata__": {"chat_template": SSTI}}
    yield _case("trailing.safetensors", safetensors(trailing, b"more"))


GRAPH_TEXTS: Final = {
    "plain": 'node {\n  name: "a"\n  op: "WriteFile"\n}\n',
    "single": "node { name: 'a' op: 'ReadFile' }\n",
    "escaped": 'node { name: "a" op: "\\127rite\\x46ile" }\n',
    "joined": 'node { name: "a" op: "Write" # a comment\n  "File" }\n',
    "spaced": 'node < name: "a"; op\n :\n "WriteFile" >\n',
    "function": 'library { function { node_def { name: "a" op: "TextLineDataset" } } }\n',
    "saved": 'saved_model_schema_version: 1\nmeta_graphs { graph_def { node { op: "PyFunc" name: "a" } } }\n',
    "printed": 'node { op: "PrintV2" attr { key: "output_stream" value { s: "file:///tmp/x" } } }\n',
    "last": 'node { name: "a" op: "WriteFile"',
}


_OPERATORS: Final = (
    "WriteFile",
    "ReadFile",
    "WriteScalarSummary",
    "SaveDatasetV2",
    "DebugIdentityV2",
    "TextLineDataset",
)


def node(operator: str, attributes: bytes = b"") -> bytes:
    """A node of a graph of TensorFlow."""
    return message({1: "a", 2: operator}) + attributes


def graphs() -> Iterator[Case]:
    """Graphs of TensorFlow that write or read files, in every message and form that holds one."""
    plain = message({1: node("Placeholder")})
    for operator in (
        "WriteFile",
        "ReadFile",
        "WriteScalarSummary",
        "SaveDatasetV2",
        "DebugIdentityV2",
        "TextLineDataset",
    ):
        graph = plain + message({1: node(operator), 4: message({1: 1882})})
        yield _case(f"{operator}/frozen.pb", graph)
        yield _case(f"{operator}/weights.bin", graph)
        yield _case(f"{operator}/model.meta", message({1: message({5: "2.21"}), 2: graph, 5: ""}))
        function = message({2: message({1: message({1: message({1: "f"}), 3: node(operator)})})})
        yield _case(f"{operator}/function.pb", plain + function)
        yield _case(f"{operator}/only-function.pb", function)
        yield _case(f"{operator}/saved_model.pb", message({1: 1, 2: message({2: plain + function})}))
        yield _case(f"{operator}/unversioned/saved_model.pb", message({2: message({2: graph})}))
    decoy = message({2: message({1: message({2: "NoOp", 3: node("NoOp")})})})
    yield _case("decoy.pb", decoy + plain + message({1: node("WriteFile")}))
    stream = message({5: message({1: "output_stream", 2: message({2: "file:///tmp/x"})})})
    yield _case("printed.pb", plain + message({1: node("PrintV2", stream)}))
    for name, graph_text in GRAPH_TEXTS.items():
        yield _case(f"{name}.pbtxt", graph_text.encode())
    layers = json.dumps(model(layer("Lambda")))
    held = message({2: 1, 3: "root", 4: "_tf_keras_model", 5: layers})
    yield _case("keras_metadata.pb", message({1: held}))


def r_data() -> Iterator[Case]:
    """Data of R with a promise, in each of its forms."""
    numbers = ("2", "262146", "131840", "5", "254", "1", "262153", "1", "a")
    forms = {
        "ascii": "A\n" + "\n".join(numbers) + "\n",
        "ascii-newline": "\nA\n" + "\n".join(numbers) + "\n",
        "ascii-3": "A\n3\n" + "\n".join(numbers[1:3]) + "\n5\nUTF-8\n5\n254\n",
        "ascii-no-version": "A\n2\n0\n0\n5\n254\n1\n262153\n1\na\n",
        "ascii-spaces": "A\n  2  262146\t131840 5 254 1\n",
        "workspace": "RDA2\nA\n" + "\n".join(numbers) + "\n",
        "workspace-3": "RDA3\nA\n3\n" + "\n".join(numbers[1:]) + "\n",
    }
    made = {name: text.encode() for name, text in forms.items()}
    for name, order in (("xdr", ">"), ("native", "<")):
        body = struct.pack(f"{order}5i", 2, 262146, 131840, 5, 254)
        made[name] = (b"X\n" if order == ">" else b"B\n") + body
        made[f"{name}-3"] = (
            made[name][:2] + struct.pack(f"{order}4i", 3, 262146, 197888, 5) + b"UTF-8" + body[12:]
        )
        made[f"workspace-{name}"] = (b"RDX2\n" if order == ">" else b"RDB2\n") + made[name]
    for name, content in made.items():
        yield _case(f"{name}.rds", content)
    for kind, pack in (("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)):
        yield _case(f"ascii.rds.{kind}", pack(made["ascii"]))
        yield _case(f"{kind}.rda", pack(made["workspace"]))
    yield _case("notes.txt", made["ascii"])


def harmless() -> Iterator[Case]:
    """Ordinary files beside them."""
    kept = b"".join(
        message({1: node(each)})
        for each in ("SaveV2", "RestoreV2", "ShardedFilename", "MergeV2Checkpoints", "MatMul")
    )
    yield Case("", "frozen.pb", kept + message({4: message({1: 1882})}))
    yield Case("", "kept/saved_model.pb", message({1: 1, 2: message({1: message({4: "serve"}), 2: kept})}))
    yield Case("", "graph.pbtxt", b'node {\n  name: "WriteFile"\n  op: "Placeholder"\n}\n# op: "WriteFile"\n')
    yield Case("", "column.csv", b"A\n2\n10\n5\n7\n")
    yield Case("", "zip-in-a-tar.tar", tarred({"a.txt": b"text\n", "b.zip": zipped({"c.txt": b"text\n"})}))
    yield Case("", "stored.zip.gz", gzip.compress(zipped({"c.txt": b"text\n" * 40}), 0, mtime=0))
    yield Case("", "wrapped.joblib", _wrapper(text("filename") + text("model.pkl_01.npy")))
    small = call(stacked("builtins", "bytearray"), b"K\x10")
    yield Case("", "bytearray.pkl", protocol(4) + small + STOP)
    numbers = call(stacked("builtins", "list"), call(stacked("builtins", "range"), b"K\x10"))
    yield Case("", "numbers.pkl", protocol(4) + numbers + STOP)


def _wrapper(state: bytes, name: str = "NDArrayWrapper", after: bytes = b"") -> bytes:
    """An array of joblib by its state; `after` may change the state, which is memo 1, when it is set."""
    return protocol(4) + _made(name) + b"}q\1" + MARK + state + b"ub" + after + STOP


def _made(name: str = "NDArrayWrapper") -> bytes:
    return stacked("joblib.numpy_pickle", name) + b")\x81"


def _hdf5_at(content: bytes, at: int) -> bytes:
    return content.ljust(at, b"\0") + b"\x89HDF\r\n\x1a\n" + bytes(96)


def _zip_in_gzip() -> bytes:
    """A zip in the extra field of a gzip's header; its comment reaches to the end."""
    packed = gzip.compress(b"text\n", mtime=0)
    behind = packed[10:]
    archive = _ZIP[:-2] + struct.pack("<H", len(behind))
    shifted = packed[:3] + b"\4" + packed[4:10] + struct.pack("<H", len(archive)) + archive
    return shifted + behind


def _case(name: str, content: bytes) -> Case:
    return Case("loaded", name, content)
