"""Commands are known by name and loaded when used: help must not wait for Kafka's client."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from muster.client.cli import registry
from muster.client.documents.fields import job_fields
from muster.jobs import field_summaries
from muster.testkit.api.canned_api import Api

Muster = Callable[..., Any]
HEAVY = ("httpx", "muster.jobs", "muster.journal", "confluent_kafka", "muster.local", "muster.scheduler")
HELP_NEEDS_NONE_OF = (
    "boto3", "confluent_kafka", "httpx", "muster.jobs.form", "muster.journal.kafka", "muster.scheduler.core",
    "numba", "numpy", "psutil", "psycopg", "pydantic", "rich", "urllib.request", "yaml",
)  # fmt: skip
PLAIN_ANSWERS_NEED_NONE_OF = (
    "boto3", "confluent_kafka", "muster.journal", "numba", "numpy", "psutil", "pydantic", "rich",
)  # fmt: skip
RUN_ALL = """
import contextlib, io, json, sys
from muster.client.cli import main
watched, lines = json.loads(sys.argv[1]), json.loads(sys.argv[2])
loaded = {}
for words in lines:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        with contextlib.suppress(SystemExit):
            main(words)
    for name in watched:
        if name in sys.modules:
            loaded.setdefault(name, " ".join(words))
print(json.dumps(loaded))
"""
"""Runs command lines one after the other in one process: which loaded a module first."""


def first_to_load(watched: Sequence[str], lines: Sequence[Sequence[str]]) -> dict[str, str]:
    arguments = [json.dumps(watched), json.dumps(lines)]
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, *arguments], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def every_command_line() -> list[list[str]]:
    """Each command and each command of a group, as words."""
    found: list[list[str]] = []
    for command in registry.commands_for([], completing=True):
        below = getattr(command.loaded(), "commands", {})
        found += [[str(command.name)], *([str(command.name), name] for name in below)]
    return found


@pytest.mark.slow
def test_help_of_no_command_loads_what_only_its_work_needs() -> None:
    lines = [[*words, "--help"] for words in every_command_line()]
    assert len(lines) > 50
    assert first_to_load(HELP_NEEDS_NONE_OF, lines) == {}


@pytest.mark.slow
def test_plain_answers_need_no_library_for_tables_or_forms(
    api: Api, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    monkeypatch.setenv("MUSTER_API_URL", api.url)
    monkeypatch.setenv("MUSTER_ALERTS_URL", api.url)
    monkeypatch.setenv("MUSTER_TOKEN", "a.e30.c")
    lines = [
        "list",
        "list -o json",
        "nodes",
        "queue tree",
        "queue set default weight=2",
        "token",
        "policy show",
        "alerts list",
        f"submit --files {tmp_path} -- true",
    ]
    assert first_to_load(PLAIN_ANSWERS_NEED_NONE_OF, [line.split() for line in lines]) == {}


def test_the_fields_that_help_lists_are_those_of_the_form() -> None:
    assert job_fields() == field_summaries()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--help"], ["version"], ["no-such-command"]])
def test_commands_import_only_the_modules_they_use(words: list[str]) -> None:
    script = (
        "import sys\n"
        "from muster.client.cli import main\n"
        "try:\n"
        f"    main({words!r})\n"
        "except SystemExit:\n"
        f"    print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "LOADED []"


def test_help_lists_own_commands_and_plug_ins_with_their_summaries(muster: Muster) -> None:
    out = muster("--help").out
    for name, summary in (
        ("submit", "Submit a job"),
        ("events", "Read the log itself"),
        ("up", "Start the programs"),
    ):
        assert any(line.split()[:1] == [name] and summary in line for line in out.splitlines()), name


def test_every_command_can_be_loaded() -> None:
    for command in registry.commands_for([], completing=True):
        context = command.make_context(command.name, [], resilient_parsing=True)
        assert context.info_name == command.name


def test_commands_are_found_as_the_standard_library_finds_entry_points() -> None:
    points = entry_points(group=registry.GROUP)
    assert registry.declared(registry.GROUP) == {point.name: point.value for point in points}
    assert registry.declared("muster") == {}


def package(folder: Path, name: str, declaration: str | bytes) -> str:
    """Lay out the entry points of an installed package in a folder of its own; return that folder."""
    info = folder / name / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    content = declaration.encode() if isinstance(declaration, str) else declaration
    (info / "entry_points.txt").write_bytes(content)
    return str(folder / name)


def test_a_foreign_package_cannot_replace_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = package(tmp_path, "aaa", f"[{registry.GROUP}]\nscan = aaa.cli:app\n")
    own = package(tmp_path, "own", f"[{registry.GROUP}]\nscan = muster.scanner.cli:app\n")
    monkeypatch.setattr(sys, "path", [other, own])
    assert registry.declared(registry.GROUP) == {"scan": "muster.scanner.cli:app"}
    warning = "command scan is muster.scanner.cli:app; the one of another package, aaa.cli:app, is ignored"
    assert capsys.readouterr().err == f"warning: {warning}\n"


def test_of_two_foreign_commands_the_first_package_by_name_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("c", "a", "b"):
        package(tmp_path, name, f"[{registry.GROUP}]\nx = {name}.cli:app\n")
        (tmp_path / name / f"{name}-1.0.dist-info").rename(tmp_path / f"{name}-1.0.dist-info")

    def unsorted(pattern: str, *, root_dir: str | None) -> list[str]:
        assert (pattern, root_dir) == ("*.dist-info/entry_points.txt", str(tmp_path))
        return [f"{name}-1.0.dist-info/entry_points.txt" for name in ("c", "a", "b")]

    monkeypatch.setattr(registry, "glob", unsorted)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert registry.declared(registry.GROUP) == {"x": "a.cli:app"}


def test_the_same_package_in_two_folders_is_no_collision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"[{registry.GROUP}]\nx = other.cli:app\n"
    monkeypatch.setattr(sys, "path", [package(tmp_path, name, text) for name in ("one", "two")])
    assert registry.declared(registry.GROUP) == {"x": "other.cli:app"}
    assert capsys.readouterr().err == ""


def test_broken_packages_break_no_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = package(tmp_path, "broken", f"[{registry.GROUP}]\nx = caf\xe9.cli:app\n".encode("latin-1"))
    unreadable = tmp_path / "unreadable" / "unreadable-1.0.dist-info" / "entry_points.txt"
    unreadable.mkdir(parents=True)
    works = package(tmp_path, "works", f"[{registry.GROUP}]\ny = works.cli:app\n")
    monkeypatch.setattr(sys, "path", [broken, str(tmp_path / "unreadable"), works])
    assert registry.declared(registry.GROUP) == {"y": "works.cli:app"}


def test_comments_are_no_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"[{registry.GROUP}]\n# old = works.old:app\n  # x = 1\ny = works.cli:app\n"
    monkeypatch.setattr(sys, "path", [package(tmp_path, "works", text)])
    assert registry.declared(registry.GROUP) == {"y": "works.cli:app"}


def test_the_entry_points_of_all_groups_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = package(tmp_path, "works", "[first]\nx = works.cli:app\n[second]\ny = works.cli:more\n")
    monkeypatch.setattr(sys, "path", [folder])
    assert registry.declared("first") == {"x": "works.cli:app"}
    next(tmp_path.rglob("entry_points.txt")).unlink()
    assert registry.declared("second") == {"y": "works.cli:more"}


def test_a_command_that_cannot_be_imported_is_named_and_not_called_a_bug(
    muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = package(tmp_path, "broken", f"[{registry.GROUP}]\nmend = broken_plug_in:app\n")
    (Path(folder) / "broken_plug_in.py").write_text("import a_library_that_is_absent\n")
    monkeypatch.setattr(sys, "path", [*sys.path, folder])
    ended = muster("mend")
    reason = "No module named 'a_library_that_is_absent'"
    assert ended.err == f"error: command mend (broken_plug_in) cannot be loaded: {reason}\n"
    assert ended.code == 1


def test_a_plug_in_that_is_not_installed_says_so() -> None:
    assert registry.Lazy("x", "muster.nowhere.cli:app").help == ""
    (summary,) = {registry.summary_of("muster.nowhere.cli:app"), registry.summary_of("absent:app")}
    assert summary == "(incomplete installation)"
