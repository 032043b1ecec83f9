"""Arguments and options shared by the commands about models."""

from __future__ import annotations

from typing import Annotated

import typer
from muster.client.errors import InvalidRequest

TYPES = {"model": "models", "dataset": "datasets", "space": "spaces"}

Repository = Annotated[str, typer.Argument(metavar="NAMESPACE/NAME", help="Repository.")]
TypeOption = Annotated[str, typer.Option("--type", help="Type of the repository: model, dataset or space.")]
RevisionOption = Annotated[
    str, typer.Option("--revision", "-r", help="Branch, tag or commit (all 40 digits).")
]


def types_of(kind: str) -> str:
    """Return the repository type as it appears in URLs.

    Raises:
        InvalidRequest: the type does not exist.
    """
    if kind not in TYPES:
        raise InvalidRequest(f"--type is {kind!r}; must be one of {', '.join(TYPES)}")
    return TYPES[kind]


def command_of(verb: str, name: str, kind: str) -> str:
    """Return a command about a repository, such as `muster model info acme/words --type dataset`."""
    return f"muster model {verb} {name}" + ("" if kind == "model" else f" --type {kind}")


def name_of(name: str) -> str:
    """Check that a name is a repository's full name, and return it.

    Raises:
        InvalidRequest: it is not of the form NAMESPACE/NAME.
    """
    namespace, slash, rest = name.partition("/")
    if not (namespace and slash and rest) or "/" in rest:
        raise InvalidRequest(
            f"the repository is {name!r}; must be NAMESPACE/NAME", hint="`muster model search` finds names"
        )
    return name
