"""Words that users of Slurm, kubectl and similar tools type: aliases of commands, and hints for the rest.

An alias runs the command. A word that could mean several things, or something that would destroy work, runs
nothing and is answered with a hint. No hint that is only guessed from the spelling names a command that ends
or closes anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from muster.terminal.words import nearest

ALIASES: Final[Mapping[str, str]] = {
    "sbatch": "submit",
    "launch": "submit",
    "apply": "submit",
    "ps": "list",
    "jobs": "list",
    "ls": "list",
    "squeue": "list",
    "show": "describe",
    "info": "describe",
    "get": "describe",
    "why": "explain",
    "log": "logs",
    "tail": "logs",
    "cancel": "stop",
    "kill": "stop",
    "scancel": "stop",
    "sinfo": "nodes",
    "costs": "cost",
    "models": "model",
}
"""Command by alias."""

ENDING: Final = frozenset(
    {
        "cancel",
        "cordon",
        "delete",
        "down",
        "drain",
        "forget",
        "maintenance",
        "preempt",
        "reclaim",
        "remove",
        "restrict",
        "revoke",
        "revoke-token",
        "stop",
        "suspend",
        "unwatch",
    }
)
"""Commands, at any depth, that end, close or delete something; never suggested by spelling alone."""

_KEPT: Final = "`muster stop JOB` ends a job; the record of a job stays"
_SHELL: Final = "there is no shell in a running job; `muster logs -f JOB` follows its output"
_HISTORY: Final = "`muster list` shows jobs, `muster history JOB` everything that happened to one"
HINTS: Final[Mapping[str, str]] = {
    "rm": _KEPT,
    "delete": _KEPT,
    "remove": _KEPT,
    "attach": _SHELL,
    "exec": _SHELL,
    "shell": _SHELL,
    "ssh": _SHELL,
    "srun": "`muster run -- COMMAND` sends this folder, runs the command and follows it",
    "start": "`muster submit FILE` starts a job, `muster resume JOB` a suspended one, `muster up` the stack",
    "restart": "`muster resubmit JOB` submits a job again",
    "rerun": "`muster resubmit JOB` submits a job again",
    "retry": "`muster resubmit JOB` submits a job again; `retry:` in a job file retries by itself",
    "pause": "`muster suspend JOB` stops a job and keeps its place; `muster resume JOB` queues it again",
    "hold": "`muster suspend JOB` stops a job and keeps its place; `muster resume JOB` queues it again",
    "release": "`muster resume JOB` queues a suspended job; `muster model promote` releases a version",
    "scontrol": "`muster describe JOB` shows a job, `muster nodes` the nodes, `muster queue` the queues",
    "sacct": _HISTORY,
    "monitor": "`muster top` shows GPUs, CPU and memory in use, `muster list -s running -w` jobs, live",
    "gpus": "`muster nodes` lists GPUs by node; `muster capacity` shows idle ones that cannot be used",
    "quota": "`muster queue` shows the limits of queues; `muster model quota` limits storage",
    "usage": "`muster cost` shows what was used, `muster queue tree` what is used now",
    "bill": "`muster cost` shows costs; `muster cost export` writes them to a file",
    "pull": "`muster model pull NAME` downloads a model",
    "push": "`muster model push FOLDER NAME` uploads a model",
    "download": "`muster model pull NAME` downloads a model",
    "upload": "`muster model push FOLDER NAME` uploads a model; `files:` in a job file sends a job's folder",
    "server": "`muster up` starts everything on this machine",
    "dev": "`muster up` starts everything on this machine",
    "stack": "`muster status` shows the programs of the stack on this machine",
    "config": "`muster version` shows which server is used; `muster policy` the cluster's settings",
    "audit-log": "`muster events` reads the log, `muster audit` replays it",
    "watch": "`muster list -w` and `muster nodes -w` redraw; `muster logs -f JOB` follows output",
}
"""Hint by word that names no command."""


def canonical(words: Sequence[str]) -> list[str]:
    """Replace an alias by its command, `help [COMMAND]` by `[COMMAND] --help`, and -V by `version`."""
    at = next((n for n, word in enumerate(words) if word != "--no-color"), len(words))
    before, rest = list(words[:at]), list(words[at:])
    if not rest:
        return before
    if rest[0] == "help":
        return [*before, *canonical(rest[1:]), "--help"]
    if rest[0] in {"-V", "--version"}:
        return [*before, "version", *rest[1:]]
    return [*before, ALIASES.get(rest[0], rest[0]), *rest[1:]]


def hint(word: str, known: Collection[str], *, top: bool) -> str:
    """Return a hint for a word that names no command.

    Args:
        word: The word, as typed.
        known: Names of the commands.
        top: Whether it stands directly behind `muster`; habits of other tools are known only there.
    """
    if top and word in HINTS:
        return HINTS[word]
    meant = {**{name: name for name in known}, **(ALIASES if top else {})}
    near = list(dict.fromkeys(meant[each] for each in nearest(word, meant)))
    if not near or near[0] in ENDING:
        return ""
    return f"did you mean {' or '.join(name for name in near if name not in ENDING)}?"


def listed() -> list[tuple[str, str]]:
    """Return the aliases of each command: "stop" with "cancel, kill, scancel"."""
    names = dict.fromkeys(ALIASES.values())
    return [(name, ", ".join(a for a, meant in ALIASES.items() if meant == name)) for name in names]
