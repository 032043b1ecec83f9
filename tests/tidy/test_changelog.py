"""The changelog: dated releases, news fragments that towncrier collects, one version for all packages."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from datetime import date
from itertools import pairwise
from pathlib import Path

from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
FRAGMENTS = ROOT / "changelog.d"
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]["type"]
SECTIONS = {kind["directory"]: kind["name"] for kind in CONFIGURED}
HEADING = re.compile(r"^## (\S+) - (\S+)$", re.MULTILINE)
RELEASES = [
    (Version(version), date.fromisoformat(day))
    for version, day in HEADING.findall((ROOT / "CHANGELOG.md").read_text())
]


def test_releases_have_a_version_and_a_date_and_the_newest_is_first() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert len(RELEASES) == len(re.findall(r"^## ", text, re.MULTILINE))
    assert all(older[0] < newer[0] and older[1] <= newer[1] for newer, older in pairwise(RELEASES))


def test_releases_have_only_known_sections_and_say_what_an_upgrade_needs() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    for release in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        sections = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert set(sections) <= set(SECTIONS.values())
        assert sections == [name for name in SECTIONS.values() if name in sections]
        assert "Upgrade notes" in sections


def test_fragments_are_named_after_a_type_and_have_a_text() -> None:
    wrong = [
        path.name
        for path in FRAGMENTS.iterdir()
        if path.name != "README.md"
        and not (
            re.fullmatch(rf"\+[a-z0-9-]+\.({'|'.join(SECTIONS)})\.md", path.name) and path.read_text().strip()
        )
    ]
    assert wrong == []


def test_towncrier_collects_every_fragment_into_a_release() -> None:
    command = [
        sys.executable,
        "-m",
        "towncrier",
        "build",
        "--draft",
        "--version",
        "99.0.0",
        "--date",
        "2026-11-30",
    ]
    draft = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "## 99.0.0 - 2026-11-30" in draft
    words = " ".join(draft.split())
    texts = [path.read_text() for path in FRAGMENTS.glob("+*.md")]
    assert [text for text in texts if " ".join(text.split()) not in words] == []


def test_all_packages_and_the_image_have_the_newest_release_s_version_or_its_successor_s() -> None:
    packages = [
        ROOT / "pyproject.toml",
        *ROOT.glob("*/*/pyproject.toml"),
        *ROOT.glob("libs/*/*/pyproject.toml"),
    ]
    packages += ROOT.glob("tools/new_service/template/*/*/pyproject.toml.in")
    stated = {version for path in packages for version in _stated(r'^version = "(.+)"$', path)}
    images = set(_stated(r"image: muster:(\S+)$", ROOT / "docker-compose.yml"))
    assert len(stated) == 1
    assert images == stated
    newest, version = RELEASES[0][0], Version(stated.pop())
    successors = {
        (newest.major + 1, 0, 0),
        (newest.major, newest.minor + 1, 0),
        (newest.major, newest.minor, newest.micro + 1),
    }
    assert version == newest or (version.is_devrelease and version.release in successors)


def _stated(pattern: str, path: Path) -> list[str]:
    """All matches in a file, which must have one at least."""
    found = re.findall(pattern, path.read_text(), re.MULTILINE)
    assert found, path
    return found
