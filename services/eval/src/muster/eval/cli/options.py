"""Arguments and options shared by several commands."""

from __future__ import annotations

from typing import Annotated

import typer

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name: 1 to 63 of a-z 0-9 and -.")]

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Id of an evaluation.")]

LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Maximum number of rows.")]
