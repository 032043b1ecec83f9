"""Shell commands that run what they fetch or unpack, in the spellings of installers and attacks.

A command is searched from front to back, once for each form, so that no text takes long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

Judged = tuple[str, str, int | None]
_FETCH: Final = re.compile(
    r"\b(?:curl|wget|aria2c|axel|lynx|w3m|ncat|socat|uudecode|base32\s+-d|xxd\s+-r"
    r"|base64\s+(?:-[a-z]+\s+){0,4}(?:-d|-D|--decode)|openssl\s+(?:enc|base64|s_client)"
    r"|dig\s[^|\n]{0,80}\btxt|nslookup\s+-(?:type|q\w*)=txt|(?:gsutil|rclone)\s+cat|aws\s+s3\s+cp"
    r"|fetch\s+(?:-\w+\s+){0,4}-o\s*-(?=\s)|ssh\s+(?:-\w+\s+){0,4}[\w.@-]+\s+[\"']?(?:cat|curl|wget)"
    r"|https?\s+(?:GET\s+)?https?:/|(?:tail|sed|head)\s[^|\n]{0,80}?[\"' ]\$0(?=[\"'\s])"
    r"|(?:printf|echo\s+-\w*e)\s[^|\n]{0,40}?\\x[0-9a-fA-F]{2})(?![A-Za-z])"
    r"|\$\{?\w+\}?\s+(?:-\w+\s+){0,4}[\"']?https?://"
)
"""Commands that fetch from elsewhere, unpack text, or read the script itself."""
_GETS: Final = re.compile(r"\b(?:iwr|irm)\b|Invoke-(?:WebRequest|RestMethod)|DownloadString", re.IGNORECASE)
_COMMAND: Final = re.compile(
    rf"{_FETCH.pattern}|(?i:{_GETS.pattern})|/dev/(?:tcp|udp)/|\bbash\s+-i\b|urlopen|requests\.get|httpx\.get"
)
"""A line without any of these fetches nothing."""
_SHELL: Final = r"(?:(?:ba|z|da|k|c|tc|a|fi|mk)?sh|pwsh|powershell)(?![\w.-]*[\w/])"
_INTERPRETER: Final = r"(?:python[\d.]*|pypy3?|perl|ruby|node|php|lua|osascript)(?![\w.-]*[\w/])"
_FOLDER: Final = r"(?:[\w./~-]{0,200}/)?"
_BEFORE: Final = (
    rf"(?>(?:{_FOLDER}(?:sudo|doas|env|exec|nohup|command|time|nice|setsid|stdbuf|busybox|timeout|xargs|builtin)\b"
    r"(?>(?:\s+(?>-[ug]\s+\w+|-n\s+\d+|-\S+|\d\S*|\w+=\S*))*)\s+|\w+=\S*\s+)*)"
)
_PIPED: Final = re.compile(
    rf"\|&?\s*{_BEFORE}(?:(?:{_FOLDER}{_SHELL}|[\"']?\$\{{?(?:SHELL|BASH|0)\}}?[\"']?)(?=\s|$|[;&|)\"'`>])"
    rf"|{_FOLDER}{_INTERPRETER}(?:\s+-u)?(?:\s+(?:-|/dev/stdin))?\s*(?=$|[;&|)\"'`>])"
    r"|(?:parallel|at\s+now|crontab\s+-)\s*(?=$|[;&|)\"'`>])"
    rf"|awk\s+[\"'][^\n]{{0,80}}?\|\s*\"{_SHELL}\")"
)
_OPENED: Final = re.compile(
    rf"(?<![\w.-])(?:{_SHELL}|{_INTERPRETER}|source|\.(?=\s))\s*(?:-\w+\s+){{0,4}}(?:<\s*)?"
    r"(?:<\(|<<<\s*[\"']?(?:\$\(|`))"
    rf"|(?<![\w.-])(?:{_SHELL}|{_INTERPRETER})\s+(?:-\w+\s+){{0,4}}-\w*[ceE]\s*[\"']?\s*(?:\$\(|`|<\()"
    r"|\b(?:eval|exec)\s+(?:--\s+)?(?:<\(|<<<\s*[\"']?\$\(|[\"']?\$\(|[\"']?`)"
    rf"|^[ \t]*[\"']?(?:\$\(|`)(?=\s*{_FETCH.pattern})"
)
_EVALUATES: Final = re.compile(r"\b(?:iex|Invoke-Expression)\s*[&(\"'$]", re.IGNORECASE)
_EVALUATED: Final = re.compile(r"\|\s*(?:iex|Invoke-Expression)\b", re.IGNORECASE)
_PAIRS: Final = (
    (_FETCH, _PIPED),
    (_OPENED, _FETCH),
    (_EVALUATES, _GETS),
    (_EVALUATES, _FETCH),
    (_GETS, _EVALUATED),
    (re.compile(r"\bexec\s*\("), re.compile(r"urlopen|requests\.get|httpx\.get")),
    (re.compile(r"\bbash\s+-i\s*[&>]|/dev/(?:tcp|udp)/"), re.compile("")),
)
"""Pairs of forms in one command: the second, behind the first, has it run."""
_ENCODED: Final = "|".join(("ec", *("encodedcommand"[:length] for length in range(14, 0, -1))))
_ALONE: Final = re.compile(
    rf"\b(?:powershell|pwsh)(?:\.exe)?[\"']?\s(?:[^\n|]{{0,200}}\s)?[-/](?:{_ENCODED})\s+[\"']?[A-Za-z0-9+/=]{{16}}"
    r"|\bmshta(?:\.exe)?\s+[\"']?(?:https?|javascript|vbscript):|\bregsvr32\b[^\n]{0,80}/i:https?:"
    r"|\bcertutil\b[^\n]{0,80}[-/]urlcache\b|\bbitsadmin\b[^\n]{0,80}/transfer\b"
    r"|\bsocat\b[^\n]{0,200}\b(?:EXEC|SYSTEM):|\bsh\s+-i\b[^\n|]{0,40}\|\s*n(?:c|cat)\b",
    re.IGNORECASE,
)
"""Single commands that fetch and run code."""
_IN_R: Final = re.compile(
    r"(?<![\w.])source\s*\(\s*(?:url\s*\(\s*)?[\"']https?:"
    r"|(?<![\w.])eval\s*\(\s*parse\s*\(\s*(?:text\s*=\s*readLines\s*\(\s*)?(?:url\s*\(\s*)?[\"']https?:"
)
"""R that runs what it fetches."""
_BY_R: Final = re.compile(
    r"(?<![\w.])(?:system2?|shell|pipe|dyn\.load|eval|socketConnection)\s*\([^\n]{0,80}"
)
_BROKEN_UP: Final = re.compile(
    r"(?<=[a-z])(?:\\|\$[@*])(?=[a-z])|(?<=[a-z])(?:'([a-z]{0,16})'|\"([a-z]{0,16})\")(?=[a-z])"
    r"|(?<=[a-z])(?:'([a-z]{1,16})'|\"([a-z]{1,16})\")|(?:'([a-z]{1,16})'|\"([a-z]{1,16})\")(?=[a-z])"
)
"""Quotes and backslashes in a word, which a shell removes, and variables that are empty."""
_SEPARATING_ROW: Final = re.compile(r"^[ \t]*\|[ \t]*:?-[-:| \t]*+\r?$", re.MULTILINE)
_ROWS_CHARACTERS: Final = 1 << 14
"""Longest part of a table between the row under its head and a row of it."""
_ASSIGNED: Final = re.compile(rf"\b(\w+)=[\"']?(?:\$\(|`)\s*{_FETCH.pattern}")
_SAVES: Final = re.compile(r"\b(?:curl|wget|aria2c)\b")
_SAVED: Final = re.compile(
    r"(?:\s-\w{0,20}[oO]\s*|\s--output(?:-document)?[=\s]\s*|>\s*)[\"']?([\w./$~{}-]{0,200}\w)"
)
_BY_NAME: Final = re.compile(r"\b(?:wget|aria2c)\b|\s-\w{0,20}O|--remote-name")
_NAMED: Final = re.compile(r"/([\w.-]{1,200})[\"']?(?=\s|$)")
_FAR: Final = 4000
"""Most characters of a command between the part that fetches and the part that runs it."""
_FOLLOWED_MAX: Final = 64
"""Most files and variables of one text whose later use is searched for."""
_SEPARATOR: Final = re.compile(r";|&&|\|\||(?<![<>&|])&(?![>&\d])")
_CONTINUED: Final = re.compile(r"\\\r?\n[ \t]*")


def judged(text: str) -> Iterator[Judged]:
    """Find commands that run what they fetch, or what they unpack from text."""
    yield from (("code.shell", found[0].strip(), found.start()) for found in _IN_R.finditer(text))
    plain = _BROKEN_UP.sub(lambda found: "".join(filter(None, found.groups())), text)
    written = list(_run(text))
    yield from written
    if plain != text:
        said = {each[1] for each in written}
        yield from (each for each in _run(plain) if each[1] not in said)


def _run(text: str) -> Iterator[Judged]:
    joined = _CONTINUED.sub(" ", text) if _COMMAND.search(text) else ""
    yield from (("code.shell", found[0].strip(), found.start()) for found in _ALONE.finditer(text))
    followed = 0
    for at, command in _commands(joined):
        for first, then in _PAIRS:
            found = first.search(command)
            behind = then.search(command, found.end(), found.end() + _FAR) if found is not None else None
            if found is not None and behind is not None:
                yield "code.shell", command[found.start() : max(behind.end(), found.end())].strip(), at
        for name, runs in _runs_later(command) if followed < _FOLLOWED_MAX else ():
            followed += 1
            run = _run_behind(joined, at + len(command), name, runs)
            if run:
                yield "code.shell", f"{command.strip()} ... {run}", at


def judged_profile(text: str) -> Iterator[Judged]:
    """Find what R runs, loads or writes when it starts in a folder."""
    yield from (
        ("code.shell", f"at every start of R: {found[0]}", found.start()) for found in _BY_R.finditer(text)
    )


def _run_behind(text: str, at: int, name: str, runs: str) -> str:
    """The command behind a place that runs a name; empty: none does."""
    for _ in range(_FOLLOWED_MAX):
        at = text.find(name, at)
        if at < 0:
            return ""
        begin = max(text.rfind("\n", 0, at) + 1, at - _FAR)
        found = re.compile(runs).search(text, begin, at + len(name) + _FAR)
        if found is not None and found.start() <= at:
            return found[0].strip()
        at += len(name)
    return ""


def _commands(text: str) -> Iterator[tuple[int, str]]:
    """The commands that fetch, and where each begins."""
    at = separated = 0
    rows = _SEPARATING_ROW.finditer(text)
    row = next(rows, None)
    while (found := _COMMAND.search(text, at)) is not None:
        begin = max(text.rfind("\n", 0, found.start()) + 1, at)
        end = text.find("\n", found.end())
        end = len(text) if end < 0 else end
        while row is not None and row.start() <= begin:
            separated, row = row.end(), next(rows, None)
        is_below = separated > 0 and begin - separated <= _ROWS_CHARACTERS
        is_row = text[begin:end].lstrip().startswith("|") and text[begin:end].rstrip().endswith("|")
        is_row = is_row and (is_below or (row is not None and row.start() == end + 1))
        for command in () if is_row else _SEPARATOR.split(text[begin:end]):  # a row of a table is no command
            if _COMMAND.search(command):
                yield begin, command
            begin += len(command) + 1
        at = end


def _runs_later(command: str) -> Iterator[tuple[str, str]]:
    """Files and variables into which a command fetches, and the form of a command that runs each."""
    assigned, saves = _ASSIGNED.search(command), _SAVES.search(command)
    if assigned is not None:
        variable = rf"\$\{{?{assigned[1]}\b"
        runs = rf"(?:\beval\b|\b{_SHELL}\s+-\w*c)\s*[\"']?{variable}|{variable}[^\n]{{0,200}}?\|\s*{_SHELL}"
        yield f"${assigned[1]}", runs
        yield f"${{{assigned[1]}", runs
    if saves is None:
        return
    for form in (_SAVED, _NAMED) if _BY_NAME.search(command) else (_SAVED,):
        found = form.search(command, saves.end())
        if found is not None:
            name = found[1].rpartition("/")[2]
            file = re.escape(name)
            yield (
                name,
                rf"(?<![\w.-])(?:{_SHELL}|{_INTERPRETER}|source|\.|chmod\s+(?:-\w+\s+)?[\w+=]*[x7]\w*)\s+"
                rf"(?:-\w+\s+){{0,4}}[\"']?(?:[\w.$~{{}}-]+/|/)*{file}(?![\w.-]*\w)"
                rf"|(?:^|[;&|\s])[\"']?\.?/(?:[\w.-]+/)*{file}(?![\w.-]*\w)",
            )
