"""Arguments that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

RepositoryArgument = Annotated[str, typer.Argument(metavar="NAMESPACE/NAME", help="Model.")]
AlarmArgument = Annotated[str, typer.Argument(metavar="ALARM", help="Id of an alarm.")]
