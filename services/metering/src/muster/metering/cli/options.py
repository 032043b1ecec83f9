"""Options shared by the cost commands."""

from __future__ import annotations

from typing import Annotated, Final

import typer

DIMENSIONS: Final = "team, project, user, queue, tier, model, gpu_model, kind, job, node, loss, label:KEY ..."

OnlyOption = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="DIMENSION=VALUE", help="Filter by a dimension; repeatable."),
]
