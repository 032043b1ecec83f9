"""Effects of loading a name from a pickle, by the source of all that loading runs.

A pickle may call what it names, set its state, fill it, compare and drop it. So a class is judged by the
methods for that, a function by itself, and both by all that they call, as far as names tell: functions of
the module, of other modules, of `self`. Calls of what they are given are not followed: a pickle can give
them only what is allowed. Methods of objects that no name tells are not seen: so a person looks as well.
"""
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportOptionalSubscript=false
# ruff: noqa: SIM905  (tables of words)

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import re
import textwrap
import types
from functools import cached_property, reduce
from importlib import import_module
from typing import Any

METHODS = (
    "__new__", "__init__", "__post_init__", "__setstate__", "__setitem__", "append", "extend", "__del__",
    "__hash__",
    "__eq__", "__setattr__", "__getattr__", "__getattribute__", "__array_finalize__", "__call__",
)  # fmt: skip
COMPILED = "its code is compiled"
DEEP_MAX = 7
CONSTRUCTORS = ("__init__", "__post_init__")
"""Methods that run only where a pickle calls a class, not where it has an object made and sets its state."""
TRUSTED = (
    "numpy", "scipy", "pandas", "pyarrow", "narwhals", "typing", "collections", "abc",
    "re", "math", "enum", "dataclasses",
)  # fmt: skip
"""Packages that are not followed into; what of them touches files is FILES."""
FILES = re.compile(
    r"(?:numpy|scipy|pandas|pyarrow)\..*(?:\bload|save|fromfile|tofile|memmap|txt|DataSource|read_|\bto_(?:csv|pickle|sql|hdf)|eval\b|open_memmap|f2py|distutils|testing|loadmat|\bpickle)"
)
HARMLESS = re.compile(
    r"(?:functools|itertools|_?operator|inspect|types|_?weakref\w*|contextlib|copyreg|_?thread(?:ing)?|logging(?:\.\w+)*|platform|uuid)\."
    r"(?!methodcaller|.*(?:\.start|FileHandler|basicConfig|config\.))"
    r"|_?io\.(?:StringIO|BytesIO)|(?:os|posix)\.(?:fspath|getpid|cpu_count|urandom|environ)|posixpath\.|sys\.(?:getsizeof|intern|getrefcount|_getframe)"
)
EVALUATES = ("open", "exec", "eval", "compile", "__import__", "input", "breakpoint")
TOUCHES = frozenset(
    (
        "Popen check_call check_output communicate configure connect dlopen dump exec_module fork "
        "fromfile import_module load load_module loads makedirs mkdir popen read_bytes "
        "read_pickle read_text rmtree spawn system to_csv to_pickle tofile unlink "
        "urlopen urlretrieve write_bytes write_text "
    ).split()
)  # fmt: skip
"""Methods of objects that names do not tell."""


def effects_of(module: str, name: str, is_dangerous: Any, *, called: bool) -> list[str]:
    """Return the effects of MODULE.NAME; empty: it keeps what it is given.

    Args:
        module: That it is imported from.
        name: With dots within a class.
        is_dangerous: Whether a dotted name is in the table of dangers.
        called: With arguments of the pickle; else it is stored, or made without its constructor.
    """
    try:
        found = reduce(getattr, name.split("."), import_module(module))
    except (ImportError, AttributeError) as error:
        return [f"not there: {error}"]
    walk = _Walk(is_dangerous, called=called)
    walk.named(found, 0)
    return sorted(walk.effects)


class _Walk:
    def __init__(self, is_dangerous: Any, *, called: bool) -> None:
        self.called = called
        self.is_dangerous = is_dangerous
        self.effects: set[str] = set()
        self.seen: set[int] = set()

    def named(self, found: Any, depth: int, kind: type | None = None) -> None:
        """Follow something that is called."""
        if id(found) in self.seen or depth > DEEP_MAX:
            return
        self.seen.add(id(found))
        if isinstance(found, (staticmethod, classmethod)):
            found = found.__func__
        if isinstance(found, types.MethodType):
            kind = found.__self__ if isinstance(found.__self__, type) else type(found.__self__)
            found = found.__func__
        if isinstance(found, type):
            self.type(found, depth)
        elif isinstance(found, types.FunctionType):
            self.function(inspect.unwrap(found), depth, kind)
        elif _is_ufunc(found) or found is None:
            return
        elif isinstance(getattr(found, "__wrapped__", None), types.FunctionType):
            self.function(found.__wrapped__, depth, kind)
        else:
            self.outside(_dotted(found), depth)

    def outside(self, dotted: str, depth: int) -> None:
        """Judge a callable without source by its name."""
        root = dotted.partition(".")[0]
        if root == "builtins":
            if dotted.rpartition(".")[2] in EVALUATES:
                self.effects.add(dotted)
        elif FILES.match(dotted) or (self.is_dangerous(dotted) and not HARMLESS.match(dotted)):
            self.effects.add(dotted)
        elif depth == 0 or root not in (*TRUSTED, *_PLAIN):
            self.effects.add(f"{COMPILED}: {dotted}")

    def type(self, kind: type, depth: int) -> None:
        """The methods that loading a class runs."""
        if issubclass(kind, enum.Enum):
            return
        for base in kind.__mro__:
            dotted = f"{base.__module__}.{base.__qualname__}"
            if base.__module__ in _PLAIN or (depth and dotted.startswith(TRUSTED)):
                continue
            if self.is_dangerous(dotted) and not HARMLESS.match(dotted):
                self.effects.add(dotted)
            for name in METHODS:
                method = vars(base).get(name)
                if depth == 0 and (name == "__call__" or (name in CONSTRUCTORS and not self.called)):
                    continue  # a call of the result is reported anyway
                if isinstance(method, (types.FunctionType, staticmethod, classmethod)):
                    self.named(method, depth, kind)
                elif method is not None and name in ("__new__", "__init__", "__setstate__"):
                    self.effects.add(f"{COMPILED}: {dotted}.{name}")
            for each in vars(base).values():
                if isinstance(each, property) and isinstance(each.fset, types.FunctionType):
                    self.function(each.fset, depth + 1, kind)
        if (
            (self.called or depth)
            and type(kind).__call__ is not type.__call__
            and isinstance(vars(type(kind)).get("__call__"), types.FunctionType)
        ):
            self.function(vars(type(kind))["__call__"], depth, None)

    def function(self, found: types.FunctionType, depth: int, kind: type | None) -> None:
        """Follow every call of a function."""
        dotted = f"{found.__module__}.{found.__qualname__}"
        if depth and (dotted.startswith(TRUSTED) or HARMLESS.match(dotted)) and not FILES.match(dotted):
            return
        if FILES.match(dotted) or (self.is_dangerous(dotted) and not HARMLESS.match(dotted)):
            self.effects.add(dotted)
            return
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(found)))
        except (OSError, TypeError, SyntaxError):
            if found.__code__.co_filename.startswith("<"):  # made by dataclasses, attrs, namedtuple
                return
            self.effects.add(f"{COMPILED}: {dotted}")
            return
        names = _Names(found, kind, _imported(tree, found.__globals__))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                self.call(node.func, names, depth)

    def call(self, callee: ast.expr, names: _Names, depth: int) -> None:
        """Follow one call."""
        known, value = names.value(callee)
        if known:
            self.named(value, depth + 1, names.kind if _is_of_self(callee) else None)
        elif isinstance(callee, ast.Attribute) and callee.attr in TOUCHES:
            self.effects.add(f"{names.function.__qualname__} calls .{callee.attr}")


class _Names:
    """Meaning of the names in a function."""

    def __init__(self, function: types.FunctionType, kind: type | None, imported: dict[str, Any]) -> None:
        self.function = function
        self.kind = kind
        self.imported = imported

    @cached_property
    def scope(self) -> dict[str, Any]:
        return {
            **vars(builtins),
            **self.function.__globals__,
            **inspect.getclosurevars(self.function).nonlocals,
        }

    def value(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression is known, and its value."""
        if isinstance(node, ast.Name) and node.id in self.imported:
            return True, self.imported[node.id]
        if isinstance(node, ast.Name):
            local = node.id in self.function.__code__.co_varnames
            return (False, None) if local or node.id not in self.scope else (True, self.scope[node.id])
        if not isinstance(node, ast.Attribute):
            return False, None
        if _is_of_self(node) and self.kind is not None:
            for base in self.kind.__mro__[1 if isinstance(node.value, ast.Call) else 0 :]:
                if node.attr in vars(base):
                    found = vars(base)[node.attr]
                    return callable(found) or isinstance(found, (staticmethod, classmethod)), found
            return False, None
        known, owner = self.value(node.value)
        if known and isinstance(owner, (types.ModuleType, type)) and hasattr(owner, node.attr):
            return True, getattr(owner, node.attr)
        return False, None


def _imported(tree: ast.AST, held: dict[str, Any]) -> dict[str, Any]:
    """Names that a function imports itself."""
    found: dict[str, Any] = {}
    package = held.get("__package__") or ""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for each in node.names:
            try:
                if isinstance(node, ast.Import):
                    module = import_module(each.name)
                    found[each.asname or each.name.partition(".")[0]] = (
                        module if each.asname else import_module(each.name.partition(".")[0])
                    )
                else:
                    module = import_module("." * node.level + (node.module or ""), package)
                    found[each.asname or each.name] = getattr(module, each.name)
            except (ImportError, AttributeError):
                continue  # a package that is not here runs nothing
    return found


def _is_of_self(node: ast.expr) -> bool:
    """self.NAME, cls.NAME, super().NAME."""
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value
    if isinstance(owner, ast.Call):
        return isinstance(owner.func, ast.Name) and owner.func.id == "super"
    return isinstance(owner, ast.Name) and owner.id in ("self", "cls")


_PLAIN = frozenset(
    (
        "_bisect _collections_abc _contextvars _functools _hashlib _heapq _operator _random _sre "
        "_struct _thread _warnings _weakref abc array base64 binascii bisect "
        "builtins cmath collections collections.abc contextvars copy dataclasses datetime decimal "
        "dict enum fractions functools hashlib heapq inspect itertools json "
        "list math numbers operator random re secrets sre "
        "statistics string struct textwrap threading time traceback types typing "
        "unicodedata warnings weakref zlib "
    ).split()
)  # fmt: skip


def _is_ufunc(found: Any) -> bool:
    return type(found).__name__ == "ufunc"


def _dotted(found: Any) -> str:
    owner = found if isinstance(getattr(found, "__module__", None), str) else type(found)
    names = (getattr(owner, "__qualname__", None), getattr(owner, "__name__", None), type(found).__qualname__)
    return f"{owner.__module__}.{next(each for each in names if isinstance(each, str))}"
