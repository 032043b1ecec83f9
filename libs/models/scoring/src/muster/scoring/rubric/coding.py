"""Code of an answer: the rule by which it is found, and its calls held against the values expected of them.

Nothing runs here. The owner of a sandbox runs `PROGRAM` there (`sys.executable -I -S -B -c PROGRAM`, with
`request` as its input) and passes its output to `judge_code`. Expected values never enter the sandbox, so an
answer can pass in one way only: by computing them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import Any, Final, cast

from muster.scoring.rubric.documents import FENCE, NotJson, parsed
from muster.scoring.rubric.findings import Finding, excerpt

_TAGS: Final = frozenset({"", "python", "py", "python3"})

STARTED: Final = b"{}\n"
"""First line of the output: the program runs in its sandbox, and the answer's code has not begun."""

PROGRAM: Final = """
import json, os, resource, sys
work = json.load(sys.stdin)
out, null = os.dup(1), os.open(os.devnull, os.O_RDWR)
for each in (0, 1, 2):
    os.dup2(null, each)
os.close(null)
def tell(line, write=os.write, out=out):
    data = line.encode("utf-8", "replace") + b"\\n"
    while data:
        data = data[write(out, data):]
tell("{}")
memory = work["memory_mib"] << 20
for name, most in (("AS", memory), ("NPROC", 0), ("FSIZE", 0), ("CORE", 0), ("NOFILE", 32)):
    resource.setrlimit(getattr(resource, "RLIMIT_" + name), (most, most))
def failed(error):
    try:
        words = f"{type(error).__name__}: {error}"
    except BaseException:
        words = "an error without words"
    tell(json.dumps({"error": words[:200]}))
names = {"__name__": "answer"}
try:
    exec(compile(work["code"], "answer", "exec"), names)
except BaseException as error:
    failed(error)
    os._exit(1)
for call in work["calls"]:
    try:
        line = json.dumps({"value": eval(call, names)}, allow_nan=False)
    except BaseException as error:
        failed(error)
    else:
        tell(line)
os._exit(0)
"""
"""Source of the program that runs the code and the calls; it limits itself before the code begins."""


@dataclass(frozen=True, slots=True)
class CodeRun:
    """End of a program in its sandbox.

    Attributes:
        output: Bytes that it wrote after `STARTED`; the answer's code may have written any of them.
        end: How it ended, as "ended" or "took longer than 10 s".
    """

    output: bytes
    end: str


def code_of(answer: str) -> str | None:
    """Return the code of an answer; None: there is none.

    It is the first fenced block without a tag or with one of Python, indentation common to its lines removed;
    the last block needs no end. Without a fence it is the whole answer.
    """
    block: list[str] | None = None
    tag = ""
    is_fenced = False
    for line in answer.split("\n"):
        stripped = line.strip()
        if block is None:
            if stripped.startswith(FENCE):
                tag, block, is_fenced = stripped.removeprefix(FENCE).strip().lower(), [], True
        elif stripped != FENCE:
            block.append(line)
        elif tag in _TAGS:
            break
        else:
            block = None
    if not is_fenced:
        return answer if answer.strip() else None
    return None if block is None or tag not in _TAGS else dedent("\n".join(block))


def request(code: str, calls: Sequence[str], *, memory_mib: int) -> bytes:
    """Return the input of the program.

    Args:
        code: From `code_of`.
        calls: Expressions, evaluated after the code, each on its own.
        memory_mib: Most address space.
    """
    return json.dumps({"code": code, "calls": list(calls), "memory_mib": memory_mib}).encode()


def judge_code(run: CodeRun, calls: Sequence[tuple[str, Any]]) -> Finding:
    """Hold the values of calls against those expected.

    Args:
        run: Of the program that got these calls.
        calls: Expression and the JSON value that it must have, in their order.
    """
    lines = run.output.split(b"\n")[:-1]
    for place, (call, expected) in enumerate(calls):
        if place >= len(lines):
            return Finding(False, f"{excerpt(call)} has no value: the program {run.end}")
        try:
            reply = parsed(lines[place].decode("utf-8", "replace"))
        except NotJson as error:
            return Finding(False, f"the value of {excerpt(call)} {error}")
        fields = cast("dict[str, Any]", reply) if isinstance(reply, dict) else {}
        if fields.keys() != {"value"}:
            words = excerpt(str(fields.get("error", "no value")), 200)
            return Finding(False, f"{excerpt(call)} fails: {words}")
        if _canonical(fields["value"]) != _canonical(expected):
            shown, wanted = (excerpt(json.dumps(each)) for each in (fields["value"], expected))
            return Finding(False, f"{excerpt(call)} is {shown}; expected is {wanted}")
    return Finding(True, f"{len(calls)} calls have the expected values")


def _canonical(value: object) -> str:
    """Return a value as text, the same for equal JSON values: 1 and 1.0 are equal, 1 and true are not."""
    return json.dumps(_whole(value), sort_keys=True)


def _whole(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(each) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in cast("dict[str, object]", value).items()}
    return value
