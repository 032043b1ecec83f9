"""Scenario for stock transformers, run by the interpreter of an environment that has them.

    pretrained.py push NAMESPACE/NAME    push a small model and its tokenizer (transformers 4 with flax)
    pretrained.py read NAMESPACE/NAME    load it with every framework of this environment

Prints its observations as JSON.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from huggingface_hub import HfApi, hf_hub_download
from safetensors import safe_open
from safetensors.numpy import load_file
from transformers import AutoConfig, AutoTokenizer, BertConfig, BertTokenizerFast

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "muster", "gathers", "ranks", "##ings", "."]
SAID = "Muster gathers ranks."
TAG = "v1"


def push(repo: str) -> dict[str, object]:
    """Push with the classes' own methods."""
    from transformers import FlaxBertModel

    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    model = FlaxBertModel(BertConfig(vocab_size=len(WORDS), **sizes), seed=7)
    with tempfile.TemporaryDirectory() as folder:
        vocabulary = Path(folder) / "vocab.txt"
        vocabulary.write_text("\n".join(WORDS))
        BertTokenizerFast(str(vocabulary)).push_to_hub(repo)
    model.push_to_hub(repo, safe_serialization=True)
    HfApi().create_tag(repo, tag=TAG)
    return {"ids": BertTokenizerFast.from_pretrained(repo)(SAID)["input_ids"], "sum": _sum_of(model)}


def read(repo: str) -> dict[str, object]:
    """Load tokenizer, configuration and tensors, and the model if a framework for it is installed."""
    tokenizer = AutoTokenizer.from_pretrained(repo, revision=TAG)
    assert AutoConfig.from_pretrained(repo).hidden_size == 32
    file = hf_hub_download(repo, "model.safetensors")
    tensors = load_file(file)
    with safe_open(file, framework="numpy") as opened:
        assert set(opened.keys()) == set(tensors)
    saw = {"ids": tokenizer(SAID)["input_ids"], "tensors": len(tensors)}
    if find_spec("flax") is not None:
        from transformers import FlaxAutoModel

        saw["sum"] = _sum_of(FlaxAutoModel.from_pretrained(repo))
    return saw


def _sum_of(model: Any) -> float:
    """Return the sum of the model's output for three words: equal bits give equal sums."""
    hidden = model(np.array([[5, 6, 7]])).last_hidden_state
    return float(np.asarray(hidden, dtype=np.float64).sum())


sys.stdout.write(json.dumps({"push": push, "read": read}[sys.argv[1]](sys.argv[2])))
