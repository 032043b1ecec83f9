"""Findings of a pickle's run. Only allowed content that is fully understood is clean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from muster.scanning.paths import leaves
from muster.scanning.pickles.machine import GETATTR, ODD_KEYS, Global, Made, Noted, Run
from muster.scanning.pickles.names import is_stored_only, row_of

_LATIN: Final = ("latin1", "latin-1", "utf-8", "utf8")
_FROM_BYTES: Final = Global("torch.storage", "_load_from_bytes")
_CALLED_ARGUMENT: Final = {
    Global("copyreg", "_reconstructor"): 1,
    Global("copy_reg", "_reconstructor"): 1,
    Global("torch._tensor", "_rebuild_from_type_v2"): 0,
    Global("numpy.random._pickle", "__generator_ctor"): 1,
    Global("numpy.random._pickle", "__randomstate_ctor"): 1,
}
"""Functions that call one of their arguments, and which one."""

Judged = tuple[str, str, int]
"""Rule, what stands there, where."""


def judged(run: Run, *, torch: bool) -> Iterator[Judged]:
    """Yield the problems of a pickle.

    Args:
        run: The finished run.
        torch: Whether it is read by PyTorch, which has persistent ids for storages.
    """
    bytes_loaded = any(_loads_bytes(each) for each in run.noted)
    reaching = run.reached > 0 and not any(_is_call(each, GETATTR) for each in run.noted)
    for each in run.noted:
        if each.what == "import":
            is_judged = (each.value == _FROM_BYTES and bytes_loaded) or (each.value in GETATTR and reaching)
            if not is_judged:
                yield from _import(each)
        elif each.what == "call":
            if not (torch and _is_module(each.value)):
                yield from _call(each, is_new=each.at in run.made)
        elif each.what == "build":
            yield from _build(each)
        elif each.what == "persistent":
            if not (torch and _is_of_torch(each.value)):
                yield "pickle.persistent-id", _text_of(each.value), each.at
        elif each.what == "file":
            yield from _file(each)
        elif each.what in _OTHERS:
            said = each.value if each.what in _SAID else f"{each.what} {each.value}"
            yield _OTHERS[each.what], said, each.at
    if run.broken:
        yield "pickle.broken", run.broken, run.end


_OTHERS: Final = {
    "extension": "pickle.extension",
    "computed": "pickle.computed-name",
    "setitem": "pickle.odd-target",
    "protocol": "pickle.broken",
    "frame": "pickle.frame",
    "memory": "memory.claimed",
    "time": "time.claimed",
}
_SAID: Final = ("frame", "memory", "time")
"""Kinds of notes whose value is a sentence."""


def _import(each: Noted) -> Iterator[Judged]:
    found: Global = each.value
    rule = row_of(found.module, found.name).pickle
    if rule is not None:
        yield rule, f"{found.module}.{found.name}", each.at


def _is_call(each: Noted, names: tuple[Global, ...]) -> bool:
    return each.what == "call" and each.value in names


def _call(each: Noted, *, is_new: bool) -> Iterator[Judged]:
    callee = each.value
    if not isinstance(callee, Global):
        yield "pickle.computed-call", f"{_text_of(callee)} is called", each.at
    elif is_stored_only(callee.module, callee.name) and not is_new:
        yield "pickle.odd-import", f"{_text_of(callee)} is called", each.at
    elif callee.module == "_codecs":
        arguments: Any = each.more
        if not (isinstance(arguments, tuple) and len(arguments) == 2 and arguments[1] in _LATIN):  # pyright: ignore[reportUnknownArgumentType]
            yield "pickle.dangerous-import", "_codecs.encode to anything but latin1", each.at
    elif callee in _CALLED_ARGUMENT:
        yield from _handed_on(each, _CALLED_ARGUMENT[callee])


def _handed_on(each: Noted, position: int) -> Iterator[Judged]:
    """A name that may only be stored, given to a function that calls it."""
    arguments = cast("tuple[Any, ...]", each.more) if isinstance(each.more, tuple) else ()
    handed = arguments[position] if len(arguments) > position else None
    if isinstance(handed, Global) and is_stored_only(handed.module, handed.name):
        yield "pickle.odd-import", f"{_text_of(handed)} is called by {_text_of(each.value)}", each.at


def _loads_bytes(each: Noted) -> bool:
    """`torch.storage._load_from_bytes` of bytes of the stream, which are scanned as a file of PyTorch."""
    if each.what != "call" or each.value != _FROM_BYTES:
        return False
    arguments: Any = each.more
    return isinstance(arguments, tuple) and len(arguments) == 1 and not isinstance(arguments[0], str)  # pyright: ignore[reportUnknownArgumentType]


def _build(each: Noted) -> Iterator[Judged]:
    if isinstance(each.value, Global):
        yield "pickle.odd-target", f"BUILD on the name {_text_of(each.value)}", each.at
    state: Any = each.more
    parts: tuple[Any, ...] = state if isinstance(state, tuple) else (state,)  # pyright: ignore[reportUnknownVariableType]
    for part in parts:  # of two, the second is set attribute by attribute
        if isinstance(part, dict):
            for key in sorted(ODD_KEYS.intersection(part)):  # pyright: ignore[reportUnknownArgumentType]
                yield "pickle.odd-target", f"BUILD sets {key}", each.at


def _file(each: Noted) -> Iterator[Judged]:
    """A file that an allowed class loads: of joblib, beside the pickle and under a plain name alone."""
    named = each.value.decode("latin-1") if isinstance(each.value, bytes) else each.value
    if not isinstance(named, str):
        yield "pickle.other-file", "a name that is only known when it runs", each.at
    elif leaves(named):
        yield "archive.leaves-folder", f"an array in {named}", each.at
    elif not named.endswith((".npy", ".z")):
        yield "pickle.other-file", named, each.at


def _is_of_torch(value: Any) -> bool:
    """A storage, or a class with its source, as PyTorch's own format before 1.6 has them."""
    if not isinstance(value, tuple):
        return False
    items: tuple[Any, ...] = value  # pyright: ignore[reportUnknownVariableType]
    if len(items) >= 5 and items[0] == "storage":
        return True
    return len(items) == 4 and items[0] == "module" and isinstance(items[1], Global)


def _is_module(callee: Any) -> bool:
    """Such a class, which was imported by name and is judged by it."""
    return isinstance(callee, Made) and callee.callee == "persistent" and _is_of_torch(callee.arguments)


def _text_of(value: Any) -> str:
    if isinstance(value, Global):
        return f"{value.module}.{value.name}"
    if isinstance(value, Made):
        return f"the result of {_text_of(value.callee)}"
    return value if isinstance(value, str) else f"a {type(value).__name__}"
