"""Format of a file, by its content, never by its name; and its layout."""

from __future__ import annotations

from muster.tensors.layouts.findings import Kind, refusal
from muster.tensors.layouts.gguf import MAGIC, layout_of_gguf
from muster.tensors.layouts.layout import Format, Layout
from muster.tensors.layouts.safetensors import LENGTH_BYTES, layout_of_safetensors
from muster.tensors.sources import Source


def format_of(source: Source) -> Format | None:
    """Return the format that the first bytes show; None if it is neither."""
    head = source.read(0, min(source.size_bytes, LENGTH_BYTES + 1))
    if head.startswith(MAGIC):
        return Format.GGUF
    return Format.SAFETENSORS if head[LENGTH_BYTES:] == b"{" else None


def layout_of(source: Source) -> Layout:
    """Return the tensors of a file; reads its header only.

    Raises:
        LayoutInvalid: The file has neither format, or its header cannot be trusted.
    """
    match format_of(source):
        case Format.GGUF:
            return layout_of_gguf(source)
        case Format.SAFETENSORS:
            return layout_of_safetensors(source)
        case None:
            head = source.read(0, min(source.size_bytes, 16))
            raise refusal(Kind.FORMAT_UNKNOWN, "file", f"begins with {head!r}", "safetensors or GGUF")
