"""Groups 6, 7 and 9: archives, PyTorch files, arrays and other containers of frameworks.

After CVE-2025-10155, -10156, -1889, -1944, -1945, CVE-2025-32434, CVE-2026-24747, CVE-2024-27318,
CVE-2025-23304,
CVE-2025-54412 and the issues that they cite.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from muster.testkit.hostile.case import (
    PLAIN,
    STOP,
    SYSTEM,
    Case,
    call,
    calling,
    named,
    old_text,
    protocol,
    stacked,
    text,
)
from muster.testkit.hostile.protobuf import message, varint

_WHEN: Final = (1980, 1, 1, 0, 0, 0)
ELF: Final = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", 3, 62, 1) + bytes(40)
BITCODE: Final = b"BC\xc0\xde" + bytes(60)


def zipped(members: Mapping[str, bytes], *, packed: bool = False) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content, method)
    return out.getvalue()


def tarred(members: Mapping[str, bytes]) -> bytes:
    """A tar archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def tar_link(name: str, target: str, kind: bytes) -> bytes:
    """A tar archive of one link or device."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = kind, target
        archive.addfile(entry)
    return out.getvalue()


def torch_zip(pickled: bytes, **more: bytes) -> bytes:
    """A PyTorch archive around a data.pkl."""
    members = {"archive/data.pkl": pickled, "archive/byteorder": b"little", "archive/version": b"3\n"}
    return zipped(members | {f"archive/{name.replace('__', '/')}": each for name, each in more.items()})


def npy(pickled: bytes, dtype: str = "|O", shape: str = "(1,)") -> bytes:
    """A .npy file, of objects or of what the type says."""
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + pickled


def archives() -> Iterator[Case]:
    """Group 6: archives that one reader opens and another one does not."""
    one = zipped({"model.pkl": SYSTEM})
    head = one.index(b"PK\x01\x02")
    yield Case("archives", "plain.zip", one)
    yield Case("archives", "odd-crc.zip", _set(_set(one, 14, b"\0\0\0\0"), head + 16, b"\1\2\3\4"))
    yield Case("archives", "encrypted-flag.zip", _set(_set(one, 6, b"\1\0"), head + 8, b"\1\0"))
    yield Case("archives", "encrypted-flag-local.zip", _set(one, 6, b"\1\0"))
    yield Case("archives", "other-local-name.zip", _set(one, 30, b"weights.t"))
    yield Case("archives", "unknown-method.zip", _set(_set(one, 8, b"\x63\0"), head + 10, b"\x63\0"))
    yield Case("archives", "other-local-size.zip", _set(one, 18, struct.pack("<II", 1, 1)))
    yield Case("archives", "truncated-directory.zip", one[: head + 20])
    yield Case("archives", "data.txt", one)
    yield Case("archives", "odd-member.zip", zipped({"notes.md": SYSTEM}))
    yield Case("archives", "no-extension-member.zip", zipped({"weights": SYSTEM}, packed=True))
    yield Case("archives", "elf-before.zip", ELF + one)
    yield Case("archives", "junk-before.zip", b"GIF89a" + bytes(200) + one)
    yield Case("archives", "junk-behind.zip", one + SYSTEM)
    yield Case("archives", "hidden-between.zip", _between(zipped({"a.txt": b"a"}), SYSTEM))
    yield Case("archives", "twice.zip", _twice())
    yield Case(
        "archives", "zip-zip-zip.zip", zipped({"a.zip": zipped({"b.zip": one}, packed=True)}, packed=True)
    )
    yield Case("archives", "model.tar.gz", gzip.compress(tarred({"model.pkl": SYSTEM}), mtime=0))
    yield Case("archives", "slip.zip", zipped({"../../.bashrc": b"true"}))
    yield Case("archives", "absolute.zip", zipped({"/etc/cron.d/x": b"true"}))
    yield Case("archives", "windows-slip.zip", zipped({"..\\..\\x.bat": b"true"}))
    yield Case("archives", "slip.tar", tarred({"../../.bashrc": b"true"}))
    yield Case("archives", "symlink.tar", tar_link("weights", "/etc/passwd", tarfile.SYMTYPE))
    yield Case("archives", "hardlink.tar", tar_link("weights", "../../x", tarfile.LNKTYPE))
    yield Case("archives", "device.tar", tar_link("weights", "", tarfile.CHRTYPE))
    yield Case("archives", "bomb.zip", _bomb())
    yield Case("archives", "deep.gz", _deep(24))
    yield Case("archives", "model.7z", b"7z\xbc\xaf\x27\x1c\x00\x04" + bytes(56))
    yield Case("archives", "model.rar", b"Rar!\x1a\x07\x01\x00" + bytes(56))
    for name, packed in (
        ("gz", gzip.compress(SYSTEM, mtime=0)),
        ("bz2", bz2.compress(SYSTEM)),
        ("xz", lzma.compress(SYSTEM)),
        ("lzma", lzma.compress(SYSTEM, lzma.FORMAT_ALONE)),
        ("z", zlib.compress(SYSTEM)),
        ("lz4", lz4_frame(SYSTEM)),
    ):
        yield Case("archives", f"model.joblib.{name}", packed)


def torch_files() -> Iterator[Case]:
    """Group 7: PyTorch archives, old and new, TorchScript."""
    yield Case("torch", "pytorch_model.bin", torch_zip(SYSTEM))
    yield Case("torch", "second-pickle.pt", torch_zip(PLAIN, **{"constants.pkl": SYSTEM}))
    yield Case("torch", "pickle-as-storage.pt", torch_zip(PLAIN, data__0=SYSTEM))
    magic = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."
    rest = b"\x80\x02M\xe9\x03." + b"\x80\x02}q\x00."
    yield Case("torch", "legacy.pth", magic + rest + SYSTEM + b"\x80\x02]q\x00.")
    yield Case("torch", "legacy-keys.pth", magic + rest + PLAIN + SYSTEM)
    yield Case(
        "torch", "legacy.tar", tarred({"sys_info": PLAIN, "pickle": SYSTEM, "storages": b"", "tensors": b""})
    )
    yield Case("torch", "rebuild-lie.pt", torch_zip(_tensor("FloatStorage", 10**12), data__0=bytes(8)))
    yield Case("torch", "setitem-on-a-list.pt", torch_zip(protocol(2) + b"](" + old_text("a") + b"K\x01u."))
    hostile = b'def forward(self, x: Tensor):\n  return ops.aten.from_file("/etc/passwd", False, 9)\n'
    code = {"code/__torch__.py": hostile}
    yield Case("torch", "torchscript-from-file.pt", torch_zip(PLAIN, **code))
    save = b'def forward(self, x: Tensor) -> Tensor:\n  ops.aten.save(x, "/tmp/x")\n  return x\n'
    yield Case("torch", "torchscript-save.pt", torch_zip(PLAIN, **{"code/__torch__.py": save}))
    yield Case("torch", "with-elf.pt", torch_zip(PLAIN, **{"extra/libx.so": ELF}))
    yield Case("torch", "with-llvm.pt", torch_zip(PLAIN, **{"extra/kernel.bc": BITCODE}))
    yield Case(
        "torch",
        "with-python.pt2",
        torch_zip(PLAIN, **{"data/aotinductor/run.py": b"import os\nos.system('true')\n"}),
    )
    hub = call(stacked("torch.hub", "load"), text("nobody/none"), text("x"))
    yield Case("torch", "hub.pt", torch_zip(protocol(4) + hub + STOP))
    yield Case("torch", "load.pt", torch_zip(calling("torch.storage", "_load_from_bytes", "x")))


def table_files() -> Iterator[Case]:
    """Group 9: types made by pickles (CVE-2023-47248), pickles in metadata, columns that lie elsewhere."""
    for name in (
        *("extension.parquet", "extension.arrow", "extension-stream.arrow"),
        *("metadata.parquet", "encoded-metadata.parquet"),
    ):
        yield Case("frameworks", name, files("muster.testkit.hostile").joinpath("made", name).read_bytes())
    for name, path, begin, length in (
        ("outside.parquet", b"", 1 << 40, 1),
        ("longer.parquet", b"", 4, 1 << 40),
        ("negative.parquet", b"", -8, 16),
        ("elsewhere.parquet", b"../../../etc/passwd", 4, 1),
    ):
        yield Case("frameworks", name, parquet(path, begin, length))


def parquet(path: bytes, begin: int, length: int) -> bytes:
    """A file of Parquet with one column, in another file if there is a path (Thrift's compact protocol)."""

    def number(value: int) -> bytes:
        return varint((value << 1 ^ value >> 63) & (1 << 64) - 1)

    about = b"\x76" + number(length) + b"\x26" + number(begin) + b"\0"
    column = (b"\x18" + varint(len(path)) + path + b"\x2c" if path else b"\x3c") + about + b"\0"
    groups = b"\x19\x1c\x19\x1c" + column + b"\0"
    footer = b"\x15\2\x19\x1c\x48\1a\0\x16\2" + groups + b"\0"
    return b"PAR1data" + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def framework_files() -> Iterator[Case]:
    """Group 9: files of numpy, joblib, skops, ONNX, TensorFlow, TorchServe, NeMo and R."""
    yield Case("frameworks", "object.npy", npy(SYSTEM))
    yield Case("frameworks", "weights.npz", zipped({"w.npy": npy(SYSTEM)}))
    yield Case("frameworks", "odd-header.npy", npy(b"", "|V1', 'x': __import__('os').getpid(), 'y': '"))
    yield Case("frameworks", "structured.npy", npy(SYSTEM, "[('a', 'O')]"))
    wrapper = named("joblib.numpy_pickle", "NumpyArrayWrapper") + b")\x81}b" + SYSTEM[2:]
    yield Case("frameworks", "wrapped.joblib", protocol(3) + wrapper)
    schemas: tuple[tuple[str, dict[str, Any]], ...] = (
        ("operator", {"__class__": "methodcaller", "__module__": "operator", "__loader__": "FunctionNode"}),
        (
            "method",
            {"__class__": "MethodNode", "__module__": "os", "__loader__": "MethodNode", "content": {}},
        ),
        ("object", {"__class__": "system", "__module__": "os", "__loader__": "ObjectNode", "__reduce__": {}}),
    )
    for name, schema in schemas:
        body = json.dumps(schema | {"protocol": 2, "_skops_version": "0.11.0"}).encode()
        yield Case("frameworks", f"{name}.skops", zipped({"schema.json": body}))
    yield Case("frameworks", "external.onnx", onnx("../../../etc/passwd"))
    yield Case("frameworks", "external-absolute.onnx", onnx("/etc/passwd"))
    yield Case("frameworks", "custom-op.onnx", onnx("", domain="ai.onnx.contrib", operator="PyOp"))
    for operator in ("PyFunc", "ReadFile", "WriteFile", "EagerPyFunc", "LoadLibrary", "MatchingFiles"):
        yield Case("frameworks", f"{operator}/saved_model.pb", saved_model(operator))
    handler = b"import os\nclass Handler:\n    def initialize(self, c):\n        os.system('true')\n"
    manifest = b'{"model": {"modelName": "m", "handler": "h.py", "serializedFile": "m.pt"}}'
    mar = zipped({"MAR-INF/MANIFEST.json": manifest, "h.py": handler, "m.pt": torch_zip(SYSTEM)})
    yield Case("frameworks", "served.mar", mar)
    nemo = {
        "model_config.yaml": b"target: os.system\n_target_: os.system\n",
        "model_weights.ckpt": torch_zip(PLAIN),
    }
    yield Case("frameworks", "target.nemo", tarred(nemo))
    yield Case(
        "frameworks", "weights.nemo", tarred({"model_config.yaml": b"a: 1\n", "w.ckpt": torch_zip(SYSTEM)})
    )
    yield Case("frameworks", "tags.yaml", b'a: !!python/object/apply:os.system ["true"]\n')
    yield Case(
        "frameworks",
        "promise.rds",
        gzip.compress(b"X\n\0\0\0\3\0\4\3\0\0\3\5\0\0\0\0\5" + bytes(40), mtime=0),
    )
    yield Case("frameworks", "model.llamafile", b"MZqFpD='\n" + bytes(55) + ELF + zipped({".args": b"-m\nx"}))
    yield Case("frameworks", "libmodel.so", ELF)
    yield Case("frameworks", "model.exe", b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + bytes(40))
    yield Case("frameworks", "kernel.bc", BITCODE)
    yield Case(
        "frameworks",
        "model.pmml",
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><PMML>&a;</PMML>',
    )


def onnx(location: str, *, domain: str = "", operator: str = "Add") -> bytes:
    """An ONNX model of one node and, perhaps, one tensor in another file."""
    node = message({1: "x", 2: "y", 4: operator} | ({7: domain} if domain else {}))
    where = message({1: "location", 2: location})
    tensor = message({1: 4, 2: 1, 8: "w", 13: where, 14: 1})
    graph = message({1: node, 2: "g"} | ({5: tensor} if location else {}))
    return message({1: 8, 2: "test", 7: graph, 8: message({1: domain, 2: 17})})


def saved_model(operator: str) -> bytes:
    """A SavedModel of one node."""
    node = message({1: "n", 2: operator})
    graph = message({1: node})
    info = message({4: "serve"})
    return message({1: 1, 2: message({1: info, 2: graph})})


def lz4_frame(content: bytes) -> bytes:
    """An LZ4 frame whose one block is stored."""
    head = b"\x04\x22\x4d\x18\x60\x40\x82"
    return head + struct.pack("<I", len(content) | 0x80000000) + content + bytes(4)


def _tensor(storage: str, items: int) -> bytes:
    count = b"\x8a\x06" + items.to_bytes(6, "little")
    kept = (
        b"(" + old_text("storage") + named("torch", storage) + old_text("0") + old_text("cpu") + count + b"t"
    )
    arguments = b"(" + kept + b"Q" + b"K\x00" + b"K\x02\x85" + b"K\x01\x85" + b"\x89" + b"N" + b"t"
    return protocol(2) + named("torch._utils", "_rebuild_tensor_v2") + arguments + b"R."


def _set(content: bytes, at: int, value: bytes) -> bytes:
    return content[:at] + value + content[at + len(value) :]


def _between(archive: bytes, content: bytes) -> bytes:
    """Bytes between the members of a zip and its directory: no entry names them."""
    head = archive.index(b"PK\x01\x02")
    end = archive.index(b"PK\x05\x06")
    moved = struct.pack("<I", head + len(content))
    return archive[:head] + content + archive[head : end + 16] + moved + archive[end + 20 :]


def _twice() -> bytes:
    """A harmless member and one of the same name that is not."""
    both = zipped({"model.pkl": PLAIN, "model.pkX": SYSTEM})
    return both.replace(b"model.pkX", b"model.pkl")


@cache
def _bomb() -> bytes:
    """300 MB of zeros in a zip. Each megabyte is packed by itself, so that one is packed for all."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    megabyte = bytes(1 << 20)
    size = 300
    packed = (packer.compress(megabyte) + packer.flush(zlib.Z_FULL_FLUSH)) * size + packer.flush()
    crc = 0
    for _ in range(size):
        crc = zlib.crc32(megabyte, crc)
    fields = struct.pack("<HHHHIIIHH", 20, 0, 8, 0, crc, len(packed), size << 20, 5, 0)
    local = b"PK\x03\x04" + fields[:4] + fields[4:6] + b"\0\0\x21\0" + fields[8:] + b"zeros"
    rest = struct.pack("<HHHII", 0, 0, 0, 0, 0)
    central = b"PK\x01\x02\x14\0" + local[4:30] + rest + b"zeros"
    ended = struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local) + len(packed), 0)
    return local + packed + central + b"PK\x05\x06" + ended


def _deep(levels: int) -> bytes:
    content = SYSTEM
    for _ in range(levels):
        content = gzip.compress(content, mtime=0)
    return content
