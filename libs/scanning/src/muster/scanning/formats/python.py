"""Python in repositories, by its syntax tree: what it reaches beyond itself, by whatever name it calls it.

Names are followed through imports (`from os import system as s`), assignments, defaults, lists, attributes,
`getattr` and dictionaries of modules. Nothing is imported or run, and no flow is followed: a name stands for
everything that is given to it anywhere in the module.
"""

from __future__ import annotations

import ast
import codecs
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import Final

from muster.scanning.formats import texts
from muster.scanning.formats.code import Judged

_EVALUATES: Final = frozenset(("eval", "exec", "compile", "__import__", "execfile"))
_OS: Final = re.compile(
    r"(?:os|posix|nt)\.(?:system|popen|startfile|exec\w+|spawn\w+|fork\w*|posix_spawn\w*)"
)
_PROGRAMS: Final = frozenset(
    (
        "subprocess",
        "_posixsubprocess",
        "pty",
        "ctypes",
        "_ctypes",
        "marshal",
        "socket",
        "_socket",
        "runpy",
        "telnetlib",
        "ftplib",
    )
)
"""Modules whose functions are all reported."""
_CONSTANT: Final = re.compile(r"(?!CDLL)[A-Z][A-Z0-9_]*")
_EXCEPTION: Final = re.compile(r"\w*(?:Error|Expired|Exception)|error|timeout")
_FUNCTIONS: Final[Mapping[str, Set[str]]] = {
    "pickle": {"loads"},
    "_pickle": {"loads"},
    "cPickle": {"loads"},
    "dill": {"loads"},
    "cloudpickle": {"loads"},
    "shutil": {"rmtree"},
    "importlib": {"import_module", "__import__"},
    "machinery": {"SourceFileLoader"},
    "asyncio": {"create_subprocess_shell", "create_subprocess_exec"},
    "types": {"CodeType"},
    "pdb": {"run", "runeval"},
    "profile": {"run", "runctx"},
    "cProfile": {"run", "runctx"},
    "code": {"interact", "InteractiveInterpreter", "InteractiveConsole"},
    "codeop": {"compile_command"},
}
_REACHES: Final = frozenset(("__subclasses__", "__globals__", "__builtins__"))
"""Names by which every module of the process can be reached."""
_SEARCHED: Final = frozenset(("os", "posix", "nt", "subprocess", "builtins", "importlib", "ctypes"))
"""Modules in which no code needs a name that is only known at run time."""
_MODULES: Final = _PROGRAMS | _SEARCHED | _FUNCTIONS.keys()
"""Modules that a parameter of the same name is assumed to hold."""
_COMPUTED: Final = "<computed>"
_MEANINGS_AT_MOST: Final = 64
"""Most meanings of one expression; with more, its effect is unknown."""
_PARTS_AT_MOST: Final = 3
_TURNS_AT_MOST: Final = 20


def judged_python(text: str) -> Iterator[Judged]:
    """Yield a line for each place where a module reaches beyond itself when imported or used."""
    try:
        tree = ast.parse(text)
        told = dict.fromkeys(_reached(tree, _Names(tree)))
    except (SyntaxError, ValueError, MemoryError, RecursionError, _TooMuch) as error:
        yield "code.unread", f"line {getattr(error, 'lineno', None) or 1}: {error}", None
        return
    for line, said in told:
        yield "code.python", f"line {line}: {said}", None


def judged_file(content: bytes, name: str) -> Iterator[Judged]:
    """Judge a file that Python may run, as Python decodes it; yield nothing if it is not Python.

    It is Python by its name or its first line, or else if all of it is Python that has something to find.
    """
    is_named = name.lower().endswith((".py", ".pyw", ".pyi")) or _SHEBANG.match(content) is not None
    encoding = _encoding(content)
    text = texts.by_name(content, encoding)
    is_slow = encoding in texts.SLOW
    if not _USUAL.fullmatch(encoding) and (is_named or is_slow or (text is not None and _may_reach(text))):
        yield "code.encoding", encoding, None
    if text is None:
        if is_named:
            yield "code.unread", f"line 1: {encoding} cannot be decoded", None
        return
    text = text.removeprefix("\ufeff")
    if is_named or _may_reach(text):
        yield from (each for each in judged_python(text) if is_named or each[0] != "code.unread")
    if name.lower().endswith(".pth"):
        yield from _started(text)


def is_declared(start: bytes) -> bool:
    """Whether the first lines declare Python, perhaps in an encoding of its own."""
    return _SHEBANG.match(start) is not None or _encoding(start) != "utf-8"


def is_compiled(start: bytes) -> bool:
    """Whether bytes are a module compiled by Python: a version number, CR and LF."""
    number = int.from_bytes(start[:2], "little")
    return start[2:4] == b"\r\n" and len(start) >= 16 and (3000 <= number < 4000 or 62000 <= number < 62300)


def _started(text: str) -> Iterator[Judged]:
    """Yield the lines of a .pth file that Python runs at every start (Lib/site.py)."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("import ", "import\t")):
            yield "code.python", f"line {number}, at every start of Python: {line[:100]}", None


_SHEBANG: Final = re.compile(rb"(?:\xef\xbb\xbf)?#![^\n]*\b(?:python|pypy|ipython)")
_COOKIE: Final = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK: Final = re.compile(rb"[ \t\f]*(?:[#\r\n]|$)")
_USUAL: Final = re.compile(
    r"utf-8(?:-sig)?|ascii|iso8859-\d+|cp\d+|mac-\w+|koi8-\w|big5\w*|gb\w+|euc_\w+|shift_jis\w*|johab|hz|tis-620"
)


def _encoding(content: bytes) -> str:
    """The encoding that the first two lines declare (PEP 263), by the name that Python has for it."""
    for line in content[:4096].removeprefix(codecs.BOM_UTF8).splitlines()[:2]:
        found = _COOKIE.match(line)
        if found is not None:
            said = found[1].decode()
            try:
                return codecs.lookup(said).name
            except LookupError:
                return said
        if not _BLANK.match(line):
            break
    return "utf-8"


_WORDS: Final = re.compile(r"\b(?:import|eval|exec|compile|open|getattr)\b|__\w")
"""A text without any of these words reaches nothing."""
_STATEMENTS: Final = re.compile(
    r"^[ \t]*(?:import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b|(?:exec|eval|__import__)[ \t]*\()"
    r"|;[ \t]*import\b",
    re.MULTILINE,
)
_TRIED_BYTES: Final = 1 << 20
"""A longer text without a name of Python is only parsed if it has a line that looks like a statement."""


def _may_reach(text: str) -> bool:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)  # as Python reads names
    return (_WORDS if len(plain) <= _TRIED_BYTES else _STATEMENTS).search(plain) is not None


def _reached(tree: ast.AST, names: _Names) -> Iterator[tuple[int, str]]:
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
            continue
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            continue
        if _last(node) in _REACHES:
            yield node.lineno, _last(node)
        if id(node) in called:
            meant = [node.id] if isinstance(node, ast.Name) and node.id in _EVALUATES else names.meant(node)
            yield from ((node.lineno, f"{said}(...)") for said in meant if _is_told(said))
        elif not _CONSTANT.fullmatch(_last(node)):
            yield from ((node.lineno, said) for said in names.meant(node) if _is_told(said))


def _is_told(said: str) -> bool:
    if said in _EVALUATES:
        return True
    module, _, name = ".".join(said.split(".")[-2:]).partition(".")
    if name == _COMPUTED:
        return module in _SEARCHED
    if module in _PROGRAMS:
        return bool(name) and _EXCEPTION.fullmatch(name) is None
    return name in _FUNCTIONS.get(module, ()) or _OS.fullmatch(f"{module}.{name}") is not None


class _TooMuch(Exception):
    """The meanings of names are too many to follow to the end."""


class _Names:
    """Possible meanings of a module's names.

    Args:
        tree: The module.
    """

    def __init__(self, tree: ast.AST) -> None:
        self._given = defaultdict[str, list[str | ast.expr]](list)
        self._own = set[str]()
        self._all_of = list[str]()
        self._known = dict[str, list[str]]()
        self._meant = dict[int, list[str]]()
        for node in ast.walk(tree):
            self._imported(node)
            self._assigned(node)
            self._defined(node)
        self._settle()

    def meant(self, node: ast.AST) -> list[str]:
        """Dotted names that an expression may stand for; none where it is something else."""
        if id(node) not in self._meant:
            self._meant[id(node)] = _few(self._of_node(node))
        return self._meant[id(node)]

    def _of_node(self, node: ast.AST) -> list[str]:
        if isinstance(node, ast.Name):
            return self._of_name(node.id)
        if isinstance(node, ast.Attribute):
            found = [_joined(each, node.attr) for each in self.meant(node.value)]
            return found + self._of_name(f".{node.attr}")
        if isinstance(node, ast.Subscript):
            return [_joined(each, _text_of(node.slice)) for each in self.meant(node.value)]
        if isinstance(node, ast.Call) and node.args:
            return self._of_call(node, node.args)
        return []

    def _settle(self) -> None:
        """Names may be given to each other, in any order: forwards and backwards, until nothing is added."""
        for turn in range(_TURNS_AT_MOST):
            before = dict(self._known)
            for name in list(self._given)[:: -1 if turn % 2 else 1]:
                self._meant.clear()
                found = [
                    each
                    for given in self._given[name]
                    for each in ([given] if isinstance(given, str) else self.meant(given))
                ]
                self._known[name] = _few(found)
            if self._known == before:
                return
        raise _TooMuch("names are given to each other too often to be followed")

    def _of_name(self, name: str) -> list[str]:
        if name in self._given or name in self._own or name.startswith("."):
            itself = [name] if name in self._own & _MODULES else []
            return itself + self._known.get(name, [])
        return [name, *(f"{module}.{name}" for module in self._all_of)]

    def _of_call(self, node: ast.Call, args: list[ast.expr]) -> list[str]:
        """`getattr(os, "system")`, `vars(os)`, `__import__("os")` and `importlib.import_module("os")`."""
        for function in self.meant(node.func):
            if function == "getattr" and len(args) > 1:
                return [_joined(each, _text_of(args[1])) for each in self.meant(args[0])]
            if function == "vars":
                return self.meant(args[0])
            if function in ("__import__", "importlib.import_module", "importlib.__import__"):
                return [_text_of(args[0])]
        return []

    def _imported(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for each in node.names:
                root = each.name.partition(".")[0]
                self._given[each.asname or root].append(each.name if each.asname else root)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                if each.name == "*":
                    self._all_of.append(node.module)
                else:
                    self._given[each.asname or each.name].append(_builtin(f"{node.module}.{each.name}"))

    def _assigned(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._give(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            self._give(node.target, node.value)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            self._give(node.target, node.iter)
        elif isinstance(node, ast.arguments):
            places = [*node.posonlyargs, *node.args]
            for place, value in zip(places[len(places) - len(node.defaults) :], node.defaults, strict=True):
                self._given[place.arg] += _parts(value)
            for place, value in zip(node.kwonlyargs, node.kw_defaults, strict=True):
                self._given[place.arg] += _parts(value) if value is not None else []

    def _give(self, target: ast.expr, value: ast.expr) -> None:
        parts = list(_parts(value))
        for node in ast.walk(target) if parts else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._given[node.id] += parts
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                self._given[f".{node.attr}"] += parts

    def _defined(self, node: ast.AST) -> None:
        if isinstance(node, ast.arg):
            self._own.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._own.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self._own.add(node.id)


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of a value that may be a module or a function: itself, items, branches of a choice."""
    if isinstance(value, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        yield value
    elif isinstance(value, ast.IfExp):
        yield from _parts(value.body)
        yield from _parts(value.orelse)
    elif isinstance(value, ast.List | ast.Tuple | ast.Set | ast.Dict | ast.BoolOp | ast.Starred):
        for part in ast.iter_child_nodes(value):
            if isinstance(part, ast.expr):
                yield from _parts(part)


def _few(meanings: list[str]) -> list[str]:
    found = list(dict.fromkeys(meanings))
    if len(found) > _MEANINGS_AT_MOST:
        raise _TooMuch(f"{found[0]} and {len(found) - 1} others are given to one name")
    return found


def _joined(module: str, name: str) -> str:
    """Join a module and a name; a module's dictionary counts as the module. Long names keep their end."""
    if name == "__dict__":
        return module
    if module.endswith("sys.modules"):
        return name
    return _builtin(".".join([*module.split(".")[-_PARTS_AT_MOST:], name]))


def _builtin(name: str) -> str:
    root, _, rest = name.partition(".")
    return rest if root in ("builtins", "__builtins__") and rest in _EVALUATES | {"getattr", "vars"} else name


def _last(node: ast.AST) -> str:
    """The name with which an attribute or a subscript ends."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return _text_of(node.slice) if isinstance(node, ast.Subscript) else ""


def _text_of(node: ast.expr) -> str:
    """A constant text, put together from constant parts perhaps."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text_of(node.left), _text_of(node.right)
        return _COMPUTED if _COMPUTED in (left, right) else left + right
    return _COMPUTED
