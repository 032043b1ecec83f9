"""A record more in a schema is a type error wherever it has to be treated: the checker itself says so."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
COPIED = ("tools", "schemas", "libs/pure/events/src", "deploy/local/src/muster/local", "deploy/docker")
FILES = ("pyproject.toml", ".importlinter", "docker-compose.yml")
CORE = "services/zebra/src/muster/zebra/core"


class Copy:
    """A copy of what a new service is generated from, with the service `zebra` in it.

    Args:
        root: Where to copy it.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        for name in COPIED:
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy2(ROOT / name, root / name)
        self._run("-m", "tools.new_service", "zebra")
        self._run("tools/generate_events.py")

    def add(self, topic: str, record: dict[str, Any]) -> None:
        """One record more in a topic's schema, and Python types of it."""
        file = self._root / f"schemas/{topic}.avsc"
        schema = json.loads(file.read_text())
        payload = next(field for field in schema["fields"] if field["name"] == "payload")
        payload["type"].append(record)
        file.write_text(json.dumps(schema))
        self._run("tools/generate_events.py")

    def wrong(self) -> list[tuple[str, str, str]]:
        """Run the checker on the service's core; module, function and message of each finding."""
        command = [str(BIN / "basedpyright"), "--pythonpath", sys.executable, "--outputjson", CORE]
        done = subprocess.run(
            command, cwd=self._root, env=self._environment(), capture_output=True, text=True, check=False
        )
        found = json.loads(done.stdout)["generalDiagnostics"]
        return [_place(each) for each in found if each["severity"] == "error"]

    def _run(self, *arguments: str) -> None:
        subprocess.run([sys.executable, *arguments], cwd=self._root, env=self._environment(), check=True)

    def _environment(self) -> dict[str, str]:
        paths = (self._root / "libs/pure/events/src", self._root / "services/zebra/src")
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}


def _place(found: dict[str, Any]) -> tuple[str, str, str]:
    file, line = Path(found["file"]), found["range"]["start"]["line"] + 1
    functions = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)]
    inside = [each.name for each in functions if each.lineno <= line <= (each.end_lineno or 0)]
    return file.name, next(iter(inside), ""), found["message"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    yield Copy(tmp_path_factory.mktemp("copy"))


def _record(name: str, **more: str) -> dict[str, Any]:
    fields = [{"name": field, "type": "string", "doc": field} for field in ("name", "tenant")]
    return {"type": "record", "name": name, "doc": "One record more.", **more, "fields": fields}


@pytest.mark.slow
def test_the_checker_names_each_reader_of_a_record_more(copy: Copy) -> None:
    assert copy.wrong() == []
    copy.add("zebra-commands", _record("PaintZebra"))
    (undecided,) = copy.wrong()
    assert undecided[:2] == ("decisions.py", "decide")
    assert '"PaintZebra"' in undecided[2]
    copy.add("zebra-events", _record("ZebraPainted", subject="zebra"))
    found = [each for each in copy.wrong() if each != undecided]
    assert {(module, '"ZebraPainted"' in said) for module, _, said in found} == {
        ("decisions.py", True),
        ("rows.py", True),
    }
    assert "evolve" in {function for _, function, _ in found}
