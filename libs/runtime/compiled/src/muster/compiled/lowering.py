"""Dataclasses in a form that mypyc compiles well.

What `dataclasses` generates stays interpreted in a compiled class, and creating, comparing and hashing
records is a large part of a decision. So in the copy that is compiled `__init__`, `__eq__` and `__hash__` are
written out, with the meaning that `dataclasses` gives them. `slots` goes, because compiled classes have slots
anyway and the second class that `slots=True` creates could not replace the compiled one. `frozen` goes where
`__init__` is written out: the type checker has proved already that nobody assigns.

mypyc takes a `ClassVar` for a field, so those are taken out of the fields again, at the end of the module.

The methods stand on lines that were blank, so that a traceback names the lines of the real source.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_RECORD_IMPORT: Final = "from muster.events.wire.record import record"


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    type: str
    default: str | None = None
    factory: str | None = None
    init: bool = True
    compare: bool = True

    def parameter(self) -> str:
        """Return its parameter; a default from a factory is created in the body."""
        if self.factory is not None:
            return f"{self.name}: ({self.type}) | None = None"
        return f"{self.name}: {self.type}" + ("" if self.default is None else f" = {self.default}")

    def assignment(self) -> str:
        """Return its assignment in `__init__`."""
        if self.factory is None:
            return f"self.{self.name} = {self.name}"
        return f"self.{self.name} = ({self.factory})() if {self.name} is None else {self.name}"


def dataclass_bases(source: str) -> set[str]:
    """Names of the classes that dataclasses of this module inherit from."""
    return {
        ast.unparse(base)
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and any(_options(each) is not None for each in node.decorator_list)
        for base in node.bases
    }


def lowered(source: str, inherited: Collection[str] = ()) -> str:
    """A module's source with its dataclasses written out; all else is unchanged.

    Args:
        source: A module that type-checks.
        inherited: Dataclasses that others inherit from: those keep the `__init__` of `dataclasses`.
    """
    lines = source.split("\n")
    tree = ast.parse(source)
    following = [*tree.body[1:], None]
    for node, after in zip(tree.body, following, strict=True):
        if isinstance(node, ast.ClassDef):
            end = len(lines) if after is None else _first_line(after) - 1
            _lower(node, lines, end, inherited)
            lines[-1] += "".join(
                f"{node.name}.__dataclass_fields__.pop({each!r}, None); " for each in _class_variables(node)
            )
    return "\n".join(
        "from dataclasses import dataclass" if line == _RECORD_IMPORT else line for line in lines
    )


def _lower(node: ast.ClassDef, lines: list[str], end: int, inherited: Collection[str]) -> None:
    for decorator in node.decorator_list:
        options = _options(decorator)
        if options is None:
            continue
        kept = {name: value for name, value in options.items() if name != "slots"}
        fields = _fields(node)
        if fields is not None and not options.get("order") and node.name not in inherited:
            _write_methods(_methods(node, fields, options), _blank_lines(node, lines, end), lines)
            kept = {"init": False, "eq": False, "kw_only": bool(options.get("kw_only"))}
            if _class_variables(node):
                kept["repr"] = False
        arguments = ", ".join(f"{name}={value}" for name, value in kept.items())
        lines[decorator.lineno - 1] = f"@dataclass({arguments})"


def _class_variables(node: ast.ClassDef) -> list[str]:
    """Return the class variables of a dataclass; none for another class."""
    if all(_options(each) is None for each in node.decorator_list):
        return []
    return [
        ast.unparse(each.target)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and ast.unparse(each.annotation).startswith("ClassVar")
    ]


def _options(decorator: ast.expr) -> dict[str, bool] | None:
    """The options of a dataclass; None for another decorator."""
    match decorator:
        case ast.Name(id="record"):
            return {"kw_only": True, "unsafe_hash": True}
        case ast.Name(id="dataclass"):
            return {}
        case ast.Call(func=ast.Name(id="dataclass"), keywords=keywords):
            return {str(each.arg): bool(ast.literal_eval(each.value)) for each in keywords}
        case _:
            return None


def _fields(node: ast.ClassDef) -> list[_Field] | None:
    """Return its fields in order; None if it has anything unsupported here, such as inherited fields."""
    bases = [ast.unparse(base) for base in node.bases]
    if not all(base.endswith("Fact") for base in bases):
        return None
    found: list[_Field] = []
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            annotation = ast.unparse(each.annotation)
            if not annotation.startswith("ClassVar"):
                field = _field(each.target.id, annotation, each.value)
                if field is None:
                    return None
                found.append(field)
    return found


def _field(name: str, annotation: str, value: ast.expr | None) -> _Field | None:
    match value:
        case None:
            return _Field(name, annotation)
        case ast.Call(func=ast.Name(id="field"), keywords=keywords):
            given = {str(each.arg): ast.unparse(each.value) for each in keywords}
            if not given.keys() <= {"default_factory", "init", "compare", "repr"}:
                return None
            return _Field(
                name,
                annotation,
                factory=given.get("default_factory"),
                init=given.get("init") != "False",
                compare=given.get("compare") != "False",
            )
        case _:
            return _Field(name, annotation, default=ast.unparse(value))


def _methods(node: ast.ClassDef, fields: Sequence[_Field], options: Mapping[str, bool]) -> Iterator[str]:
    written = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    if "__init__" not in written and options.get("init", True):
        given = [each for each in fields if each.init]
        star = ["*"] if options.get("kw_only") and given else []
        parameters = ", ".join(["self", *star, *(each.parameter() for each in given)])
        body = [each.assignment() for each in given if each.init]
        body += [each.assignment() for each in fields if not each.init and each.factory is not None]
        body += ["self.__post_init__()"] if "__post_init__" in written else []
        yield f"def __init__({parameters}) -> None: {'; '.join(body) or 'pass'}"
    compared = [each.name for each in fields if each.compare]
    if "__eq__" not in written and options.get("eq", True):
        equal = " and ".join(f"self.{name} == other.{name}" for name in compared) or "True"
        alike = f"isinstance(other, {node.name})"
        yield f"def __eq__(self, other: object) -> bool: return ({equal}) if {alike} else NotImplemented"
        if "__hash__" not in written and (options.get("frozen") or options.get("unsafe_hash")):
            values = "".join(f"self.{name}, " for name in compared)
            yield f"def __hash__(self) -> int: return hash(({values}))"
    if "__repr__" not in written and _class_variables(node):
        shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields)
        yield f'def __repr__(self) -> str: return f"{node.name}({shown})"'


def _write_methods(methods: Iterator[str], blank: Sequence[int], lines: list[str]) -> None:
    """Write each method to a blank line of its own, as far as there are any; the rest share the last."""
    for number, method in enumerate(methods):
        if number < len(blank):
            lines[blank[number]] = f"    {method}"
        else:
            lines[blank[-1]] += f"\n    {method}"


def _blank_lines(node: ast.ClassDef, lines: Sequence[str], end: int) -> list[int]:
    """Indices of the blank lines between the statements of a class, and after them up to line `end`."""
    ends = [each.end_lineno or each.lineno for each in node.body]
    starts = [*(_first_line(each) - 1 for each in node.body[1:]), end]
    gaps = zip(ends, starts, strict=True)
    return [index for first, last in gaps for index in range(first, last) if not lines[index].strip()]


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
    return min([node.lineno, *(each.lineno for each in decorators)])
