"""Self-contained HTML pages that load and run nothing. PURE.

Texts of models are untrusted. They are escaped, and a policy in the page forbids scripts, frames, forms and
external resources, so that a text that slipped through would still have no effect. The markup is also
well-formed XML.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from muster.terminal.escaping import visible
from muster.terminal.svg import BASELINE, FAINT, GRID, INK, THIS

_STYLE: Final = f"""
:root {{ color-scheme: light dark; --page: #fff; --ink: {INK}; --faint: {FAINT}; --grid: {GRID};
  --line: #e6e6e6; --good: #00694d; --bad: #b3261e; --open: #7a5900; --link: #0057a0 }}
@media (prefers-color-scheme: dark) {{ :root {{ --page: #15181c; --ink: #e6e6e6; --faint: #a0a7ae;
  --grid: #3b4147; --line: #2b3036; --good: #4cc9a0; --bad: #ff8a80; --open: #e8b84a; --link: #7ab8ff }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 1040px; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere }}
h1 {{ font-size: 1.5em; margin-bottom: 0 }} h2 {{ font-size: 1.15em; margin: 2em 0 .4em }}
h3 {{ font-size: 1em }} a {{ color: var(--link) }} figure {{ margin: 1em 0 }}
.faint, th, figcaption {{ color: var(--faint) }} .passed {{ color: var(--good) }}
.failed {{ color: var(--bad) }} .inconclusive {{ color: var(--open) }}
.wide {{ overflow-x: auto }} table {{ border-collapse: collapse; width: 100% }} th {{ font-weight: normal }}
th, td {{ text-align: left; padding: .25em .8em .25em 0; border-bottom: 1px solid var(--line);
  vertical-align: top }} td:first-child {{ min-width: 6em }} td span {{ white-space: nowrap }}
.n {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }}
section:target {{ outline: 2px solid var(--link); outline-offset: .4em }}
pre {{ white-space: pre-wrap; margin: 0 0 .6em; padding-left: .8em; border-left: 2px solid var(--grid) }}
svg {{ width: 100%; height: auto }} svg [fill="#ffffff"] {{ fill: var(--page) }}
svg [fill="{INK}"] {{ fill: var(--ink) }} svg [fill="{FAINT}"] {{ fill: var(--faint) }}
svg [stroke="{GRID}"] {{ stroke: var(--grid) }} svg [stroke="{INK}"] {{ stroke: var(--ink) }}
.this {{ color: {THIS} }} .base {{ color: {BASELINE} }}
"""
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

POLICY: Final = f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'"
"""Content-Security-Policy of the page: its own style, and nothing else."""


def page(title: str, body: Iterable[str]) -> str:
    """Return a page.

    Args:
        title: Its title, a text.
        body: Pieces of its body, markup.
    """
    return "\n".join(_parts(title, body)) + "\n"


def _parts(title: str, body: Iterable[str]) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8"/>'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}"/>'
    yield '<meta name="viewport" content="width=device-width"/><meta name="referrer" content="no-referrer"/>'
    yield f"<title>{text_of(title)}</title><style>{_STYLE}</style></head><body>"
    yield from body
    yield "</body></html>"


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int) -> str:
    """Return a table; cells are markup, and beyond the first `texts` columns numbers."""
    classes = [*[""] * texts, *[' class="n"'] * (len(titles) - texts)]

    def line(tag: str, cells: Sequence[str]) -> str:
        joined = "".join(f"<{tag}{name}>{cell}</{tag}>" for name, cell in zip(classes, cells, strict=True))
        return f"<tr>{joined}</tr>"

    body = "".join(line("td", row) for row in rows)
    return f'<div class="wide"><table><thead>{line("th", titles)}</thead><tbody>{body}</tbody></table></div>'


def captioned(picture: str, caption: str) -> str:
    """Return a picture with a caption; both are markup."""
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def text_of(text: str) -> str:
    """Return a text as markup that shows it, on one line, every character visible."""
    return escape(visible(text))
