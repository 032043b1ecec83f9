"""Rules for names of repositories, branches, tags and files. PURE.

These rules include those that clients check themselves, and more: a name becomes a path on a user's disk,
which may ignore case, or treat two Unicode forms of a letter as equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from muster.cas.naming import KEY_NAME
from muster.events.shared.command_answers import Violation

NAME: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,94}[A-Za-z0-9_])?")
NAME_ALLOWED: Final = (
    "1 to 96 of A-Z a-z 0-9 _ . -, beginning and ending with none of . and -, without -- and .., "
    "not ending in .git or .ipynb"
)
_ENDINGS: Final = (".git", ".ipynb")
TITLE_ALLOWED: Final = "1 to 250 characters, none of them a control character, no space at either end"
_TITLE_MAX: Final = 250

REF: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./+=@-]{0,199}")
REF_ALLOWED: Final = (
    "1 to 200 of A-Z a-z 0-9 _ . / + = @ -, beginning with a letter, digit or _, without .. // @{, "
    "not beginning with refs/, no part beginning with . or ending in .lock, not ending in / or ., "
    "and neither HEAD nor a commit id"
)
COMMIT: Final = re.compile(r"[0-9a-f]{40}")
"""A commit's id."""
HASH: Final = re.compile(r"[0-9a-f]{64}")
"""An object's hash."""

ENCRYPTION_KEY: Final = re.compile(KEY_NAME)
ENCRYPTION_KEY_ALLOWED: Final = "1 to 63 of a-z 0-9 -, beginning with a letter or digit"

PATH_BYTES_MAX: Final = 1_024
PART_BYTES_MAX: Final = 255
PATH_ALLOWED: Final = (
    f"a relative path of at most {PATH_BYTES_MAX} bytes, its parts at most {PART_BYTES_MAX}, none of them "
    "empty, . .. or .git, without backslash and control characters"
)
_SHOWN_MAX: Final = 120


def wrong_name(field: str, name: str) -> Iterator[Violation]:
    """Check the name of a namespace or repository."""
    if not NAME.fullmatch(name) or "--" in name or ".." in name or name.lower().endswith(_ENDINGS):
        yield Violation(field=field, value=name[:_SHOWN_MAX], allowed=NAME_ALLOWED)


def wrong_title(field: str, name: str) -> Iterator[Violation]:
    """Check the name of an experiment: printable text without surrounding spaces."""
    bad = any(unicodedata.category(each) in {"Cc", "Cs"} for each in name)
    if bad or not 1 <= len(name) <= _TITLE_MAX or name.strip() != name:
        yield Violation(field=field, value=name[:_SHOWN_MAX], allowed=TITLE_ALLOWED)


def wrong_ref(name: str) -> Iterator[Violation]:
    """Check the name of a branch or tag."""
    bad = any(each in name for each in ("..", "//", "@{", "/.", ".lock/"))
    bad = bad or name.endswith(("/", ".", ".lock")) or name.startswith("refs/") or name == "HEAD"
    if bad or not REF.fullmatch(name) or COMMIT.fullmatch(name):
        yield Violation(field="name", value=name[:_SHOWN_MAX], allowed=REF_ALLOWED)


def wrong_path(path: str) -> Iterator[Violation]:
    """Check the path of a file."""
    parts = path.split("/")
    if (
        len(path.encode(errors="surrogatepass")) > PATH_BYTES_MAX
        or any(_wrong_part(part) for part in parts)
        or "\\" in path
        or any(unicodedata.category(each) in {"Cc", "Cs"} for each in path)
    ):
        shown = path[:_SHOWN_MAX].encode(errors="backslashreplace").decode()
        yield Violation(field="path", value=shown, allowed=PATH_ALLOWED)


def _wrong_part(part: str) -> bool:
    encoded = part.encode(errors="surrogatepass")
    return part.lower() in {"", ".", "..", ".git"} or len(encoded) > PART_BYTES_MAX


def folded(name: str) -> str:
    """Return a form that is equal for names that some disks treat as equal: by case or by Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def look_alikes(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names of one directory that some disks treat as equal."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(folded(name), name)
        if other != name:
            yield other, name


def personal(tenant: str, user: str) -> str:
    """Return a user's own namespace; it is unique, as names of organisations contain no dot."""
    return f"{tenant}.{user}"
