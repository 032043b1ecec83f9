"""Bytes of a header to a list of tensors, believed only when all of it agrees.

detection      `layout_of`: the format of a file, by its content, and its layout
safetensors    eight bytes of length, JSON, tensors
gguf           key-value pairs, descriptions, tensors
layout         Layout, Tensor: the result of both
dtypes         encodings of items
roles          what a tensor is for, by its name
findings       errors in headers, each with a code
"""

from muster.tensors.layouts.detection import layout_of
from muster.tensors.layouts.findings import Finding, Kind, LayoutInvalid
from muster.tensors.layouts.layout import Format, Layout, Tensor

__all__ = ["Finding", "Format", "Kind", "Layout", "LayoutInvalid", "Tensor", "layout_of"]
