"""Builds the documentation site with MkDocs Material: `make site` writes it to out/site/html.

Pages are copied to a staging folder in their places in the repository, so that their links hold. Files of
source code that pages link to are copied beside them as text, and the OpenAPI document of each service gets a
page. A dead link, a missing anchor or a page without a place in the navigation fails the build.
"""
# pyright: basic

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from tools.generate_decisions import TOPICS, records

ROOT: Final = Path(__file__).resolve().parent.parent
BASE: Final = ROOT / "tools/site/mkdocs.yml"
_FENCED: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?\)")
_ITEM: Final = re.compile(r"([-*]|\d+\.) ")
_CONTINUED: Final = re.compile(r"(#| |\||<!--|([-*]|\d+\.) )")
"""Beginnings of lines after which a list or table needs no blank line."""
_INDENTED: Final = re.compile(r"^ {2,3}(?=\S)")
_SHOWN: Final = {".svg", ".png", ".json"}
"""Files that a page shows, and which keep their names."""


def main() -> None:
    """Stage the pages and build the site."""
    parser = argparse.ArgumentParser(description="The documentation site.")
    parser.add_argument("mkdocs", type=Path, help="the program mkdocs")
    parser.add_argument("into", type=Path, help="folder for the site")
    arguments = parser.parse_args()
    into = arguments.into.resolve()
    pages = into / "pages"
    shutil.rmtree(into, ignore_errors=True)
    stage(pages)
    config = {
        "INHERIT": str(BASE),
        "docs_dir": str(pages),
        "site_dir": str(into / "html"),
        "nav": _navigation(pages),
    }
    (into / "mkdocs.yml").write_text(yaml.safe_dump(config, sort_keys=False))
    command = [arguments.mkdocs.absolute(), "build", "--strict", "--config-file", into / "mkdocs.yml"]
    # Its notice about MkDocs 2 concerns the choice of versions, not this build.
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    sys.exit(subprocess.run(command, check=False, env=environment).returncode)


def stage(pages: Path) -> None:
    """Copy the documentation, and everything that it links to in the repository.

    Raises:
        SystemExit: a link leads nowhere.
    """
    waiting = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("services/*/README.md")]
    done: set[Path] = set()
    while waiting:
        page = waiting.pop()
        if page in done:
            continue
        done.add(page)
        parts = _FENCED.split(page.read_text())
        parts[::2] = [_separated(_with_links(part, page, pages, waiting)) for part in parts[::2]]
        target = pages / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(parts))


def _separated(text: str) -> str:
    """Return text as Python-Markdown needs it, with blank lines before lists and items indented by 4.

    The pages are written for GitHub's dialect, which needs neither.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        indented = _INDENTED.sub("    ", line)
        starts = _ITEM.match(line) or line.startswith("|")
        if starts and before.strip() and not _CONTINUED.match(before):
            lines.append("")
        lines.append(indented)
    return "\n".join(lines)


def _with_links(text: str, page: Path, pages: Path, waiting: list[Path]) -> str:
    return _LINK.sub(lambda link: _linked(link, page, pages, waiting), text)


def _linked(link: re.Match[str], page: Path, pages: Path, waiting: list[Path]) -> str:
    """Return a link as it is on the site, and take care of its target."""
    opening, target, anchor = link[1], link[2], link[3] or ""
    if target.startswith(("http://", "https://", "mailto:")):
        return link[0]
    path = Path(os.path.normpath(page.parent / target))
    if path.is_dir():
        path = next((path / name for name in ("README.md", "__init__.py") if (path / name).exists()), path)
    if not path.is_file() or not path.is_relative_to(ROOT):
        raise SystemExit(f"{page.relative_to(ROOT)} links to {target}, which does not exist")
    if path.suffix == ".md":
        waiting.append(path)
        name = path
    else:
        name = path if path.suffix in _SHOWN else path.with_name(f"{path.name}.txt")
        copy = pages / name.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return f"{opening}{os.path.relpath(name, page.parent)}{anchor})"


def _navigation(pages: Path) -> list[Any]:
    """Return the navigation of the configuration, with OpenAPI documents, services and decisions."""
    # The tag of the slug function is for MkDocs; here only the navigation matters.
    nav = yaml.safe_load(BASE.read_text().replace("!!python/object/apply:pymdownx.slugs.slugify", ""))["nav"]
    _section(nav, "Reference", "OpenAPI")["OpenAPI"] = list(_openapi(pages))
    services = sorted(page.parent.name for page in ROOT.glob("services/*/README.md"))
    found = [{name: f"services/{name}/README.md"} for name in services]
    _section(nav, "Reference", "Services")["Services"] = found
    decisions = next(section["Decisions"] for section in nav if "Decisions" in section)
    every = records()
    for topic in TOPICS:
        listed = [record for record in every if record.fields.get("Topic") == topic]
        entries = [{f"{each.number}. {each.title}": f"docs/adr/{each.file}"} for each in listed]
        decisions.append({topic.capitalize(): entries})
    return nav


def _section(nav: list[Any], top: str, name: str) -> dict[str, Any]:
    entries = next(section[top] for section in nav if top in section)
    return next(entry for entry in entries if isinstance(entry, dict) and name in entry)


def _openapi(pages: Path) -> Iterator[dict[str, str]]:
    """Write a page that shows each service's OpenAPI document; yield the pages."""
    folder = pages / "docs/reference/openapi"
    folder.mkdir(parents=True, exist_ok=True)
    for document in sorted(ROOT.glob("docs/reference/openapi/*.json")):
        shutil.copyfile(document, folder / document.name)
        name, file = document.stem, document.name
        words = f"The service serves this document at `/openapi.json`; here it is [{file}]({file})."
        (folder / f"{name}.md").write_text(f'# REST of `{name}`\n\n{words}\n\n<swagger-ui src="{file}"/>\n')
        yield {name: f"docs/reference/openapi/{name}.md"}


if __name__ == "__main__":
    main()
