"""What commands about models take."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.errors import InvalidRequest

TYPES = {"model": "models", "dataset": "datasets", "space": "spaces"}

Repository = Annotated[str, typer.Argument(metavar="NAMESPACE/NAME", help="The repository.")]
TypeOption = Annotated[str, typer.Option("--type", help="model, dataset or space.")]
RevisionOption = Annotated[
    str, typer.Option("--revision", "-r", help="A branch, a tag or a commit (all 40 digits).")
]


def types_of(kind: str) -> str:
    """The kind as addresses name it.

    Raises:
        InvalidRequest: there is none.
    """
    if kind not in TYPES:
        raise InvalidRequest(f"--type is {kind!r}; allowed are {', '.join(TYPES)}")
    return TYPES[kind]


def command_of(verb: str, name: str, kind: str) -> str:
    """Return a command about a repository, such as `muster model info acme/words --type dataset`."""
    return f"muster model {verb} {name}" + ("" if kind == "model" else f" --type {kind}")


def name_of(name: str) -> str:
    """A repository's full name.

    Raises:
        InvalidRequest: it is none.
    """
    namespace, slash, rest = name.partition("/")
    if not (namespace and slash and rest) or "/" in rest:
        raise InvalidRequest(
            f"the repository is {name!r}; allowed is NAMESPACE/NAME", hint="muster model search"
        )
    return name
