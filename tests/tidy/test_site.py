"""Staging of the documentation site: pages keep their links, their lists and the files that they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.build_site import stage


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, staged as `make site` stages them."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    stage(folder)
    return folder


def test_every_link_of_a_staged_page_leads_to_a_staged_file(pages: Path) -> None:
    dead = [
        f"{page.relative_to(pages)}: {target}"
        for page in pages.rglob("*.md")
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text())
        if not target.startswith(("http", "mailto:")) and not (page.parent / target).is_file()
    ]
    assert dead == []


def test_source_files_are_staged_as_text_and_pictures_under_their_names(pages: Path) -> None:
    readme = (pages / "services/alerts/README.md").read_text()
    assert "](src/muster/alerts/core/rules.toml.txt)" in readme
    assert (pages / "services/alerts/src/muster/alerts/core/rules.toml.txt").is_file()
    assert (pages / "docs/pictures/story-a.svg").is_file()


def test_a_list_that_follows_a_paragraph_stays_a_list(pages: Path) -> None:
    text = (pages / "CONTRIBUTING.md").read_text()
    assert "\nA release:\n\n1. " in text
