"""Benign files: written by frameworks, and in the shape of files in repositories."""

from __future__ import annotations

import gzip
import json
import struct
import tarfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from muster.testkit.hostile.case import PLAIN, Case
from muster.testkit.hostile.containers import tarred, torch_zip, zipped
from muster.testkit.hostile.protobuf import message
from muster.testkit.model_files import entry, safetensors

CHATML: Final = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + "
    "'\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
LLAMA: Final = (
    "{{- bos_token }}\n{%- if custom_tools is defined %}\n    {%- set tools = custom_tools %}\n{%- endif %}\n"
    "{%- if not date_string is defined %}\n    {%- if strftime_now is defined %}\n        {%- set date_string = "
    'strftime_now("%d %b %Y") %}\n    {%- endif %}\n{%- endif %}\n{%- for message in messages %}\n'
    "    {%- if 'tool_calls' in message %}\n        {%- if not message.tool_calls|length == 1 %}\n"
    '            {{- raise_exception("This model only supports single tool-calls at once!") }}\n        {%- endif %}\n'
    "        {%- set tool_call = message.tool_calls[0].function %}\n        {{- tool_call.arguments | tojson }}\n"
    "    {%- else %}\n        {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' + "
    "message['content'] | trim + '<|eot_id|>' }}\n    {%- endif %}\n{%- endfor %}"
)
MISTRAL: Final = (
    "{%- if messages[0]['role'] == 'system' %}{%- set system_message = messages[0]['content'] %}{%- set loop_messages = "
    "messages[1:] %}{%- else %}{%- set loop_messages = messages %}{%- endif %}{%- set ns = namespace(index=0) %}"
    "{%- for i in range(loop_messages | length - 1, -1, -1) %}{%- set ns.index = i %}{%- endfor %}"
    "{%- for m in loop_messages %}{{- ' [INST] ' + m['content'].split('</think>')[-1].lstrip('\\n') + ' [/INST]' }}"
    "{%- endfor %}{# __class__ stands in a comment #}"
)
CARD: Final = """---
license: apache-2.0
base_model: example/base
tags: [text-generation]
---
# A model

```python
from transformers import AutoModel
model = AutoModel.from_pretrained("example/model")  # {{ braces }} and `curl` in prose
```
Use `pip install transformers`. Download: curl -L -O https://example.org/model.safetensors
"""
MODELING: Final = """import os
import re
import subprocess

import torch
from torch import compile as compiled

WORDS = re.compile(r"\\w+")
FOLDER = os.environ.get("HF_HOME", os.path.join(os.path.expanduser("~"), "cache"))


class Model(torch.nn.Module):
    def __init__(self, code: str = "a", compile: bool = False):
        super().__init__()
        self.code = code.strip()[0]
        self.step = compiled(self.forward) if compile else self.forward

    def eval(self):
        return super().eval()


def revision():
    try:
        return Model().eval().revision
    except subprocess.CalledProcessError:
        return os.environ["REVISION"]
"""

TRAIN: Final = """import argparse
import torch
from transformers import AutoModelForCausalLM


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model")
    model = AutoModelForCausalLM.from_pretrained(parser.parse_args().model)
    model.eval()
    torch.compile(model)
    torch.save(model.state_dict(), "out.pt")


if __name__ == "__main__":
    main()
"""


def written() -> Iterator[Case]:
    """Return files that frameworks wrote; `made/ordinary/FILES.json` lists their versions."""
    folder = files("muster.testkit.hostile").joinpath("made", "ordinary")
    for name in json.loads(folder.joinpath("FILES.json").read_text()):
        yield Case("", name, folder.joinpath(name).read_bytes())


def of_packages() -> Iterator[Case]:
    """Files of many packages, as `tools/stock_files` had them written, from `made/packages.tar.xz`."""
    with _made("packages.tar.xz").open("rb") as packed, tarfile.open(fileobj=packed, mode="r:xz") as archive:
        for about in archive:
            content = archive.extractfile(about)
            if content is not None:
                yield Case("", about.name, content.read())


def versions_of_packages() -> dict[str, str]:
    """Return the package and version that wrote each of them."""
    return json.loads(_made("packages.json").read_text())


def _made(name: str) -> Traversable:
    return files("muster.testkit.hostile").joinpath("made", name)


def shaped() -> Iterator[Case]:
    """Return files in the shape of those beside models."""
    for name, content in _TEXTS.items():
        yield Case("", name, content.encode())
    for name, document in _DOCUMENTS.items():
        yield Case("", name, json.dumps(document, indent=2).encode())
    tensors = {f"layers.{index}.weight": entry("BF16", [4], 8 * index, 8 * index + 8) for index in range(16)}
    yield Case("", "sharded.safetensors", safetensors(tensors, bytes(range(128))))
    yield Case("", "empty.safetensors", safetensors({"__metadata__": {"format": "pt"}}))
    tall = {"a": entry("F32", [8], 0, 32)}
    yield Case("", "length-80.safetensors", safetensors(json.dumps(tall).encode().ljust(128), bytes(32)))
    pieces = b"".join(b"\n" + bytes((len(each),)) + each for each in (_piece("<s>"), _piece("a")))
    yield Case("", "tokenizer.model", pieces + message({2: message({1: "unigram"})}))
    yield Case("", "picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    yield Case("", "data.jsonl.gz", gzip.compress(b'{"text": "a"}\n{"text": "b"}\n', mtime=0))
    yield Case("", "corpus.tar.gz", gzip.compress(tarred({"a/b.txt": b"text", "a/c.json": b"{}"}), mtime=0))
    yield Case("", "data.zip", zipped({"a.csv": b"a,b\n1,2\n", "b/c.txt": b"text"}, packed=True))
    yield Case("", "plain.pkl", PLAIN)
    yield Case("", "plain.pt", torch_zip(PLAIN))
    yield Case(
        "", "model.mar", zipped({"MAR-INF/MANIFEST.json": b'{"model": {"handler": "image_classifier"}}'})
    )
    yield Case(
        "",
        "config.nemo",
        tarred({"model_config.yaml": b"encoder:\n  _target_: nemo.collections.asr.Encoder\n"}),
    )
    graph = message({1: message({1: "x", 2: "Placeholder"})})
    yield Case("", "saved_model.pb", message({1: 1, 2: message({1: message({4: "serve"}), 2: graph})}))


def _piece(text: str) -> bytes:
    return message({1: text}) + b"\x15" + struct.pack("<f", -1.0)


_TEXTS: Final = {
    "README.md": CARD,
    "train.py": TRAIN,
    "modeling.py": MODELING,
    "LICENSE": "Apache License\nVersion 2.0, January 2004\n",
    "vocab.txt": "cat\ndog\n(\n)\n.\nimport\nos\nsystem\n",
    "merges.txt": "#version: 0.2\nt h\nc o\nos system\n",
    "words.txt": "cos\nsin\n(tan)\n.\n",
    ".gitattributes": "*.safetensors filter=lfs diff=lfs merge=lfs -text\n",
    "requirements.txt": "torch>=2\ntransformers\n",
    "data.csv": "a,b\n1,2\n",
    "data.jsonl": '{"text": "a"}\n{"text": "b"}\n',
    "config.yaml": "model:\n  hidden: 4\n  target: training.run\nlist: [1, 2]\n",
    "chat_template.jinja": LLAMA,
    "pointer": "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 1\n",
    "run.sh": "#!/bin/sh\nset -eu\npython train.py --model example/model\n",
    "Makefile": "all:\n\tpython train.py\n",
    "config.pbtxt": 'name: "model"\nplatform: "onnxruntime_onnx"\n',
}
_DOCUMENTS: Final[dict[str, Any]] = {
    "config.json": {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "hidden_size": 4096,
        "auto_map": {},
    },
    "generation_config.json": {"bos_token_id": 1, "temperature": 0.6},
    "tokenizer_config.json": {"tokenizer_class": "LlamaTokenizer", "chat_template": CHATML},
    "llama/tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": LLAMA},
    "mistral/tokenizer_config.json": {"chat_template": [{"name": "default", "template": MISTRAL}]},
    "tokenizer.json": {
        "version": "1.0",
        "model": {"type": "BPE", "vocab": {"__class__": 1, "{{": 2, "a": 3}},
    },
    "special_tokens_map.json": {"bos_token": {"content": "<s>", "lstrip": False}},
    "model.safetensors.index.json": {"weight_map": {"a": "model-00001-of-00002.safetensors"}},
    "adapter_config.json": {"peft_type": "LORA", "target_modules": ["q_proj"], "auto_mapping": None},
    "preprocessor_config.json": {"image_processor_type": "ViTImageProcessor", "size": 224},
    "model_index.json": {
        "_class_name": "StableDiffusionPipeline",
        "unet": ["diffusers", "UNet2DConditionModel"],
    },
    "trainer_state.json": {"log_history": [{"loss": 1.5, "step": 1}]},
    "notebook.ipynb": {
        "cells": [{"cell_type": "code", "source": ["!pip install torch\n", "import torch\n"]}]
    },
}
