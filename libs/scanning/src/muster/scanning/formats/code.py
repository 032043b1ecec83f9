"""Code in repositories: Python by its syntax tree, TorchScript by its operators, shells by what they run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

Judged = tuple[str, str, int | None]
_CALLS: Final = frozenset(("eval", "exec", "compile", "__import__", "execfile"))
_MODULES: Final = frozenset(
    ("subprocess", "pty", "ctypes", "marshal", "socket", "runpy", "telnetlib", "ftplib")
)
_OS: Final = re.compile(r"(?:system|popen|exec\w+|spawn\w+|fork\w*|posix_spawn\w*)")


def judged_python(text: str, *, whole: bool = True) -> Iterator[Judged]:
    """Calls by which a module reaches beyond itself when it is imported or used.

    Args:
        text: Its source.
        whole: It is a module, which another Python may be able to read; not a cell of a notebook.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        if whole:
            yield "code.unread", f"line {getattr(error, 'lineno', None) or 1}: {error}", None
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            said = _name_of(node.func)
            if _is_bad(said):
                yield "code.python", f"line {node.lineno}: {said}(...)", None


def _name_of(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return ".".join(reversed(parts))


def _is_bad(said: str) -> bool:
    root, _, rest = said.partition(".")
    if root in _CALLS and not rest:
        return True
    if root in ("os", "posix", "nt"):
        return _OS.fullmatch(rest) is not None
    return bool(rest) and (
        root in _MODULES or said in ("pickle.loads", "importlib.import_module", "shutil.rmtree")
    )


def without_magics(text: str) -> str:
    """A notebook's cell without its lines for the shell."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(("!", "%")))


_SCRIPTED: Final = re.compile(
    r"\bops\.aten\.(?:from_file|save|load)\b|\btorch\.(?:from_file|save|load)\(|\bops\.\w+\.(?:system|exec\w*)\b"
)


def judged_torchscript(text: str) -> Iterator[Judged]:
    """Operators by which TorchScript reads and writes files."""
    for found in _SCRIPTED.finditer(text):
        yield "code.torchscript", found[0], found.start()


_PIPED: Final = re.compile(
    r"(?:curl|wget)\b[^\n|;]*\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|bash\s+-i\s*>&|/dev/tcp/|base64\s+(?:-d|--decode)[^\n|]*\|\s*(?:ba)?sh"
)


def judged_shell(text: str) -> Iterator[Judged]:
    """What is fetched and run."""
    for found in _PIPED.finditer(text):
        yield "code.shell", found[0], found.start()
