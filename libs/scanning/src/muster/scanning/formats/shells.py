"""Shell that runs what it fetches or unpacks, in the spellings that installers and attacks have.

A command is looked through from front to back, once for each form, so that no text takes a long time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

Judged = tuple[str, str, int | None]
_FETCH: Final = re.compile(
    r"\b(?:curl|wget|aria2c|axel|lynx|w3m|ncat|socat|uudecode|base32\s+-d|xxd\s+-r"
    r"|base64\s+(?:-[a-z]+\s+){0,4}(?:-d|-D|--decode)|openssl\s+(?:enc|base64|s_client))\b"
)
_GETS: Final = re.compile(r"\b(?:iwr|irm)\b|Invoke-(?:WebRequest|RestMethod)|DownloadString", re.IGNORECASE)
_COMMAND: Final = re.compile(
    rf"{_FETCH.pattern}|(?i:{_GETS.pattern})|/dev/(?:tcp|udp)/|\bbash\s+-i\b|urlopen|requests\.get|httpx\.get"
)
"""Without one of these a line fetches nothing."""
_SHELL: Final = r"(?:(?:ba|z|da|k|c|tc|a|fi|mk)?sh|pwsh|powershell)(?![\w.-]*[\w/])"
_INTERPRETER: Final = r"(?:python[\d.]*|pypy3?|perl|ruby|node|php|lua|osascript)(?![\w.-]*[\w/])"
_FOLDER: Final = r"(?:[\w./~-]{0,200}/)?"
_BEFORE: Final = (
    rf"(?>(?:{_FOLDER}(?:sudo|doas|env|exec|nohup|command|time|nice|setsid|stdbuf|busybox|timeout|xargs|builtin)\b"
    r"(?>(?:\s+(?>-[ug]\s+\w+|-n\s+\d+|-\S+|\d\S*|\w+=\S*))*)\s+|\w+=\S*\s+)*)"
)
_PIPED: Final = re.compile(
    rf"\|&?\s*{_BEFORE}(?:(?:{_FOLDER}{_SHELL}|[\"']?\$\{{?(?:SHELL|BASH|0)\}}?[\"']?)(?=\s|$|[;&|)\"'`>])"
    rf"|{_FOLDER}{_INTERPRETER}(?:\s+-u)?(?:\s+(?:-|/dev/stdin))?\s*(?=$|[;&|)\"'`>]))"
)
_OPENED: Final = re.compile(
    rf"(?<![\w.-])(?:{_SHELL}|{_INTERPRETER}|source|\.(?=\s))\s*(?:-\w+\s+){{0,4}}(?:<\s*)?"
    r"(?:<\(|<<<\s*[\"']?(?:\$\(|`))"
    rf"|(?<![\w.-]){_SHELL}\s+(?:-\w+\s+){{0,4}}-\w*c\s*[\"']?\s*(?:\$\(|`|<\()"
    r"|\b(?:eval|exec)\s+(?:--\s+)?(?:<\(|<<<\s*[\"']?\$\(|[\"']?\$\(|[\"']?`)"
    rf"|^[ \t]*[\"']?(?:\$\(|`)(?=\s*{_FETCH.pattern})"
)
_EVALUATES: Final = re.compile(r"\b(?:iex|Invoke-Expression)\b", re.IGNORECASE)
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
"""What stands in a command, and what behind it has that run."""
_ASSIGNED: Final = re.compile(rf"\b(\w+)=[\"']?(?:\$\(|`)\s*{_FETCH.pattern}")
_SAVES: Final = re.compile(r"\b(?:curl|wget|aria2c)\b")
_SAVED: Final = re.compile(
    r"(?:\s-\w{0,20}[oO]\s*|\s--output(?:-document)?[=\s]\s*|>\s*)[\"']?([\w./$~{}-]{0,200}\w)"
)
_NAMED: Final = re.compile(r"/([\w.-]{1,200})[\"']?(?=\s|$)")
_FOLLOWED_MAX: Final = 64
"""Files and variables of one text whose later use is looked for."""
_SEPARATOR: Final = re.compile(r";|&&|\|\||(?<![<>&|])&(?![>&\d])")
_CONTINUED: Final = re.compile(r"\\\r?\n[ \t]*")


def judged(text: str) -> Iterator[Judged]:
    """What is fetched, or unpacked from text, and run."""
    joined = _CONTINUED.sub(" ", text) if _COMMAND.search(text) else ""
    waiting: list[tuple[str, str, int]] = []
    for at, command in _commands(joined):
        for first, then in _PAIRS:
            found = first.search(command)
            behind = then.search(command, found.end()) if found is not None else None
            if found is not None and behind is not None:
                yield "code.shell", command[found.start() : max(behind.end(), found.end())].strip(), at
        waiting += ((command.strip(), runs, at + len(command)) for runs in _runs_later(command))
    for command, runs, at in islice(waiting, _FOLLOWED_MAX):
        run = re.compile(runs, re.MULTILINE).search(joined, at)
        if run is not None:
            yield "code.shell", f"{command} ... {run[0].strip()}", at


def _commands(text: str) -> Iterator[tuple[int, str]]:
    """The commands that fetch, and where each begins."""
    at = 0
    while (found := _COMMAND.search(text, at)) is not None:
        begin = max(text.rfind("\n", 0, found.start()) + 1, at)
        end = text.find("\n", found.end())
        end = len(text) if end < 0 else end
        for command in _SEPARATOR.split(text[begin:end]):
            if _COMMAND.search(command):
                yield begin, command
            begin += len(command) + 1
        at = end


def _runs_later(command: str) -> Iterator[str]:
    """What a later command says that runs the file or the variable into which this one fetches."""
    assigned, saves = _ASSIGNED.search(command), _SAVES.search(command)
    if assigned is not None:
        variable = rf"\$\{{?{assigned[1]}\b"
        yield rf"(?:\beval\b|\b{_SHELL}\s+-\w*c)\s*[\"']?{variable}|{variable}[^\n]{{0,200}}?\|\s*{_SHELL}"
    saved = _SAVED.search(command, saves.end()) if saves is not None else None
    named = _NAMED.search(command, saves.end()) if saves is not None else None
    for found in (saved, named):
        if found is not None:
            file = re.escape(found[1].rpartition("/")[2])
            yield (
                rf"(?<![\w.-])(?:{_SHELL}|{_INTERPRETER}|source|\.|chmod\s+(?:-\w+\s+)?[\w+=]*[x7]\w*)\s+"
                rf"(?:-\w+\s+){{0,4}}[\"']?(?:[\w.$~{{}}-]+/|/)*{file}(?![\w.-]*\w)"
                rf"|(?:^|[;&|\s])[\"']?\.?/(?:[\w.-]+/)*{file}(?![\w.-]*\w)"
            )
