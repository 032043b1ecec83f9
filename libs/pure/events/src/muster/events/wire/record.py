"""record, value: the decorators of event classes and of other classes that are made by the thousand.

Both are compared and hashed by their fields, and immutable. A record's fields are given by name.

Only the type checker enforces immutability. At run time `frozen=True` would more than double the cost of
creating a record, and a decision creates a dozen (docs/benchmarks.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make the class a dataclass with slots and keyword-only fields; immutable for the type checker."""
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make the class a dataclass with slots; immutable for the type checker."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
