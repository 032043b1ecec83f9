"""Names in Python: what the corpus does not have, and what is ordinary."""

from __future__ import annotations

import pytest
from muster.scanning.formats.python import judged_python

REVERSED = "".join(f"def f{n}():\n    global x{n}\n    x{n} = x{n + 1}\n" for n in range(50))
"""Each name is given to the one before it."""


def lines(text: str) -> list[str]:
    return [what for _, what, _ in judged_python(text)]


@pytest.mark.parametrize(
    "text",
    [
        "import os\ny = None\nx = y\ny = x\nx = os\ny.system('true')",
        f"import os\n{REVERSED}x50 = os\nx0.system('true')",
        "import os\nos.path.os.system('true')",
        "import os\na = [os]\na[0].system('true')",
        "globals()['__builtins__'].eval('1')",
        "eval = eval\neval('1')",
        "import sys\ndef f(os):\n    os.system('true')\nf(sys.modules['o' + 's'])",
        "import ctypes\nlist(map(ctypes.CDLL, ['x.so']))",
    ],
)
def test_names_are_followed_in_any_order(text: str) -> None:
    assert lines(text)


@pytest.mark.parametrize(
    "text",
    [
        "import re\nre.compile('x')",
        "from torch import compile as c\nc(model).eval()",
        "def f(compile=False):\n    if compile: pass",
        "import subprocess\ntry: pass\nexcept subprocess.CalledProcessError: pass",
        "import os\nos.environ[x]",
        "code = 'x'\ncode.strip()\ncode[0]",
        "class A:\n    def eval(self): return self.eval()",
    ],
)
def test_code_of_models_is_clean(text: str) -> None:
    assert lines(text) == []


def test_code_that_is_not_followed_to_its_end_is_unread() -> None:
    many = "".join(f"import m{n}\nx = m{n}\n" for n in range(70))
    deep = f"x{'.y' * 900}"
    for text in (f"{many}x.system('true')", deep):
        assert [rule for rule, _, _ in judged_python(text)] == ["code.unread"]


@pytest.mark.slow
def test_a_long_way_takes_no_long_time() -> None:
    """Each part of it is looked at once."""
    assert lines(f"import os\n(os{'.path.os' * 100}).system('true')\n" * 50) != []
