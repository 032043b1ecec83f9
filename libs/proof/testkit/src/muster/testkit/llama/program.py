"""Write a random llama of half a megabyte, and serve it until stdin ends: `program.py FOLDER PORT NAME`.

Runs in the environment of `llama-server.lock`, beside the product.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import sys
from pathlib import Path

import gguf
import numpy as np
import xllamacpp

WIDTH, HEADS, LAYERS, INNER, CONTEXT = 64, 4, 2, 128, 4096
BYTES = 256


def byte_tokens() -> list[str]:
    """Return the texts by which GPT-2's vocabulary stands for each byte: printable ones for themselves."""
    printable = [*range(33, 127), *range(161, 173), *range(174, BYTES)]
    others = iter(range(BYTES, 2 * BYTES))
    return [chr(byte) if byte in printable else chr(next(others)) for byte in range(BYTES)]


def write_model(path: Path) -> None:
    """Write a llama whose weights are random numbers and whose tokens are bytes."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    tokens = [*byte_tokens(), "<|begin|>", "<|end|>"]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([gguf.TokenType.NORMAL] * BYTES + [gguf.TokenType.CONTROL] * 2)
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(BYTES)
    writer.add_eos_token_id(BYTES + 1)
    numbers = np.random.default_rng(0)
    ones = np.ones(WIDTH, np.float32)

    def add(name: str, *shape: int) -> None:
        writer.add_tensor(f"{name}.weight", (numbers.standard_normal(shape) * 0.08).astype(np.float32))

    add("token_embd", len(tokens), WIDTH)
    add("output", len(tokens), WIDTH)
    writer.add_tensor("output_norm.weight", ones)
    for layer in range(LAYERS):
        for norm in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{norm}.weight", ones)
        for matrix in ("attn_q", "attn_k", "attn_v", "attn_output"):
            add(f"blk.{layer}.{matrix}", WIDTH, WIDTH)
        add(f"blk.{layer}.ffn_gate", INNER, WIDTH)
        add(f"blk.{layer}.ffn_up", INNER, WIDTH)
        add(f"blk.{layer}.ffn_down", WIDTH, INNER)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def serve(folder: Path, port: int, name: str) -> None:
    """Serve the model on 127.0.0.1, four requests at once, until stdin ends."""
    model = folder / "random.gguf"
    write_model(model)
    params = xllamacpp.CommonParams()
    params.model.path, params.model_alias = str(model), [name]
    params.port, params.n_ctx, params.n_parallel = port, CONTEXT, 4
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
