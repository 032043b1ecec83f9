"""record: what makes a class an event: compared and hashed by what its fields hold, and changed by nobody.

That nobody changes one is the type checker's to see to. The interpreter is not asked to refuse, too: its way
of doing so more than doubles what it costs to make one, and a decision makes a dozen (docs/benchmarks.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """A dataclass with slots, made by keywords, that nobody changes."""
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)
