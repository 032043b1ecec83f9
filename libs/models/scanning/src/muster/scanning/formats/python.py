"""Python in repositories, by its syntax tree: what it reaches beyond itself, by whatever name it calls it.

Names are followed through imports (`from os import system as s`), assignments, defaults, lists, attributes,
`getattr` and dictionaries of modules. Nothing is imported or run, and no flow is followed: a name stands for
everything that is given to it anywhere in the module.
"""

from __future__ import annotations

import ast
import codecs
import re
import textwrap
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from typing import Final, TypeGuard

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
        "_winapi",
        "zipimport",
        "bdb",
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
    "util": {"module_from_spec", "spawnv_passfds"},
    "trace": {"Trace"},
    "doctest": {"run_docstring_examples", "DocTestRunner"},
    "pydoc": {"locate", "pipepager", "tempfilepager", "resolve"},
    "pkgutil": {"resolve_name"},
    "site": {"addsitedir", "addsitepackages"},
    "webbrowser": {"register", "GenericBrowser", "BackgroundBrowser"},
    "f2py": {"compile"},
    "testing": {"runstring"},
    "cpp_extension": {"load_inline"},
    "ctypeslib": {"load_library"},
    "ops": {"load_library"},
    "classes": {"load_library"},
    "tensorflow": {"load_op_library", "load_library"},
    "yaml": {"unsafe_load", "unsafe_load_all", "UnsafeLoader"},
}
_WHOLE: Final = ("pip.", "distutils.spawn.", "setuptools._distutils.spawn.")
"""Packages that start programs or install others, whatever is called in them."""
_TIMED: Final = frozenset(("timeit.timeit", "timeit.repeat", "timeit.Timer"))
"""Functions that run a text, or call a function."""
_REACHES: Final = frozenset(
    (
        *("__subclasses__", "__globals__", "__builtins__", "f_globals", "f_builtins"),
        *("subprocess_shell", "subprocess_exec"),
    )
)
"""Names by which every module of the process can be reached."""
_LOADS: Final = "load_module"
"""Method of loaders by which every module can be reached."""
_LOADER: Final = re.compile(r"(?:.*\.)?(?:imp|\w*(?:loader|importer))", re.IGNORECASE | re.DOTALL)
_COMPILED: Final = frozenset(("co_code", "co_consts", "co_names"))
"""Parts of compiled code that say what it does."""
_SEARCHED: Final = frozenset(("os", "posix", "nt", "subprocess", "builtins", "importlib", "ctypes"))
"""Modules in which no code needs a name that is only known at run time."""
_HANDED: Final = frozenset(("os", "posix", "nt", "subprocess", "builtins", "importlib", "ctypes"))
"""Modules that no code hands over to a function, except to look at them."""
_LOOKUPS: Final = ("get", "pop", "setdefault", "__getitem__")
_LOOKING: Final = frozenset(
    (
        *("hasattr", "getattr", "setattr", "delattr", "isinstance", "dir", "vars", "id", "type", "print"),
        *("repr", "str", "bool", "callable", "object", "setitem", "setenv", "reload", "getsource", "getfile"),
    )
)
"""Functions that look at a module, or replace a part of it."""
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


def judged_chunks(text: str) -> Iterator[Judged]:
    """Judge Python that runs when a text is rendered: chunks of R Markdown, Quarto and MyST."""
    for line, chunk in _chunks(text):
        for rule, said, at in judged_python(textwrap.dedent(chunk)):
            if rule == "code.python":
                yield rule, f"chunk after line {line}, {said}", at


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line of each chunk's fence, and its code: to the end of the text if nothing closes it."""
    if _CHUNK.search(text) is None:
        return
    begin, fence, is_quoted, lines = 0, "", False, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        found = _FENCE.match(line)
        is_chunk = found is not None and _CHUNK.match(found["info"]) is not None
        is_end = found is not None and found["fence"].startswith(fence) and not found["info"].strip()
        if fence and (is_end or (found is not None and found["info"].startswith("{"))):
            yield begin, "\n".join(lines)
            fence = ""
        elif fence:
            lines.append(_QUOTED.sub("", line) if is_quoted else line)
        if found is not None and is_chunk:
            begin, fence, is_quoted, lines = number, found["fence"], ">" in found["quote"], []
    if fence:
        yield begin, "\n".join(lines)


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


_CHUNK: Final = re.compile(r"\{(?:python|code-cell\}[ \t]*+i?python)")
_FENCE: Final = re.compile(
    r"(?P<quote>(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*+)(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?P<info>.*)"
)
_QUOTED: Final = re.compile(r"[ \t]*+(?:>[ \t]?)++")
"""Signs of a quotation before a line."""
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
    looked_up = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    is_own = any(isinstance(node, _FUNCTION) and node.name == _LOADS for node in ast.walk(tree))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
            continue
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            continue
        if _last(node) in _REACHES:
            yield node.lineno, _last(node)
        if _is_load(node) and (not is_own or names.loads(node)):
            yield node.lineno, _LOADS
        if _last(node) == "__dict__" and id(node) not in looked_up:
            yield from ((node.lineno, f"{each}.__dict__") for each in names.meanings(node) if each in _HANDED)
        if isinstance(node, ast.Call):
            yield from ((node.lineno, said) for said in names.handed_over(node))
            yield from ((node.lineno, f"bytecode with {each}") for each in _bytecode(node))
            if not _TIMED.isdisjoint(names.meanings(node.func)):
                yield from ((node.lineno, f"timeit of {each}") for each in _timed(node))
        if id(node) in called:
            meant = (
                [node.id] if isinstance(node, ast.Name) and node.id in _EVALUATES else names.meanings(node)
            )
            yield from ((node.lineno, f"{said}(...)") for said in meant if _is_told(said))
        elif not _CONSTANT.fullmatch(_last(node)):
            yield from ((node.lineno, said) for said in names.meanings(node) if _is_told(said))


def _is_load(node: ast.AST) -> TypeGuard[ast.Attribute | ast.Subscript]:
    return isinstance(node, ast.Attribute | ast.Subscript) and _last(node) == _LOADS


_FUNCTION: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def _timed(call: ast.Call) -> Iterator[str]:
    """Texts that `timeit` runs, if they reach beyond themselves or are put together at run time."""
    for given in (*call.args[:2], *(each.value for each in call.keywords if each.arg in ("stmt", "setup"))):
        if isinstance(given, ast.Constant | ast.BinOp | ast.JoinedStr):
            text = _text_of(given)
            if text == _COMPUTED or any(judged_python(text)):
                yield repr(text[:80])


def _bytecode(call: ast.Call) -> Iterator[str]:
    """Parts of compiled code that a call replaces by others."""
    if _last(call.func) == "replace":
        yield from (each.arg for each in call.keywords if each.arg in _COMPILED)


def _is_told(said: str) -> bool:
    if said in _EVALUATES or said.startswith(_WHOLE):
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

    def meanings(self, node: ast.AST) -> list[str]:
        """Dotted names that an expression may stand for; none where it is something else."""
        if id(node) not in self._meant:
            self._meant[id(node)] = _few(self._of_node(node))
        return self._meant[id(node)]

    def loads(self, node: ast.Attribute | ast.Subscript) -> bool:
        """Whether a method may be one of a loader of modules, not of a class of this module."""
        said: list[str] = []
        for each in self._given.get(_name_of(node.value)) or [node.value]:
            if isinstance(each, str):
                said.append(each)
                continue
            made = each.func if isinstance(each, ast.Call) else each
            is_own = isinstance(each, ast.Call) and _name_of(made) in self._own
            said += [*self.meanings(made), _last(made), *([] if is_own else [_name_of(made)])]
        return any(_LOADER.fullmatch(each) for each in said)

    def handed_over(self, call: ast.Call) -> Iterator[str]:
        """Modules that a call hands over whole, so that another name reaches them."""
        if any(
            each in _LOOKING for each in (*self.meanings(call.func), _last(call.func), _name_of(call.func))
        ):
            return
        for given in (*call.args, *(each.value for each in call.keywords)):
            for part in _parts(given):
                if not isinstance(part, ast.Subscript):
                    yield from (
                        f"{each} is passed to a function" for each in self.meanings(part) if each in _HANDED
                    )

    def _of_node(self, node: ast.AST) -> list[str]:
        if isinstance(node, ast.Name):
            return self._of_name(node.id)
        if isinstance(node, ast.Attribute):
            found = [_joined(each, node.attr) for each in self.meanings(node.value)]
            return found + self._of_name(f".{node.attr}")
        if isinstance(node, ast.Subscript):
            if _is_call_of(node.value, "globals", "locals"):
                return self._of_name(_text_of(node.slice))
            found = [_joined(each, _text_of(node.slice)) for each in self.meanings(node.value)]
            return found + self._known.get(f"{_name_of(node.value)}[]", [])
        if isinstance(node, ast.NamedExpr):
            return self.meanings(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Lambda):
            return self.meanings(node.func.body)
        if isinstance(node, ast.Call) and node.args:
            return self._of_call(node, node.args)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._known.get(f"{node.func.id}()", [])
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
                    for each in ([given] if isinstance(given, str) else self.meanings(given))
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
        owner = node.func if isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKUPS else None
        if owner is not None and any(each.endswith("sys.modules") for each in self.meanings(owner.value)):
            return [_text_of(args[0])]
        for function in self.meanings(node.func):
            if function == "getattr" and len(args) > 1:
                return [_joined(each, _text_of(args[1])) for each in self.meanings(args[0])]
            if function in ("vars", "next"):
                return self.meanings(args[0])
            if function.endswith((".__getattribute__", ".__getattr__")):
                return [_joined(function.rpartition(".")[0], _text_of(args[0]))]
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
        elif isinstance(node, ast.Match):
            self._matched(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in ast.walk(node):
                if isinstance(each, ast.Return | ast.Yield) and isinstance(
                    each.value, ast.Name | ast.Attribute
                ):
                    self._given[f"{node.name}()"].append(each.value)
        elif isinstance(node, ast.arguments):
            places = [*node.posonlyargs, *node.args]
            for place, value in zip(places[len(places) - len(node.defaults) :], node.defaults, strict=True):
                self._given[place.arg] += _parts(value)
            for place, value in zip(node.kwonlyargs, node.kw_defaults, strict=True):
                self._given[place.arg] += _parts(value) if value is not None else []

    def _of_class(self, node: ast.ClassDef) -> None:
        """Names of a class are attributes of it and of its objects."""
        for each in node.body:
            targets = each.targets if isinstance(each, ast.Assign) else ()
            targets = [each.target] if isinstance(each, ast.AnnAssign) else targets
            for target in targets:
                if (
                    isinstance(target, ast.Name)
                    and isinstance(each, ast.Assign | ast.AnnAssign)
                    and each.value
                ):
                    self._given[f".{target.id}"] += _parts(each.value)

    def _matched(self, node: ast.Match) -> None:
        """Names that patterns bind to the subject or to its attributes."""
        for pattern in (part for case in node.cases for part in ast.walk(case.pattern)):
            if isinstance(pattern, ast.MatchAs | ast.MatchStar) and pattern.name:
                self._given[pattern.name] += _parts(node.subject)
            elif isinstance(pattern, ast.MatchClass):
                for attribute, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
                    if isinstance(inner, ast.MatchAs) and inner.name:
                        self._given[inner.name] += [
                            ast.copy_location(ast.Attribute(part, attribute, ast.Load()), node.subject)
                            for part in _parts(node.subject)
                        ]

    def _give(self, target: ast.expr, value: ast.expr) -> None:
        parts = list(_parts(value))
        for node in ast.walk(target) if parts else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._given[node.id] += parts
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                self._given[f".{node.attr}"] += parts
            elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                self._given[f"{node.value.id}[]"] += parts

    def _defined(self, node: ast.AST) -> None:
        if isinstance(node, ast.arg):
            self._own.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._own.add(node.name)
            if isinstance(node, ast.ClassDef):
                self._of_class(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self._own.add(node.id)


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of a value that may be a module or a function: itself, items, branches of a choice."""
    if isinstance(value, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        yield value
    elif isinstance(value, ast.NamedExpr):
        yield from _parts(value.value)
    elif isinstance(value, ast.IfExp):
        yield from _parts(value.body)
        yield from _parts(value.orelse)
    elif isinstance(value, ast.List | ast.Tuple | ast.Set | ast.Dict | ast.BoolOp | ast.Starred):
        for part in ast.iter_child_nodes(value):
            if isinstance(part, ast.expr):
                yield from _parts(part)


def _is_call_of(node: ast.expr, *functions: str) -> bool:
    return isinstance(node, ast.Call) and not node.args and _name_of(node.func) in functions


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


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
