"""Roles of tensors, by their names: hints for people and reports, never a reason to trust."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The part of a network that a tensor belongs to."""

    ADAPTER = "adapter"
    EMBEDDING = "embedding"
    HEAD = "head"
    NORM = "norm"
    ATTENTION = "attention"
    EXPERT = "expert"
    MLP = "mlp"
    CONVOLUTION = "convolution"
    OTHER = "other"


_SIGNS: Final = (
    (Role.ADAPTER, r"lora_|adapter|ia3_|prompt_encoder"),
    (Role.EMBEDDING, r"embed|(^|\.)(wte|wpe)(\.|$)|token_embd|position_embd|token_types"),
    (Role.HEAD, r"lm_head|(^|\.)output\.weight$|classifier|score\.weight|(^|\.)head(\.|$)"),
    (Role.NORM, r"norm|(^|[._])ln[_\d.]|layernorm"),
    (Role.EXPERT, r"expert|_exps?\.|router|ffn_gate_inp"),
    (Role.ATTENTION, r"attn|attention|[qkvo]_proj|query|\.key\.|value|c_attn"),
    (Role.MLP, r"mlp|ffn|feed_forward|fc\d?(\.|_|$)|(gate|up|down)_proj|dense|linear"),
    (Role.CONVOLUTION, r"conv"),
)
_PATTERN: Final = re.compile("|".join(f"(?P<{role.name}>{sign})" for role, sign in _SIGNS), re.IGNORECASE)
_NAME_READ_MAX: Final = 512


def role_of(name: str) -> Role:
    """Return the role that a name suggests; of several signs, the first in the table above wins."""
    found = {match.lastgroup for match in _PATTERN.finditer(name[:_NAME_READ_MAX])}
    return next((role for role, _ in _SIGNS if role.name in found), Role.OTHER)
