"""The repository's own rules, executed: rooms, sizes, names, words that must not appear."""

from __future__ import annotations

import ast
import configparser
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FUNCTION_LINES_MAX = 70
MAIN_LINES_MAX = 40
ROOMS = {"__init__.py", "main.py", "config.py", "py.typed", "core", "edge"}
TIMED = {
    "libs/runtime/journal/tests/leadership/test_leadership_kafka.py": "nothing may happen for that long",
    "libs/proof/testkit/src/muster/testkit/stack/kafka_proxy.py": "the proxy has to pass the frame on",
    "services/agent/tests/edge/test_hostile_jobs.py": "a rank's own script",
    "services/scheduler/tests/edge/test_scheduler_process.py": "when the next heartbeat is due",
    "tests/faults/test_ranks_apart.py": "a rank's own script",
}
"""Files of tests that compute a moment by hand, and why; the others wait by muster.testkit.patience."""
FLOORS = ("interfaces", "models", "runtime", "pure")
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "util", "helper"}


def _tracked(*patterns: str) -> list[Path]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / line for line in listed.splitlines() if (ROOT / line).is_file()]


PYTHON = _tracked("*.py")
SERVICES = sorted(p.parent for p in ROOT.glob("services/*/pyproject.toml"))


def _id(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_file_says_what_it_is() -> None:
    """A file begins with a docstring, or with comments and then one."""
    assert [_id(path) for path in PYTHON if _first_token(path) != tokenize.STRING] == []


def _first_token(path: Path) -> int | None:
    """The type of a file's first token that is no comment; None: there is none."""
    with path.open("rb") as file:
        kinds = (token.type for token in tokenize.tokenize(file.readline))
        passed_over = (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL)
        return next((kind for kind in kinds if kind not in passed_over), None)


@pytest.mark.slow
def test_functions_can_be_read_at_a_glance() -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    too_long = {
        f"{_id(path)}:{node.name}": length
        for path in PYTHON
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, functions)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES_MAX
    }
    assert too_long == {}


@pytest.mark.parametrize("service", SERVICES, ids=_id)
def test_a_service_has_exactly_the_rooms(service: Path) -> None:
    package = service / "src" / "muster" / service.name
    found = {p.name for p in package.iterdir() if p.name != "__pycache__"}
    assert found - {"cli.py", "cli", "__main__.py"} == ROOMS
    assert (service / "README.md").is_file()
    assert len((package / "main.py").read_text().splitlines()) <= MAIN_LINES_MAX


def test_libraries_lie_on_the_floors_of_the_import_contract() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    rows = contracts["importlinter:contract:floors"]["layers"].split("\n")
    floors = [sorted(re.findall(r"muster\.(\w+)", row)) for row in rows if row]
    folders = [ROOT / "libs" / floor for floor in FLOORS]
    assert floors == [sorted(path.parent.name for path in each.glob("*/pyproject.toml")) for each in folders]
    assert {path.parents[1].name for path in ROOT.glob("libs/*/*/pyproject.toml")} == {*FLOORS, "proof"}


def test_no_drawer_for_odds_and_ends() -> None:
    assert [
        _id(path) for path in PYTHON if FORBIDDEN_NAMES & {path.stem, *path.relative_to(ROOT).parts}
    ] == []


def test_tests_wait_as_long_as_something_moves_and_no_number_of_seconds() -> None:
    """Benchmarks measure time, and the simulation's is virtual."""
    elsewhere = ("tests/bench/", "libs/proof/testkit/src/muster/testkit/simulation/")
    by_hand = re.compile(r"monotonic(_ms|_ns)?\(\) *" + r"\+ ")
    tests = [path for path in PYTHON if "/tests/" in f"/{_id(path)}" or "/testkit/src/" in _id(path)]
    found = {_id(path) for path in tests if by_hand.search(path.read_text())}
    assert {name for name in found if not name.startswith(elsewhere)} == set(TIMED)


@pytest.mark.slow
def test_no_unowned_leftovers_and_no_registry_host() -> None:
    # Spelled in two halves, so that this file does not find itself.
    words = re.compile("|".join(["FIX" + "ME", "TO" + r"DO\b", "pypi" + r"\.org", "pythonhost" + "ed"]))
    hosts = re.compile("|".join(["repo1?" + r"\.maven", "registry" + r"\.npmjs", "maven" + r"\.org"]))
    texts = _tracked(
        "*.py", "*.md", "*.toml", "*.lock", "*.yaml", "*.yml", "Makefile", "*.avsc", "*.sh", ".ci/*"
    )
    found = [
        f"{_id(path)}:{number}: {line.strip()[:100]}"
        for path in texts
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if words.search(line) or hosts.search(line)
    ]
    assert found == []


def test_links_in_the_documentation_lead_somewhere() -> None:
    """News fragments become part of the changelog in the root, so their links start there."""
    broken = [
        f"{_id(page)}: {target}"
        for page in _tracked("*.md")
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
        if not target.startswith(("http", "mailto:")) and not (_links_start(page) / target).exists()
    ]
    assert broken == []


def test_anchors_in_the_documentation_exist() -> None:
    """A heading has the anchor that both GitHub and the site (`make site`) give it."""
    pages = {page: page.read_text() for page in _tracked("*.md")}
    anchors = {page: _anchors(text) for page, text in pages.items()}
    missing = [
        f"{_id(page)}: {target}#{anchor}"
        for page, text in pages.items()
        for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", FENCED.sub("", text))
        if not target.startswith(("http", "mailto:"))
        if anchor not in anchors.get((_links_start(page) / target).resolve() if target else page, set())
    ]
    assert missing == []


FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ +(.+?)\s*$", FENCED.sub("", text), re.MULTILINE)
    words = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", each).strip().replace(" ", "-") for each in words}


def test_every_page_has_a_place_on_the_site_and_only_one() -> None:
    """Decisions, services and OpenAPI documents are added by tools/build_site.py."""
    listed = re.findall(r"docs/\S+\.md$", (ROOT / "tools/site/mkdocs.yml").read_text(), re.MULTILINE)
    pages = {_id(page) for page in _tracked("docs/*.md") if not re.match(r"\d", page.name)}
    assert (set(listed), len(listed)) == (pages, len(pages))


def _links_start(page: Path) -> Path:
    return ROOT if page.parent.name == "changelog.d" and page.name != "README.md" else page.parent


ENTRY = re.compile(r"^( *)([a-z_][a-z0-9_]*)(?:\.py|/)?(?:, [a-z0-9_, ]+)?  +\S", re.MULTILINE)
"""A line of a package's map: a module or package, two blanks or more, its purpose."""


def _map(init: Path) -> tuple[set[str], list[tuple[str, str]], str]:
    """Modules and packages inside a package, those that its docstring lists by indentation, and its text."""
    inside = {path.stem for path in init.parent.glob("*.py") if not _is_generated(path)}
    inside |= {path.parent.name for path in init.parent.glob("*/__init__.py")}
    text = ast.get_docstring(ast.parse(init.read_text())) or ""
    listed = [(indent, name) for indent, name in ENTRY.findall(text) if name in inside]
    return inside - {"__init__", "__main__"}, listed, text


def _is_generated(path: Path) -> bool:
    return "\nGenerated " in path.read_text()[:300]


def test_a_package_that_lists_its_files_lists_all_of_them_once() -> None:
    wrong: dict[str, list[str]] = {}
    for init in (path for path in PYTHON if path.name == "__init__.py" and "src" in path.parts):
        inside, listed, text = _map(init)
        missing = inside - set(re.findall(r"[a-z0-9_]+", text))
        twice = {name for entry in listed for name in entry[1:] if listed.count(entry) > 1}
        if listed and (missing or twice):
            wrong[_id(init)] = sorted(missing | twice)
    assert wrong == {}
