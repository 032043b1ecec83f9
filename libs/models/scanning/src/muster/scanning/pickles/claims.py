"""Claims of a pickle beyond its own bytes: memory by a number, files by a name."""

from __future__ import annotations

import re
from math import prod
from typing import Any, Final, Protocol, TypeGuard, cast

CLAIMED_MAX: Final = 1 << 30
"""Bytes that all calls of a pickle may reserve by numbers alone."""
_MEMO_BYTES: Final = 16
"""Bytes that Python's reader reserves for each number of the memo up to the highest."""
SMALL: Final = 1000
"""Factor by which a truncated file may claim to hold more than its own size."""
_BUILTINS: Final = ("builtins", "__builtin__")
_OF_TEXT: Final = ("encode", "bytes", "bytearray", "str", "unicode")
ITEM_BYTES: Final = 8
_COPYING: Final = frozenset(
    (
        *(("builtins", name) for name in ("bytearray", "bytes", "list", "tuple", "set", "frozenset", "dict")),
        *(
            ("__builtin__", name)
            for name in ("bytearray", "bytes", "list", "tuple", "set", "frozenset", "dict")
        ),
        *(("collections", name) for name in ("OrderedDict", "deque", "Counter")),
        ("_codecs", "encode"),
    )
)
"""Allowed names that copy their first argument."""
_SHAPED: Final = ("ndarray", "bytes_", "_reconstruct", "_mareconstruct")
_RANGES: Final = ("range", "xrange")
_EXPONENT: Final = re.compile(r"[eE][+-]?(\d{1,30})")
_WRAPPERS: Final = re.compile(r"Z?NDArrayWrapper")
_BOOSTERS: Final = frozenset((("lightgbm.basic", "Booster"), ("xgboost.core", "Booster")))


class Named(Protocol):
    """A name that is called."""

    @property
    def module(self) -> str:
        """Its module."""
        ...

    @property
    def name(self) -> str:
        """Its name in the module."""
        ...


class Called(Protocol):
    """The result of a call."""

    callee: Any
    arguments: Any


def memo_bytes(index: int) -> int:
    """Bytes that Python's reader reserves for a number of the memo."""
    return index * _MEMO_BYTES


def claimed(callee: Any, arguments: Any) -> int | None:
    """Bytes that a call reserves by numbers; None: by a number that is only known when it runs."""
    if not _is_name(callee) or not isinstance(arguments, tuple):
        return 0
    given = cast("tuple[Any, ...]", arguments)
    ranges = [] if callee.name in _RANGES else [_length(each) for each in given]
    if None in ranges:
        return None
    total = sum(each or 0 for each in ranges) * ITEM_BYTES
    if callee.module in _BUILTINS and callee.name in ("bytes", "bytearray"):
        size = _number(given[0]) if len(given) == 1 else 0
        return None if size is None else total + max(0, size)
    if callee.name == "Fraction" and given and isinstance(given[0], str):
        return max((int(each) for each in _EXPONENT.findall(given[0])), default=0)
    if callee.name.endswith("Storage") or (callee.module, callee.name) == ("torch", "Tensor"):
        return total + _product(given)
    if callee.module.startswith("numpy") and callee.name in _SHAPED:
        shapes = (_product(each if isinstance(each, tuple) else (each,)) for each in given)
        return total + max(shapes, default=0)
    if callee.module.startswith("scipy.sparse") and given and isinstance(given[0], tuple):
        sides = (_number(each) or 0 for each in cast("tuple[Any, ...]", given[0]))
        return total + max(sides, default=0) * ITEM_BYTES
    return total


def copied(callee: Any, arguments: Any) -> Any:
    """The value that a call copies, through all the copies in between; None: it copies none."""
    while _is_name(callee) and (callee.module, callee.name) in _COPYING and isinstance(arguments, tuple):
        given = cast("tuple[Any, ...]", arguments)
        first = given[0] if given else None
        if isinstance(first, (list, tuple, dict)) or hasattr(first, "length"):
            return cast("Any", first)
        callee, arguments = getattr(first, "callee", None), getattr(first, "arguments", None)
    return None


def is_wrapper(callee: Any) -> bool:
    """Whether a class of joblib stands for an array in another file (joblib/numpy_pickle_compat.py)."""
    return _is_name(callee) and callee.module.startswith("joblib.") and bool(_WRAPPERS.fullmatch(callee.name))


def files_loaded(callee: Any, arguments: Any) -> tuple[Any, ...]:
    """Files that the class of a call loads, by the names given."""
    given = cast("tuple[Any, ...]", arguments) if isinstance(arguments, tuple) else ()
    if is_wrapper(callee):
        return given[:1]
    if _is_name(callee) and (callee.module, callee.name) in _BOOSTERS:
        return tuple(each for each in given if isinstance(each, str))
    return ()


def _is_name(callee: Any) -> TypeGuard[Named]:
    return hasattr(callee, "module") and hasattr(callee, "name")


def _number(value: Any) -> int | None:
    """A number; 0 if it is not one; None if it is the result of a call."""
    if isinstance(value, int):
        return int(value)
    if not hasattr(value, "callee"):
        return 0
    made = cast("Called", value)
    if not _is_name(made.callee) or not isinstance(made.arguments, tuple):
        return None
    given = cast("tuple[Any, ...]", made.arguments)
    if made.callee.name == "int" and len(given) == 1 and isinstance(given[0], (str, int, float)):
        try:
            return int(given[0])
        except (ValueError, OverflowError):
            return 0
    is_text = made.callee.name in _OF_TEXT or made.callee.name in ("list", "tuple", "set", "frozenset")
    return 0 if is_text else None


def _length(value: Any) -> int | None:
    """Items of a range; 0 for anything else; None where a number of it is only known when it runs."""
    callee, arguments = getattr(value, "callee", None), getattr(value, "arguments", None)
    if not _is_name(callee) or callee.name not in _RANGES:
        return 0
    if not isinstance(arguments, tuple):
        return None
    numbers = [_number(each) for each in cast("tuple[Any, ...]", arguments)]
    if any(each is None for each in numbers):
        return None
    try:
        made = range(*(each or 0 for each in numbers))
    except (TypeError, ValueError):
        return 0
    return max(0, (made.stop - made.start) // made.step)


def _product(given: Any) -> int:
    """Number of items of a shape; 0 if it is not a shape."""
    sizes = [each for each in cast("tuple[Any, ...]", given) if isinstance(each, int)]
    return max(0, prod(sizes)) if sizes else 0
